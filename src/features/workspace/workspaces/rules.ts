import { invalidRequest, WorkspaceClosed } from '../../../errors.ts';
import { OWN_PATHS } from '../../../own-paths.ts';

/** A handle is part of mail addresses, so it has the form of a DNS label. */
const HANDLE = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * A handle is a mail address, and the beginning of a path. Nobody may speak for the service itself, so these are reserved: addresses
 * that RFC 2142 and certificate authorities write to, those that machines write from, and our paths.
 */
const RESERVED = new Set([
  ...OWN_PATHS,
  ...`abuse admin administrator billing bounce bounces daemon dns ftp help hostmaster info mail mailer-daemon news no-reply noc noreply
   nobody postmaster root rota security ssladmin ssladministrator sslwebmaster support sysadmin system usenet uucp webmaster
   www`.split(/\s+/),
]);

export const isReserved = (handle: string): boolean => RESERVED.has(handle);

export const HANDLE_RULE =
  'handle must be 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end';

export const HANDLE_RULE_IN_PLAIN =
  'A handle can have lower-case letters, digits and, between them, hyphens: up to 63 in all.';

export function isHandle(value: string): boolean {
  return HANDLE.test(value);
}

/** The sender address of messages that don't come from a team. */
export function workspaceAddress(handle: string | null, mailDomain: string): string {
  return `${handle ?? 'rota'}@${mailDomain}`;
}

export const DEFAULT_TIMEZONE = 'UTC';

/** What closes a workspace: nobody gets in, and nothing goes out. */
export interface Closable {
  suspended_at: number | null;
  suspended_reason: string | null;
  delete_at: number | null;
}

/** Undefined unless it's closed. */
export function whyClosed({
  suspended_at,
  suspended_reason,
  delete_at,
}: Closable): WorkspaceClosed | undefined {
  if (delete_at !== null)
    return new WorkspaceClosed('The workspace is being deleted: ask whoever runs the service');
  if (suspended_at === null) return undefined;
  const reason = suspended_reason ? ` (${suspended_reason})` : '';
  return new WorkspaceClosed(`The workspace is suspended${reason}: ask whoever runs the service`);
}

/** The same for a member. Only admins learn the reason. */
export function whyClosedFor(role: 'member' | 'admin', workspace: Closable): WorkspaceClosed | undefined {
  return whyClosed(role === 'admin' ? workspace : { ...workspace, suspended_reason: null });
}

/** What an operator can limit in a workspace. */
export const limitNames = [
  'requests_per_minute',
  'api_keys',
  'teams',
  'webhook_endpoints',
  'members',
  'messages_per_day',
] as const;
export type LimitName = (typeof limitNames)[number];

export const workspaceStatuses = ['active', 'suspended', 'deleting'] as const;
export type WorkspaceStatus = (typeof workspaceStatuses)[number];

export function statusOf({
  suspended_at,
  delete_at,
}: Pick<Closable, 'suspended_at' | 'delete_at'>): WorkspaceStatus {
  if (delete_at !== null) return 'deleting';
  return suspended_at === null ? 'active' : 'suspended';
}

/** Days from the request to delete a workspace until its rows are removed. 0: at once. */
export const GRACE_DAYS = { usual: 30, most: 365 };

export function checkGraceDays(days: number): void {
  if (Number.isInteger(days) && days >= 0 && days <= GRACE_DAYS.most) return;
  throw invalidRequest(`grace_days must be a whole number from 0 to ${GRACE_DAYS.most}`);
}
