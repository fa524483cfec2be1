// Times as the recipient of a message sees them: in their time zone, with day and month in words, on a 24-hour clock.
import type { MeetingTime } from '../time/intervals.ts';
import * as wording from '../time/wording.ts';

const LOCALE = 'en-GB';
const dayOf = (at: number, timezone: string) => wording.dateFormat(LOCALE, timezone, 'dayAndYear').format(at);
const clockOf = (at: number, timezone: string) => wording.dateFormat(LOCALE, timezone, 'clock24').format(at);

/** `Tuesday, 17 November 2026, 14:00–14:30`. If it ends on another day, names that, too. */
export function spanOf({ starts_at, ends_at }: MeetingTime, timezone: string): string {
  const [from, to] = [dayOf(starts_at, timezone), dayOf(ends_at, timezone)];
  const [start, end] = [clockOf(starts_at, timezone), clockOf(ends_at, timezone)];
  return from === to ? `${from}, ${start}–${end}` : `${from}, ${start} – ${to}, ${end}`;
}

/** With the name of the zone: `Tuesday, 17 November 2026, 14:00–14:30 (Central European Standard Time, Berlin)`. */
export function spanWithZone(time: MeetingTime, timezone: string): string {
  return `${spanOf(time, timezone)} (${zoneAt(time.starts_at, timezone)})`;
}

/** `17 November 2026, 14:00`, for a subject. */
export function startOf({ starts_at }: MeetingTime, timezone: string): string {
  return momentOf(starts_at, timezone).replace(/^\w+, /, '');
}

/** `Tuesday, 17 November 2026, 14:00`. */
export function momentOf(at: number, timezone: string): string {
  return `${dayOf(at, timezone)}, ${clockOf(at, timezone)}`;
}

export const zoneAt = (at: number, timezone: string) => wording.zoneAt(at, timezone, LOCALE);
export const durationOf = (minutes: number) => wording.durationOf(minutes, LOCALE);
