// How the tests read a calendar, and how they write busy times down.
import type { ReadOptions, ReadResult } from '../../../src/calendar-sync/ical/read-busy-times.ts';

export const OWN_UID = /^mr_[0-9A-HJKMNP-TV-Z]{26}@rota\.example\.com$/;

export function optionsFor(range: { from: string; until: string; timezone: string }): ReadOptions {
  return {
    from: Date.parse(range.from),
    until: Date.parse(range.until),
    timezone: range.timezone,
    email: 'ada@example.com',
    own_uid: OWN_UID,
  };
}

/** As `2026-03-05T13:00Z/2026-03-05T14:00Z`. */
export function written(
  result: ReadResult,
): { busy: string[]; doubtful: number; unknown_zones?: string[] } | { error: string } {
  if ('error' in result) return result;
  const time = (ms: number) => new Date(ms).toISOString().replace(/(?::00)?\.000Z$/, 'Z');
  return {
    busy: result.busy.map(({ starts_at, ends_at }) => `${time(starts_at)}/${time(ends_at)}`),
    doubtful: result.doubtful,
    ...(result.unknown_zones.length > 0 && { unknown_zones: result.unknown_zones }),
  };
}

/** A calendar with events that are given as their lines. */
export const calendarOf = (...events: string[][]) => calendarOfMany(events);

/** The same for more events than a call takes arguments. */
export function calendarOfMany(events: string[][]): string {
  const lines = events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}
