-- Addresses that a workspace offers no times and sends no reminders to: whoever has them asked for it.
create table opt_outs (
  workspace_id text not null references workspaces (id),
  id text not null,
  email text not null,
  email_folded text not null,
  created_at bigint not null,
  primary key (workspace_id, id)
);
create unique index opt_outs_email on opt_outs (workspace_id, email_folded);
