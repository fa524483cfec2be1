import type { IconName } from '../html/icons.ts';
import type { Permission } from './permissions.ts';

interface Part {
  label: string;
  icon: IconName;
  /** Where it leads. All pages below belong to it. */
  href: string;
  /** Shown to those who have it with anything at all. */
  may: Permission;
  /** The first of the parts for whoever runs the workspace. */
  beginsGroup?: true;
}

/** The parts of the console, in the order of the navigation. */
export const parts: Part[] = [
  { label: 'Overview', icon: 'overview', href: '/console', may: 'use_console' },
  { label: 'Requests', icon: 'requests', href: '/console/requests', may: 'see_request' },
  { label: 'Teams', icon: 'teams', href: '/console/teams', may: 'see_team' },
  { label: 'Members', icon: 'members', href: '/console/members', may: 'manage_members' },
  { label: 'Messages', icon: 'messages', href: '/console/messages', may: 'read_messages', beginsGroup: true },
  { label: 'Webhooks', icon: 'webhooks', href: '/console/webhooks', may: 'manage_webhooks' },
  { label: 'Seats', icon: 'seats', href: '/console/seats', may: 'manage_seats' },
  { label: 'API keys', icon: 'apiKeys', href: '/console/api-keys', may: 'manage_keys' },
  { label: 'Audit log', icon: 'auditLog', href: '/console/audit-log', may: 'read_audit_log' },
  { label: 'Settings', icon: 'settings', href: '/console/settings', may: 'edit_settings' },
];

/** The part that a page belongs to. Some belong to none. */
export function partOf(url: string): string | undefined {
  return parts.find(({ href }) => url === href || (href !== '/console' && url.startsWith(`${href}/`)))?.href;
}
