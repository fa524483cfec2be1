-- Times are milliseconds since 1970, booleans 0 or 1, lists and objects JSON in text columns.
-- Every unique rule is an index with a name of its own: its name is how code tells which rule was broken.

create table workspaces (
  id text not null primary key,
  name text not null,
  handle text,
  created_at bigint not null,
  updated_at bigint not null
);
-- The handle is part of every team's mail address, so it is unique across workspaces.
create unique index workspaces_handle on workspaces (handle);

create table members (
  id text not null primary key,
  workspace_id text not null references workspaces (id),
  email text not null,
  -- The email in lower case, folded by the service: the engines' own lower() disagree beyond ASCII.
  email_folded text not null,
  name text,
  role text not null constraint members_role check (role in ('member', 'admin')),
  deactivated_at bigint,
  created_at bigint not null
);
create unique index members_email on members (workspace_id, email_folded);

create table entitlements (
  id text not null primary key,
  workspace_id text not null references workspaces (id),
  plan_key text not null,
  seat_capacity bigint not null,
  seat_unlimited bigint not null,
  enforcement_mode text not null constraint entitlements_mode check (enforcement_mode in ('hard', 'soft')),
  priority bigint not null,
  active bigint not null,
  created_at bigint not null
);
create index entitlements_workspace on entitlements (workspace_id);

create table api_keys (
  id text not null primary key,
  workspace_id text not null references workspaces (id),
  name text not null,
  key_hash text not null,
  key_prefix text not null,
  -- 1 for a key that an operator chose and that looks like one of ours with a wrong checksum.
  lookalike bigint not null,
  scopes text not null,
  expires_at bigint,
  last_used_at bigint,
  revoked_at bigint,
  created_at bigint not null
);
create unique index api_keys_hash on api_keys (key_hash);
create index api_keys_lookalike on api_keys (id) where lookalike = 1;
create index api_keys_usable on api_keys (workspace_id, id) where revoked_at is null;

create table audit_entries (
  id text not null primary key,
  workspace_id text not null references workspaces (id),
  action text not null,
  actor_type text not null,
  actor_id text not null,
  target_type text not null,
  target_id text not null,
  changes text not null,
  reason text,
  created_at bigint not null
);
create index audit_entries_workspace on audit_entries (workspace_id, id);
create index audit_entries_action on audit_entries (workspace_id, action, id);
create index audit_entries_target on audit_entries (workspace_id, target_id, id);

-- The first answer to a POST with an Idempotency-Key, kept for a day. key_digest stands for the header's value;
-- answer is sealed with a key that only the caller can make again, because an answer can hold a raw API key.
create table idempotent_answers (
  api_key_id text not null references api_keys (id),
  key_digest text not null,
  request_digest text not null,
  status bigint not null,
  answer text not null,
  created_at bigint not null,
  primary key (api_key_id, key_digest)
);
create index idempotent_answers_age on idempotent_answers (created_at);
