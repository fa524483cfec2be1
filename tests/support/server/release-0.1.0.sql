-- The migrations of 0.1.0, word for word: what a database of that release was made with. `=== name` begins each.

-- === 0001-foundation
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

-- === 0002-rate-limit.postgres
-- The rate limit's window of each API key, shared by all nodes. Unlogged: it is rewritten on every request and
-- worth nothing after a crash. Half-empty pages keep those rewrites off the primary key's index.
create unlogged table rate_limit_windows (
  subject text primary key,
  hits bigint[] not null,
  admitted bigint not null
) with (fillfactor = 50);

-- === 0003-member-key
-- What belongs to a workspace is referred to together with it, so that no row can point into another workspace.
create unique index members_key on members (workspace_id, id);
create index members_active on members (workspace_id, id) where deactivated_at is null;

-- === 0004-workspace-keys.postgres
-- Without these, an index on the id alone tempts the planner to walk all workspaces' rows for one workspace's list,
-- because the ids are in the order of the table.
alter table members drop constraint members_pkey;
alter table members add constraint members_pkey primary key using index members_key;
alter table audit_entries drop constraint audit_entries_pkey;
drop index audit_entries_workspace;
alter table audit_entries add primary key (workspace_id, id);

-- === 0005-teams
create table teams (
  workspace_id text not null references workspaces (id),
  id text not null,
  name text not null,
  slug text not null,
  description text,
  mode text not null constraint teams_mode check (mode in ('pool', 'stack', 'manual')),
  stack_always_apply bigint not null,
  include_all_members bigint not null,
  introduce_member bigint not null,
  introduction_guidance text,
  deactivated_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id)
);
create index teams_active on teams (workspace_id, id) where deactivated_at is null;
create index teams_inactive on teams (workspace_id, id) where deactivated_at is not null;

-- Every slug that a team has or once had, so that mail to a former address still arrives and nobody else can
-- take it. A slug is its base, which comes from the name, and from the second of its kind on a number. A new
-- team takes its slug before its row is there, hence the reference that is checked at the end.
create table team_slugs (
  workspace_id text not null,
  slug text not null,
  base text not null,
  number bigint not null,
  team_id text not null,
  primary key (workspace_id, slug),
  foreign key (workspace_id, team_id) references teams (workspace_id, id) deferrable initially deferred
);
create index team_slugs_base on team_slugs (workspace_id, base, number);
create index team_slugs_team on team_slugs (workspace_id, team_id);

