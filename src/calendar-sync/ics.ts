import { startDeadline } from '../network/exchange.ts';
import type { Credentials, Fetch, FetchResponse } from '../network/fetch.ts';
import type { Database } from '../storage/database.ts';
import type { Clock } from '../time/clock.ts';
import { hashOf, writeBusyTimes } from './busy-times.ts';
import type { CalendarReader } from './ical/reader.ts';
import type { ClaimedSync } from './queries.ts';
import { isStillRead, rangeToRead, readFor } from './range.ts';
import type { SyncResult } from './record.ts';
import { lockClaim, type ReadState, updateReadState } from './state-queries.ts';

export const MAX_FEED_BYTES = 10 * 1024 * 1024;
/** For a feed, from looking up its name to the last byte, including redirects. */
export const TIMEOUT_MS = 30_000;
const MAX_ETAG_LENGTH = 1_024;

export interface FeedParts {
  database: Database;
  clock: Clock;
  fetch: Fetch;
  reader: CalendarReader;
  /** Matches UIDs of events that Rota wrote itself. */
  ownUids: RegExp;
}

/** Fetches a feed, and replaces the busy times of the calendar. */
export async function syncFeed(
  parts: FeedParts,
  item: ClaimedSync,
  credentials: Credentials | undefined,
): Promise<SyncResult> {
  const { clock, fetch } = parts;
  const known = isStillRead(item, clock.now()) && isNoteKept(item) ? item.etag : null;
  const response = await fetch({
    workspaceId: item.workspace_id,
    url: item.url,
    headers: { accept: 'text/calendar, */*;q=0.1', ...(known !== null && conditionOf(known)) },
    ...(credentials && { credentials }),
    deadline: startDeadline(clock, TIMEOUT_MS),
    maxBytes: MAX_FEED_BYTES,
  });
  if (response.status === 304 && known !== null) return { error: null, note: formerNote(item) };
  if (response.status !== 200) return { error: refusalInWords(response.status) };
  return read(parts, item, response);
}

async function read(
  { database, clock, reader, ownUids }: FeedParts,
  item: ClaimedSync,
  { body, headers }: FetchResponse,
): Promise<SyncResult> {
  const { workspace_id, id, timezone, email } = item;
  const range = rangeToRead(clock.now());
  const result = await reader.read({ workspace_id, body, ...range, timezone, email, own_uid: ownUids });
  if ('error' in result) return { error: result.error };
  const busy = result.busy.map(({ starts_at, ends_at }) => ({ start: starts_at, end: ends_at }));
  const content_hash = hashOf(busy);
  const state = {
    etag: etagIn(headers),
    content_hash,
    expanded_until: range.until,
    read_for: readFor(item),
    doubtful: result.doubtful,
  };
  const note = noteOnZones(result.unknown_zones);
  if (isSame(state, item)) return { error: null, note };
  await database.transaction(async (tx) => {
    // Another node may have read something newer meanwhile, or the calendar's URL may have changed.
    if (!(await lockClaim(tx, workspace_id, item))) return;
    if (content_hash !== item.content_hash) await writeBusyTimes(tx, item, busy);
    await updateReadState(tx, workspace_id, id, state);
  });
  return { error: null, note };
}

/** If nothing has changed, nothing is written. Measured: such syncs take half the time. */
function isSame(state: ReadState, item: ClaimedSync): boolean {
  return Object.entries(state).every(([name, value]) => item[name as keyof ReadState] === value);
}

/** The server's name for a state: an entity tag, which has quotes, or the time of the last change. */
function etagIn(headers: Record<string, string>): string | null {
  const etag = headers.etag ?? headers['last-modified'] ?? '';
  return /^[\x20-\x7e]+$/.test(etag) && etag.length <= MAX_ETAG_LENGTH ? etag : null;
}

function conditionOf(etag: string): Record<string, string> {
  return etag.includes('"') ? { 'if-none-match': etag } : { 'if-modified-since': etag };
}

function refusalInWords(status: number): string {
  if (status === 401 || status === 403)
    return `the server refused access (${status}): check the user name, the password and the URL`;
  if (status === 404 || status === 410) return `there is no calendar at the URL (${status})`;
  return `the server answered ${status}`;
}

// What is said of a calendar that can be read, but holds events that nobody can place.

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
