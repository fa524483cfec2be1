-- Members sign in to the console by a link, and have a session from then on.

create table sign_in_links (
  workspace_id text not null,
  id text not null,
  member_id text not null,
  -- The address that it was made for: it is no good for a member who has another one now.
  email_folded text not null,
  -- Whether it was mailed: only so many are, in a while.
  mailed bigint not null,
  created_at bigint not null,
  expires_at bigint not null,
  -- Null until it is used.
  used_at bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
-- The member first: else PostgreSQL may take this index for other lookups in a workspace.
create index sign_in_links_of_member on sign_in_links (member_id, workspace_id, created_at);
-- The address of a page names the link alone.
create index sign_in_links_by_id on sign_in_links (id);
create index sign_in_links_over on sign_in_links (expires_at);

-- A session that has ended has no row.
create table sessions (
  workspace_id text not null,
  id text not null,
  member_id text not null,
  -- SHA-256 of the secret in the cookie.
  secret_hash text not null,
  user_agent text,
  client_address text not null,
  created_at bigint not null,
  -- Up to an hour behind.
  seen_at bigint not null,
  expires_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
create unique index sessions_secret on sessions (secret_hash);
create index sessions_of_member on sessions (member_id, workspace_id, id);
create index sessions_over on sessions (expires_at);

-- Whoever asks for a link gives an address, and no workspace.
create index members_by_address on members (email_folded, workspace_id) where deactivated_at is null;

-- Forms of the console that were sent, so that a second click does nothing a second time.
create table sent_forms (
  workspace_id text not null,
  session_id text not null,
  -- Of the form and what was typed into it.
  digest text not null,
  -- Where it has led to; null for a page that is shown only once.
  leads_to text,
  expires_at bigint not null,
  primary key (workspace_id, session_id, digest)
);
create index sent_forms_over on sent_forms (expires_at);
