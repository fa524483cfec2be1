-- Invitations: when a member was last sent one, and when they last signed in. Null: never.
alter table members add column invited_at bigint;
alter table members add column last_signed_in_at bigint;

-- 1 for the link of an invitation, which works for days.
alter table sign_in_links add column invitation bigint not null default 0;

-- Steps of setting up that the admins of a workspace have skipped. The others are done or to do, as the workspace is.
create table skipped_first_steps (
  workspace_id text not null references workspaces (id),
  step text not null,
  skipped_at bigint not null,
  primary key (workspace_id, step)
);
