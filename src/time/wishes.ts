import { MINUTE_MS, minuteOfDay } from './timestamps.ts';
import { dateOf, dayOf, localMinute, MINUTES_OF_DAY, type Weekday, weekdayOf, weekdays } from './zones.ts';

export const partsOfDay = ['morning', 'afternoon', 'evening'] as const;
export type PartOfDay = (typeof partsOfDay)[number];

/** When somebody would like to meet, roughly, on their own clock. No days or no parts of the day: any will do. */
export interface Wishes {
  days: Weekday[];
  parts_of_day: PartOfDay[];
  /** `2026-11-23`: not before that day. */
  earliest_date?: string;
  /** Not after that day. */
  latest_date?: string;
  /** `15:00`: meetings must not start earlier, whatever the day. */
  earliest_time?: string;
  /** Meetings must not end later. */
  latest_time?: string;
  /** Not on these days. */
  except_dates?: string[];
}

/** Minutes since midnight. */
const NOON = 12 * 60;
const EVENING = 17 * 60;
/** Somebody who asks for a morning doesn't mean four o'clock, unless they say so. */
const DAYTIME = { from: 6 * 60, to: 22 * 60 };

/** Every day, part of the day and date once, in the usual order. Null if there are no preferences. */
export function wishesFrom(
  given: { [Kind in keyof Wishes]?: Wishes[Kind] | null | undefined } | null | undefined,
): Wishes | null {
  const { earliest_date, latest_date, earliest_time, latest_time, except_dates } = given ?? {};
  const days = weekdays.filter((day) => given?.days?.includes(day));
  const parts_of_day = partsOfDay.filter((part) => given?.parts_of_day?.includes(part));
  const bounds = {
    ...(earliest_date && { earliest_date }),
    ...(latest_date && { latest_date }),
    ...(earliest_time && { earliest_time }),
    ...(latest_time && { latest_time }),
    ...(except_dates && except_dates.length > 0 && { except_dates: [...new Set(except_dates)].sort() }),
  };
  const isWish = days.length + parts_of_day.length + Object.keys(bounds).length > 0;
  return isWish ? { days, parts_of_day, ...bounds } : null;
}

/** A time as shown on a local clock. */
export interface LocalTime {
  day: number;
  minute: number;
  part: PartOfDay;
}

export function localTimeAt(zone: string, at: number): LocalTime {
  const local = localMinute(zone, Math.floor(at / MINUTE_MS));
  const day = dayOf(local);
  const minute = local - day * MINUTES_OF_DAY;
  return { day, minute, part: minute < NOON ? 'morning' : minute < EVENING ? 'afternoon' : 'evening' };
}

/**
 * How far a time misses the preferences: 1 if the day is wrong, 1 if the time of day is, 2 for both. The meeting takes `minutes`.
 */
export function unmetAt(wishes: Wishes, { day, minute, part }: LocalTime, minutes: number): number {
  return Number(!isOnDay(wishes, day)) + Number(!isAtTime(wishes, minute, minute + minutes, part));
}

function isOnDay({ days, earliest_date, latest_date, except_dates }: Wishes, day: number): boolean {
  if (days.length > 0 && !days.includes(weekdays[weekdayOf(day)] as Weekday)) return false;
  if (earliest_date === undefined && latest_date === undefined && except_dates === undefined) return true;
  const date = dateOf(day);
  return (
    (earliest_date === undefined || date >= earliest_date) &&
    (latest_date === undefined || date <= latest_date) &&
    except_dates?.includes(date) !== true
  );
}

function isAtTime(
  { parts_of_day, earliest_time, latest_time }: Wishes,
  start: number,
  end: number,
  part: PartOfDay,
): boolean {
  const isWished = parts_of_day.length > 0 || earliest_time !== undefined || latest_time !== undefined;
  if (!isWished) return true;
  if (parts_of_day.length > 0 && !parts_of_day.includes(part)) return false;
  const isLateEnough = start >= (earliest_time === undefined ? DAYTIME.from : minuteOfDay(earliest_time));
  const isEarlyEnough = latest_time === undefined ? start < DAYTIME.to : end <= minuteOfDay(latest_time);
  return isLateEnough && isEarlyEnough;
}
