// Times as the reader of a page sees them: in their language, and on their region's clock.
import { type Dates, datesIn } from '../time/dates.ts';
import { durationOf } from '../time/wording.ts';
import type { Reader } from './reader.ts';

export type { Dates, Span } from '../time/dates.ts';

interface Zone {
  /** One that Intl knows. */
  timezone: string;
  now: number;
  /** True if it's known to be the reader's own: then it is called `your time`. */
  isOwn?: boolean;
}

export const datesFor = ({ locale }: Reader, zone: Zone): Dates => datesIn({ locale, ...zone });

/** `45 minutes`, `1 hour 30 minutes`. */
export const duration = (minutes: number, { locale }: Reader) => durationOf(minutes, locale);
