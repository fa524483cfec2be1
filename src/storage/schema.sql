-- Made by `npm run generate` from the migrations, to be read and compared. Never edited. It is what SQLite says of itself;
-- PostgreSQL has the same, except for what tests/storage/schema.test.ts lists.

CREATE TABLE api_key_makers (
  workspace_id text not null,
  api_key_id text not null,
  maker_id text not null,
  primary key (workspace_id, api_key_id),
  foreign key (workspace_id, api_key_id) references api_keys (workspace_id, id),
  foreign key (workspace_id, maker_id) references api_keys (workspace_id, id)
);

CREATE TABLE api_keys (
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
  created_at bigint not null,
  -- A list of addresses and networks, as JSON. Null: the key may be used from anywhere.
  allowed_networks text,
  -- When it is next announced that the key expires. Null: not any more, or never. 0 until that is known, as for keys that 0.1.0 made.
  expiry_notice_at bigint default 0,
  -- Whether admins have been written to about that announcement before it was due, with those of other keys.
  expiry_mailed bigint not null default 0,
  -- The key that took its place. When it stops working itself is in `expires_at`.
  replaced_by_id text
);
CREATE INDEX api_keys_expiring on api_keys (workspace_id, expires_at) where revoked_at is null and expires_at is not null;
CREATE INDEX api_keys_expiry_notice on api_keys (workspace_id, expiry_notice_at)
  where expiry_notice_at is not null and revoked_at is null;
CREATE INDEX api_keys_expiry_notices on api_keys (expiry_notice_at)
  where expiry_notice_at is not null and revoked_at is null;
CREATE UNIQUE INDEX api_keys_hash on api_keys (key_hash);
CREATE UNIQUE INDEX api_keys_key on api_keys (id, workspace_id);
CREATE INDEX api_keys_lasting on api_keys (workspace_id, id) where revoked_at is null and expires_at is null;
CREATE INDEX api_keys_lookalike on api_keys (id) where lookalike = 1;
CREATE INDEX api_keys_of_workspace on api_keys ((workspace_id || ''), id);

CREATE TABLE audit_entries (
  id text not null primary key,
  workspace_id text not null references workspaces (id),
  action text not null,
  actor_type text not null,
  actor_id text not null,
  target_type text not null,
  target_id text not null,
  changes text not null,
  reason text,
  created_at bigint not null,
  -- The tool by which an agent made a change; null for changes without one.
  tool text
);
CREATE INDEX audit_entries_action on audit_entries (workspace_id, action, id);
CREATE INDEX audit_entries_actor on audit_entries (workspace_id, actor_id, id);
CREATE INDEX audit_entries_actor_type on audit_entries (workspace_id, actor_type, id);
CREATE INDEX audit_entries_target on audit_entries (workspace_id, target_id, id);
CREATE INDEX audit_entries_workspace on audit_entries (workspace_id, id);

