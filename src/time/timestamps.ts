export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Midnight UTC before this time. Daily limits count from it. */
export const startOfDay = (at: number): number => at - (at % DAY_MS);

const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

const YEAR_0 = Date.parse('0000-01-01T00:00:00Z');
const YEAR_10000 = Date.parse('+010000-01-01T00:00:00Z');

/** The last time that can be written with four digits for the year. */
export const LAST_TIME = YEAR_10000 - 1;

/**
 * Milliseconds since 1970, from an ISO 8601 date (midnight UTC) or a date and time with an offset; undefined for
 * anything else. A time without an offset is refused, because its meaning would depend on the machine.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = ISO_8601.exec(text);
  if (!match) return undefined;
  const [, year, month, day] = match.map(Number) as [number, number, number, number];
  // Date.parse turns 30 February into 2 March.
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > lastDay) return undefined;
  const ms = Date.parse(text);
  // An offset can push a time out of the four-digit years.
  return isWritable(ms) ? ms : undefined;
}

/** Whether the year has four digits. */
export function isWritable(ms: number): boolean {
  return ms >= YEAR_0 && ms < YEAR_10000;
}

/** True for a date without a time: 2026-12-24. */
export function isDate(text: string): boolean {
  return !text.includes('T') && parseTimestamp(text) !== undefined;
}

/** True for a time of day: 00:00 to 23:59, and 24:00 for the end of the day. */
export function isTimeOfDay(text: string): boolean {
  return /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text);
}

/** 570 for `09:30`. */
export function minuteOfDay(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
}

/** For a time in a validated request. Null if it was left out. */
export function readTimestamp(text: string | null | undefined): number | null {
  return text ? (parseTimestamp(text) ?? null) : null;
}

const MAX_CACHED = 10_000;
const cache = new Map<number, string>();

export function formatTimestamp(ms: number): string;
export function formatTimestamp(ms: number | null): string | null;
export function formatTimestamp(ms: number | null): string | null {
  return ms === null ? null : (cache.get(ms) ?? format(ms));
}

/** Cached, because the same times are shown again and again: formatting them took a sixth of a list of teams (measured). */
function format(ms: number): string {
  if (cache.size >= MAX_CACHED) cache.clear();
  const text = new Date(ms).toISOString();
  cache.set(ms, text);
  return text;
}
