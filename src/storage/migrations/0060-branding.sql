-- What guests see of the company, on pages and in mails. A workspace without a row has the defaults.
create table workspace_branding (
  workspace_id text not null primary key references workspaces (id),
  -- Null: the name of the workspace.
  company_name text,
  -- Such as `#1f5fd0`, in lower case.
  accent_color text,
  website_url text,
  postal_address text,
  show_rota bigint not null default 1,
  -- What a page says of the logo without reading its bytes. All null without one.
  logo_key text,
  logo_type text,
  logo_width bigint,
  logo_height bigint,
  logo_bytes bigint,
  updated_at bigint not null
);

-- The images themselves. Apart from the brand, which is read with every page.
create table workspace_logos (
  workspace_id text not null primary key references workspaces (id),
  -- The last part of its URL: random, and new with every upload.
  logo_key text not null,
  logo_type text not null,
  image bytea not null
);
create unique index workspace_logos_key on workspace_logos (logo_key);