create table team_memberships (
  workspace_id text not null,
  id text not null,
  team_id text not null,
  member_id text not null,
  role text not null constraint team_memberships_role check (role in ('member', 'manager')),
  paused_at bigint,
  -- When the pause ends by itself. Nothing is written at that moment: whoever reads the row compares.
  paused_until bigint,
  unpaused_at bigint,
  -- The number of the last turn in the rotation, null before the first and after a pause.
  last_turn bigint,
  last_assigned_at bigint,
  created_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, team_id) references teams (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
create unique index team_memberships_member on team_memberships (workspace_id, team_id, member_id);

-- One row for each time that a team's rotation decided on somebody. membership_id is no reference: the record
-- outlives the membership.
create table turns (
  workspace_id text not null,
  team_id text not null,
  number bigint not null,
  id text not null,
  member_id text not null,
  membership_id text,
  reason text not null,
  candidates text not null,
  created_at bigint not null,
  primary key (workspace_id, team_id, number),
  foreign key (workspace_id, team_id) references teams (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
create unique index turns_listed on turns (workspace_id, team_id, id);
create index turns_member on turns (workspace_id, team_id, member_id, number);
create index turns_recent on turns (workspace_id, team_id, created_at);

-- === 0006-meeting-requests-and-seats
-- What each turn was for. No reference: the turn is taken before the request, whose organizer it decides, is there.
alter table turns add column meeting_request_id text;

create index teams_always_applied on teams (workspace_id, id) where stack_always_apply = 1 and deactivated_at is null;

create table meeting_requests (
  workspace_id text not null,
  id text not null,
  organizer_id text not null,
  organizer_name text,
  organizer_timezone text,
  team_id text,
  status text not null
    constraint meeting_requests_status check (status in ('active', 'booked', 'cancelled', 'paused')),
  title text,
  purpose text,
  description text,
  include_introduction bigint not null,
  duration_minutes bigint,
  timeframe_start bigint,
  timeframe_end bigint,
  calendar_event_id text,
  starts_at bigint,
  -- Whether whoever cancelled it wants the participants to be told.
  notify bigint,
  created_at bigint not null,
  updated_at bigint not null,
  booked_at bigint,
  cancelled_at bigint,
  paused_at bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, organizer_id) references members (workspace_id, id),
  foreign key (workspace_id, team_id) references teams (workspace_id, id)
);
create index meeting_requests_by_status on meeting_requests (workspace_id, status, id);
create index meeting_requests_by_organizer on meeting_requests (workspace_id, organizer_id, id);
create index meeting_requests_by_team on meeting_requests (workspace_id, team_id, id) where team_id is not null;

create table meeting_request_participants (
  workspace_id text not null,
  request_id text not null,
  place bigint not null,
  email text not null,
  email_folded text not null,
  name text,
  timezone text,
  primary key (workspace_id, request_id, place),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
create unique index meeting_request_participants_email
  on meeting_request_participants (workspace_id, email_folded, request_id);

-- Those who take part because a stack team does. The organizer takes part anyway, and has a row only as one of them.
create table meeting_request_hosts (
  workspace_id text not null,
  request_id text not null,
  place bigint not null,
  member_id text not null,
  primary key (workspace_id, request_id, place),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);

create unique index entitlements_key on entitlements (workspace_id, id);
drop index entitlements_workspace;

create table seats (
  workspace_id text not null,
  id text not null,
  member_id text not null,
  entitlement_id text not null,
  started_at bigint not null,
  ended_at bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id),
  foreign key (workspace_id, entitlement_id) references entitlements (workspace_id, id)
);
create unique index seats_member on seats (workspace_id, member_id) where ended_at is null;
create index seats_active on seats (workspace_id, id) where ended_at is null;
create index seats_entitlement on seats (workspace_id, entitlement_id) where ended_at is null;

create table webhook_endpoints (
  workspace_id text not null references workspaces (id),
  id text not null,
  url text not null,
  description text,
  -- A list of event types.
  events text not null,
  disabled_at bigint,
  disabled_reason text,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id)
);

create table events (
  workspace_id text not null references workspaces (id),
  id text not null,
  type text not null,
  payload text not null,
  created_at bigint not null,
  primary key (workspace_id, id)
);

-- An event on its way to one endpoint.
create table webhook_deliveries (
  workspace_id text not null,
  id text not null,
  endpoint_id text not null,
  event_id text not null,
  event_type text not null,
  status text not null constraint webhook_deliveries_status check (status in ('pending', 'success', 'failed')),
  attempts bigint not null,
  response_code bigint,
  delivered_at bigint,
  last_attempted_at bigint,
  created_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints (workspace_id, id) on delete cascade,
  foreign key (workspace_id, event_id) references events (workspace_id, id)
);
create index webhook_deliveries_by_endpoint on webhook_deliveries (workspace_id, endpoint_id, id);

-- === 0007-webhooks
-- There was no way to make an endpoint before this, so both tables are empty.
drop table webhook_deliveries;
drop table webhook_endpoints;

create table webhook_endpoints (
  workspace_id text not null references workspaces (id),
  id text not null,
  url text not null,
  description text,
  -- A list of event types.
  events text not null,
  -- What is sealed is unreadable without ROTA_SECRET_KEY: signing secrets, and a list of headers, which may hold tokens.
  sealed_secret text not null,
  sealed_headers text not null,
  -- The secret before the last rotation, which signs too until then.
  sealed_former_secret text,
  former_secret_until bigint,
  -- The times of the latest deliveries that failed for good, as a list: ten at most, since it was last enabled.
  failures text not null,
  disabled_at bigint,
  disabled_reason text,
  -- From then on it is gone for everybody, and swept away, delivery by delivery.
  deleted_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id)
);
create unique index webhook_endpoints_id on webhook_endpoints (id);
create index webhook_endpoints_deleted on webhook_endpoints (deleted_at) where deleted_at is not null;

