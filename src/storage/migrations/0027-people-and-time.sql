-- When and where people are: zones, what an introduction may say, how meetings are scheduled, and when each member can be booked.
alter table workspaces add column timezone text not null default 'UTC';
-- Null: the time zone of the workspace.
alter table members add column timezone text;
alter table members add column title text;
alter table members add column introduction text;

-- A workspace without a row has the defaults.
create table scheduling_settings (
  workspace_id text not null primary key references workspaces (id),
  duration_minutes bigint not null,
  options_per_round bigint not null,
  rounds bigint not null,
  timeframe_days bigint not null,
  slot_interval_minutes bigint not null,
  -- A list of numbers.
  follow_up_after_business_days text not null,
  sender_name text not null,
  signature text,
  participants_may_reschedule bigint not null,
  participants_may_cancel bigint not null,
  hold_options bigint not null,
  updated_at bigint not null
);

-- A member without a row has the defaults.
create table availability (
  workspace_id text not null,
  member_id text not null,
  -- Null: the time zone of the member.
  timezone text,
  -- Lists, as in the API.
  weekly text not null,
  overrides text not null,
  buffer_before_minutes bigint not null,
  buffer_after_minutes bigint not null,
  minimum_notice_minutes bigint not null,
  maximum_per_day bigint,
  updated_at bigint not null,
  primary key (workspace_id, member_id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
