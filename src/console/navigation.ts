import { hasEntitlements } from '../features/people/entitlements/operations.ts';
import type { IconName } from '../html/icons.ts';
import { isAllowed, type Permission } from './permissions.ts';
import type { Screen } from './screen.ts';

export interface Part {
  label: string;
  icon: IconName;
  /** Where it leads. All pages below belong to it. */
  href: string;
  /** Shown to those who have it with anything at all. */
  may: Permission;
  /** After `g`, a key that leads there. */
  key: string;
  /** Shown only to workspaces that have this. */
  needs?: 'seats';
  /** The first of the parts for whoever runs the workspace. */
  beginsGroup?: true;
}

/** The parts of the console, in the order of the navigation. */
export const parts: Part[] = [
  { label: 'Overview', icon: 'overview', href: '/console', key: 'o', may: 'use_console' },
  { label: 'Requests', icon: 'requests', href: '/console/requests', key: 'r', may: 'see_request' },
  {
    label: 'Meeting types',
    icon: 'meetingTypes',
    href: '/console/meeting-types',
    key: 'y',
    may: 'see_meeting_types',
  },
  { label: 'Teams', icon: 'teams', href: '/console/teams', key: 't', may: 'see_team' },
  { label: 'Members', icon: 'members', href: '/console/members', key: 'm', may: 'manage_members' },
  {
    label: 'Messages',
    icon: 'messages',
    href: '/console/messages',
    key: 'e',
    may: 'read_messages',
    beginsGroup: true,
  },
  { label: 'Webhooks', icon: 'webhooks', href: '/console/webhooks', key: 'w', may: 'manage_webhooks' },
  { label: 'Seats', icon: 'seats', href: '/console/seats', key: 's', may: 'manage_seats', needs: 'seats' },
  { label: 'API keys', icon: 'apiKeys', href: '/console/api-keys', key: 'k', may: 'manage_keys' },
  { label: 'Audit log', icon: 'auditLog', href: '/console/audit-log', key: 'l', may: 'read_audit_log' },
  { label: 'Settings', icon: 'settings', href: '/console/settings', key: 'c', may: 'edit_settings' },
];

/** Those that this reader may open. */
export const partsFor = ({ isAdmin }: { isAdmin: boolean }): Part[] =>
  parts.filter(({ may }) => isAllowed(may, { isAdmin, isOwn: true, isManaged: true }));

/** The same without what the workspace doesn't have: nobody counts seats before there is an entitlement. */
export async function partsShown(screen: Screen): Promise<Part[]> {
  const hasSeats = screen.isAdmin && (await hasEntitlements(screen));
  return partsFor(screen).filter(({ needs }) => needs !== 'seats' || hasSeats);
}

/** The part that a page belongs to. Some belong to none. */
export function partOf(url: string): string | undefined {
  return parts.find(({ href }) => url === href || (href !== '/console' && url.startsWith(`${href}/`)))?.href;
}