-- An event on its way to one endpoint.
create table webhook_deliveries (
  workspace_id text not null,
  id text not null,
  endpoint_id text not null,
  event_id text not null,
  event_type text not null,
  status text not null constraint webhook_deliveries_status check (status in ('pending', 'success', 'failed')),
  -- Attempts of the present schedule, and of those before it: a retry by hand begins a new one.
  attempts bigint not null,
  earlier_attempts bigint not null,
  response_code bigint,
  delivered_at bigint,
  last_attempted_at bigint,
  -- When the next attempt is to be made.
  due_at bigint,
  -- Who is making it, until when at most.
  claim_id text,
  lease_until bigint,
  created_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints (workspace_id, id),
  foreign key (workspace_id, event_id) references events (workspace_id, id),
  constraint webhook_deliveries_due check ((status = 'pending') = (due_at is not null)),
  constraint webhook_deliveries_claim check ((claim_id is null) = (lease_until is null))
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at, id) where status = 'pending';
create index webhook_deliveries_by_endpoint on webhook_deliveries (workspace_id, endpoint_id, id);
create index webhook_deliveries_by_status on webhook_deliveries (workspace_id, endpoint_id, status, id);
create index webhook_deliveries_by_type on webhook_deliveries (workspace_id, endpoint_id, event_type, id);
create index webhook_deliveries_by_event on webhook_deliveries (workspace_id, event_id);

create table webhook_attempts (
  workspace_id text not null,
  delivery_id text not null,
  number bigint not null,
  started_at bigint not null,
  duration_ms bigint not null,
  response_code bigint,
  error text,
  response_body text,
  primary key (workspace_id, delivery_id, number),
  foreign key (workspace_id, delivery_id) references webhook_deliveries (workspace_id, id) on delete cascade
);

-- === 0008-room-for-claims.postgres
-- A claim rewrites the row of its delivery, and nothing that an index holds. With room for it on the same page, no index is
-- touched: measured on full pages, 3.4 ms for a claim of 30 deliveries; on half-empty ones 0.9 ms.
alter table webhook_deliveries set (fillfactor = 50);

-- === 0009-deactivated-members
-- To count a team's active members by those few that are not: measured on PostgreSQL, 0.4 ms for a list of 25 teams
-- instead of 0.75 ms.
create index members_deactivated on members (workspace_id, id) where deactivated_at is not null;

-- === 0010-memberships-of-a-team
-- A team's memberships in their order. Without it, SQLite walked all memberships of the workspace, because those are in
-- order already: measured with 4,000 of them, 0.4 ms instead of 0.02 ms to read a team of four.
create index team_memberships_team on team_memberships (workspace_id, team_id, id);

-- === 0011-turn-numbers
-- The place of a turn among those of its member in the team, 1 for the first: how many turns somebody took since then is
-- the difference of two of them, and nobody has to count. It stays right when the oldest turns are removed.
alter table turns add column member_number bigint not null default 0;
update turns set member_number = own.place
from (
  select workspace_id, team_id, number,
    row_number() over (partition by workspace_id, team_id, member_id order by number) as place
  from turns
) as own
where turns.workspace_id = own.workspace_id and turns.team_id = own.team_id and turns.number = own.number;

-- === 0012-past-what-is-over
-- What is over stays in its table, and nobody who looks for what is not should have to walk past it.

-- The last column, because several turns may have been taken in the same millisecond.
create index turns_since on turns (workspace_id, team_id, member_id, created_at, member_number);

-- A key is usable until it expires, and no index can know the time: those that never expire are listed by their ids, the
-- others are found by when they do.
create index api_keys_lasting on api_keys (workspace_id, id) where revoked_at is null and expires_at is null;
create index api_keys_expiring on api_keys (workspace_id, expires_at) where revoked_at is null and expires_at is not null;

create index members_role on members (workspace_id, role, id);
create index members_active_role on members (workspace_id, role, id) where deactivated_at is null;

-- Whether a team has had a name before, without reading all that it has had.
create index team_slugs_had on team_slugs (workspace_id, team_id, base);

-- What somebody, or a team, still has to do, without what is done.
create index meeting_requests_by_organizer_status on meeting_requests (workspace_id, organizer_id, status, id);
create index meeting_requests_by_team_status on meeting_requests (workspace_id, team_id, status, id)
  where team_id is not null;

