// Times as the recipient of a message sees them: in their time zone, in the language of the message, on the clock of their region.
import type { Locale } from '../text/languages.ts';
import { type Dates, datesIn, type Span } from '../time/dates.ts';
import { HOUR_MS, MINUTE_MS } from '../time/timestamps.ts';
import { firstMinuteAt, localDay, localMinute, MINUTES_OF_DAY } from '../time/zones.ts';

interface Recipient {
  timezone: string;
  locale: Locale;
}

export const datesFor = ({ timezone, locale }: Recipient, now: number): Dates =>
  datesIn({ locale: locale.tag, timezone, now });

/** `Tuesday, 17 November, 14:00–14:30 (Berlin time)`. */
export const spanWithZone = (span: Span, dates: Dates): string =>
  `${dates.whole(span)} (${zoneOf(span.starts_at, dates)})`;

/** `Tuesday, 17 November, 14:00 (Berlin time)`. */
export const momentWithZone = (at: number, dates: Dates): string =>
  `${dates.moment(at)} (${zoneOf(at, dates)})`;

/** `Tue 17 Nov, 14:00–14:30`, to choose. */
export function rowOf(span: Span, dates: Dates, isWithZone: boolean): string {
  const label = `${dates.shortDay(span.starts_at)}, ${dates.clockSpan(span)}`;
  return isWithZone ? `${label} (${zoneOf(span.starts_at, dates)})` : label;
}

/** `Tue 17 Nov 14:00`, for a subject. */
export const startOf = ({ starts_at }: Span, dates: Dates): string =>
  `${dates.shortDay(starts_at)} ${dates.clock(starts_at)}`;

export const daysAhead = ['today', 'tomorrow', 'later'] as const;
export type DayAhead = (typeof daysAhead)[number];

/** Which day it is, seen from the reader's present one. */
export function dayAheadOf(at: number, timezone: string, now: number): DayAhead {
  const days = localDay(timezone, at) - localDay(timezone, now);
  return daysAhead[Math.min(days, 2)] ?? 'today';
}

/** When a reminder stops being true: once the meeting begins, and once the reader's "tomorrow" is today. */
export function reminderEnd({ starts_at }: Span, timezone: string, now: number): number {
  if (dayAheadOf(starts_at, timezone, now) !== 'tomorrow') return starts_at;
  return firstMinuteAt(timezone, localDay(timezone, starts_at) * MINUTES_OF_DAY) * MINUTE_MS;
}

/** `Berlin time`. In the hour that clocks show twice, also whether it's still summer time. */
export function zoneOf(at: number, dates: Dates): string {
  return isShownTwice(at, dates.timezone) ? dates.zone(at) : dates.place;
}

/** Clocks are put back by an hour, and by half of one on Lord Howe Island. */
function isShownTwice(at: number, timezone: string): boolean {
  const clockAt = (moment: number) => localMinute(timezone, Math.floor(moment / MINUTE_MS));
  const shown = clockAt(at);
  return [HOUR_MS, HOUR_MS / 2].some((step) => clockAt(at + step) === shown || clockAt(at - step) === shown);
}
