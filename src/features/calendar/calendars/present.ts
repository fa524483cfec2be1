import { formatTimestamp } from '../../../time/timestamps.ts';
import { type Changes, changesBetween } from '../../workspace/audit-log/rules.ts';
import type { CalendarRow } from './queries.ts';
import { isConnectedType } from './types.ts';

export type Calendar = ReturnType<typeof presentCalendar>;

/** What the audit log shows. Of a URL, that is only the origin, because the path may be a secret. */
export function auditedFields({
  member_id,
  type,
  name,
  url,
  username,
  receives_bookings,
  is_read,
  sealed_password,
}: CalendarRow) {
  return {
    workspace_membership_id: member_id,
    type,
    name,
    url: url === null ? null : `${new URL(url).origin}/…`,
    username,
    password: sealed_password === null ? null : 'set',
    receives_bookings: receives_bookings === 1,
    ...(isConnectedType(type) && { is_read: is_read === 1 }),
  };
}

/** Shows that a password or a path has changed, never what it is. */
export function changesOf(
  before: CalendarRow,
  after: CalendarRow,
  password: string | null | undefined,
): Changes | undefined {
  const [was, is] = [auditedFields(before), auditedFields(after)];
  const changes = changesBetween(was, is, ['name', 'username', 'receives_bookings', 'is_read']);
  const secret: Changes = {
    ...(before.url !== after.url && { url: [was.url, is.url] }),
    ...(password != null && { password: [was.password, 'changed'] }),
    ...(password === null && was.password !== null && { password: [was.password, null] }),
  };
  return changes || Object.keys(secret).length > 0 ? { ...changes, ...secret } : undefined;
}

export function presentCalendar(row: CalendarRow) {
  return {
    id: row.id,
    workspace_membership_id: row.member_id,
    type: row.type,
    calendar_connection_id: row.connection_id,
    account_email: row.account_email,
    is_primary: row.is_primary === 1,
    is_writable: isConnectedType(row.type) ? row.is_writable === 1 : row.type === 'caldav',
    is_read: row.is_read === 1,
    name: row.name,
    url: row.url,
    username: row.username,
    receives_bookings: row.receives_bookings === 1,
    health: row.health,
    last_synced_at: formatTimestamp(row.last_synced_at),
    last_error: row.health === 'failing' ? row.last_error : doubtsInWords(row),
    created_at: formatTimestamp(row.created_at),
    updated_at: formatTimestamp(row.updated_at),
  };
}

/** A calendar that can be read may still hold events that can't. `last_error` then says why, if known. */
function doubtsInWords({ doubtful, last_error }: CalendarRow): string | null {
  if (doubtful === 0) return null;
  const [events, are] = doubtful === 1 ? ['one event', 'is'] : [`${doubtful} events`, 'are'];
  return last_error === null
    ? `${events} could not be understood, and ${are} not busy or only in part`
    : `${events} could not be understood, and may be busy at a wrong time or not at all: ${last_error}`;
}

/** Where it is: only the host of a URL, because the rest may hold a token; or the account. */
export function hostOf({ url, account_email }: Pick<CalendarRow, 'url' | 'account_email'>): string | null {
  return url === null ? account_email : new URL(url).host;
}

/** `Work (ada@gmail.com)` */
export const withAccount = (name: string | null, email: string): string =>
  name === null || name === email ? email : `${name} (${email})`;
