export const DAY_MS = 24 * 60 * 60 * 1000;

const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

const YEAR_0 = Date.parse('0000-01-01T00:00:00Z');
const YEAR_10000 = Date.parse('+010000-01-01T00:00:00Z');

/**
 * Milliseconds since 1970, or undefined when `text` is no ISO 8601 date (midnight UTC) or date and time with
 * an offset. A time without an offset is refused: it would mean something else on every machine.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = ISO_8601.exec(text);
  if (!match) return undefined;
  const [, year, month, day] = match.map(Number) as [number, number, number, number];
  // Date.parse turns 30 February into 2 March.
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > lastDay) return undefined;
  const ms = Date.parse(text);
  // An offset can carry a time out of the years that four digits can write.
  return ms >= YEAR_0 && ms < YEAR_10000 ? ms : undefined;
}

/** A time from a request whose form has been checked; one that was not given is null. */
export function readTimestamp(text: string | null | undefined): number | null {
  return text ? (parseTimestamp(text) ?? null) : null;
}

/** Past this many it starts anew. */
const MAX_WRITTEN = 10_000;
const written = new Map<number, string>();

export function formatTimestamp(ms: number): string;
export function formatTimestamp(ms: number | null): string | null;
export function formatTimestamp(ms: number | null): string | null {
  return ms === null ? null : (written.get(ms) ?? write(ms));
}

/** What is shown once is shown again: measured, a sixth of the time for a list of teams went into writing times. */
function write(ms: number): string {
  if (written.size >= MAX_WRITTEN) written.clear();
  const text = new Date(ms).toISOString();
  written.set(ms, text);
  return text;
}
