// Dates and times as pages and messages say them: in one zone, one language and one region's clock, and everywhere alike.
import { DAY_MS } from './timestamps.ts';
import { dateFormat, momentIn, placeOf, zoneInWords, zoneWords } from './wording.ts';
import { localDay } from './zones.ts';

export interface Span {
  starts_at: number;
  ends_at: number;
}

/** Days and ranges name the year unless it is the current one, or they are less than three months ahead. */
export interface Dates {
  readonly timezone: string;
  /** `Tuesday, 17 November`. */
  day(at: number): string;
  /** `Tue 17 Nov`, for buttons and subjects. */
  shortDay(at: number): string;
  /** `Tuesday`. */
  weekday(at: number): string;
  /** `Tue`. */
  weekdayShort(at: number): string;
  /** `17 November`. */
  dayOfMonth(at: number): string;
  /** `17`. */
  dayNumber(at: number): string;
  /** `Nov`. */
  monthShort(at: number): string;
  /** `14:00` or `2:00 PM`. */
  clock(at: number): string;
  /** `14:00–14:45`, `2:00 – 2:45 PM`. Names the day of the end if it differs. */
  clockSpan(span: Span): string;
  /** `Tuesday, 17 November, 14:00`. */
  moment(at: number): string;
  /** `Tuesday, 17 November, 14:00–14:45`. */
  whole(span: Span): string;
  /** `16–22 November`: the days of both moments. */
  range(from: number, to: number): string;
  /** `November 2026`, or `November – December 2026`. */
  months(from: number, to: number): string;
  /** `Berlin`. A zone without a city has its name. */
  readonly city: string;
  /** `Berlin time`, or `your time`. Follows a time, in parentheses. */
  readonly place: string;
  /** `Berlin time (CET)`, or `your time (Berlin, CET)`: also tells summer from winter. */
  zone(at: number): string;
}

interface Setting {
  /** With the reader's region, which decides about 12 or 24 hours: `en-US`. */
  locale: string;
  /** One that Intl knows. */
  timezone: string;
  now: number;
  /** True if it's known to be the reader's own zone. */
  isOwn?: boolean | undefined;
}

/** Three months: nobody takes a date so close for one of another year. */
const NEAR_MS = 92 * DAY_MS;

/** The ` PM` of a 12-hour clock. */
const HALF_OF_DAY = /\s\D+$/;

export function datesIn({ locale, timezone, now, isOwn = false }: Setting): Dates {
  type Style = Parameters<typeof momentIn>[2];
  const inWords = (style: Style) => (at: number) => momentIn(locale, timezone, style, at);
  const yearOf = (at: number) => new Date(localDay(timezone, at) * DAY_MS).getUTCFullYear();
  const isNear = (at: number) => (at >= now && at < now + NEAR_MS) || yearOf(at) === yearOf(now);
  const unlessNear = (near: Style, far: Style) => (at: number) =>
    momentIn(locale, timezone, isNear(at) ? near : far, at);
  const words = zoneWords(timezone, locale);
  const dates: Dates = {
    timezone,
    day: unlessNear('day', 'dayAndYear'),
    shortDay: unlessNear('shortDay', 'shortDayAndYear'),
    weekday: inWords('weekday'),
    weekdayShort: inWords('weekdayShort'),
    dayOfMonth: unlessNear('dayOfMonth', 'date'),
    dayNumber: inWords('dayNumber'),
    monthShort: inWords('monthShort'),
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
    moment: (at) => `${dates.day(at)}, ${dates.clock(at)}`,
    whole: (span) => `${dates.day(span.starts_at)}, ${dates.clockSpan(span)}`,
    range: (from, to) =>
      dateFormat(locale, timezone, isNear(from) && isNear(to) ? 'dayOfMonth' : 'date').formatRange(from, to),
    months: (from, to) => dateFormat(locale, timezone, 'month').formatRange(from, to),
    city: placeOf(timezone, locale) ?? words.place,
    place: isOwn ? words.yours : words.place,
    zone: (at) => zoneInWords(at, timezone, locale, isOwn),
  };
  return dates;
}
