-- What a workspace has used in a month, and what waits in one that is held.

-- 1 from the moment that it is held until all that waited in it is due again.
alter table workspaces add column has_held_work bigint not null default 0;
create index workspaces_held on workspaces (id) where suspended_at is not null or delete_at is not null;
create index workspaces_with_held_work on workspaces (id) where has_held_work = 1;
create index workspaces_leaving on workspaces (delete_at) where delete_at is not null;

-- Nothing is taken away from it: what is removed later has been used all the same.
create table usage_months (
  workspace_id text not null references workspaces (id),
  -- Of UTC: 2026-11.
  month text not null,
  meeting_requests bigint not null default 0,
  bookings bigint not null default 0,
  messages_sent bigint not null default 0,
  messages_received bigint not null default 0,
  events bigint not null default 0,
  api_requests bigint not null default 0,
  -- The most at a time.
  members bigint not null default 0,
  seats bigint not null default 0,
  primary key (workspace_id, month)
);
create index usage_months_of_all on usage_months (month, workspace_id);

-- How far the rows of a workspace have been counted: the last id of each kind. Empty before the first.
create table usage_marks (
  workspace_id text not null primary key references workspaces (id),
  meeting_request_id text not null default '',
  message_id text not null default '',
  event_id text not null default ''
);

-- What was made before then has been counted, in all workspaces.
create table usage_progress (
  id bigint not null primary key constraint usage_progress_one_row check (id = 1),
  counted_until bigint not null
);
