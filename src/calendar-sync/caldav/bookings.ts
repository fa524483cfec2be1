import { differences, entriesToBegin, wantedBy } from '../entries.ts';
import { beginEntries, deleteEntries, selectEntries, writeEntry } from '../entry-queries.ts';
import { entryText } from './entry.ts';
import type { Sync } from './one-sync.ts';

/**
 * Writes the member's current and future bookings to the calendar. Notes each one before, and records it after it was written: if a
 * node dies in between, the same text is written again. Returns whether anything was written.
 */
export async function writeBookings(sync: Sync, collection: string): Promise<boolean> {
  const { item, dav, clock, database } = sync;
  const { workspace_id, id } = item;
  const now = clock.now();
  const written = await selectEntries(database, workspace_id, id);
  const wanted = await wantedBy(database, item, now);
  const { toForget, toRemove, toWrite } = differences(wanted, written, {
    now,
    isHere: ({ url }) => url.startsWith(collection),
    // After the calendar's URL was changed: we don't have the password for that server any more.
    isLost: ({ url }) => new URL(url).origin !== new URL(collection).origin,
  });

  const forget = (requestIds: string[]) =>
    sync.whileClaimed((tx) => deleteEntries(tx, workspace_id, id, requestIds));
  if (toForget.length > 0) await forget(toForget.map(({ request_id }) => request_id));
  const urlOf = (requestId: string) => new URL(`${requestId}.ics`, collection).href;
  if (toRemove.length + toWrite.length > 0) {
    const begun = entriesToBegin({ toRemove, toWrite }, now, urlOf);
    await sync.whileClaimed((tx) => beginEntries(tx, workspace_id, id, begun));
  }
  for (const { request_id, url } of toRemove) {
    await dav.remove(url);
    await forget([request_id]);
  }
  for (const { entry, sequence } of toWrite) {
    const url = urlOf(entry.request_id);
    const written_at = clock.now();
    const uid = `${entry.request_id}@${sync.mailDomain}`;
    await dav.put(url, entryText({ ...entry, uid, sequence, written_at }));
    await sync.whileClaimed((tx) =>
      writeEntry(tx, workspace_id, id, {
        ...entry,
        ...{ url, sequence, written_at, conference: null, join_url: null },
      }),
    );
  }
  return toWrite.length + toRemove.length > 0;
}
