import { invalidRequest } from '../../errors.ts';
import { nearestWeek, type Week, weekAt, weekOfDate } from '../../time/weeks.ts';
import { isDate, MINUTE_MS } from '../../timestamps.ts';
import type { Time } from '../bookings/rules.ts';
import { findTimes, type OpenLink } from './open.ts';

/** The free times of a week, on the clock that the page shows. */
export interface FreeWeek {
  week: Week;
  times: Time[];
  /** Whether there can be times in the weeks before and after. */
  has_before: boolean;
  has_after: boolean;
}

/** The week of a date, with one search. Without a date: this week, or the next one if nothing is left of this. */
export async function findWeek(
  opened: OpenLink,
  timezone: string,
  date: string | undefined,
): Promise<FreeWeek> {
  const { span } = opened;
  if (date) {
    if (!isDate(date)) throw invalidRequest('week must be a date such as 2026-11-18');
    const week = nearestWeek(timezone, span, weekOfDate(timezone, date));
    return present(opened, week, await timesIn(opened, week));
  }
  const week = weekAt(timezone, span.from);
  const next = weekOfDate(timezone, week.after);
  const times = await timesIn(opened, { from: week.from, to: next.to });
  const shown = (times[0]?.starts_at ?? week.from) < week.to ? week : next;
  return present(opened, shown, times);
}

async function timesIn(opened: OpenLink, { from, to }: { from: number; to: number }): Promise<Time[]> {
  // The last ones end in the week after.
  const times = await findTimes(opened, { from, to: to + opened.duration_minutes * MINUTE_MS });
  return times.filter(({ starts_at }) => starts_at < to);
}

const present = ({ span }: OpenLink, week: Week, times: Time[]): FreeWeek => ({
  week,
  times: times.filter(({ starts_at }) => starts_at >= week.from && starts_at < week.to),
  has_before: week.from > span.from,
  has_after: week.to < span.to,
});
