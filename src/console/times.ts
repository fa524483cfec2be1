// Times on the clock of the member, in lists and filters.
import { invalidRequest } from '../errors.ts';
import type { Html } from '../html/html.ts';
import { moment } from '../html/marks.ts';
import { parseTimestamp } from '../timestamps.ts';
import { timeOrNull } from './fields.ts';
import type { Screen } from './screen.ts';

type Clock = Pick<Screen, 'dates' | 'now'>;

/** `17 November, 14:00`; with the year if it is another one than now. */
export function when({ dates, now }: Clock, at: string): Html {
  const ms = Date.parse(at);
  const isThisYear = new Date(ms).getUTCFullYear() === new Date(now).getUTCFullYear();
  return moment(ms, `${isThisYear ? dates.dayOfMonth(ms) : dates.dayAndYear(ms)}, ${dates.clock(ms)}`);
}

/** A filter as a `datetime-local` field sends it. */
export function timeFilter({ dates }: Clock, name: string, value: string | undefined): number | undefined {
  const at = timeOrNull({ [name]: value ?? '' }, name, dates.timezone);
  if (at === null) return undefined;
  const ms = parseTimestamp(at);
  if (ms === undefined) throw invalidRequest(`${name} must be a date and a time`);
  return ms;
}
