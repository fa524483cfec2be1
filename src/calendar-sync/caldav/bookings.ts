import {
  deleteEntries,
  type EntryRow,
  selectEntries,
  selectWantedEntries,
  type WantedEntry,
  writeEntry,
} from '../caldav-queries.ts';
import type { ClaimedSync } from '../queries.ts';
import { pathUnder } from './addresses.ts';
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
  const { toWrite, toRemove, over } = differences(wanted, written, { collection, now });

  for (const { entry, sequence } of toWrite) {
    const url = new URL(`${entry.request_id}.ics`, collection).href;
    const written_at = clock.now();
    const uid = `${entry.request_id}@${sync.mailDomain}`;
    await dav.put(url, entryText({ ...entry, uid, sequence, written_at }));
    const row = { ...entry, href: pathUnder(url, collection), sequence, written_at };
    await sync.whileClaimed((tx) => writeEntry(tx, workspace_id, id, row));
  }
  for (const { request_id, href } of toRemove) {
    await dav.remove(new URL(href, collection).href);
    await sync.whileClaimed((tx) => deleteEntries(tx, workspace_id, id, [request_id]));
  }
  if (over.length > 0) {
    const ids = over.map(({ request_id }) => request_id);
    await sync.whileClaimed((tx) => deleteEntries(tx, workspace_id, id, ids));
  }
  return toWrite.length + toRemove.length > 0;
}

/** A calendar that receives no bookings any more loses those that are still to come. */
async function wantedBy({ database }: Sync, item: ClaimedSync, now: number): Promise<WantedEntry[]> {
  if (item.receives_bookings !== 1) return [];
  return selectWantedEntries(database, item.workspace_id, item.member_id, { now, limit: MAX_ENTRIES });
}

/** What is over stays in the calendar, and needs no note any more. */
function differences(
  wanted: WantedEntry[],
  written: EntryRow[],
  { collection, now }: { collection: string; now: number },
) {
  const before = new Map(written.map((row) => [row.request_id, row]));
  const after = new Set(wanted.map(({ request_id }) => request_id));
  const { pathname } = new URL(collection);
  const isHere = ({ href }: EntryRow) => href.startsWith(pathname);
  const toWrite = wanted.flatMap((entry) => {
    const row = before.get(entry.request_id);
    const isSame = row && isHere(row) && row.starts_at === entry.starts_at && row.ends_at === entry.ends_at;
    return isSame ? [] : [{ entry, sequence: row ? row.sequence + 1 : 0 }];
  });
  const unwanted = written.filter(({ request_id }) => !after.has(request_id));
  return {
    toWrite,
    toRemove: unwanted.filter((row) => row.ends_at > now && isHere(row)),
    over: unwanted.filter((row) => row.ends_at <= now || !isHere(row)),
  };
}
