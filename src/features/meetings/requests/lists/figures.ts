// How requests of a workspace, or of one member, get on: a few counts and medians.
import type { Context } from '../../../../context.ts';
import { DAY_MS } from '../../../../time/timestamps.ts';
import { selectFigures } from './figures-queries.ts';

/** Counts of open and of booked requests stop there. */
export const MAX_FIGURE = 1_000;
const MONTH_MS = 30 * DAY_MS;

export type Figures = Awaited<ReturnType<typeof readFigures>>;

/** `weeks` has the beginnings of this week and of the last one. With `member_id`, of the requests that the member organizes. */
export async function readFigures(
  { database, caller, clock }: Context,
  { weeks, member_id }: { weeks: { this: number; last: number }; member_id?: string },
) {
  const now = clock.now();
  const since = {
    week: weeks.this,
    lastWeek: weeks.last,
    /** As far into the last week as it is into this one. */
    thenLastWeek: weeks.last + (now - weeks.this),
    month: now - MONTH_MS,
    monthBefore: now - 2 * MONTH_MS,
  };
  const row = await selectFigures(database, caller.workspaceId, since, member_id, MAX_FIGURE);
  return {
    open: row.open,
    waiting: row.waiting,
    booked: { this_week: row.this_week, last_week: row.last_week },
    /** From the request to the booking, in milliseconds; null if nothing was booked. */
    median_time_to_book: { month: row.median, month_before: row.median_before },
    month: { booked: row.booked, cancelled: row.cancelled },
  };
}
