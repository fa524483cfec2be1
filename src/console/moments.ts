import type { Html } from '../html/html.ts';
import { moment } from '../html/marks.ts';
import type { Screen } from './screen.ts';

/** A moment in words, on the clock of whoever reads it. The year is named if it is another one. */
export function momentOf({ dates, now }: Pick<Screen, 'dates' | 'now'>, at: number | string): Html {
  const ms = typeof at === 'string' ? Date.parse(at) : at;
  const isThisYear = new Date(ms).getUTCFullYear() === new Date(now).getUTCFullYear();
  return moment(ms, `${isThisYear ? dates.day(ms) : dates.dayAndYear(ms)}, ${dates.clock(ms)}`);
}
