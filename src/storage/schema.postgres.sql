-- Made by `npm run generate` from the migrations, to be read and compared. Never run, never edited.

create table api_key_makers (
  workspace_id text not null,
  api_key_id text not null,
  maker_id text not null,
  constraint api_key_makers_pkey PRIMARY KEY (workspace_id, api_key_id),
  constraint api_key_makers_workspace_id_api_key_id_fkey FOREIGN KEY (workspace_id, api_key_id) REFERENCES api_keys(workspace_id, id),
  constraint api_key_makers_workspace_id_maker_id_fkey FOREIGN KEY (workspace_id, maker_id) REFERENCES api_keys(workspace_id, id)
);

create table api_keys (
  id text not null,
  workspace_id text not null,
  name text not null,
  key_hash text not null,
  key_prefix text not null,
  lookalike bigint not null,
  scopes text not null,
  expires_at bigint,
  last_used_at bigint,
  revoked_at bigint,
  created_at bigint not null,
  allowed_networks text,
  expiry_notice_at bigint default 0,
  expiry_mailed bigint not null default 0,
  replaced_by_id text,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX api_keys_expiring ON public.api_keys USING btree (workspace_id, expires_at) WHERE ((revoked_at IS NULL) AND (expires_at IS NOT NULL));
CREATE INDEX api_keys_expiry_notice ON public.api_keys USING btree (workspace_id, expiry_notice_at) WHERE ((expiry_notice_at IS NOT NULL) AND (revoked_at IS NULL));
CREATE INDEX api_keys_expiry_notices ON public.api_keys USING btree (expiry_notice_at) WHERE ((expiry_notice_at IS NOT NULL) AND (revoked_at IS NULL));
CREATE UNIQUE INDEX api_keys_hash ON public.api_keys USING btree (key_hash);
CREATE UNIQUE INDEX api_keys_key ON public.api_keys USING btree (id, workspace_id);
CREATE INDEX api_keys_lasting ON public.api_keys USING btree (workspace_id, id) WHERE ((revoked_at IS NULL) AND (expires_at IS NULL));
CREATE INDEX api_keys_lookalike ON public.api_keys USING btree (id) WHERE (lookalike = 1);
CREATE INDEX api_keys_of_workspace ON public.api_keys USING btree (((workspace_id || ''::text)), id);

create table audit_entries (
  id text not null,
  workspace_id text not null,
  action text not null,
  actor_type text not null,
  actor_id text not null,
  target_type text not null,
  target_id text not null,
  changes text not null,
  reason text,
  created_at bigint not null,
  tool text,
  constraint audit_entries_pkey PRIMARY KEY (workspace_id, id),
  constraint audit_entries_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX audit_entries_action ON public.audit_entries USING btree (workspace_id, action, id);
CREATE INDEX audit_entries_actor ON public.audit_entries USING btree (workspace_id, actor_id, id);
CREATE INDEX audit_entries_actor_type ON public.audit_entries USING btree (workspace_id, actor_type, id);
CREATE INDEX audit_entries_target ON public.audit_entries USING btree (workspace_id, target_id, id);

create table availability (
  workspace_id text not null,
  member_id text not null,
  timezone text,
  weekly text not null,
  overrides text not null,
  buffer_before_minutes bigint not null,
  buffer_after_minutes bigint not null,
  minimum_notice_minutes bigint not null,
  maximum_per_day bigint,
  updated_at bigint not null,
  constraint availability_pkey PRIMARY KEY (workspace_id, member_id),
  constraint availability_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id)
);

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
  expires_at bigint not null,
  request_id text,
  constraint booking_confirmations_pkey PRIMARY KEY (workspace_id, id),
  constraint booking_confirmations_workspace_id_link_id_fkey FOREIGN KEY (workspace_id, link_id) REFERENCES booking_links(workspace_id, id),
  constraint booking_confirmations_workspace_id_request_id_fkey FOREIGN KEY (workspace_id, request_id) REFERENCES meeting_requests(workspace_id, id)
);
CREATE INDEX booking_confirmations_by_address ON public.booking_confirmations USING btree (email_folded, workspace_id, created_at);
CREATE INDEX booking_confirmations_by_id ON public.booking_confirmations USING btree (id);
CREATE INDEX booking_confirmations_of_link ON public.booking_confirmations USING btree (link_id, workspace_id, nonce);
CREATE INDEX booking_confirmations_of_request ON public.booking_confirmations USING btree (request_id, workspace_id) WHERE (request_id IS NOT NULL);
CREATE INDEX booking_confirmations_over ON public.booking_confirmations USING btree (expires_at);

create table booking_link_uses (
  workspace_id text not null,
  link_id text not null,
  nonce text not null,
  request_id text not null,
  email_folded text not null,
  starts_at bigint not null,
  kept_until bigint not null,
  constraint booking_link_uses_pkey PRIMARY KEY (workspace_id, link_id, nonce),
  constraint booking_link_uses_workspace_id_link_id_fkey FOREIGN KEY (workspace_id, link_id) REFERENCES booking_links(workspace_id, id),
  constraint booking_link_uses_workspace_id_request_id_fkey FOREIGN KEY (workspace_id, request_id) REFERENCES meeting_requests(workspace_id, id)
);
CREATE INDEX booking_link_uses_by_person ON public.booking_link_uses USING btree (link_id, workspace_id, email_folded, starts_at, request_id);
CREATE INDEX booking_link_uses_of_request ON public.booking_link_uses USING btree (request_id, workspace_id);
CREATE INDEX booking_link_uses_over ON public.booking_link_uses USING btree (kept_until);