CREATE TABLE availability (
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

CREATE TABLE booking_confirmations (
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
  request_id text, locale text, answers text, phone_number text, host_id text,
  primary key (workspace_id, id),
  foreign key (workspace_id, link_id) references booking_links (workspace_id, id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
CREATE INDEX booking_confirmations_by_address on booking_confirmations (email_folded, workspace_id, created_at);
CREATE INDEX booking_confirmations_by_id on booking_confirmations (id);
CREATE INDEX booking_confirmations_of_link on booking_confirmations (link_id, workspace_id, nonce);
CREATE INDEX booking_confirmations_of_request on booking_confirmations (request_id, workspace_id) where request_id is not null;
CREATE INDEX booking_confirmations_over on booking_confirmations (expires_at);

CREATE TABLE booking_link_uses (
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
CREATE INDEX booking_link_uses_by_person on booking_link_uses (link_id, workspace_id, email_folded, starts_at, request_id);
CREATE INDEX booking_link_uses_of_request on booking_link_uses (request_id, workspace_id);
CREATE INDEX booking_link_uses_over on booking_link_uses (kept_until);

CREATE TABLE booking_links (
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
  created_at bigint not null, location text, meeting_type_id text,
  primary key (workspace_id, id),
  foreign key (workspace_id, team_id) references teams (workspace_id, id)
);
CREATE INDEX booking_links_by_id on booking_links (id);
CREATE INDEX booking_links_of_team on booking_links (team_id, workspace_id, id);

CREATE TABLE bookings (
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
CREATE INDEX bookings_of_member on bookings (workspace_id, member_id, starts_at, ends_at);

CREATE TABLE busy_times (
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
CREATE INDEX busy_times_of_days on busy_times (workspace_id, member_id, ends_at, starts_at)
  where ends_at - starts_at > 86400000;
CREATE INDEX busy_times_of_member on busy_times (workspace_id, member_id, ends_at, starts_at);

CREATE TABLE calendar_connections (
  workspace_id text not null,
  id text not null,
  member_id text not null,
  provider text not null,
  -- `pending` until the person has agreed, `connected`, `broken` once the provider refuses, `ending` until the tokens are revoked.
  status text not null,
  -- What the provider knows the account by, and what its owner does.
  account_id text,
  account_email text,
  -- While it is pending: hashes of the state and of the cookie of the browser where it began, the sealed PKCE verifier, where to go then.
  state_hash text,
  browser_hash text,
  sealed_verifier text,
  return_url text,
  -- When it can't be completed any more.
  expires_at bigint,
  sealed_refresh_token text,
  sealed_access_token text,
  access_expires_at bigint,
  -- When the provider ends the refresh token in any case; null if it doesn't say.
  refresh_expires_at bigint,
  -- Grows with each access token.
  token_number bigint not null,
  -- The node that gets the next access token, and until when the others wait for it.
  refresh_claim_id text,
  refresh_until bigint,
  -- Until when the provider has asked for no more calls.
  paused_until bigint,
  connected_at bigint,
  broken_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  -- When something has to be done about the account: to look for new calendars, to revoke tokens, to forget what was never completed.
  due_at bigint,
  attempts bigint not null,
  claim_id text,
  lease_until bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
CREATE INDEX calendar_connections_broken on calendar_connections (workspace_id, id) where status = 'broken';
CREATE INDEX calendar_connections_due on calendar_connections (due_at, id) where due_at is not null;
CREATE INDEX calendar_connections_of_account on calendar_connections (account_id, provider) where account_id is not null;
CREATE INDEX calendar_connections_of_member on calendar_connections (member_id, workspace_id, id);
CREATE INDEX calendar_connections_sealed on calendar_connections (workspace_id, id)
  where sealed_verifier is not null or sealed_refresh_token is not null or sealed_access_token is not null;
CREATE UNIQUE INDEX calendar_connections_state on calendar_connections (state_hash) where state_hash is not null;

CREATE TABLE calendar_entries (
  workspace_id text not null,
  calendar_id text not null,
  request_id text not null,
  url text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  -- Grows with each change.
  sequence bigint not null,
  written_at bigint not null, location text, conference text, join_url text, noticed text, noticed_starts_at bigint, noticed_ends_at bigint,
  primary key (workspace_id, calendar_id, request_id),
  foreign key (workspace_id, calendar_id) references calendars (workspace_id, id) on delete cascade,
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
CREATE INDEX calendar_entries_of_request on calendar_entries (request_id, workspace_id);

CREATE TABLE calendar_objects (
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

CREATE TABLE calendar_syncs (
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
CREATE INDEX calendar_syncs_due on calendar_syncs (due_at, calendar_id) where due_at is not null;
CREATE INDEX calendar_syncs_failing on calendar_syncs (workspace_id, calendar_id)
  where health = 'failing' and due_at is not null;

CREATE TABLE calendars (
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
  updated_at bigint not null, service text, connection_id text, remote_id text, is_primary bigint not null default 0, is_writable bigint not null default 1, is_read bigint not null default 1,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
CREATE INDEX calendars_of_connection on calendars (connection_id, workspace_id, id) where connection_id is not null;
CREATE INDEX calendars_of_member on calendars (member_id, workspace_id, id);
CREATE UNIQUE INDEX calendars_receiving on calendars (workspace_id, member_id) where receives_bookings = 1;
CREATE INDEX calendars_sealed on calendars (workspace_id, id) where sealed_password is not null;

CREATE TABLE clock (
  id bigint not null primary key constraint clock_one_row check (id = 1),
  latest bigint not null
);

CREATE TABLE entitlements (
  id text not null primary key,
  workspace_id text not null references workspaces (id),
  plan_key text not null,
  seat_capacity bigint not null,
  seat_unlimited bigint not null,
  enforcement_mode text not null constraint entitlements_mode check (enforcement_mode in ('hard', 'soft')),
  priority bigint not null,
  active bigint not null,
  created_at bigint not null,
  -- When it was announced that nearly all seats are assigned. Null: they are not, or have not been since.
  nearly_full_at bigint
);
CREATE UNIQUE INDEX entitlements_key on entitlements (workspace_id, id);

CREATE TABLE erasures (
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
CREATE INDEX erasures_due on erasures (due_at, id) where due_at is not null;
CREATE INDEX erasures_running on erasures (workspace_id, id) where due_at is not null;
CREATE INDEX erasures_vacuumed on erasures (vacuumed_at) where vacuumed_at is not null;

CREATE TABLE events (
  workspace_id text not null references workspaces (id),
  id text not null,
  type text not null,
  payload text not null,
  created_at bigint not null,
  primary key (workspace_id, id)
);

CREATE TABLE hand_overs (
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
CREATE INDEX hand_overs_to on hand_overs (workspace_id, heir_id);

CREATE TABLE idempotent_answers (
  api_key_id text not null references api_keys (id),
  key_digest text not null,
  request_digest text not null,
  status bigint not null,
  answer text not null,
  created_at bigint not null,
  primary key (api_key_id, key_digest)
);
CREATE INDEX idempotent_answers_age on idempotent_answers (created_at);

CREATE TABLE inbox (
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
CREATE INDEX inbox_due on inbox (due_at, id) where due_at is not null;
CREATE INDEX inbox_due_by_workspace on inbox (workspace_id, due_at, id) where due_at is not null;
CREATE UNIQUE INDEX inbox_once on inbox (workspace_id, recipient_address, message_key);
CREATE INDEX inbox_waiting on inbox (waits_for_request_id, workspace_id, id) where waits_for_request_id is not null;

CREATE TABLE inbox_days (
  workspace_id text not null references workspaces (id),
  -- The UTC day, by the time at which it begins.
  day bigint not null,
  bytes bigint not null,
  primary key (workspace_id, day)
);
CREATE INDEX inbox_days_age on inbox_days (day);

CREATE TABLE invites (
  workspace_id text not null,
  request_id text not null,
  uid text not null,
  organizer_address text not null,
  sequence bigint not null,
  -- The last one, as iCalendar text.
  text text not null,
  -- The members whom it went to, as JSON.
  host_ids text not null, calendar_host_ids text not null default '[]',
  primary key (workspace_id, request_id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);

CREATE TABLE link_keys (
  id text not null primary key,
  sealed_value text not null,
  -- Before that it only reads: every node has to know it first.
  used_from bigint not null,
  -- Null: for good.
  read_until bigint,
  created_at bigint not null
);

CREATE TABLE meeting_request_hosts (
  workspace_id text not null,
  request_id text not null,
  place bigint not null,
  member_id text not null,
  primary key (workspace_id, request_id, place),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
CREATE INDEX meeting_request_hosts_of_member on meeting_request_hosts (member_id, workspace_id, request_id);

CREATE TABLE meeting_request_participants (
  workspace_id text not null,
  request_id text not null,
  place bigint not null,
  email text not null,
  email_folded text not null,
  name text,
  timezone text,
  response text not null default 'none',
  responded_at bigint,
  comment text,
  attendance text not null default 'none',
  -- Since when an answer is waited for: business days until the next follow-up count from then.
  asked_at bigint,
  -- Follow-ups since `asked_at`, and when the next one is due; null for never.
  follow_ups bigint not null default 0,
  follow_up_at bigint,
  -- The participant has chosen the zone: no browser's guess replaces it.
  timezone_chosen bigint not null default 0,
  -- Days and parts of the day that would suit, as JSON; null for no wish.
  wishes text,
  -- 1 for a participant in whose name somebody wrote or filled in a form, and who has not done anything since: it may not be them.
  unproven bigint not null default 0, locale text, phone_number text, answers text,
  primary key (workspace_id, request_id, place),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
CREATE UNIQUE INDEX meeting_request_participants_email
  on meeting_request_participants (workspace_id, email_folded, request_id);

CREATE TABLE meeting_request_schedules (
  workspace_id text not null,
  request_id text not null,
  -- Null while there is nothing to do.
  due_at bigint,
  -- Failed attempts in a row.
  attempts bigint not null,
  claim_id text,
  lease_until bigint, reminders text, reminder_at bigint,
  primary key (workspace_id, request_id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
CREATE INDEX meeting_request_schedules_due on meeting_request_schedules (due_at, request_id) where due_at is not null;
CREATE INDEX meeting_request_schedules_due_by_workspace on meeting_request_schedules
  (workspace_id, (case when attempts = 0 then 0 else 1 end), due_at, request_id) where due_at is not null;

CREATE TABLE meeting_requests (
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
  -- Whether participants are told that it was cancelled.
  notify bigint,
  created_at bigint not null,
  updated_at bigint not null,
  booked_at bigint,
  cancelled_at bigint,
  paused_at bigint,
  ends_at bigint,
  -- Nobody is written to about a request that was made before Rota wrote mail.
  notify_participants bigint not null default 0,
  -- How often times were offered; 0 before the first time.
  round bigint not null default 0,
  -- What the first message says of the organizer; null until it is written.
  introduction text,
  attention_reason text,
  attention_since bigint, location text, place text, description_is_shared bigint not null default 0, reminders text, no_show_by text, no_show_places text not null default '[]', no_show_at bigint, no_show_returned_turn bigint not null default 0, meeting_type_id text,
  primary key (workspace_id, id),
  foreign key (workspace_id, organizer_id) references members (workspace_id, id),
  foreign key (workspace_id, team_id) references teams (workspace_id, id)
);
CREATE INDEX meeting_requests_booked on meeting_requests (workspace_id, booked_at, organizer_id) where booked_at is not null;
CREATE INDEX meeting_requests_by_id_alone on meeting_requests ((id || ''));
CREATE INDEX meeting_requests_by_organizer on meeting_requests (workspace_id, organizer_id, id);
CREATE INDEX meeting_requests_by_organizer_status on meeting_requests (workspace_id, organizer_id, status, id);
CREATE INDEX meeting_requests_by_start on meeting_requests (workspace_id, starts_at, id) where status || '' = 'booked';
CREATE INDEX meeting_requests_by_status on meeting_requests (workspace_id, status, id);
CREATE INDEX meeting_requests_by_team on meeting_requests (workspace_id, team_id, id) where team_id is not null;
CREATE INDEX meeting_requests_by_team_status on meeting_requests (workspace_id, team_id, status, id)
  where team_id is not null;
CREATE INDEX meeting_requests_needing_attention on meeting_requests (workspace_id, id) where attention_since is not null;
CREATE INDEX meeting_requests_of_type on meeting_requests (workspace_id, meeting_type_id, id) where meeting_type_id is not null;
CREATE INDEX meeting_requests_of_type_status on meeting_requests (workspace_id, meeting_type_id, status, id)
  where meeting_type_id is not null;
CREATE INDEX meeting_requests_over on meeting_requests
  (workspace_id, (case when status = 'cancelled' then cancelled_at else coalesce(ends_at, starts_at, booked_at) end), id)
  where status in ('booked', 'cancelled');

CREATE TABLE meeting_type_confirmations (
  workspace_id text not null,
  id text not null,
  meeting_type_id text not null,
  nonce text not null,
  name text not null,
  email text not null,
  email_folded text not null,
  timezone text,
  locale text,
  note text,
  -- A JSON list of questions and answers. Null: none.
  answers text,
  phone_number text,
  -- The member whom the guest wants to meet. Null: anyone.
  host_id text,
  starts_at bigint not null,
  created_at bigint not null,
  -- A confirmed one leads to its meeting until that is over.
  expires_at bigint not null,
  -- Null until it is confirmed.
  request_id text,
  primary key (workspace_id, id),
  foreign key (workspace_id, meeting_type_id) references meeting_types (workspace_id, id),
  foreign key (workspace_id, host_id) references members (workspace_id, id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
CREATE INDEX meeting_type_confirmations_by_address on meeting_type_confirmations (email_folded, workspace_id, created_at);
CREATE INDEX meeting_type_confirmations_by_id on meeting_type_confirmations (id);
CREATE INDEX meeting_type_confirmations_of_host on meeting_type_confirmations (host_id, workspace_id) where host_id is not null;
CREATE INDEX meeting_type_confirmations_of_request on meeting_type_confirmations (request_id, workspace_id)
  where request_id is not null;
CREATE INDEX meeting_type_confirmations_of_type on meeting_type_confirmations (meeting_type_id, workspace_id, nonce);
CREATE INDEX meeting_type_confirmations_over on meeting_type_confirmations (expires_at);

CREATE TABLE meeting_type_slugs (
  workspace_id text not null,
  slug text not null,
  base text not null,
  number bigint not null,
  meeting_type_id text not null,
  primary key (workspace_id, slug),
  foreign key (workspace_id, meeting_type_id) references meeting_types (workspace_id, id) deferrable initially deferred
);
CREATE INDEX meeting_type_slugs_base on meeting_type_slugs (workspace_id, base, number);
CREATE INDEX meeting_type_slugs_had on meeting_type_slugs (workspace_id, meeting_type_id, base);

CREATE TABLE meeting_type_uses (
  workspace_id text not null,
  meeting_type_id text not null,
  nonce text not null,
  request_id text not null,
  email_folded text not null,
  starts_at bigint not null,
  -- Once the meeting is over and no form with this nonce is taken any more.
  kept_until bigint not null,
  primary key (workspace_id, meeting_type_id, nonce),
  foreign key (workspace_id, meeting_type_id) references meeting_types (workspace_id, id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
CREATE INDEX meeting_type_uses_by_person on meeting_type_uses (meeting_type_id, workspace_id, email_folded, starts_at, request_id);
CREATE INDEX meeting_type_uses_of_request on meeting_type_uses (request_id, workspace_id);
CREATE INDEX meeting_type_uses_over on meeting_type_uses (kept_until);

CREATE TABLE meeting_types (
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
CREATE INDEX meeting_types_of_member on meeting_types (member_id, workspace_id, id) where deleted_at is null;
CREATE INDEX meeting_types_of_team on meeting_types (team_id, workspace_id, id) where deleted_at is null;
CREATE INDEX meeting_types_present on meeting_types (workspace_id, id) where deleted_at is null;

CREATE TABLE members (
  id text not null primary key,
  workspace_id text not null references workspaces (id),
  email text not null,
  -- The email in lower case, folded by the service: the engines' own lower() disagree beyond ASCII.
  email_folded text not null,
  name text,
  role text not null constraint members_role check (role in ('member', 'admin')),
  deactivated_at bigint,
  created_at bigint not null,
  -- Null: the time zone of the workspace.
  timezone text,
  title text,
  introduction text
, invited_at bigint, last_signed_in_at bigint, meeting_url text);
CREATE INDEX members_active on members (workspace_id, id) where deactivated_at is null;
CREATE INDEX members_active_role on members (workspace_id, role, id) where deactivated_at is null;
CREATE INDEX members_by_address on members (email_folded, workspace_id) where deactivated_at is null;
CREATE INDEX members_deactivated on members (workspace_id, id) where deactivated_at is not null;
CREATE UNIQUE INDEX members_email on members (workspace_id, email_folded);
CREATE UNIQUE INDEX members_key on members (workspace_id, id);
CREATE INDEX members_role on members (workspace_id, role, id);

CREATE TABLE message_days (
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
CREATE INDEX message_days_age on message_days (day);

CREATE TABLE messages (
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
  -- What was made of a message that came in: the rule that has understood it, and why nothing was done.
  rule text,
  ignored_because text,
  -- Since when a message would have been sent, had the mail server been there. Null unless its last attempt failed for that reason.
  waits_for_relay_since bigint, invite_details text, expires_at bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
CREATE INDEX messages_by_address on messages
  (workspace_id, lower(case when direction = 'out' then recipient_address else sender_address end), id);
CREATE INDEX messages_by_direction on messages (workspace_id, direction, id);
CREATE INDEX messages_by_id on messages (id) where direction = 'out';
CREATE INDEX messages_by_kind on messages (workspace_id, kind, id);
CREATE INDEX messages_by_kind_status on messages (workspace_id, kind, status, id);
CREATE INDEX messages_by_status on messages (workspace_id, status, id);
CREATE INDEX messages_due on messages (due_at, id) where due_at is not null;
CREATE INDEX messages_due_by_lane on messages (lane, (case when attempts = 0 then 0 else 1 end), due_at, id)
  where due_at is not null;
CREATE INDEX messages_of_request on messages (request_id, workspace_id, id) where request_id is not null;
CREATE INDEX messages_queued on messages (request_id, workspace_id, id) where status || '' = 'queued';
CREATE INDEX messages_waiting_for_relay on messages (waits_for_relay_since, id)
  where waits_for_relay_since is not null and coalesce(due_at, 1000000000000000) < 1000000000000000;

CREATE TABLE moves (
  id bigint not null primary key,
  -- Of which installation.
  source text not null,
  -- Constraints that are put back before it is complete: a list, as JSON.
  dropped text not null,
  started_at bigint not null,
  -- Null until every row has been compared.
  completed_at bigint,
  constraint moves_one_row check (id = 1)
);

CREATE TABLE nodes (
  id text not null primary key,
  -- Said with each heartbeat. Later than that, another node may declare it dead.
  alive_until bigint not null,
  -- From then on its claims are free. It has another id if it comes back.
  dead_at bigint
);
CREATE INDEX nodes_dead on nodes (id) where dead_at is not null;

CREATE TABLE operator_answers (
  operator_key_id text not null references operator_keys (id),
  key_digest text not null,
  request_digest text not null,
  status bigint not null,
  answer text not null,
  created_at bigint not null,
  primary key (operator_key_id, key_digest)
);
CREATE INDEX operator_answers_age on operator_answers (created_at);

CREATE TABLE operator_keys (
  id text not null primary key,
  name text not null,
  key_hash text not null,
  key_prefix text not null,
  created_at bigint not null,
  last_used_at bigint,
  expires_at bigint,
  revoked_at bigint
);
CREATE UNIQUE INDEX operator_keys_hash on operator_keys (key_hash);

CREATE TABLE opt_outs (
  workspace_id text not null references workspaces (id),
  id text not null,
  email text not null,
  email_folded text not null,
  created_at bigint not null,
  primary key (workspace_id, id)
);
CREATE UNIQUE INDEX opt_outs_email on opt_outs (workspace_id, email_folded);

CREATE TABLE option_acceptances (
  workspace_id text not null,
  option_id text not null,
  request_id text not null,
  place bigint not null,
  primary key (workspace_id, option_id, place),
  foreign key (workspace_id, option_id) references options (workspace_id, id)
);
CREATE INDEX option_acceptances_of_request on option_acceptances (request_id, workspace_id);

CREATE TABLE option_holds (
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
CREATE INDEX option_holds_of_member on option_holds
  (workspace_id, member_id, held_until, starts_at, ends_at, request_id);
CREATE INDEX option_holds_of_request on option_holds (request_id, workspace_id);
CREATE INDEX option_holds_over on option_holds (held_until);

CREATE TABLE options (
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
CREATE INDEX options_of_request on options (request_id, workspace_id, id);

CREATE TABLE outsider_days (
  workspace_id text not null references workspaces (id),
  -- The UTC day, by the time at which it begins.
  day bigint not null,
  -- Empty for all of them together.
  network text not null,
  counted bigint not null,
  -- When admins were told that it is full; only where the network is empty.
  told_at bigint,
  primary key (workspace_id, day, network)
);
CREATE INDEX outsider_days_age on outsider_days (day);

CREATE TABLE owed_turns (
  workspace_id text not null,
  team_id text not null,
  member_id text not null,
  owed_since bigint not null,
  primary key (workspace_id, team_id, member_id),
  foreign key (workspace_id, team_id) references teams (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);

CREATE TABLE place_orders (
  workspace_id text not null,
  request_id text not null,
  -- Null once it is made, or given up.
  due_at bigint,
  attempts bigint not null,
  claim_id text,
  lease_until bigint,
  primary key (workspace_id, request_id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
CREATE INDEX place_orders_due on place_orders (due_at, request_id) where due_at is not null;
CREATE INDEX place_orders_due_by_workspace on place_orders
  (workspace_id, (case when attempts = 0 then 0 else 1 end), due_at, request_id) where due_at is not null;

CREATE TABLE scheduling_settings (
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
  updated_at bigint not null,
  -- Dates on which nobody is reminded, as JSON.
  holidays text not null default '[]',
  -- Whether only members with a seat are given meetings.
  seats_required bigint not null default 0,
  -- Whom the mail of somebody outside may invite: `nobody`, or with `proven` others, if it is known who has sent it.
  outsiders_may_invite text not null default 'nobody'
, locale text not null default 'en', location text, reminders text not null default '[1440]', remind_hosts bigint not null default 0, embed_origins text not null default '[]');

CREATE TABLE schema_migrations (name text primary key, applied_at bigint not null);

CREATE TABLE seats (
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
CREATE INDEX seats_active on seats (workspace_id, id) where ended_at is null;
CREATE INDEX seats_entitlement on seats (workspace_id, entitlement_id) where ended_at is null;
CREATE UNIQUE INDEX seats_member on seats (workspace_id, member_id) where ended_at is null;

CREATE TABLE secret_key_marks (
  id bigint not null primary key constraint secret_key_marks_one_row check (id = 1),
  fingerprint text not null,
  -- Null, unless values that the former key has sealed may be left.
  former_fingerprint text,
  changed_at bigint not null
);

CREATE TABLE sent_forms (
  workspace_id text not null,
  session_id text not null,
  -- Of the form and what was typed into it.
  digest text not null,
  -- Where it has led to; null for a page that is shown only once.
  leads_to text,
  expires_at bigint not null,
  primary key (workspace_id, session_id, digest)
);
CREATE INDEX sent_forms_over on sent_forms (expires_at);

CREATE TABLE sessions (
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
CREATE INDEX sessions_of_member on sessions (member_id, workspace_id, id);
CREATE INDEX sessions_over on sessions (expires_at);
CREATE UNIQUE INDEX sessions_secret on sessions (secret_hash);

CREATE TABLE sign_in_links (
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
  used_at bigint, invitation bigint not null default 0,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
CREATE INDEX sign_in_links_by_id on sign_in_links (id);
CREATE INDEX sign_in_links_of_member on sign_in_links (member_id, workspace_id, created_at);
CREATE INDEX sign_in_links_over on sign_in_links (expires_at);

CREATE TABLE skipped_first_steps (
  workspace_id text not null references workspaces (id),
  step text not null,
  skipped_at bigint not null,
  primary key (workspace_id, step)
);

CREATE TABLE suggested_participants (
  workspace_id text not null,
  request_id text not null,
  place bigint not null,
  email text not null,
  email_folded text not null,
  name text,
  primary key (workspace_id, request_id, place),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);

CREATE TABLE team_memberships (
  workspace_id text not null,
  id text not null,
  team_id text not null,
  member_id text not null,
  role text not null constraint team_memberships_role check (role in ('member', 'manager')),
  paused_at bigint,
  -- When the pause ends by itself. Nothing is written at that moment: readers compare.
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
CREATE UNIQUE INDEX team_memberships_member on team_memberships (workspace_id, team_id, member_id);
CREATE INDEX team_memberships_of_member on team_memberships (member_id, workspace_id, team_id);
CREATE INDEX team_memberships_team on team_memberships (workspace_id, team_id, id);

CREATE TABLE team_slugs (
  workspace_id text not null,
  slug text not null,
  base text not null,
  number bigint not null,
  team_id text not null,
  primary key (workspace_id, slug),
  foreign key (workspace_id, team_id) references teams (workspace_id, id) deferrable initially deferred
);
CREATE INDEX team_slugs_base on team_slugs (workspace_id, base, number);
CREATE INDEX team_slugs_had on team_slugs (workspace_id, team_id, base);

CREATE TABLE teams (
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
  updated_at bigint not null, location text, no_show_returns_turn bigint not null default 1,
  primary key (workspace_id, id)
);
CREATE INDEX teams_active on teams (workspace_id, id) where deactivated_at is null;
CREATE INDEX teams_always_applied on teams (workspace_id, id) where stack_always_apply = 1 and deactivated_at is null;
CREATE INDEX teams_inactive on teams (workspace_id, id) where deactivated_at is not null;
CREATE INDEX teams_of_everybody on teams (workspace_id, id) where include_all_members = 1 and deactivated_at is null;

CREATE TABLE turns (
  workspace_id text not null,
  team_id text not null,
  number bigint not null,
  id text not null,
  member_id text not null,
  membership_id text,
  reason text not null,
  candidates text not null,
  created_at bigint not null,
  -- What each turn was for. No reference: the turn is taken before the request, whose organizer it decides, is there.
  meeting_request_id text,
  -- The place of a turn among those of its member in the team, 1 for the first: how many turns somebody took since then is
  -- the difference of two of them, and nobody has to count. It stays right when the oldest turns are removed.
  member_number bigint not null default 0,
  -- A turn is kept with so many candidates at most, and with how many there were. Null in turns that were taken before: those
  -- are kept with all of them.
  candidates_total bigint,
  candidates_eligible bigint,
  -- When the request that took the turn was cancelled and the turn given back.
  returned_at bigint,
  primary key (workspace_id, team_id, number),
  foreign key (workspace_id, team_id) references teams (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
CREATE INDEX turns_by_member on turns (workspace_id, team_id, member_id, id);
CREATE UNIQUE INDEX turns_listed on turns (workspace_id, team_id, id);
CREATE INDEX turns_member on turns (workspace_id, team_id, member_id, number);
CREATE INDEX turns_of_request on turns (workspace_id, meeting_request_id) where meeting_request_id is not null;
CREATE INDEX turns_returned on turns (workspace_id, team_id, member_id, created_at) where returned_at is not null;
CREATE INDEX turns_since on turns (workspace_id, team_id, member_id, created_at, member_number);

CREATE TABLE usage_marks (
  workspace_id text not null primary key references workspaces (id),
  meeting_request_id text not null default '',
  message_id text not null default '',
  event_id text not null default ''
);

CREATE TABLE usage_months (
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
CREATE INDEX usage_months_of_all on usage_months (month, workspace_id);

CREATE TABLE usage_progress (
  id bigint not null primary key constraint usage_progress_one_row check (id = 1),
  counted_until bigint not null
);

CREATE TABLE webhook_attempts (
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

CREATE TABLE webhook_deliveries (
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
  -- The trace of what caused the event of a delivery (W3C Trace Context). Null: nothing that has a trace.
  traceparent text,
  tracestate text,
  primary key (workspace_id, id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints (workspace_id, id),
  foreign key (workspace_id, event_id) references events (workspace_id, id),
  constraint webhook_deliveries_due check ((status = 'pending') = (due_at is not null)),
  constraint webhook_deliveries_claim check ((claim_id is null) = (lease_until is null))
);
CREATE INDEX webhook_deliveries_by_endpoint on webhook_deliveries (workspace_id, endpoint_id, id);
CREATE INDEX webhook_deliveries_by_event on webhook_deliveries (workspace_id, event_id);
CREATE INDEX webhook_deliveries_by_status on webhook_deliveries (workspace_id, endpoint_id, status, id);
CREATE INDEX webhook_deliveries_by_type on webhook_deliveries (workspace_id, endpoint_id, event_type, id);
CREATE INDEX webhook_deliveries_failed on webhook_deliveries (workspace_id, endpoint_id, last_attempted_at)
  where status || '' = 'failed';
CREATE INDEX webhook_deliveries_waiting on webhook_deliveries
  (endpoint_id, (case when attempts = 0 then 0 else 1 end), due_at, id) where status = 'pending';

CREATE TABLE webhook_endpoints (
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
  -- Since when so much waits for the endpoint that no more is added.
  backlog_full_at bigint,
  primary key (workspace_id, id)
);
CREATE INDEX webhook_endpoints_deleted on webhook_endpoints (deleted_at) where deleted_at is not null;
CREATE INDEX webhook_endpoints_full on webhook_endpoints (id) where backlog_full_at is not null;
CREATE UNIQUE INDEX webhook_endpoints_id on webhook_endpoints (id);
CREATE INDEX webhook_endpoints_present on webhook_endpoints (workspace_id, id) where deleted_at is null;

CREATE TABLE workspace_branding (
  workspace_id text not null primary key references workspaces (id),
  -- Null: the name of the workspace.
  company_name text,
  -- Such as `#1f5fd0`, in lower case.
  accent_color text,
  website_url text,
  postal_address text,
  show_rota bigint not null default 1,
  -- What a page says of the logo without reading its bytes. All null without one.
  logo_key text,
  logo_type text,
  logo_width bigint,
  logo_height bigint,
  logo_bytes bigint,
  updated_at bigint not null
);

CREATE TABLE workspace_handles (
  handle text not null primary key,
  workspace_id text not null references workspaces (id)
);
CREATE INDEX workspace_handles_workspace on workspace_handles (workspace_id, handle);

CREATE TABLE workspace_limits (
  workspace_id text not null primary key references workspaces (id),
  requests_per_minute bigint,
  api_keys bigint,
  teams bigint,
  webhook_endpoints bigint,
  members bigint,
  messages_per_day bigint,
  updated_at bigint not null
);

CREATE TABLE workspace_logos (
  workspace_id text not null primary key references workspaces (id),
  -- The last part of its URL: random, and new with every upload.
  logo_key text not null,
  logo_type text not null,
  image bytea not null
);
CREATE UNIQUE INDEX workspace_logos_key on workspace_logos (logo_key);

CREATE TABLE workspace_retention (
  workspace_id text not null primary key references workspaces (id),
  requests_days bigint,
  messages_days bigint,
  events_days bigint,
  audit_log_days bigint,
  updated_at bigint not null
);

CREATE TABLE workspaces (
  id text not null primary key,
  name text not null,
  handle text,
  created_at bigint not null,
  updated_at bigint not null,
  timezone text not null default 'UTC',
  -- Null unless it is suspended. Then its keys are refused, and what waits to be sent is held.
  suspended_at bigint,
  suspended_reason text,
  -- Null unless it is to be deleted. From then on its rows are removed.
  delete_at bigint,
  -- What another system calls it, such as one that sends bills.
  external_id text,
  -- 1 from the moment that it is held until all that waited in it is due again.
  has_held_work bigint not null default 0
);
CREATE INDEX workspaces_deleting on workspaces (id) where delete_at is not null;
CREATE UNIQUE INDEX workspaces_external_id on workspaces (external_id);
CREATE UNIQUE INDEX workspaces_handle on workspaces (handle);
CREATE INDEX workspaces_held on workspaces (id) where suspended_at is not null or delete_at is not null;
CREATE INDEX workspaces_leaving on workspaces (delete_at) where delete_at is not null;
CREATE INDEX workspaces_suspended on workspaces (id) where suspended_at is not null and delete_at is null;
CREATE INDEX workspaces_with_held_work on workspaces (id) where has_held_work = 1;
