import { invalidRequest } from '../../../errors.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { isDate, MINUTE_MS } from '../../../time/timestamps.ts';
import { nearestWeek, weekAt, weekOfDate } from '../../../time/weeks.ts';
import { timesOfWeek, type WeekOfTimes } from '../../calendar/slots/rules.ts';
import { findTimes, type OpenLink } from './open.ts';

/** The week of a date, found with one search. Without a date: this week, or the next one if this one has no times left. */
export async function findWeek(
  opened: OpenLink,
  timezone: string,
  date: string | undefined,
): Promise<WeekOfTimes> {
  const { span } = opened;
  if (date) {
    if (!isDate(date)) throw invalidRequest('week must be a date such as 2026-11-18');
    const week = nearestWeek(timezone, span, weekOfDate(timezone, date));
    return timesOfWeek(span, week, await timesIn(opened, week));
  }
  const week = weekAt(timezone, span.from);
  const next = weekOfDate(timezone, week.after);
  const times = await timesIn(opened, { from: week.from, to: next.to });
  const shown = (times[0]?.starts_at ?? week.from) < week.to ? week : next;
  return timesOfWeek(span, shown, times);
}

async function timesIn(opened: OpenLink, { from, to }: { from: number; to: number }): Promise<MeetingTime[]> {
  // The last ones may end in the following week.
  const times = await findTimes(opened, { from, to: to + opened.duration_minutes * MINUTE_MS });
  return times.filter(({ starts_at }) => starts_at < to);
}
