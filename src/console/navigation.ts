import type { Permission } from './permissions.ts';

interface Part {
  label: string;
  /** Where it leads. All pages below belong to it. */
  href: string;
  /** Shown to those who have it with anything at all. */
  may: Permission;
}

/** The parts of the console, in the order of the navigation. */
export const parts: Part[] = [
  { label: 'Overview', href: '/console', may: 'use_console' },
  { label: 'Requests', href: '/console/requests', may: 'see_request' },
  { label: 'Teams', href: '/console/teams', may: 'see_team' },
  { label: 'Members', href: '/console/members', may: 'manage_members' },
  { label: 'Messages', href: '/console/messages', may: 'read_messages' },
  { label: 'Webhooks', href: '/console/webhooks', may: 'manage_webhooks' },
  { label: 'Seats', href: '/console/seats', may: 'manage_seats' },
  { label: 'API keys', href: '/console/api-keys', may: 'manage_keys' },
  { label: 'Audit log', href: '/console/audit-log', may: 'read_audit_log' },
  { label: 'Settings', href: '/console/settings', may: 'edit_settings' },
];

/** The part that a page belongs to. Some belong to none. */
export function partOf(url: string): string | undefined {
  return parts.find(({ href }) => url === href || (href !== '/console' && url.startsWith(`${href}/`)))?.href;
}
