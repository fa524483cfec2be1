// Times as the reader of a page sees them: in their zone, their language, and their region's clock format.
import { dateFormat, durationOf, momentIn, zoneAt } from '../time/wording.ts';
import { localDay } from '../time/zones.ts';
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
  /** `Tuesday`. */
  weekday(at: number): string;
  /** `17 November`. */
  dayOfMonth(at: number): string;
  /** `14:00` or `2:00 PM`. */
  clock(at: number): string;
  /** `14:00–14:45`, `2:00 – 2:45 PM`. Names the day of the end if it differs. */
  clockSpan(span: Span): string;
  /** `Tuesday, 17 November 2026, 14:00–14:45`. */
  whole(span: Span): string;
  /** `16–22 November 2026`: the days of both moments. */
  range(from: number, to: number): string;
  /** `Central European Standard Time, Berlin`: the zone's name at that moment. */
  zone(at: number): string;
}

/** The ` PM` of a 12-hour clock. */
const HALF_OF_DAY = /\s\D+$/;

/** Takes only zones that Intl knows. */
export function datesFor({ locale }: Reader, timezone: string): Dates {
  const inWords = (style: Parameters<typeof momentIn>[2]) => (at: number) =>
    momentIn(locale, timezone, style, at);
  const dates: Dates = {
    timezone,
    day: inWords('day'),
    dayAndYear: inWords('dayAndYear'),
    weekday: inWords('weekday'),
    dayOfMonth: inWords('dayOfMonth'),
    clock: inWords('clock'),
    clockSpan({ starts_at, ends_at }) {
      const [start, end] = [dates.clock(starts_at), dates.clock(ends_at)];
      if (localDay(timezone, starts_at) !== localDay(timezone, ends_at)) {
        return `${start} – ${dates.day(ends_at)}, ${end}`;
      }
      // Doesn't use `formatRange`, which takes thirty times as long.
      const half = HALF_OF_DAY.exec(start)?.[0];
      if (!half) return `${start}–${end}`;
      return `${end.endsWith(half) ? start.slice(0, -half.length) : start} – ${end}`;
    },
    whole: (span) => `${dates.dayAndYear(span.starts_at)}, ${dates.clockSpan(span)}`,
    range: (from, to) => dateFormat(locale, timezone, 'date').formatRange(from, to),
    zone: (at) => zoneAt(at, timezone, locale),
  };
  return dates;
}

/** `45 minutes`, `1 hour 30 minutes`. */
export const duration = (minutes: number, { locale }: Reader) => durationOf(minutes, locale);