create table booking_links (
  workspace_id text not null,
  id text not null,
  team_id text not null,
  title text,
  duration_minutes bigint,
  verify_email bigint not null,
  expires_at bigint,
  max_uses bigint,
  uses bigint not null,
  created_at bigint not null,
  constraint booking_links_pkey PRIMARY KEY (workspace_id, id),
  constraint booking_links_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id)
);
CREATE INDEX booking_links_by_id ON public.booking_links USING btree (id);
CREATE INDEX booking_links_of_team ON public.booking_links USING btree (team_id, workspace_id, id);

create table bookings (
  workspace_id text not null,
  request_id text not null,
  member_id text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  constraint bookings_pkey PRIMARY KEY (request_id, workspace_id, member_id),
  constraint bookings_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id),
  constraint bookings_workspace_id_request_id_fkey FOREIGN KEY (workspace_id, request_id) REFERENCES meeting_requests(workspace_id, id)
);
CREATE INDEX bookings_of_member ON public.bookings USING btree (workspace_id, member_id, starts_at, ends_at);

create table busy_times (
  workspace_id text not null,
  calendar_id text not null,
  object text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  member_id text not null,
  constraint busy_times_pkey PRIMARY KEY (workspace_id, calendar_id, object, starts_at),
  constraint busy_times_workspace_id_calendar_id_fkey FOREIGN KEY (workspace_id, calendar_id) REFERENCES calendars(workspace_id, id) ON DELETE CASCADE,
  constraint busy_times_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id)
);
CREATE INDEX busy_times_of_days ON public.busy_times USING btree (workspace_id, member_id, ends_at, starts_at) WHERE ((ends_at - starts_at) > 86400000);
CREATE INDEX busy_times_of_member ON public.busy_times USING btree (workspace_id, member_id, ends_at, starts_at);

create table calendar_entries (
  workspace_id text not null,
  calendar_id text not null,
  request_id text not null,
  url text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  sequence bigint not null,
  written_at bigint not null,
  constraint calendar_entries_pkey PRIMARY KEY (workspace_id, calendar_id, request_id),
  constraint calendar_entries_workspace_id_calendar_id_fkey FOREIGN KEY (workspace_id, calendar_id) REFERENCES calendars(workspace_id, id) ON DELETE CASCADE,
  constraint calendar_entries_workspace_id_request_id_fkey FOREIGN KEY (workspace_id, request_id) REFERENCES meeting_requests(workspace_id, id)
);
CREATE INDEX calendar_entries_of_request ON public.calendar_entries USING btree (request_id, workspace_id);

create table calendar_objects (
  workspace_id text not null,
  calendar_id text not null,
  href text not null,
  etag text not null,
  doubtful bigint not null,
  constraint calendar_objects_pkey PRIMARY KEY (workspace_id, calendar_id, href),
  constraint calendar_objects_workspace_id_calendar_id_fkey FOREIGN KEY (workspace_id, calendar_id) REFERENCES calendars(workspace_id, id) ON DELETE CASCADE
);

