-- People who want nothing about them to be kept, and how long a workspace keeps what is over.

create table erasures (
  workspace_id text not null references workspaces (id),
  id text not null,
  status text not null constraint erasures_status check (status in ('running', 'done')),
  -- The address, unreadable without ROTA_SECRET_KEY. Null once it is done.
  sealed_email text,
  -- Who has asked for it.
  actor_type text not null,
  actor_id text not null,
  -- How often it has begun anew, what it is at, and the last row that it has seen there.
  pass bigint not null,
  stage text not null,
  last_key text,
  -- How many rows were removed or changed, by kind.
  counts text not null,
  -- Null once it is done.
  due_at bigint,
  -- When it has written the embedded database anew; null if there was no need.
  vacuumed_at bigint,
  created_at bigint not null,
  finished_at bigint,
  primary key (workspace_id, id)
);
create index erasures_due on erasures (due_at, id) where due_at is not null;
create index erasures_running on erasures (workspace_id, id) where due_at is not null;
create index erasures_vacuumed on erasures (vacuumed_at) where vacuumed_at is not null;

-- In days. Null: as the service keeps it.
create table workspace_retention (
  workspace_id text not null primary key references workspaces (id),
  requests_days bigint,
  messages_days bigint,
  events_days bigint,
  audit_log_days bigint,
  updated_at bigint not null
);
