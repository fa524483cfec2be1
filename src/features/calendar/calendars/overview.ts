import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { type Calendar, hostOf, presentCalendar, withAccount } from './present.ts';
import {
  type BusyTime,
  type CalendarRow,
  selectAnyCalendar,
  selectBusyTimes,
  selectCalendar,
  selectCalendarNames,
  selectCalendars,
  selectFailing,
} from './queries.ts';

/** More than all calendars of a member: 20, and those of 10 accounts. */
const MAX_OF_MEMBER = 1_100;
/** More than a week of short appointments. */
const MAX_BUSY_TIMES = 500;

/** Calendars of active members that can't be read, with their owners. */
export async function listFailingCalendars({ database, caller }: Context, { limit }: { limit: number }) {
  const rows = await selectFailing(database, caller.workspaceId, limit);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    host: hostOf(row),
    last_error: row.last_error,
    failing_since: formatTimestamp(row.failing_since),
    last_synced_at: formatTimestamp(row.last_synced_at),
    member: { id: row.member_id, email: row.email, name: row.member_name },
  }));
}

export type FailingCalendar = Awaited<ReturnType<typeof listFailingCalendars>>[number];

/** A calendar with what only its owner needs to know. Times are in milliseconds. */
export interface WatchedCalendar extends Calendar {
  /** The host that it is fetched from, or the account that it belongs to. */
  host: string | null;
  failing_since: number | null;
  /** When it will be read next; null if it won't be. */
  next_sync_at: number | null;
}

/** Whether anybody in the workspace has a calendar. */
export async function hasAnyCalendar({ database, caller }: Context): Promise<boolean> {
  return (await selectAnyCalendar(database, caller.workspaceId)) !== undefined;
}

/** All calendars of a member, newest first. */
export async function watchCalendars(
  { database, caller }: Context,
  memberId: string,
): Promise<WatchedCalendar[]> {
  const page = { limit: MAX_OF_MEMBER, cursor: undefined };
  const rows = await selectCalendars(database, caller.workspaceId, memberId, page);
  return rows.map(watched);
}

/** One of this member's calendars. */
export async function watchCalendar(
  { database, caller }: Context,
  memberId: string,
  id: string,
): Promise<WatchedCalendar> {
  const row = await selectCalendar(database, caller.workspaceId, id);
  if (row?.member_id !== memberId) throw notFound('Calendar');
  return watched(row);
}

const watched = (row: CalendarRow): WatchedCalendar => ({
  ...presentCalendar(row),
  host: hostOf(row),
  failing_since: row.failing_since,
  next_sync_at: row.due_at,
});

/** A member's busy times within a range, clipped to it and in order. At most 500: `has_more` says that some are left out. */
export async function listBusyTimes(
  { database, caller }: Context,
  memberId: string,
  { from, to }: { from: number; to: number },
): Promise<{ data: BusyTime[]; has_more: boolean }> {
  const rows = await selectBusyTimes(
    database,
    caller.workspaceId,
    memberId,
    { from, to },
    MAX_BUSY_TIMES + 1,
  );
  const data = rows.slice(0, MAX_BUSY_TIMES).map((busy) => ({
    ...busy,
    starts_at: Math.max(busy.starts_at, from),
    ends_at: Math.min(busy.ends_at, to),
  }));
  return { data, has_more: rows.length > MAX_BUSY_TIMES };
}

/** The names and owners of these calendars, with the account of those that belong to one. */
export async function nameCalendars({ database, caller }: Context, ids: string[]) {
  const rows = await selectCalendarNames(database, caller.workspaceId, ids);
  return rows.map(({ account_email, name, ...row }) => ({
    ...row,
    name: account_email === null ? name : withAccount(name, account_email),
  }));
}