create table calendar_syncs (
  workspace_id text not null,
  calendar_id text not null,
  lane text,
  health text not null,
  last_synced_at bigint,
  last_error text,
  failing_since bigint,
  announced_at bigint,
  attempts bigint not null,
  due_at bigint,
  claim_id text,
  lease_until bigint,
  wish_number bigint not null,
  etag text,
  collection_url text,
  content_hash text,
  expanded_until bigint,
  read_for text,
  doubtful bigint not null default 0,
  constraint calendar_syncs_health CHECK ((health = ANY (ARRAY['new'::text, 'ok'::text, 'failing'::text]))),
  constraint calendar_syncs_pkey PRIMARY KEY (workspace_id, calendar_id),
  constraint calendar_syncs_workspace_id_calendar_id_fkey FOREIGN KEY (workspace_id, calendar_id) REFERENCES calendars(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX calendar_syncs_due ON public.calendar_syncs USING btree (due_at, calendar_id) WHERE (due_at IS NOT NULL);
CREATE INDEX calendar_syncs_failing ON public.calendar_syncs USING btree (workspace_id, calendar_id) WHERE ((health = 'failing'::text) AND (due_at IS NOT NULL));

create table calendars (
  workspace_id text not null,
  id text not null,
  member_id text not null,
  type text not null,
  name text,
  url text,
  username text,
  sealed_password text,
  receives_bookings bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  constraint calendars_pkey PRIMARY KEY (workspace_id, id),
  constraint calendars_type CHECK ((type = ANY (ARRAY['ics'::text, 'caldav'::text, 'pushed'::text]))),
  constraint calendars_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id)
);
CREATE INDEX calendars_of_member ON public.calendars USING btree (member_id, workspace_id, id);
CREATE UNIQUE INDEX calendars_receiving ON public.calendars USING btree (workspace_id, member_id) WHERE (receives_bookings = 1);
CREATE INDEX calendars_sealed ON public.calendars USING btree (workspace_id, id) WHERE (sealed_password IS NOT NULL);

create table clock (
  id bigint not null,
  latest bigint not null,
  constraint clock_one_row CHECK ((id = 1)),
  constraint clock_pkey PRIMARY KEY (id)
);

create table entitlements (
  id text not null,
  workspace_id text not null,
  plan_key text not null,
  seat_capacity bigint not null,
  seat_unlimited bigint not null,
  enforcement_mode text not null,
  priority bigint not null,
  active bigint not null,
  created_at bigint not null,
  nearly_full_at bigint,
  constraint entitlements_mode CHECK ((enforcement_mode = ANY (ARRAY['hard'::text, 'soft'::text]))),
  constraint entitlements_pkey PRIMARY KEY (id),
  constraint entitlements_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE UNIQUE INDEX entitlements_key ON public.entitlements USING btree (workspace_id, id);

create table erasures (
  workspace_id text not null,
  id text not null,
  status text not null,
  sealed_email text,
  actor_type text not null,
  actor_id text not null,
  pass bigint not null,
  stage text not null,
  last_key text,
  counts text not null,
  due_at bigint,
  vacuumed_at bigint,
  created_at bigint not null,
  finished_at bigint,
  constraint erasures_pkey PRIMARY KEY (workspace_id, id),
  constraint erasures_status CHECK ((status = ANY (ARRAY['running'::text, 'done'::text]))),
  constraint erasures_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX erasures_due ON public.erasures USING btree (due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX erasures_running ON public.erasures USING btree (workspace_id, id) WHERE (due_at IS NOT NULL);
CREATE INDEX erasures_vacuumed ON public.erasures USING btree (vacuumed_at) WHERE (vacuumed_at IS NOT NULL);

create table events (
  workspace_id text not null,
  id text not null,
  type text not null,
  payload text not null,
  created_at bigint not null,
  constraint events_pkey PRIMARY KEY (workspace_id, id),
  constraint events_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);

create table hand_overs (
  workspace_id text not null,
  member_id text not null,
  heir_id text not null,
  actor_type text not null,
  actor_id text not null,
  created_at bigint not null,
  constraint hand_overs_pkey PRIMARY KEY (workspace_id, member_id),
  constraint hand_overs_workspace_id_heir_id_fkey FOREIGN KEY (workspace_id, heir_id) REFERENCES members(workspace_id, id),
  constraint hand_overs_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id)
);
CREATE INDEX hand_overs_to ON public.hand_overs USING btree (workspace_id, heir_id);

create table idempotent_answers (
  api_key_id text not null,
  key_digest text not null,
  request_digest text not null,
  status bigint not null,
  answer text not null,
  created_at bigint not null,
  constraint idempotent_answers_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id),
  constraint idempotent_answers_pkey PRIMARY KEY (api_key_id, key_digest)
);
CREATE INDEX idempotent_answers_age ON public.idempotent_answers USING btree (created_at);

create table inbox (
  workspace_id text not null,
  id text not null,
  target text not null,
  target_id text,
  place bigint,
  recipient_address text not null,
  message_key text not null,
  envelope_sender text not null,
  client_address text,
  client_name text,
  received_at bigint not null,
  due_at bigint,
  waits_for_request_id text,
  attempts bigint not null,
  claim_id text,
  lease_until bigint,
  raw bytea not null,
  constraint inbox_pkey PRIMARY KEY (workspace_id, id),
  constraint inbox_target CHECK ((target = ANY (ARRAY['team'::text, 'workspace'::text, 'reply'::text, 'bounce'::text]))),
  constraint inbox_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint inbox_workspace_id_id_fkey FOREIGN KEY (workspace_id, id) REFERENCES messages(workspace_id, id)
);
CREATE INDEX inbox_due ON public.inbox USING btree (due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX inbox_due_by_workspace ON public.inbox USING btree (workspace_id, due_at, id) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX inbox_once ON public.inbox USING btree (workspace_id, recipient_address, message_key);
CREATE INDEX inbox_waiting ON public.inbox USING btree (waits_for_request_id, workspace_id, id) WHERE (waits_for_request_id IS NOT NULL);

create table inbox_days (
  workspace_id text not null,
  day bigint not null,
  bytes bigint not null,
  constraint inbox_days_pkey PRIMARY KEY (workspace_id, day),
  constraint inbox_days_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX inbox_days_age ON public.inbox_days USING btree (day);

create table invites (
  workspace_id text not null,
  request_id text not null,
  uid text not null,
  organizer_address text not null,
  sequence bigint not null,
  text text not null,
  host_ids text not null,
  constraint invites_pkey PRIMARY KEY (workspace_id, request_id),
  constraint invites_workspace_id_request_id_fkey FOREIGN KEY (workspace_id, request_id) REFERENCES meeting_requests(workspace_id, id)
);

create table link_keys (
  id text not null,
  sealed_value text not null,
  used_from bigint not null,
  read_until bigint,
  created_at bigint not null,
  constraint link_keys_pkey PRIMARY KEY (id)
);

create table meeting_request_hosts (
  workspace_id text not null,
  request_id text not null,
  place bigint not null,
  member_id text not null,
  constraint meeting_request_hosts_pkey PRIMARY KEY (workspace_id, request_id, place),
  constraint meeting_request_hosts_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id),
  constraint meeting_request_hosts_workspace_id_request_id_fkey FOREIGN KEY (workspace_id, request_id) REFERENCES meeting_requests(workspace_id, id)
);
CREATE INDEX meeting_request_hosts_of_member ON public.meeting_request_hosts USING btree (member_id, workspace_id, request_id);

create table meeting_request_participants (
  workspace_id text not null,
  request_id text not null,
  place bigint not null,
  email text not null,
  email_folded text not null,
  name text,
  timezone text,
  response text not null default 'none'::text,
  responded_at bigint,
  comment text,
  attendance text not null default 'none'::text,
  asked_at bigint,
  follow_ups bigint not null default 0,
  follow_up_at bigint,
  timezone_chosen bigint not null default 0,
  wishes text,
  unproven bigint not null default 0,
  constraint meeting_request_participants_pkey PRIMARY KEY (workspace_id, request_id, place),
  constraint meeting_request_participants_workspace_id_request_id_fkey FOREIGN KEY (workspace_id, request_id) REFERENCES meeting_requests(workspace_id, id)
);
CREATE UNIQUE INDEX meeting_request_participants_email ON public.meeting_request_participants USING btree (workspace_id, email_folded, request_id);

create table meeting_request_schedules (
  workspace_id text not null,
  request_id text not null,
  due_at bigint,
  attempts bigint not null,
  claim_id text,
  lease_until bigint,
  constraint meeting_request_schedules_pkey PRIMARY KEY (workspace_id, request_id),
  constraint meeting_request_schedules_workspace_id_request_id_fkey FOREIGN KEY (workspace_id, request_id) REFERENCES meeting_requests(workspace_id, id)
);
CREATE INDEX meeting_request_schedules_due ON public.meeting_request_schedules USING btree (due_at, request_id) WHERE (due_at IS NOT NULL);
CREATE INDEX meeting_request_schedules_due_by_workspace ON public.meeting_request_schedules USING btree (workspace_id, (
CASE
    WHEN (attempts = 0) THEN 0
    ELSE 1
END), due_at, request_id) WHERE (due_at IS NOT NULL);

create table meeting_requests (
  workspace_id text not null,
  id text not null,
  organizer_id text not null,
  organizer_name text,
  organizer_timezone text,
  team_id text,
  status text not null,
  title text,
  purpose text,
  description text,
  include_introduction bigint not null,
  duration_minutes bigint,
  timeframe_start bigint,
  timeframe_end bigint,
  calendar_event_id text,
  starts_at bigint,
  notify bigint,
  created_at bigint not null,
  updated_at bigint not null,
  booked_at bigint,
  cancelled_at bigint,
  paused_at bigint,
  ends_at bigint,
  notify_participants bigint not null default 0,
  round bigint not null default 0,
  introduction text,
  attention_reason text,
  attention_since bigint,
  constraint meeting_requests_pkey PRIMARY KEY (workspace_id, id),
  constraint meeting_requests_status CHECK ((status = ANY (ARRAY['active'::text, 'booked'::text, 'cancelled'::text, 'paused'::text]))),
  constraint meeting_requests_workspace_id_organizer_id_fkey FOREIGN KEY (workspace_id, organizer_id) REFERENCES members(workspace_id, id),
  constraint meeting_requests_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id)
);
CREATE INDEX meeting_requests_by_id_alone ON public.meeting_requests USING btree (((id || ''::text)));
CREATE INDEX meeting_requests_by_organizer ON public.meeting_requests USING btree (workspace_id, organizer_id, id);
CREATE INDEX meeting_requests_by_organizer_status ON public.meeting_requests USING btree (workspace_id, organizer_id, status, id);
CREATE INDEX meeting_requests_by_start ON public.meeting_requests USING btree (workspace_id, starts_at, id) WHERE ((status || ''::text) = 'booked'::text);
CREATE INDEX meeting_requests_by_status ON public.meeting_requests USING btree (workspace_id, status, id);
CREATE INDEX meeting_requests_by_team ON public.meeting_requests USING btree (workspace_id, team_id, id) WHERE (team_id IS NOT NULL);
CREATE INDEX meeting_requests_by_team_status ON public.meeting_requests USING btree (workspace_id, team_id, status, id) WHERE (team_id IS NOT NULL);
CREATE INDEX meeting_requests_needing_attention ON public.meeting_requests USING btree (workspace_id, id) WHERE (attention_since IS NOT NULL);
CREATE INDEX meeting_requests_over ON public.meeting_requests USING btree (workspace_id, (
CASE
    WHEN (status = 'cancelled'::text) THEN cancelled_at
    ELSE COALESCE(ends_at, starts_at, booked_at)
END), id) WHERE (status = ANY (ARRAY['booked'::text, 'cancelled'::text]));
CREATE STATISTICS public.meeting_requests_workspace (dependencies) ON workspace_id, organizer_id, team_id FROM meeting_requests;

create table members (
  id text not null,
  workspace_id text not null,
  email text not null,
  email_folded text not null,
  name text,
  role text not null,
  deactivated_at bigint,
  created_at bigint not null,
  timezone text,
  title text,
  introduction text,
  constraint members_pkey PRIMARY KEY (workspace_id, id),
  constraint members_role CHECK ((role = ANY (ARRAY['member'::text, 'admin'::text]))),
  constraint members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX members_active ON public.members USING btree (workspace_id, id) WHERE (deactivated_at IS NULL);
CREATE INDEX members_active_role ON public.members USING btree (workspace_id, role, id) WHERE (deactivated_at IS NULL);
CREATE INDEX members_by_address ON public.members USING btree (email_folded, workspace_id) WHERE (deactivated_at IS NULL);
CREATE INDEX members_deactivated ON public.members USING btree (workspace_id, id) WHERE (deactivated_at IS NOT NULL);
CREATE UNIQUE INDEX members_email ON public.members USING btree (workspace_id, email_folded);
CREATE INDEX members_role ON public.members USING btree (workspace_id, role, id);

create table message_days (
  workspace_id text not null,
  day bigint not null,
  counted bigint not null,
  granted bigint not null,
  most bigint not null,
  constraint message_days_pkey PRIMARY KEY (workspace_id, day),
  constraint message_days_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX message_days_age ON public.message_days USING btree (day);

create table messages (
  workspace_id text not null,
  id text not null,
  request_id text,
  place bigint,
  direction text not null,
  kind text not null,
  sender_name text,
  sender_address text not null,
  recipient_name text,
  recipient_address text not null,
  reply_to text,
  subject text not null,
  text text not null,
  content text,
  invite text,
  invite_method text,
  invite_of text,
  message_id text not null,
  in_reply_to text,
  thread text not null,
  status text not null,
  understood_as text,
  attempts bigint not null,
  last_error text,
  created_at bigint not null,
  sent_at bigint,
  lane text,
  due_at bigint,
  claim_id text,
  lease_until bigint,
  rule text,
  ignored_because text,
  waits_for_relay_since bigint,
  constraint messages_direction CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint messages_pkey PRIMARY KEY (workspace_id, id),
  constraint messages_status CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'kept'::text, 'failed'::text, 'received'::text, 'ignored'::text]))),
  constraint messages_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint messages_workspace_id_request_id_fkey FOREIGN KEY (workspace_id, request_id) REFERENCES meeting_requests(workspace_id, id)
);
CREATE INDEX messages_by_address ON public.messages USING btree (workspace_id, lower(
CASE
    WHEN (direction = 'out'::text) THEN recipient_address
    ELSE sender_address
END), id);
CREATE INDEX messages_by_direction ON public.messages USING btree (workspace_id, direction, id);
CREATE INDEX messages_by_id ON public.messages USING btree (id) WHERE (direction = 'out'::text);
CREATE INDEX messages_by_kind ON public.messages USING btree (workspace_id, kind, id);
CREATE INDEX messages_by_kind_status ON public.messages USING btree (workspace_id, kind, status, id);
CREATE INDEX messages_by_status ON public.messages USING btree (workspace_id, status, id);
CREATE INDEX messages_due ON public.messages USING btree (due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX messages_due_by_lane ON public.messages USING btree (lane, (
CASE
    WHEN (attempts = 0) THEN 0
    ELSE 1
END), due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX messages_of_request ON public.messages USING btree (request_id, workspace_id, id) WHERE (request_id IS NOT NULL);
CREATE INDEX messages_queued ON public.messages USING btree (request_id, workspace_id, id) WHERE ((status || ''::text) = 'queued'::text);
CREATE INDEX messages_waiting_for_relay ON public.messages USING btree (waits_for_relay_since, id) WHERE ((waits_for_relay_since IS NOT NULL) AND (COALESCE(due_at, '1000000000000000'::bigint) < '1000000000000000'::bigint));

create table moves (
  id bigint not null,
  source text not null,
  dropped text not null,
  started_at bigint not null,
  completed_at bigint,
  constraint moves_one_row CHECK ((id = 1)),
  constraint moves_pkey PRIMARY KEY (id)
);

create table nodes (
  id text not null,
  alive_until bigint not null,
  dead_at bigint,
  constraint nodes_pkey PRIMARY KEY (id)
);
CREATE INDEX nodes_dead ON public.nodes USING btree (id) WHERE (dead_at IS NOT NULL);

create table operator_answers (
  operator_key_id text not null,
  key_digest text not null,
  request_digest text not null,
  status bigint not null,
  answer text not null,
  created_at bigint not null,
  constraint operator_answers_operator_key_id_fkey FOREIGN KEY (operator_key_id) REFERENCES operator_keys(id),
  constraint operator_answers_pkey PRIMARY KEY (operator_key_id, key_digest)
);
CREATE INDEX operator_answers_age ON public.operator_answers USING btree (created_at);

create table operator_keys (
  id text not null,
  name text not null,
  key_hash text not null,
  key_prefix text not null,
  created_at bigint not null,
  last_used_at bigint,
  expires_at bigint,
  revoked_at bigint,
  constraint operator_keys_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX operator_keys_hash ON public.operator_keys USING btree (key_hash);

create table opt_outs (
  workspace_id text not null,
  id text not null,
  email text not null,
  email_folded text not null,
  created_at bigint not null,
  constraint opt_outs_pkey PRIMARY KEY (workspace_id, id),
  constraint opt_outs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE UNIQUE INDEX opt_outs_email ON public.opt_outs USING btree (workspace_id, email_folded);

create table option_acceptances (
  workspace_id text not null,
  option_id text not null,
  request_id text not null,
  place bigint not null,
  constraint option_acceptances_pkey PRIMARY KEY (workspace_id, option_id, place),
  constraint option_acceptances_workspace_id_option_id_fkey FOREIGN KEY (workspace_id, option_id) REFERENCES options(workspace_id, id)
);
CREATE INDEX option_acceptances_of_request ON public.option_acceptances USING btree (request_id, workspace_id);

create table option_holds (
  workspace_id text not null,
  option_id text not null,
  member_id text not null,
  request_id text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  held_until bigint not null,
  constraint option_holds_pkey PRIMARY KEY (option_id, workspace_id, member_id),
  constraint option_holds_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id),
  constraint option_holds_workspace_id_option_id_fkey FOREIGN KEY (workspace_id, option_id) REFERENCES options(workspace_id, id)
);
CREATE INDEX option_holds_of_member ON public.option_holds USING btree (workspace_id, member_id, held_until, starts_at, ends_at, request_id);
CREATE INDEX option_holds_of_request ON public.option_holds USING btree (request_id, workspace_id);
CREATE INDEX option_holds_over ON public.option_holds USING btree (held_until);

create table options (
  workspace_id text not null,
  id text not null,
  request_id text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  round bigint not null,
  status text not null,
  created_at bigint not null,
  constraint options_pkey PRIMARY KEY (workspace_id, id),
  constraint options_status CHECK ((status = ANY (ARRAY['offered'::text, 'withdrawn'::text, 'chosen'::text]))),
  constraint options_workspace_id_request_id_fkey FOREIGN KEY (workspace_id, request_id) REFERENCES meeting_requests(workspace_id, id)
);
CREATE INDEX options_of_request ON public.options USING btree (request_id, workspace_id, id);

create table outsider_days (
  workspace_id text not null,
  day bigint not null,
  network text not null,
  counted bigint not null,
  told_at bigint,
  constraint outsider_days_pkey PRIMARY KEY (workspace_id, day, network),
  constraint outsider_days_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX outsider_days_age ON public.outsider_days USING btree (day);

create table owed_turns (
  workspace_id text not null,
  team_id text not null,
  member_id text not null,
  owed_since bigint not null,
  constraint owed_turns_pkey PRIMARY KEY (workspace_id, team_id, member_id),
  constraint owed_turns_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id),
  constraint owed_turns_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id)
);

create unlogged table rate_limit_windows (
  subject text not null,
  times bigint[] not null,
  totals bigint[] not null,
  constraint rate_limit_windows_pkey PRIMARY KEY (subject)
) with (fillfactor=50, toast_tuple_target=4096);

create table scheduling_settings (
  workspace_id text not null,
  duration_minutes bigint not null,
  options_per_round bigint not null,
  rounds bigint not null,
  timeframe_days bigint not null,
  slot_interval_minutes bigint not null,
  follow_up_after_business_days text not null,
  sender_name text not null,
  signature text,
  participants_may_reschedule bigint not null,
  participants_may_cancel bigint not null,
  hold_options bigint not null,
  updated_at bigint not null,
  holidays text not null default '[]'::text,
  seats_required bigint not null default 0,
  outsiders_may_invite text not null default 'nobody'::text,
  constraint scheduling_settings_pkey PRIMARY KEY (workspace_id),
  constraint scheduling_settings_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);

create table schema_migrations (
  name text not null,
  applied_at bigint not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table seats (
  workspace_id text not null,
  id text not null,
  member_id text not null,
  entitlement_id text not null,
  started_at bigint not null,
  ended_at bigint,
  constraint seats_pkey PRIMARY KEY (workspace_id, id),
  constraint seats_workspace_id_entitlement_id_fkey FOREIGN KEY (workspace_id, entitlement_id) REFERENCES entitlements(workspace_id, id),
  constraint seats_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id)
);
CREATE INDEX seats_active ON public.seats USING btree (workspace_id, id) WHERE (ended_at IS NULL);
CREATE INDEX seats_entitlement ON public.seats USING btree (workspace_id, entitlement_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX seats_member ON public.seats USING btree (workspace_id, member_id) WHERE (ended_at IS NULL);

create table secret_key_marks (
  id bigint not null,
  fingerprint text not null,
  former_fingerprint text,
  changed_at bigint not null,
  constraint secret_key_marks_one_row CHECK ((id = 1)),
  constraint secret_key_marks_pkey PRIMARY KEY (id)
);

create table sent_forms (
  workspace_id text not null,
  session_id text not null,
  digest text not null,
  leads_to text,
  expires_at bigint not null,
  constraint sent_forms_pkey PRIMARY KEY (workspace_id, session_id, digest)
);
CREATE INDEX sent_forms_over ON public.sent_forms USING btree (expires_at);

create table sessions (
  workspace_id text not null,
  id text not null,
  member_id text not null,
  secret_hash text not null,
  user_agent text,
  client_address text not null,
  created_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null,
  constraint sessions_pkey PRIMARY KEY (workspace_id, id),
  constraint sessions_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id)
);
CREATE INDEX sessions_of_member ON public.sessions USING btree (member_id, workspace_id, id);
CREATE INDEX sessions_over ON public.sessions USING btree (expires_at);
CREATE UNIQUE INDEX sessions_secret ON public.sessions USING btree (secret_hash);

create table sign_in_links (
  workspace_id text not null,
  id text not null,
  member_id text not null,
  email_folded text not null,
  mailed bigint not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  constraint sign_in_links_pkey PRIMARY KEY (workspace_id, id),
  constraint sign_in_links_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id)
);
CREATE INDEX sign_in_links_by_id ON public.sign_in_links USING btree (id);
CREATE INDEX sign_in_links_of_member ON public.sign_in_links USING btree (member_id, workspace_id, created_at);
CREATE INDEX sign_in_links_over ON public.sign_in_links USING btree (expires_at);

create table suggested_participants (
  workspace_id text not null,
  request_id text not null,
  place bigint not null,
  email text not null,
  email_folded text not null,
  name text,
  constraint suggested_participants_pkey PRIMARY KEY (workspace_id, request_id, place),
  constraint suggested_participants_workspace_id_request_id_fkey FOREIGN KEY (workspace_id, request_id) REFERENCES meeting_requests(workspace_id, id)
);

create table team_memberships (
  workspace_id text not null,
  id text not null,
  team_id text not null,
  member_id text not null,
  role text not null,
  paused_at bigint,
  paused_until bigint,
  unpaused_at bigint,
  last_turn bigint,
  last_assigned_at bigint,
  created_at bigint not null,
  constraint team_memberships_pkey PRIMARY KEY (workspace_id, id),
  constraint team_memberships_role CHECK ((role = ANY (ARRAY['member'::text, 'manager'::text]))),
  constraint team_memberships_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id),
  constraint team_memberships_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id)
);
CREATE UNIQUE INDEX team_memberships_member ON public.team_memberships USING btree (workspace_id, team_id, member_id);
CREATE INDEX team_memberships_of_member ON public.team_memberships USING btree (member_id, workspace_id, team_id);
CREATE INDEX team_memberships_team ON public.team_memberships USING btree (workspace_id, team_id, id);

