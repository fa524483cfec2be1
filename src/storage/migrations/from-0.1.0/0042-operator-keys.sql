-- Keys of operators: programs that make and change workspaces. They belong to no workspace.
create table operator_keys (
  id text not null primary key,
  name text not null,
  key_hash text not null,
  key_prefix text not null,
  created_at bigint not null,
  last_used_at bigint,
  expires_at bigint,
  revoked_at bigint
);
create unique index operator_keys_hash on operator_keys (key_hash);

-- Like idempotent_answers, for calls with an operator key.
create table operator_answers (
  operator_key_id text not null references operator_keys (id),
  key_digest text not null,
  request_digest text not null,
  status bigint not null,
  answer text not null,
  created_at bigint not null,
  primary key (operator_key_id, key_digest)
);
create index operator_answers_age on operator_answers (created_at);

-- Lists of workspaces by their state. Most are neither.
create index workspaces_suspended on workspaces (id) where suspended_at is not null and delete_at is null;
create index workspaces_deleting on workspaces (id) where delete_at is not null;

-- Messages that were let out on a day, of workspaces with a limit for it.
create table message_days (
  workspace_id text not null references workspaces (id),
  -- The UTC day, by the time at which it begins.
  day bigint not null,
  counted bigint not null,
  -- How many of the last batch were let out.
  granted bigint not null,
  -- The limit that the last batch was held against.
  most bigint not null,
  primary key (workspace_id, day)
);
create index message_days_age on message_days (day);
