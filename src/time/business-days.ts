// Business days: Monday to Friday from 9 to 17 local time, except holidays.
import { MINUTE_MS } from './timestamps.ts';
import { dateOf, dayOf, firstMinuteAt, localMinute, MINUTES_OF_DAY, weekdayOf } from './zones.ts';

const OPENS = 9 * 60;
const CLOSES = 17 * 60;
const SATURDAY = 5;

export interface BusinessCalendar {
  timezone: string;
  /** Dates such as `2026-12-24`. */
  holidays: readonly string[];
}

/**
 * The time this many business days after `from`, in milliseconds: at the same local time, moved to 9:00 if it is
 * earlier, and to the next business day from 17:00 on. The day of `from` doesn't count.
 */
export function afterBusinessDays(from: number, days: number, calendar: BusinessCalendar): number {
  const { timezone } = calendar;
  const local = localMinuteAt(timezone, from);
  let day = dayOf(local);
  for (let left = days; left > 0; left--) day = nextBusinessDay(day, calendar);
  if (day === dayOf(local)) return nextBusinessTime(from, calendar);
  const sinceMidnight = local - dayOf(local) * MINUTES_OF_DAY;
  const minute = firstMinuteAt(timezone, day * MINUTES_OF_DAY + sinceMidnight);
  return nextBusinessTime(minute * MINUTE_MS + (from % MINUTE_MS), calendar);
}

/** `at` itself if it is within business hours there; else 9:00 on the next business day. */
export function nextBusinessTime(at: number, calendar: BusinessCalendar): number {
  const { timezone } = calendar;
  const local = localMinuteAt(timezone, at);
  let day = dayOf(local);
  const sinceMidnight = local - day * MINUTES_OF_DAY;
  if (isBusinessDay(day, calendar)) {
    if (sinceMidnight >= OPENS && sinceMidnight < CLOSES) return at;
  } else day = nextBusinessDay(day, calendar);
  // Where the clock is put back by a day, 9:00 may already have passed.
  while (opensAt(day, timezone) < at) day = nextBusinessDay(day, calendar);
  return opensAt(day, timezone);
}

const localMinuteAt = (timezone: string, at: number) => localMinute(timezone, Math.floor(at / MINUTE_MS));

const opensAt = (day: number, timezone: string) =>
  firstMinuteAt(timezone, day * MINUTES_OF_DAY + OPENS) * MINUTE_MS;

/** `day` counts local dates since 1970. */
function nextBusinessDay(day: number, calendar: BusinessCalendar): number {
  let next = day + 1;
  while (!isBusinessDay(next, calendar)) next++;
  return next;
}

function isBusinessDay(day: number, { timezone, holidays }: BusinessCalendar): boolean {
  if (weekdayOf(day) >= SATURDAY || holidays.includes(dateOf(day))) return false;
  // A date that a place skipped has no hours.
  const midnight = day * MINUTES_OF_DAY;
  return firstMinuteAt(timezone, midnight + OPENS) < firstMinuteAt(timezone, midnight + CLOSES);
}
