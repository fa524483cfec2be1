// What is said of a calendar that can be read, but holds events that nobody can place.
import type { ClaimedSync } from './queries.ts';

/** Null if all zones are known. */
export function noteOnZones(names: Iterable<string>): string | null {
  const quoted = [...new Set(names)].map((name) => `"${name}"`);
  if (quoted.length === 0) return null;
  if (quoted.length === 1) return `the time zone ${quoted[0]} is not known`;
  return `the time zones ${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)} are not known`;
}

/** The note of the last sync; while the calendar fails, `last_error` has the reason instead. */
export const formerNote = ({ health, last_error }: ClaimedSync): string | null =>
  health === 'ok' ? last_error : null;

/** Whether it is known without reading the calendar again. A failure takes the place of earlier notes. */
export const isNoteKept = ({ health, doubtful }: ClaimedSync): boolean => health === 'ok' || doubtful === 0;
