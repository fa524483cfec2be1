// Times as a reader sees them: in their zone, day and month in words, 24 hours.
import type { Time } from './drafts.ts';

interface Formats {
  day: Intl.DateTimeFormat;
  clock: Intl.DateTimeFormat;
  zone: Intl.DateTimeFormat;
}

const MAX_ZONES = 1_000;
const kept = new Map<string, Formats>();

function formatsOf(timezone: string): Formats {
  const known = kept.get(timezone);
  if (known) return known;
  if (kept.size >= MAX_ZONES) kept.clear();
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: timezone, ...options });
  const formats: Formats = {
    day: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    clock: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    zone: format({ timeZoneName: 'long' }),
  };
  kept.set(timezone, formats);
  return formats;
}

/** `Tuesday, 17 November 2026, 14:00–14:30`. The second day is named if it is another. */
export function spanOf({ starts_at, ends_at }: Time, timezone: string): string {
  const { day, clock } = formatsOf(timezone);
  const [from, to] = [day.format(starts_at), day.format(ends_at)];
  const [start, end] = [clock.format(starts_at), clock.format(ends_at)];
  return from === to ? `${from}, ${start}–${end}` : `${from}, ${start} – ${to}, ${end}`;
}

/** With the name of the zone: `Tuesday, 17 November 2026, 14:00–14:30 (Central European Standard Time, Berlin)`. */
export function spanWithZone(time: Time, timezone: string): string {
  return `${spanOf(time, timezone)} (${zoneAt(time.starts_at, timezone)})`;
}

/** `17 November 2026, 14:00`, for a subject. */
export function startOf({ starts_at }: Time, timezone: string): string {
  return momentOf(starts_at, timezone).replace(/^\w+, /, '');
}

/** `Tuesday, 17 November 2026, 14:00`. */
export function momentOf(at: number, timezone: string): string {
  const { day, clock } = formatsOf(timezone);
  return `${day.format(at)}, ${clock.format(at)}`;
}

/** `Central European Standard Time, Berlin`: what the clock there is called at that moment, and the place. */
export function zoneAt(at: number, timezone: string): string {
  const name = formatsOf(timezone)
    .zone.formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  // A zone of no place, such as UTC or Etc/GMT+5, is named well enough.
  const place = /^(?!Etc\/).+\/([^/]+)$/.exec(timezone)?.[1]?.replaceAll('_', ' ');
  return [name, place].filter(Boolean).join(', ');
}

/** `45 minutes`, `1 hour`, `2 hours 30 minutes`. */
export function durationOf(minutes: number): string {
  const count = (number: number, unit: string) =>
    number === 0 ? [] : [`${number} ${unit}${number === 1 ? '' : 's'}`];
  return [...count(Math.floor(minutes / 60), 'hour'), ...count(minutes % 60, 'minute')].join(' ');
}