-- Deleted endpoints stay until their deliveries are removed; every event asks for those that are not deleted.
create index webhook_endpoints_present on webhook_endpoints (workspace_id, id) where deleted_at is null;

-- What has failed since some time. With `|| ''`, so that only the one statement that is written in the same way uses it: a
-- list of all that has failed goes by id.
create index webhook_deliveries_failed on webhook_deliveries (workspace_id, endpoint_id, last_attempted_at)
  where status || '' = 'failed';

-- === 0013-former-indexes
-- In their places there are turns_since, api_keys_lasting and api_keys_expiring, and team_slugs_had.
drop index turns_recent;
drop index api_keys_usable;
drop index team_slugs_team;

-- === 0014-rows-of-a-workspace.postgres
-- A team, an organizer and an endpoint are of one workspace. PostgreSQL does not know: it takes the two for independent, and
-- so for next to nothing what a team has in its workspace, and then any index is as good as the right one. Measured with
-- 2,000 small workspaces: for the open requests of a team it read all that the team ever had.
create statistics meeting_requests_workspace (dependencies) on workspace_id, organizer_id, team_id from meeting_requests;
create statistics webhook_deliveries_workspace (dependencies) on workspace_id, endpoint_id from webhook_deliveries;

-- === 0015-clock
-- The latest time that somebody has seen who used this database, in its one row: time goes on from there, whatever the
-- clock of the machine shows.
create table clock (
  id bigint not null primary key constraint clock_one_row check (id = 1),
  latest bigint not null
);
insert into clock (id, latest) values (1, 0);

-- === 0016-share-of-retries
-- What is due of an endpoint, first attempts and retries by themselves: each look takes from both.
create index webhook_deliveries_waiting on webhook_deliveries
  (endpoint_id, (case when attempts = 0 then 0 else 1 end), due_at, id) where status = 'pending';

-- === 0017-backlogs
-- In its place there is webhook_deliveries_waiting.
drop index webhook_deliveries_due;

-- Since when so much waits for the endpoint that no more is added.
alter table webhook_endpoints add column backlog_full_at bigint;
create index webhook_endpoints_full on webhook_endpoints (id) where backlog_full_at is not null;

-- === 0018-makers-of-keys
-- What belongs to a workspace is referred to together with it. The id first: an index that begins with the workspace would
-- tempt SQLite to list usable keys by walking past all that are over.
create unique index api_keys_key on api_keys (id, workspace_id);

-- Which key has made which. Those from the command line, from the first start and from before this have been made by none.
create table api_key_makers (
  workspace_id text not null,
  api_key_id text not null,
  maker_id text not null,
  primary key (workspace_id, api_key_id),
  foreign key (workspace_id, api_key_id) references api_keys (workspace_id, id),
  foreign key (workspace_id, maker_id) references api_keys (workspace_id, id)
);

-- === 0019-candidates-of-a-turn
-- A turn is kept with so many candidates at most, and with how many there were. Null in turns that were taken before: those
-- are kept with all of them.
alter table turns add column candidates_total bigint;
alter table turns add column candidates_eligible bigint;

-- === 0020-returned-turns-and-hand-overs
-- When the request that took the turn was cancelled and the turn given back.
alter table turns add column returned_at bigint;

