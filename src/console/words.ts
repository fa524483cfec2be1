import type { Html } from '../html/html.ts';
import { moment } from '../html/marks.ts';
import type { Weekday } from '../time/zones.ts';
import type { Screen } from './screen.ts';

type Clock = Pick<Screen, 'dates' | 'now'>;

/** A moment in words, in the reader's time zone. Names the year unless it is the current one. */
export function momentInWords({ dates, now }: Clock, at: number): string {
  const isThisYear = new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear();
  return `${isThisYear ? dates.day(at) : dates.dayAndYear(at)}, ${dates.clock(at)}`;
}

/** The same, with the exact time for programs. */
export function momentOf(clock: Clock, at: number | string): Html {
  const ms = typeof at === 'string' ? Date.parse(at) : at;
  return moment(ms, momentInWords(clock, ms));
}

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
