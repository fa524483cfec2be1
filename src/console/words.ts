import type { Html } from '../html/html.ts';
import { moment } from '../html/marks.ts';
import type { Weekday } from '../time/zones.ts';
import type { Screen } from './screen.ts';

type Clock = Pick<Screen, 'dates' | 'now'>;

/** A moment in words, on the clock of whoever reads it. The year is named if it is another one. */
export function momentInWords({ dates, now }: Clock, at: number): string {
  const isThisYear = new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear();
  return `${isThisYear ? dates.day(at) : dates.dayAndYear(at)}, ${dates.clock(at)}`;
}

/** The same, with the exact one for programs. */
export function momentOf(clock: Clock, at: number | string): Html {
  const ms = typeof at === 'string' ? Date.parse(at) : at;
  return moment(ms, momentInWords(clock, ms));
}

/** What somebody is called: by their name, or by their address while the name is not known. */
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
