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

/** Bookings after so many are written once they are among the next. */
const MAX_ENTRIES = 1_000;

/**
 * Makes the calendar hold the bookings of its member that are not over yet. Each one is noted after it has been written, so
 * a node that dies in between leads to the same text being written again. Returns whether anything was written.
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

/** A calendar that receives no bookings any more loses those that are still to come. */
async function wantedBy({ database }: Sync, item: ClaimedSync, now: number): Promise<WantedEntry[]> {
  if (item.receives_bookings !== 1) return [];
  return selectWantedEntries(database, item.workspace_id, item.member_id, { now, limit: MAX_ENTRIES });
}

/**
 * What is over stays in the calendar, and needs no note any more. Nor does what is on another server, since the calendar
 * leads to this one: the password for that one is not known.
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
      const isSame = row && row.starts_at === entry.starts_at && row.ends_at === entry.ends_at;
      return isSame && isHere(row) ? [] : [{ ...entry, sequence: row ? row.sequence + 1 : 0 }];
    }),
  };
}
