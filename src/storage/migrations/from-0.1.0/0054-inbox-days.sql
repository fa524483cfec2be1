-- How many bytes of mail a workspace has taken in on a day.
create table inbox_days (
  workspace_id text not null references workspaces (id),
  -- The UTC day, by the time at which it begins.
  day bigint not null,
  bytes bigint not null,
  primary key (workspace_id, day)
);
create index inbox_days_age on inbox_days (day);
