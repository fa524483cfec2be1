// Who may do what in the console. docs/use/console.md has the same table, and a test compares the two.
// Why three roles: docs/decisions/0032-console-and-sign-in.md.

/**
 * `yes`: everything in the workspace. `own`: what is theirs. For a member, that is their profile, the requests that they host, their
 * teams, and their membership of each; for a manager, the teams that they manage, and the requests of those teams.
 */
type Grant = 'yes' | 'own' | 'no';

interface Grants {
  member: Grant;
  /** In addition to what every member may do. */
  manager: Grant;
}

/** An admin may do everything. */
export const permissions = {
  use_console: { member: 'yes', manager: 'yes' },
  make_request: { member: 'yes', manager: 'yes' },
  see_request: { member: 'own', manager: 'own' },
  change_request: { member: 'own', manager: 'own' },
  see_meeting_types: { member: 'yes', manager: 'yes' },
  edit_meeting_types: { member: 'no', manager: 'own' },
  see_team: { member: 'own', manager: 'own' },
  pause_in_team: { member: 'own', manager: 'own' },
  edit_team: { member: 'no', manager: 'own' },
  manage_teams: { member: 'no', manager: 'no' },
  see_member: { member: 'own', manager: 'no' },
  edit_profile: { member: 'own', manager: 'no' },
  edit_availability: { member: 'own', manager: 'no' },
  edit_calendars: { member: 'own', manager: 'no' },
  manage_members: { member: 'no', manager: 'no' },
  manage_seats: { member: 'no', manager: 'no' },
  manage_webhooks: { member: 'no', manager: 'no' },
  read_messages: { member: 'no', manager: 'no' },
  manage_keys: { member: 'no', manager: 'no' },
  read_audit_log: { member: 'no', manager: 'no' },
  edit_settings: { member: 'no', manager: 'no' },
} as const satisfies Record<string, Grants>;

export type Permission = keyof typeof permissions;

/** What a permission is about: ids, as in the path of a page. */
export interface Subject {
  member?: string;
  team?: string;
  /** A membership of `team`. */
  membership?: string;
  request?: string;
  /** Belongs to its team. */
  meetingType?: string;
  /** Something new, in whichever of their teams. */
  anyTeam?: true;
}

/** How the reader relates to the subject. */
export interface Standing {
  isAdmin: boolean;
  /** True if it is theirs as a member. */
  isOwn: boolean;
  /** True if it belongs to a team that they manage. */
  isManaged: boolean;
}

export function isAllowed(permission: Permission, { isAdmin, isOwn, isManaged }: Standing): boolean {
  const { member, manager }: Grants = permissions[permission];
  if (isAdmin || member === 'yes') return true;
  return (member === 'own' && isOwn) || (manager === 'own' && isManaged);
}
