-- Kinds of meetings that a team or a member offers, each with a public address. Null in a limit: as the member or the workspace says.
create table meeting_types (
  workspace_id text not null,
  id text not null,
  name text not null,
  -- The last part of the address. Its former ones are in meeting_type_slugs.
  slug text not null,
  description text,
  -- Either of the two.
  team_id text,
  member_id text,
  duration_minutes bigint,
  -- Where the meetings are: JSON, or null.
  location text,
  minimum_notice_minutes bigint,
  buffer_before_minutes bigint,
  buffer_after_minutes bigint,
  slot_interval_minutes bigint,
  booking_window_days bigint,
  maximum_per_day bigint,
  -- A JSON list of what guests are asked.
  questions text not null,
  -- A JSON list of minutes before the start, or null.
  reminders text,
  confirm_email bigint not null,
  -- `off` or `optional`: whether guests may choose among the members of a pool team.
  choose_host text not null,
  is_public bigint not null,
  active bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  -- Requests go on to name a deleted one.
  deleted_at bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, team_id) references teams (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);

create index meeting_types_present on meeting_types (workspace_id, id) where deleted_at is null;
create index meeting_types_of_team on meeting_types (team_id, workspace_id, id) where deleted_at is null;
create index meeting_types_of_member on meeting_types (member_id, workspace_id, id) where deleted_at is null;

-- Every slug that a meeting type has or had, until it's deleted. A number makes one that was made from a name unique.
create table meeting_type_slugs (
  workspace_id text not null,
  slug text not null,
  base text not null,
  number bigint not null,
  meeting_type_id text not null,
  primary key (workspace_id, slug),
  foreign key (workspace_id, meeting_type_id) references meeting_types (workspace_id, id) deferrable initially deferred
);

create index meeting_type_slugs_base on meeting_type_slugs (workspace_id, base, number);
create index meeting_type_slugs_had on meeting_type_slugs (workspace_id, meeting_type_id, base);

-- The type that a request is of, and a booking link books. Null: none.
alter table meeting_requests add column meeting_type_id text;
alter table booking_links add column meeting_type_id text;

-- What a participant answered to the questions of the type: a JSON list of questions and answers. Null: none.
alter table meeting_request_participants add column answers text;
