/** The permissions of an API key. A route that takes keys asks for exactly one. */
export const scopes = [
  'teams.read',
  'teams.write',
  'api_keys.read',
  'api_keys.write',
  'seats.read',
  'seats.write',
  'webhooks.read',
  'webhooks.write',
  'meeting_requests.read',
  'meeting_requests.write',
  'meeting_types.read',
  'meeting_types.write',
  'messages.read',
  'messages.write',
  'members.read',
  'members.write',
  'members.admin',
  'calendars.read',
  'calendars.write',
  'audit_log.read',
  'privacy.read',
  'privacy.write',
  'workspace.read',
  'workspace.write',
] as const;

export type Scope = (typeof scopes)[number];
