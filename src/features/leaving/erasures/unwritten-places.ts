import { own, type Place } from './place.ts';

/** Tables with nothing that people write. */
export const unwritten: Record<string, Place> = {
  api_key_makers: { columns: own('workspace_id', 'api_key_id', 'maker_id') },
  availability: {
    columns: own('workspace_id', 'member_id', 'timezone', 'weekly', 'overrides'),
  },
  bookings: { columns: own('workspace_id', 'request_id', 'member_id') },
  busy_times: {
    columns: { ...own('workspace_id', 'calendar_id', 'member_id'), object: 'mirror' },
  },
  calendar_entries: {
    columns: {
      ...own('workspace_id', 'calendar_id', 'request_id', 'conference', 'noticed'),
      url: 'mirror',
      location: 'mirror',
      join_url: 'mirror',
    },
  },
  calendar_objects: {
    columns: { ...own('workspace_id', 'calendar_id'), href: 'mirror', etag: 'mirror' },
  },
  clock: { columns: {} },
  entitlements: { columns: own('id', 'workspace_id', 'plan_key', 'enforcement_mode') },
  erasures: {
    columns: {
      ...own('workspace_id', 'id', 'status', 'actor_type', 'actor_id', 'stage', 'last_key', 'counts'),
      sealed_email: 'sealed',
    },
  },
  hand_overs: {
    columns: own('workspace_id', 'member_id', 'heir_id', 'actor_type', 'actor_id'),
  },
  // Sealed with the caller's own key, and gone after 24 hours. Without them, a repeated call would be done twice.
  idempotent_answers: {
    columns: { ...own('api_key_id', 'key_digest', 'request_digest'), answer: 'sealed' },
  },
  inbox_days: { columns: own('workspace_id') },
  link_keys: { columns: { ...own('id'), sealed_value: 'sealed' } },
  meeting_request_hosts: { columns: own('workspace_id', 'request_id', 'member_id') },
  meeting_type_slugs: { columns: own('workspace_id', 'slug', 'base', 'meeting_type_id') },
  meeting_request_schedules: { columns: own('workspace_id', 'request_id', 'claim_id', 'reminders') },
  message_days: { columns: own('workspace_id') },
  // Nobody knows whose network it is.
  outsider_days: { columns: own('workspace_id', 'network') },
  moves: { columns: own('source', 'dropped') },
  nodes: { columns: own('id') },
  // Operators name their keys, which belong to no workspace.
  operator_keys: { columns: own('id', 'name', 'key_hash', 'key_prefix') },
  operator_answers: {
    columns: { ...own('operator_key_id', 'key_digest', 'request_digest'), answer: 'sealed' },
  },
  option_acceptances: { columns: own('workspace_id', 'option_id', 'request_id') },
  option_holds: {
    columns: own('workspace_id', 'option_id', 'member_id', 'request_id'),
  },
  options: { columns: own('workspace_id', 'id', 'request_id', 'status') },
  owed_turns: { columns: own('workspace_id', 'team_id', 'member_id') },
  place_orders: { columns: own('workspace_id', 'request_id', 'claim_id') },
  rate_limit_windows: { columns: own('subject') },
  schema_migrations: { columns: own('name') },
  secret_key_marks: { columns: own('fingerprint', 'former_fingerprint') },
  seats: { columns: own('workspace_id', 'id', 'member_id', 'entitlement_id') },
  skipped_first_steps: { columns: own('workspace_id', 'step') },
  team_memberships: {
    columns: own('workspace_id', 'id', 'team_id', 'member_id', 'role'),
  },
  team_slugs: { columns: own('workspace_id', 'slug', 'base', 'team_id') },
  turns: {
    columns: own(
      'workspace_id',
      'team_id',
      'id',
      'member_id',
      'membership_id',
      'reason',
      'candidates',
      'meeting_request_id',
    ),
  },
  usage_marks: { columns: own('workspace_id', 'meeting_request_id', 'message_id', 'event_id') },
  usage_months: { columns: own('workspace_id', 'month') },
  usage_progress: { columns: {} },
  workspace_logos: { columns: own('workspace_id', 'logo_key', 'logo_type', 'image') },
  workspace_handles: { columns: own('workspace_id', 'handle') },
  workspace_limits: { columns: own('workspace_id') },
  workspace_retention: { columns: own('workspace_id') },
};
