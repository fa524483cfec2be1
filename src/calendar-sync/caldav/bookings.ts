import {
  deleteEntries,
  type EntryRow,
  selectEntries,
  selectWantedEntries,
  type WantedEntry,
  writeEntry,
} from '../caldav-queries.ts';
import type { ClaimedSync } from '../queries.ts';
import { entryText } from './entry.ts';
import type { Sync } from './one-sync.ts';

/** Only this many of the next bookings are written. Later ones follow when their turn comes. */
const MAX_ENTRIES = 1_000;

/**
 * Writes the member's current and future bookings to the calendar. Records each one after it was written: if a node dies in
 * between, the same text is written again. Returns whether anything was written.
 */
export async function writeBookings(sync: Sync, collection: string): Promise<boolean> {
  const { item, dav, clock, database } = sync;
  const { workspace_id, id } = item;
  const now = clock.now();
  const written = await selectEntries(database, workspace_id, id);
  const wanted = await wantedBy(sync, item, now);
  const { toForget, toRemove, toWrite } = differences(wanted, written, { collection, now });

  const forget = (requestIds: string[]) =>
    sync.whileClaimed((tx) => deleteEntries(tx, workspace_id, id, requestIds));
  if (toForget.length > 0) await forget(toForget.map(({ request_id }) => request_id));
  for (const { request_id, url } of toRemove) {
    await dav.remove(url);
    await forget([request_id]);
  }
  for (const { sequence, ...entry } of toWrite) {
    const url = new URL(`${entry.request_id}.ics`, collection).href;
    const written_at = clock.now();
    const uid = `${entry.request_id}@${sync.mailDomain}`;
    await dav.put(url, entryText({ ...entry, uid, sequence, written_at }));
    await sync.whileClaimed((tx) =>
      writeEntry(tx, workspace_id, id, { ...entry, url, sequence, written_at }),
    );
  }
  return toWrite.length + toRemove.length > 0;
}

/** None for a calendar that no longer receives bookings: its future ones are removed. */
async function wantedBy({ database }: Sync, item: ClaimedSync, now: number): Promise<WantedEntry[]> {
  if (item.receives_bookings !== 1) return [];
  return selectWantedEntries(database, item.workspace_id, item.member_id, { now, limit: MAX_ENTRIES });
}

/**
 * Past bookings stay in the calendar, but needn't be tracked any more. The same goes for bookings on another server, after the
 * calendar's URL was changed: we don't have the password for that one any more.
 */
function differences(
  wanted: WantedEntry[],
  written: EntryRow[],
  { collection, now }: { collection: string; now: number },
) {
  const before = new Map(written.map((row) => [row.request_id, row]));
  const after = new Set(wanted.map(({ request_id }) => request_id));
  const { origin } = new URL(collection);
  const isHere = ({ url }: EntryRow) => url.startsWith(collection);
  const isOver = ({ url, ends_at }: EntryRow) => ends_at <= now || new URL(url).origin !== origin;
  const unwanted = written.filter((row) => !after.has(row.request_id) || !isHere(row));
  return {
    toForget: unwanted.filter(isOver),
    toRemove: unwanted.filter((row) => !isOver(row)),
    toWrite: wanted.flatMap((entry) => {
      const row = before.get(entry.request_id);
      const isSame =
        row?.starts_at === entry.starts_at &&
        row.ends_at === entry.ends_at &&
        row.location === entry.location;
      return isSame && isHere(row) ? [] : [{ ...entry, sequence: row ? row.sequence + 1 : 0 }];
    }),
  };
}
