-- Where the busy times of a member come from.
create table calendars (
  workspace_id text not null,
  id text not null,
  member_id text not null,
  type text not null constraint calendars_type check (type in ('ics', 'caldav', 'pushed')),
  name text,
  url text,
  username text,
  sealed_password text,
  receives_bookings bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
-- The member first: else PostgreSQL may take this index for what refers to a calendar, and read all of a workspace.
create index calendars_of_member on calendars (member_id, workspace_id, id);
-- Asked at the start, to tell whether the secret key is the right one.
create index calendars_sealed on calendars (workspace_id, id) where sealed_password is not null;
-- Bookings of a member go to one calendar.
create unique index calendars_receiving on calendars (workspace_id, member_id) where receives_bookings = 1;

-- How far each calendar has been read, and when that is due again. Only intervals are kept of what was read.
create table calendar_syncs (
  workspace_id text not null,
  calendar_id text not null,
  -- The host that it is fetched from, in this workspace: what shares slots fairly. Null for one that is pushed.
  lane text,
  health text not null constraint calendar_syncs_health check (health in ('new', 'ok', 'failing')),
  last_synced_at bigint,
  last_error text,
  failing_since bigint,
  -- When others were told that it is failing; null while it is not.
  announced_at bigint,
  -- Failed attempts in a row.
  attempts bigint not null,
  -- Null for one that is pushed, and while the member is deactivated.
  due_at bigint,
  claim_id text,
  lease_until bigint,
  -- Grows with each wish to sync that must not get lost in one that is under way.
  wish_number bigint not null,
  -- What the server called the state that was read last: an entity tag, a time of change, or a token of CalDAV.
  etag text,
  collection_url text,
  -- Of the intervals that were read last, to write nothing when nothing has changed.
  content_hash text,
  -- Recurring events have been followed until then.
  expanded_until bigint,
  -- The time zone and the email of the member that it was read for: both decide what is busy.
  read_for text,
  -- Events that could not be understood, or only in part.
  doubtful bigint not null default 0,
  primary key (workspace_id, calendar_id),
  foreign key (workspace_id, calendar_id) references calendars (workspace_id, id) on delete cascade
);
create index calendar_syncs_due on calendar_syncs (due_at, calendar_id) where due_at is not null;

-- The objects of a CalDAV collection as they were read last.
create table calendar_objects (
  workspace_id text not null,
  calendar_id text not null,
  href text not null,
  -- Empty when it must be read anew.
  etag text not null,
  -- How many of its events could not be understood, or only in part.
  doubtful bigint not null,
  primary key (workspace_id, calendar_id, href),
  foreign key (workspace_id, calendar_id) references calendars (workspace_id, id) on delete cascade
);

-- What a calendar says of its member. `object` is the href of the CalDAV object that it came from, else empty.
create table busy_times (
  workspace_id text not null,
  calendar_id text not null,
  object text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  member_id text not null,
  primary key (workspace_id, calendar_id, object, starts_at),
  foreign key (workspace_id, calendar_id) references calendars (workspace_id, id) on delete cascade,
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
create index busy_times_of_member on busy_times (workspace_id, member_id, ends_at, starts_at);
-- The few that are longer than a day: a search for slots looks for the others near its own time.
create index busy_times_of_days on busy_times (workspace_id, member_id, ends_at, starts_at)
  where ends_at - starts_at > 86400000;

-- The bookings that were written to a calendar and are not over, and what was written.
create table calendar_entries (
  workspace_id text not null,
  calendar_id text not null,
  request_id text not null,
  url text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  -- Grows with each change.
  sequence bigint not null,
  written_at bigint not null,
  primary key (workspace_id, calendar_id, request_id),
  foreign key (workspace_id, calendar_id) references calendars (workspace_id, id) on delete cascade,
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
