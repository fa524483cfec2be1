import { MINUTE_MS, parseTimestamp } from './timestamps.ts';
import { dateOf, dayOf, firstMinuteAt, localDay, MINUTES_OF_DAY, weekdayOf } from './zones.ts';

/** A local week from Monday to Sunday. Times in milliseconds. */
export interface Week {
  /** Its Monday: `2026-11-16`. */
  date: string;
  from: number;
  /** The next Monday, at midnight. */
  to: number;
  /** The Mondays before and after. */
  before: string;
  after: string;
}

/** The week of a date such as `2026-11-18`. */
export const weekOfDate = (timezone: string, date: string): Week =>
  weekOfDay(timezone, dayOf((parseTimestamp(date) as number) / MINUTE_MS));

/** The week of a time. */
export const weekAt = (timezone: string, time: number): Week => weekOfDay(timezone, localDay(timezone, time));

/** The week, or the nearest one that overlaps the span. */
export function nearestWeek(timezone: string, span: { from: number; to: number }, week: Week): Week {
  if (week.to <= span.from) return weekAt(timezone, span.from);
  if (week.from >= span.to) return weekAt(timezone, span.to - 1);
  return week;
}

function weekOfDay(timezone: string, day: number): Week {
  const monday = day - weekdayOf(day);
  const midnightOf = (wanted: number) => firstMinuteAt(timezone, wanted * MINUTES_OF_DAY) * MINUTE_MS;
  return {
    date: dateOf(monday),
    from: midnightOf(monday),
    to: midnightOf(monday + 7),
    before: dateOf(monday - 7),
    after: dateOf(monday + 7),
  };
}
