// Times as people name them: a day, a part of the day, an hour, a week, or several of these at once.

import { MINUTE_MS } from '../time/timestamps.ts';
import type { PartOfDay } from '../time/wishes.ts';
import { dayOf, localDay, localMinute, MINUTES_OF_DAY, weekdayOf } from '../time/zones.ts';
import type { OfferedOption } from './understanding.ts';

/** Each part that is set narrows it down. Days are counted since 1970, minutes since midnight. */
export interface When {
  /** Days of the week, 0 for Monday. */
  weekdays?: number[];
  /** Such days in general: `on Tuesdays`. */
  is_every?: boolean;
  /** One date, with several readings if it is ambiguous. */
  dates?: number[];
  /** A day without its month: the first reading is the next such day. */
  is_nth?: boolean;
  /**
   * Days, both included. `edge` is a day that may or may not be included; `anchor` was named by its weekday alone; `is_loose` is
   * `all week`, which may be the week of the options.
   */
  span?: { from: number | null; to: number | null; edge?: number; anchor?: number; is_loose?: true };
  /** Exactly this start, with several readings if it is ambiguous: `at 2` is 2:00 or 14:00. */
  starts?: number[];
  /** Hours: not before, not after. `edge` is a start that may or may not be included. */
  range?: { from: number | null; to: number | null; edge?: number };
  parts?: PartOfDay[];
  /** Such times in general: `mornings`. */
  is_usual?: boolean;
  /** The time zone, with several readings if it is ambiguous; without it, the author's. */
  zones?: readonly string[];
  /** It isn't clear which day is meant: `next Tuesday`, said on a Monday. */
  is_doubtful?: boolean;
}

export type Clock = { timezone: string; now: number };

/** The day on the clock of a place. */
export const todayOn = ({ timezone, now }: Clock): number => localDay(timezone, now);

/** Combines both; null if both say something of the same kind. */
export function merged(one: When, other: When): When | null {
  const keys = Object.keys(one) as (keyof When)[];
  if (keys.some((key) => key in other && key !== 'is_doubtful')) return null;
  if (hasHours(one) && hasHours(other)) return null;
  return { ...one, ...other };
}

const hasHours = ({ starts, range }: When) => starts !== undefined || range !== undefined;

/** Only about days, or only about hours. */
export const isOnlyDay = (when: When) => !hasHours(when) && !when.parts && !when.zones;
export const hoursOf = ({ starts, range, parts, zones }: When): When => ({
  ...(starts && { starts }),
  ...(range && { range }),
  ...(parts && { parts }),
  ...(zones && { zones }),
});

export const hasDay = ({ weekdays, dates, span }: When) => (weekdays ?? dates ?? span) !== undefined;
export const daysOf = ({ weekdays, is_every, dates, is_nth, span }: When): When => ({
  ...(weekdays && { weekdays }),
  ...(is_every && { is_every }),
  ...(dates && { dates }),
  ...(is_nth && { is_nth }),
  ...(span && { span }),
});

export interface Match {
  /** The places of options. */
  places: Set<number>;
  isAmbiguous: boolean;
}

/** The options that are meant. Ambiguous if another reading would mean different ones. */
export function match(when: When, options: readonly OfferedOption[], timezone: string): Match {
  const zones = when.zones ?? [timezone];
  const byZone = zones.map((zone) => matchIn(when, options, zone));
  const [first] = byZone as [Match];
  const agree = byZone.every(({ places }) => isSame(places, first.places));
  return { places: first.places, isAmbiguous: !agree || byZone.some(({ isAmbiguous }) => isAmbiguous) };
}

export const isSame = (one: Set<number>, other: Set<number>) =>
  one.size === other.size && one.isSubsetOf(other);

function matchIn(when: When, options: readonly OfferedOption[], zone: string): Match {
  const places = new Set<number>();
  const readings = new Set<string>();
  let isAmbiguous = when.is_doubtful === true;
  for (const [place, option] of options.entries()) {
    const seen = seenIn(zone, option);
    const fit = fits(when, seen);
    if (fit === 'no') continue;
    if (fit === 'perhaps') isAmbiguous = true;
    places.add(place);
    if (when.dates && when.dates.length > 1) readings.add(`date ${seen.day}`);
    if (when.starts && when.starts.length > 1) readings.add(`start ${seen.start}`);
  }
  // `From Wednesday on`, with an option on Wednesday of the week after.
  const { anchor } = when.span ?? {};
  const isOther = (day: number) =>
    anchor !== undefined && day !== anchor && weekdayOf(day) === weekdayOf(anchor);
  if (options.some((option) => isOther(seenIn(zone, option).day))) isAmbiguous = true;
  // `After Tuesday`, of options in a later week; `all week`, too.
  const week = anchor ?? (when.span?.is_loose ? when.span.to : undefined) ?? undefined;
  const isLater = (day: number) => week !== undefined && day > week - weekdayOf(week) + 6;
  if (options.length > 0 && options.every((option) => isLater(seenIn(zone, option).day))) isAmbiguous = true;
  const kinds = [...readings].map((reading) => reading.split(' ')[0]);
  if (new Set(kinds).size < kinds.length) isAmbiguous = true;
  return { places, isAmbiguous };
}

interface SeenOption {
  day: number;
  start: number;
  end: number;
}

export function seenIn(zone: string, { starts_at, ends_at }: OfferedOption): SeenOption {
  const local = localMinute(zone, Math.floor(starts_at / MINUTE_MS));
  const day = dayOf(local);
  const start = local - day * MINUTES_OF_DAY;
  return { day, start, end: start + Math.ceil((ends_at - starts_at) / MINUTE_MS) };
}

type Fit = 'yes' | 'no' | 'perhaps';

function fits(when: When, { day, start, end }: SeenOption): Fit {
  const { weekdays, dates, span, starts, range, parts } = when;
  if (weekdays && !weekdays.includes(weekdayOf(day))) return 'no';
  if (dates && !dates.includes(day)) return 'no';
  if (starts && !starts.includes(start)) return 'no';
  const doubts = [
    span?.edge === day,
    range?.edge === start,
    parts ? fitsParts(parts, start) === 'perhaps' : false,
  ];
  if (span && span.edge !== day && !isWithin(span, day, day)) return 'no';
  if (range && range.edge !== start && !isWithin(range, start, end)) return 'no';
  if (parts && fitsParts(parts, start) === 'no') return 'no';
  return doubts.includes(true) ? 'perhaps' : 'yes';
}

const isWithin = ({ from, to }: { from: number | null; to: number | null }, start: number, end: number) =>
  (from === null || start >= from) && (to === null || end <= to);

const AT = (hour: number, minute = 0) => hour * 60 + minute;
/** Where people disagree on what part of the day it is. */
const DISPUTED: { from: number; to: number; parts: PartOfDay[] }[] = [
  { from: AT(12), to: AT(12, 30), parts: ['morning', 'afternoon'] },
  { from: AT(17), to: AT(18), parts: ['afternoon', 'evening'] },
];

function fitsParts(parts: PartOfDay[], start: number): Fit {
  const disputed = DISPUTED.find(({ from, to }) => start >= from && start < to);
  if (disputed) {
    const said = disputed.parts.filter((part) => parts.includes(part)).length;
    return said === 0 ? 'no' : said === disputed.parts.length ? 'yes' : 'perhaps';
  }
  const part: PartOfDay = start < AT(12) ? 'morning' : start < AT(17) ? 'afternoon' : 'evening';
  return parts.includes(part) ? 'yes' : 'no';
}