create table team_slugs (
  workspace_id text not null,
  slug text not null,
  base text not null,
  number bigint not null,
  team_id text not null,
  constraint team_slugs_pkey PRIMARY KEY (workspace_id, slug),
  constraint team_slugs_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX team_slugs_base ON public.team_slugs USING btree (workspace_id, base, number);
CREATE INDEX team_slugs_had ON public.team_slugs USING btree (workspace_id, team_id, base);

create table teams (
  workspace_id text not null,
  id text not null,
  name text not null,
  slug text not null,
  description text,
  mode text not null,
  stack_always_apply bigint not null,
  include_all_members bigint not null,
  introduce_member bigint not null,
  introduction_guidance text,
  deactivated_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  constraint teams_mode CHECK ((mode = ANY (ARRAY['pool'::text, 'stack'::text, 'manual'::text]))),
  constraint teams_pkey PRIMARY KEY (workspace_id, id),
  constraint teams_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX teams_active ON public.teams USING btree (workspace_id, id) WHERE (deactivated_at IS NULL);
CREATE INDEX teams_always_applied ON public.teams USING btree (workspace_id, id) WHERE ((stack_always_apply = 1) AND (deactivated_at IS NULL));
CREATE INDEX teams_inactive ON public.teams USING btree (workspace_id, id) WHERE (deactivated_at IS NOT NULL);
CREATE INDEX teams_of_everybody ON public.teams USING btree (workspace_id, id) WHERE ((include_all_members = 1) AND (deactivated_at IS NULL));

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
  meeting_request_id text,
  member_number bigint not null default 0,
  candidates_total bigint,
  candidates_eligible bigint,
  returned_at bigint,
  constraint turns_pkey PRIMARY KEY (workspace_id, team_id, number),
  constraint turns_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id),
  constraint turns_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id)
);
CREATE INDEX turns_by_member ON public.turns USING btree (workspace_id, team_id, member_id, id);
CREATE UNIQUE INDEX turns_listed ON public.turns USING btree (workspace_id, team_id, id);
CREATE INDEX turns_member ON public.turns USING btree (workspace_id, team_id, member_id, number);
CREATE INDEX turns_of_request ON public.turns USING btree (workspace_id, meeting_request_id) WHERE (meeting_request_id IS NOT NULL);
CREATE INDEX turns_returned ON public.turns USING btree (workspace_id, team_id, member_id, created_at) WHERE (returned_at IS NOT NULL);
CREATE INDEX turns_since ON public.turns USING btree (workspace_id, team_id, member_id, created_at, member_number);

