// Times as the reader of a page sees them: in their zone, their language, and with the clock of their region.
import { dateFormat, durationOf, words, zoneAt } from '../time/wording.ts';
import type { Reader } from './reader.ts';

export interface Span {
  starts_at: number;
  ends_at: number;
}

export interface Dates {
  readonly timezone: string;
  /** `Tuesday, 17 November`. */
  day(at: number): string;
  /** `Tuesday, 17 November 2026`. */
  dayAndYear(at: number): string;
  /** `14:00` or `2:00 PM`. */
  clock(at: number): string;
  /** `14:00–14:45`. The second day is named if it is another. */
  clockSpan(span: Span): string;
  /** `Tuesday, 17 November 2026, 14:00–14:45`. */
  whole(span: Span): string;
  /** `16–22 November 2026`: from the day of the first moment to that of the second. */
  range(from: number, to: number): string;
  /** `Central European Standard Time, Berlin`: what the clock is called at that moment. */
  zone(at: number): string;
}

/** The zone must be one that Intl knows. */
export function datesFor({ locale }: Reader, timezone: string): Dates {
  const format = (style: Parameters<typeof dateFormat>[2]) => dateFormat(locale, timezone, style);
  const dates: Dates = {
    timezone,
    day: (at) => format('day').format(at),
    dayAndYear: (at) => format('dayAndYear').format(at),
    clock: (at) => format('clock').format(at),
    clockSpan: (span) =>
      words(`clock ${locale} ${timezone} ${span.starts_at} ${span.ends_at}`, () => makeClockSpan(span)),
    whole: (span) => `${dates.dayAndYear(span.starts_at)}, ${dates.clockSpan(span)}`,
    range: (from, to) => format('date').formatRange(from, to),
    zone: (at) => zoneAt(at, timezone, locale),
  };
  return dates;

  function makeClockSpan({ starts_at, ends_at }: Span): string {
    if (dates.dayAndYear(starts_at) === dates.dayAndYear(ends_at)) {
      return format('clock').formatRange(starts_at, ends_at);
    }
    return `${dates.clock(starts_at)} – ${dates.day(ends_at)}, ${dates.clock(ends_at)}`;
  }
}

/** `45 minutes`, `1 hour 30 minutes`. */
export const duration = (minutes: number, { locale }: Reader) => durationOf(minutes, locale);
