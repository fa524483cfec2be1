import type { Html } from '../html/html.ts';
import { moment } from '../html/marks.ts';
import { capitalized } from '../text/capitalized.ts';
import { localDay, type Weekday } from '../time/zones.ts';
import type { Screen } from './screen.ts';

type Clock = Pick<Screen, 'dates'>;

/** A moment in words, in the reader's time zone. */
export const momentInWords = ({ dates }: Clock, at: number): string => dates.moment(at);

/** What the reader's zone is called now, as a sentence of its own: `London time (GMT)`, `Your time (London, GMT)`. */
export function zoneInWords({ dates, now }: Pick<Screen, 'dates' | 'now'>): string {
  return capitalized(dates.zone(now));
}

const DAYS_NAMED_ALONE = 6;

/** A moment to come, at the end of a sentence: `tomorrow at 9:00`, `on Friday at 9:00`, `on Friday, 27 November at 9:00`. */
export function soonInWords({ dates, now }: Pick<Screen, 'dates' | 'now'>, at: number): string {
  const days = localDay(dates.timezone, at) - localDay(dates.timezone, now);
  const clock = dates.clock(at);
  if (days === 0 || days === 1) return `${days === 0 ? 'today' : 'tomorrow'} at ${clock}`;
  return `on ${days > 0 && days <= DAYS_NAMED_ALONE ? dates.weekday(at) : dates.day(at)} at ${clock}`;
}

/** The same, with the exact time for programs. */
export function momentOf(clock: Clock, at: number | string): Html {
  const ms = typeof at === 'string' ? Date.parse(at) : at;
  return moment(ms, momentInWords(clock, ms));
}

/** In lists: `09:50` for a moment of today, else `Wed 4 Mar, 09:50`. */
export function shortMomentOf({ dates, now }: Pick<Screen, 'dates' | 'now'>, at: number | string): Html {
  const ms = typeof at === 'string' ? Date.parse(at) : at;
  const clock = dates.clock(ms);
  return moment(ms, isToday({ dates, now }, ms) ? clock : `${dates.shortDay(ms)}, ${clock}`);
}

export function isToday({ dates, now }: Pick<Screen, 'dates' | 'now'>, at: number | string): boolean {
  const ms = typeof at === 'string' ? Date.parse(at) : at;
  return localDay(dates.timezone, ms) === localDay(dates.timezone, now);
}

/** `14`, or `99+` where counting stopped at 100. */
export const countedTo = (most: number, count: number): string =>
  count < most ? String(count) : `${most - 1}+`;

/** The name, or the address while the name isn't known. */
export const plainName = ({ name, email }: { name: string | null; email: string }): string => name ?? email;

export const dayNames: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

/** What programs name, for people: `paused_until` as `Paused until`, `api_key.created` as `API key created`. */
export const humanized = (name: string): string =>
  capitalized(name.replaceAll(/[._]/g, ' ').replace(/\b(?:api|url|id)\b/g, (word) => word.toUpperCase()));
