// Why objects are read one by one, and why by our own reader: docs/decisions/0023-calendars-are-copied.md.
import { startDeadline } from '../../network/exchange.ts';
import { type Credentials, FetchFailed } from '../../network/fetch.ts';
import { TIMEOUT_MS } from '../ics.ts';
import { updateCollection } from '../object-queries.ts';
import type { ClaimedSync } from '../queries.ts';
import type { SyncResult } from '../record.ts';
import { LostClaim, whileClaimed } from '../while-claimed.ts';
import { writeBookings } from './bookings.ts';
import { readState, type State } from './changes.ts';
import { createDav } from './client.ts';
import { findCollection } from './discovery.ts';
import { CaldavError, Gone } from './errors.ts';
import type { CaldavParts, Sync } from './one-sync.ts';
import { readChanges } from './read.ts';

/** For all requests of a sync. What has been read by then is kept, and the rest is read next time. */
const SYNC_MS = 3 * TIMEOUT_MS;
const MAX_SYNC_BYTES = 100 * 1024 * 1024;

/** Writes the member's bookings to a calendar on a CalDAV server, and reads what has changed in it. */
export async function syncCaldav(
  parts: CaldavParts,
  item: ClaimedSync,
  credentials: Credentials,
): Promise<SyncResult> {
  const { database, clock, fetch } = parts;
  const { workspace_id } = item;
  const deadline = startDeadline(clock, SYNC_MS);
  const dav = createDav({
    ...{ fetch, credentials, deadline },
    workspaceId: workspace_id,
    maxBytes: MAX_SYNC_BYTES,
  });
  try {
    return await syncWith({ ...parts, item, dav, deadline, whileClaimed: whileClaimed(database, item) });
  } catch (error) {
    // The result doesn't matter: without the claim, nothing is recorded.
    if (error instanceof LostClaim) return { error: null };
    if (error instanceof CaldavError) return { error: error.message };
    throw error;
  }
}

async function syncWith(sync: Sync): Promise<SyncResult> {
  const opened = await openCollection(sync);
  const { collection } = opened;
  let { state } = opened;
  let refusal: string | null = null;
  try {
    if (await writeBookings(sync, collection)) state = await readState(sync.dav, collection);
  } catch (error) {
    if (!(error instanceof CaldavError || error instanceof FetchFailed)) throw error;
    // Busy times must be read all the same.
    refusal = error.message;
  }
  if (sync.item.has_left === 1) return { error: refusal };
  const note = await readChanges(sync, { collection, state, since: opened.since });
  return { error: refusal, note };
}

interface Opened {
  collection: string;
  state: State;
  /** The state that was read last. */
  since: string | null;
}

/** The collection that was found before. If it is gone, searches again. */
async function openCollection(sync: Sync): Promise<Opened> {
  const { item, dav } = sync;
  const { collection_url: known, url, workspace_id, id } = item;
  try {
    if (known !== null) return { collection: known, state: await readState(dav, known), since: item.etag };
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
  }
  const collection = await findCollection(dav, url);
  const state = await readState(dav, collection);
  await sync.whileClaimed((tx) => updateCollection(tx, workspace_id, id, collection));
  return { collection, state, since: null };
}