create table usage_marks (
  workspace_id text not null,
  meeting_request_id text not null default ''::text,
  message_id text not null default ''::text,
  event_id text not null default ''::text,
  constraint usage_marks_pkey PRIMARY KEY (workspace_id),
  constraint usage_marks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);

create table usage_months (
  workspace_id text not null,
  month text not null,
  meeting_requests bigint not null default 0,
  bookings bigint not null default 0,
  messages_sent bigint not null default 0,
  messages_received bigint not null default 0,
  events bigint not null default 0,
  api_requests bigint not null default 0,
  members bigint not null default 0,
  seats bigint not null default 0,
  constraint usage_months_pkey PRIMARY KEY (workspace_id, month),
  constraint usage_months_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX usage_months_of_all ON public.usage_months USING btree (month, workspace_id);

create table usage_progress (
  id bigint not null,
  counted_until bigint not null,
  constraint usage_progress_one_row CHECK ((id = 1)),
  constraint usage_progress_pkey PRIMARY KEY (id)
);

create table webhook_attempts (
  workspace_id text not null,
  delivery_id text not null,
  number bigint not null,
  started_at bigint not null,
  duration_ms bigint not null,
  response_code bigint,
  error text,
  response_body text,
  constraint webhook_attempts_pkey PRIMARY KEY (workspace_id, delivery_id, number),
  constraint webhook_attempts_workspace_id_delivery_id_fkey FOREIGN KEY (workspace_id, delivery_id) REFERENCES webhook_deliveries(workspace_id, id) ON DELETE CASCADE
);

create table webhook_deliveries (
  workspace_id text not null,
  id text not null,
  endpoint_id text not null,
  event_id text not null,
  event_type text not null,
  status text not null,
  attempts bigint not null,
  earlier_attempts bigint not null,
  response_code bigint,
  delivered_at bigint,
  last_attempted_at bigint,
  due_at bigint,
  claim_id text,
  lease_until bigint,
  created_at bigint not null,
  traceparent text,
  tracestate text,
  constraint webhook_deliveries_claim CHECK (((claim_id IS NULL) = (lease_until IS NULL))),
  constraint webhook_deliveries_due CHECK (((status = 'pending'::text) = (due_at IS NOT NULL))),
  constraint webhook_deliveries_pkey PRIMARY KEY (workspace_id, id),
  constraint webhook_deliveries_status CHECK ((status = ANY (ARRAY['pending'::text, 'success'::text, 'failed'::text]))),
  constraint webhook_deliveries_workspace_id_endpoint_id_fkey FOREIGN KEY (workspace_id, endpoint_id) REFERENCES webhook_endpoints(workspace_id, id),
  constraint webhook_deliveries_workspace_id_event_id_fkey FOREIGN KEY (workspace_id, event_id) REFERENCES events(workspace_id, id)
) with (fillfactor=50);
CREATE INDEX webhook_deliveries_by_endpoint ON public.webhook_deliveries USING btree (workspace_id, endpoint_id, id) WITH (deduplicate_items=off);
CREATE INDEX webhook_deliveries_by_event ON public.webhook_deliveries USING btree (workspace_id, event_id) WITH (deduplicate_items=off);
CREATE INDEX webhook_deliveries_by_status ON public.webhook_deliveries USING btree (workspace_id, endpoint_id, status, id) WITH (deduplicate_items=off);
CREATE INDEX webhook_deliveries_by_type ON public.webhook_deliveries USING btree (workspace_id, endpoint_id, event_type, id) WITH (deduplicate_items=off);
CREATE INDEX webhook_deliveries_failed ON public.webhook_deliveries USING btree (workspace_id, endpoint_id, last_attempted_at) WHERE ((status || ''::text) = 'failed'::text);
CREATE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (endpoint_id, (
CASE
    WHEN (attempts = 0) THEN 0
    ELSE 1
END), due_at, id) WITH (deduplicate_items=off) WHERE (status = 'pending'::text);
CREATE STATISTICS public.webhook_deliveries_workspace (dependencies) ON workspace_id, endpoint_id FROM webhook_deliveries;

create table webhook_endpoints (
  workspace_id text not null,
  id text not null,
  url text not null,
  description text,
  events text not null,
  sealed_secret text not null,
  sealed_headers text not null,
  sealed_former_secret text,
  former_secret_until bigint,
  failures text not null,
  disabled_at bigint,
  disabled_reason text,
  deleted_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  backlog_full_at bigint,
  constraint webhook_endpoints_pkey PRIMARY KEY (workspace_id, id),
  constraint webhook_endpoints_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX webhook_endpoints_deleted ON public.webhook_endpoints USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX webhook_endpoints_full ON public.webhook_endpoints USING btree (id) WHERE (backlog_full_at IS NOT NULL);
CREATE UNIQUE INDEX webhook_endpoints_id ON public.webhook_endpoints USING btree (id);
CREATE INDEX webhook_endpoints_present ON public.webhook_endpoints USING btree (workspace_id, id) WHERE (deleted_at IS NULL);

create table workspace_handles (
  handle text not null,
  workspace_id text not null,
  constraint workspace_handles_pkey PRIMARY KEY (handle),
  constraint workspace_handles_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX workspace_handles_workspace ON public.workspace_handles USING btree (workspace_id, handle);

create table workspace_limits (
  workspace_id text not null,
  requests_per_minute bigint,
  api_keys bigint,
  teams bigint,
  webhook_endpoints bigint,
  members bigint,
  messages_per_day bigint,
  updated_at bigint not null,
  constraint workspace_limits_pkey PRIMARY KEY (workspace_id),
  constraint workspace_limits_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);

create table workspace_retention (
  workspace_id text not null,
  requests_days bigint,
  messages_days bigint,
  events_days bigint,
  audit_log_days bigint,
  updated_at bigint not null,
  constraint workspace_retention_pkey PRIMARY KEY (workspace_id),
  constraint workspace_retention_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);

create table workspaces (
  id text not null,
  name text not null,
  handle text,
  created_at bigint not null,
  updated_at bigint not null,
  timezone text not null default 'UTC'::text,
  suspended_at bigint,
  suspended_reason text,
  delete_at bigint,
  external_id text,
  has_held_work bigint not null default 0,
  constraint workspaces_pkey PRIMARY KEY (id)
);
CREATE INDEX workspaces_deleting ON public.workspaces USING btree (id) WHERE (delete_at IS NOT NULL);
CREATE UNIQUE INDEX workspaces_external_id ON public.workspaces USING btree (external_id);
CREATE UNIQUE INDEX workspaces_handle ON public.workspaces USING btree (handle);
CREATE INDEX workspaces_held ON public.workspaces USING btree (id) WHERE ((suspended_at IS NOT NULL) OR (delete_at IS NOT NULL));
CREATE INDEX workspaces_leaving ON public.workspaces USING btree (delete_at) WHERE (delete_at IS NOT NULL);
CREATE INDEX workspaces_suspended ON public.workspaces USING btree (id) WHERE ((suspended_at IS NOT NULL) AND (delete_at IS NULL));
CREATE INDEX workspaces_with_held_work ON public.workspaces USING btree (id) WHERE (has_held_work = 1);
