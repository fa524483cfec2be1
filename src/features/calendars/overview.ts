import type { Context } from '../../context.ts';
import { formatTimestamp } from '../../timestamps.ts';
import { type BusyTime, selectBusyTimes, selectFailing } from './queries.ts';

/** More than a week of short appointments. */
const MAX_BUSY_TIMES = 500;

/** Calendars of active members that can't be read, with whose they are. */
export async function listFailingCalendars({ database, caller }: Context, { limit }: { limit: number }) {
  const rows = await selectFailing(database, caller.workspaceId, limit);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    /** Without the rest of the URL, which may hold a token. */
    host: row.url === null ? null : new URL(row.url).host,
    last_error: row.last_error,
    failing_since: formatTimestamp(row.failing_since),
    last_synced_at: formatTimestamp(row.last_synced_at),
    member: { id: row.member_id, email: row.email, name: row.member_name },
  }));
}

export type FailingCalendar = Awaited<ReturnType<typeof listFailingCalendars>>[number];

/** What a member's calendars say of a time, cut to it and in order. No more than 500: `has_more` says that some are left out. */
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
