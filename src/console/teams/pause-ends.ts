// The ends of a pause that are offered as buttons.

import { MINUTE_MS } from '../../time/timestamps.ts';
import { firstMinuteAt, localDay, localMinute, MINUTES_OF_DAY, weekdayOf } from '../../time/zones.ts';

const EIGHT = 8 * 60;

/** 08:00 on the next Monday after today, on the clock of the place. */
export function nextMonday(now: number, timezone: string): number {
  const today = localDay(timezone, now);
  const monday = today + 7 - weekdayOf(today);
  return firstMinuteAt(timezone, monday * MINUTES_OF_DAY + EIGHT) * MINUTE_MS;
}

/** When the clock of the place shows the same in a week. */
export function inOneWeek(now: number, timezone: string): number {
  const local = localMinute(timezone, Math.floor(now / MINUTE_MS));
  return firstMinuteAt(timezone, local + 7 * MINUTES_OF_DAY) * MINUTE_MS;
}