-- Who gave back a turn in a team, since when, and took none since: they are at the front of its queue. No membership is
-- needed: a stack team may include everybody in the workspace.
create table owed_turns (
  workspace_id text not null,
  team_id text not null,
  member_id text not null,
  owed_since bigint not null,
  primary key (workspace_id, team_id, member_id),
  foreign key (workspace_id, team_id) references teams (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);

-- What a member who was deactivated still has to hand over, until nothing is left: a large number of requests is handed over in
-- steps. The actor is whoever deactivated the member.
create table hand_overs (
  workspace_id text not null,
  member_id text not null,
  heir_id text not null,
  actor_type text not null,
  actor_id text not null,
  created_at bigint not null,
  primary key (workspace_id, member_id),
  foreign key (workspace_id, member_id) references members (workspace_id, id),
  foreign key (workspace_id, heir_id) references members (workspace_id, id)
);

-- === 0023-chosen-keys
-- A key whose value was chosen is marked whatever its form. So far only one was that has the form of a generated key.
update api_keys set lookalike = 1 where substr(key_prefix, 1, 8) <> 'sk_live_';

-- === 0025-turns-and-hand-overs
-- The turns of one member in a team, newest first.
create index turns_by_member on turns (workspace_id, team_id, member_id, id);
-- The turn that a request took.
create index turns_of_request on turns (workspace_id, meeting_request_id) where meeting_request_id is not null;
-- Those that do not count among the turns since some time.
create index turns_returned on turns (workspace_id, team_id, member_id, created_at) where returned_at is not null;
-- What is on its way to a member.
create index hand_overs_to on hand_overs (workspace_id, heir_id);

-- === 0026-prefixes-of-chosen-keys
-- Of a first key that an operator chose, four characters are shown, not twelve. What was chosen is not known any more, but
-- what does not begin like a key that Rota made was.
update api_keys set key_prefix = substr(key_prefix, 1, 4) || '....' where substr(key_prefix, 1, 8) <> 'sk_live_';

-- === 0027-people-and-time
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

-- === 0028-bookings
-- A time that is taken for a meeting: a row for each host.
alter table meeting_requests add column ends_at bigint;

create table bookings (
  workspace_id text not null,
  request_id text not null,
  member_id text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  -- The request first: else PostgreSQL may take this index for the bookings of a member, and read all of them.
  primary key (request_id, workspace_id, member_id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
-- A meeting lasts a day at most: what overlaps a time starts in a known range.
create index bookings_of_member on bookings (workspace_id, member_id, starts_at, ends_at);

-- Until now, nothing said how long a meeting without a duration takes. 30 minutes are the default from now on.
update meeting_requests set ends_at = starts_at + coalesce(duration_minutes, 30) * 60000 where starts_at is not null;
insert into bookings (workspace_id, request_id, member_id, starts_at, ends_at)
  select workspace_id, id, organizer_id, starts_at, ends_at from meeting_requests where status = 'booked'
  union
  select meeting_requests.workspace_id, meeting_requests.id, member_id, starts_at, ends_at
  from meeting_requests join meeting_request_hosts
    on meeting_request_hosts.workspace_id = meeting_requests.workspace_id
    and meeting_request_hosts.request_id = meeting_requests.id
  where status = 'booked';

-- === 0029-calendars
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

-- === 0030-messages
-- Mail: one row a message, with what became of it.
create table messages (
  workspace_id text not null references workspaces (id),
  id text not null,
  -- Null for a message about no request.
  request_id text,
  -- Of the participant whom it is to or from; null for a member.
  place bigint,
  direction text not null constraint messages_direction check (direction in ('in', 'out')),
  kind text not null,
  sender_name text,
  sender_address text not null,
  recipient_name text,
  recipient_address text not null,
  reply_to text,
  subject text not null,
  text text not null,
  -- What the HTML is made of, as JSON. Null for one that came in.
  content text,
  -- An iCalendar object that goes with it, and its method.
  invite text,
  invite_method text,
  -- Of messages with the same one, only the first has it. The others name that one.
  invite_of text,
  -- The same on every attempt.
  message_id text not null,
  in_reply_to text,
  -- Message-IDs of its thread, the first one first.
  thread text not null,
  status text not null
    constraint messages_status check (status in ('queued', 'sent', 'kept', 'failed', 'received', 'ignored')),
  understood_as text,
  attempts bigint not null,
  last_error text,
  created_at bigint not null,
  sent_at bigint,
  -- The domain that it goes to, in this workspace: what shares slots fairly. Null for one that came in.
  lane text,
  -- Null unless it is queued, and while its request is paused.
  due_at bigint,
  claim_id text,
  lease_until bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
-- The request first: else PostgreSQL may take this index for the list of a workspace.
create index messages_of_request on messages (request_id, workspace_id, id) where request_id is not null;
-- As the statements write it, so that no other index on the state is in their way.
create index messages_queued on messages (request_id, workspace_id, id) where status || '' = 'queued';
create index messages_by_status on messages (workspace_id, status, id);
create index messages_by_kind on messages (workspace_id, kind, id);
create index messages_by_kind_status on messages (workspace_id, kind, status, id);
create index messages_by_direction on messages (workspace_id, direction, id);
create index messages_due on messages (due_at, id) where due_at is not null;
-- Retries apart from first attempts, so that neither has to be walked past for the other.
create index messages_due_by_lane on messages (lane, (case when attempts = 0 then 0 else 1 end), due_at, id)
  where due_at is not null;

-- What all invites to a meeting have in common. SEQUENCE grows with each change.
create table invites (
  workspace_id text not null,
  request_id text not null,
  uid text not null,
  organizer_address text not null,
  sequence bigint not null,
  -- The last one, as iCalendar text.
  text text not null,
  -- The members whom it went to, as JSON.
  host_ids text not null,
  primary key (workspace_id, request_id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);

-- === 0031-options
-- Offering times to participants, and what they answer.

-- Nobody is written to about a request that was made before Rota wrote mail.
alter table meeting_requests add column notify_participants bigint not null default 0;
-- How often times were offered; 0 before the first time.
alter table meeting_requests add column round bigint not null default 0;
-- What the first message says of the organizer; null until it is written.
alter table meeting_requests add column introduction text;
alter table meeting_requests add column attention_reason text;
alter table meeting_requests add column attention_since bigint;
-- Links and reply addresses name the request alone.
create index meeting_requests_by_id on meeting_requests (id);

alter table meeting_request_participants add column response text not null default 'none';
alter table meeting_request_participants add column responded_at bigint;
alter table meeting_request_participants add column comment text;
alter table meeting_request_participants add column attendance text not null default 'none';
-- Since when an answer is waited for: business days until the next follow-up count from then.
alter table meeting_request_participants add column asked_at bigint;
-- Follow-ups since `asked_at`, and when the next one is due; null for never.
alter table meeting_request_participants add column follow_ups bigint not null default 0;
alter table meeting_request_participants add column follow_up_at bigint;

-- When Rota has to do something about a request by itself.
create table meeting_request_schedules (
  workspace_id text not null,
  request_id text not null,
  -- Null while there is nothing to do.
  due_at bigint,
  -- Failed attempts in a row.
  attempts bigint not null,
  claim_id text,
  lease_until bigint,
  primary key (workspace_id, request_id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
create index meeting_request_schedules_due on meeting_request_schedules (due_at, request_id) where due_at is not null;

-- Slots that were offered to the participants of a request.
create table options (
  workspace_id text not null,
  id text not null,
  request_id text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  round bigint not null,
  status text not null constraint options_status check (status in ('offered', 'withdrawn', 'chosen')),
  created_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
-- The request first: else PostgreSQL may take this index for other lookups in a workspace.
create index options_of_request on options (request_id, workspace_id, id);

-- Which participants an option works for, by their places.
create table option_acceptances (
  workspace_id text not null,
  option_id text not null,
  request_id text not null,
  place bigint not null,
  primary key (workspace_id, option_id, place),
  foreign key (workspace_id, option_id) references options (workspace_id, id)
);
create index option_acceptances_of_request on option_acceptances (request_id, workspace_id);

-- Offered times that are kept free from other requests: a row for each host.
create table option_holds (
  workspace_id text not null,
  option_id text not null,
  member_id text not null,
  request_id text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  held_until bigint not null,
  primary key (option_id, workspace_id, member_id),
  foreign key (workspace_id, option_id) references options (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
-- By the end of the hold: a search for slots reads none that is over.
create index option_holds_of_member on option_holds
  (workspace_id, member_id, held_until, starts_at, ends_at, request_id);
create index option_holds_of_request on option_holds (request_id, workspace_id);
create index option_holds_over on option_holds (held_until);

-- Dates on which nobody is reminded, as JSON.
alter table scheduling_settings add column holidays text not null default '[]';

-- === 0032-booking-pages
-- What participants say on their page, and links with which people book a team.

-- The participant has chosen the zone: no browser's guess replaces it.
alter table meeting_request_participants add column timezone_chosen bigint not null default 0;
-- Days and parts of the day that would suit, as JSON; null for no wish.
alter table meeting_request_participants add column wishes text;

create table booking_links (
  workspace_id text not null,
  id text not null,
  team_id text not null,
  title text,
  -- Null: as usual in the workspace.
  duration_minutes bigint,
  -- Whether an address is confirmed by mail before anything is booked.
  verify_email bigint not null,
  expires_at bigint,
  -- Null: as often as wanted.
  max_uses bigint,
  uses bigint not null,
  created_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, team_id) references teams (workspace_id, id)
);
-- The team first: else PostgreSQL may take this index for other lookups in a workspace.
create index booking_links_of_team on booking_links (team_id, workspace_id, id);
-- The address of a page names the link alone.
create index booking_links_by_id on booking_links (id);

-- A form that was sent, by its nonce, so that it books once however often it is sent.
create table booking_link_uses (
  workspace_id text not null,
  link_id text not null,
  nonce text not null,
  request_id text not null,
  email_folded text not null,
  starts_at bigint not null,
  -- Once the meeting is over and no form with this nonce is taken any more.
  kept_until bigint not null,
  primary key (workspace_id, link_id, nonce),
  foreign key (workspace_id, link_id) references booking_links (workspace_id, id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
create index booking_link_uses_by_person on booking_link_uses (link_id, workspace_id, email_folded, starts_at, request_id);
create index booking_link_uses_over on booking_link_uses (kept_until);

-- A booking that waits until its address is confirmed.
create table booking_confirmations (
  workspace_id text not null,
  id text not null,
  link_id text not null,
  nonce text not null,
  name text not null,
  email text not null,
  email_folded text not null,
  timezone text,
  note text,
  starts_at bigint not null,
  created_at bigint not null,
  -- A confirmed one leads to its meeting until that is over.
  expires_at bigint not null,
  -- Null until it is confirmed.
  request_id text,
  primary key (workspace_id, id),
  foreign key (workspace_id, link_id) references booking_links (workspace_id, id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
create index booking_confirmations_of_link on booking_confirmations (link_id, workspace_id, nonce);
create index booking_confirmations_by_address on booking_confirmations (email_folded, workspace_id, created_at);
create index booking_confirmations_by_id on booking_confirmations (id);
create index booking_confirmations_over on booking_confirmations (expires_at);

-- === 0033-inbox
-- Mail that comes in: whole, as it was taken, and whether it was worked on. Its row in `messages` has the same id.
create table inbox (
  workspace_id text not null references workspaces (id),
  id text not null,
  -- What its address stands for: a team or the workspace (a new request), the answers of a participant, or a message that
  -- could not be delivered.
  target text not null constraint inbox_target check (target in ('team', 'workspace', 'reply', 'bounce')),
  -- Of the team, of the request, or of the message; null for the workspace.
  target_id text,
  -- Of the participant; null unless it is an answer.
  place bigint,
  recipient_address text not null,
  -- Its Message-ID, or a digest of the mail without one.
  message_key text not null,
  -- As the client said it; empty for a report.
  envelope_sender text not null,
  -- Where it came from; null if nobody knows.
  client_address text,
  client_name text,
  received_at bigint not null,
  -- Null once it was worked on, and while its request is paused.
  due_at bigint,
  -- Set while its request is paused.
  waits_for_request_id text,
  attempts bigint not null,
  claim_id text,
  lease_until bigint,
  -- The last column, because it is large.
  raw bytea not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references messages (workspace_id, id)
);
-- The same mail twice to the same address is one.
create unique index inbox_once on inbox (workspace_id, recipient_address, message_key);
create index inbox_due on inbox (due_at, id) where due_at is not null;
create index inbox_due_by_workspace on inbox (workspace_id, due_at, id) where due_at is not null;
create index inbox_waiting on inbox (waits_for_request_id, workspace_id, id) where waits_for_request_id is not null;

-- What was made of a message that came in: the rule that has understood it, and why nothing was done.
alter table messages add column rule text;
alter table messages add column ignored_because text;

-- === 0034-messages-by-id
-- The address that reports go to names the message alone.
create index messages_by_id on messages (id) where direction = 'out';

-- === 0035-sessions
-- Members sign in to the console by a link, and have a session from then on.

create table sign_in_links (
  workspace_id text not null,
  id text not null,
  member_id text not null,
  -- The address that it was made for: it is no good for a member who has another one now.
  email_folded text not null,
  -- Whether it was mailed: only so many are, in a while.
  mailed bigint not null,
  created_at bigint not null,
  expires_at bigint not null,
  -- Null until it is used.
  used_at bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
-- The member first: else PostgreSQL may take this index for other lookups in a workspace.
create index sign_in_links_of_member on sign_in_links (member_id, workspace_id, created_at);
-- The address of a page names the link alone.
create index sign_in_links_by_id on sign_in_links (id);
create index sign_in_links_over on sign_in_links (expires_at);

-- A session that has ended has no row.
create table sessions (
  workspace_id text not null,
  id text not null,
  member_id text not null,
  -- SHA-256 of the secret in the cookie.
  secret_hash text not null,
  user_agent text,
  client_address text not null,
  created_at bigint not null,
  -- Up to an hour behind.
  seen_at bigint not null,
  expires_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
create unique index sessions_secret on sessions (secret_hash);
create index sessions_of_member on sessions (member_id, workspace_id, id);
create index sessions_over on sessions (expires_at);

-- Whoever asks for a link gives an address, and no workspace.
create index members_by_address on members (email_folded, workspace_id) where deactivated_at is null;

-- Forms of the console that were sent, so that a second click does nothing a second time.
create table sent_forms (
  workspace_id text not null,
  session_id text not null,
  -- Of the form and what was typed into it.
  digest text not null,
  -- Where it has led to; null for a page that is shown only once.
  leads_to text,
  expires_at bigint not null,
  primary key (workspace_id, session_id, digest)
);
create index sent_forms_over on sent_forms (expires_at);

-- === 0036-console
-- What the console looks for.

create index meeting_requests_needing_attention on meeting_requests (workspace_id, id) where attention_since is not null;
-- The meetings of a day. An expression, so that no other statement is led here.
create index meeting_requests_by_start on meeting_requests (workspace_id, starts_at, id) where status || '' = 'booked';
-- The member first: else PostgreSQL may take these indexes for other lookups in a workspace.
create index meeting_request_hosts_of_member on meeting_request_hosts (member_id, workspace_id, request_id);
create index team_memberships_of_member on team_memberships (member_id, workspace_id, team_id);
create index teams_of_everybody on teams (workspace_id, id) where include_all_members = 1 and deactivated_at is null;
-- Without those of deactivated members, which are not due.
create index calendar_syncs_failing on calendar_syncs (workspace_id, calendar_id)
  where health = 'failing' and due_at is not null;
create index audit_entries_actor on audit_entries (workspace_id, actor_id, id);
create index audit_entries_actor_type on audit_entries (workspace_id, actor_type, id);
-- By the address of the person whom it went to or came from.
create index messages_by_address on messages
  (workspace_id, lower(case when direction = 'out' then recipient_address else sender_address end), id);
-- For links and reply addresses, which name the request alone. An expression: PostgreSQL walks an index on ids for lists of a
-- workspace, too, past everything that a filter leaves out.
create index meeting_requests_by_id_alone on meeting_requests ((id || ''));

-- === 0037-former-index
-- `meeting_requests_by_id_alone` is for what it was for.
drop index meeting_requests_by_id;

-- === 0038-indexes-of-deliveries.postgres
-- Hardly two entries are alike, so there is nothing to deduplicate. Recording a delivery adds an entry to each index, and PostgreSQL
-- compared all entries of a full page before it split it: measured, 191 µs of PostgreSQL's CPU for a delivery; without it 154 to 170.
alter index webhook_deliveries_pkey set (deduplicate_items = off);
alter index webhook_deliveries_by_endpoint set (deduplicate_items = off);
alter index webhook_deliveries_by_event set (deduplicate_items = off);
alter index webhook_deliveries_by_status set (deduplicate_items = off);
alter index webhook_deliveries_by_type set (deduplicate_items = off);
alter index webhook_deliveries_waiting set (deduplicate_items = off);
alter index webhook_attempts_pkey set (deduplicate_items = off);

-- === 0039-schedules-by-workspace
-- What is due of each workspace, however much is due of another.
create index meeting_request_schedules_due_by_workspace on meeting_request_schedules
  (workspace_id, (case when attempts = 0 then 0 else 1 end), due_at, request_id) where due_at is not null;

-- === 0040-rate-limit-steps.postgres
-- A window as running totals instead of one time for each request, so that its row has a bounded size and nothing has to be counted.
-- What was counted before the upgrade is forgotten. A full row stays in its page, uncompressed.
drop table rate_limit_windows;
create unlogged table rate_limit_windows (
  subject text primary key,
  times bigint[] not null,
  totals bigint[] not null
) with (fillfactor = 50, toast_tuple_target = 4096);
