// Parses times, durations and offsets of iCalendar.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/timestamps.ts';
import { dayNumber, daysOfMonth } from './civil.ts';

export interface WrittenTime {
  /** What the clock shows, counted like milliseconds since 1970. */
  wall: number;
  form: 'date' | 'local' | 'utc';
}

/** Days are local days, 23 to 25 hours long. The rest is exact. */
export interface Duration {
  days: number;
  ms: number;
}

export function readTime(text: string): WrittenTime | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/i.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (month < 1 || month > 12 || date < 1 || date > daysOfMonth(year, month)) return undefined;
  if (hour > 24 || minute > 59 || second > 60) return undefined;
  const wall =
    dayNumber(year, month, date) * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS;
  return { wall, form: match[4] === undefined ? 'date' : match[7] ? 'utc' : 'local' };
}

export function readDuration(text: string): Duration | undefined {
  const match =
    /^([+-]?)P(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,8})H)?(?:(\d{1,8})M)?(?:(\d{1,10})S)?)?$/i.exec(
      text,
    );
  if (!match || !/\d/.test(text)) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(2)
    .map((part) => Number(part ?? 0));
  const sign = match[1] === '-' ? -1 : 1;
  return {
    days: sign * (weeks * 7 + days),
    ms: sign * (hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS),
  };
}

/** `+0530`, in milliseconds. */
export function readOffset(text: string): number | undefined {
  const match = /^([+-])(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(text);
  if (!match) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(2).map((part) => Number(part ?? 0));
  const ms = hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS;
  return ms < DAY_MS ? (match[1] === '-' ? -ms : ms) : undefined;
}
