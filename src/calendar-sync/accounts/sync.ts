// Why it goes so: docs/decisions/0034-connected-calendars.md.
import { startDeadline } from '../../network/exchange.ts';
import { FetchFailed } from '../../network/fetch.ts';
import { withJitter } from '../../outbox/retry-schedule.ts';
import { SECOND_MS } from '../../time/timestamps.ts';
import type { Trace } from '../../trace.ts';
import { TIMEOUT_MS } from '../ics.ts';
import type { ClaimedSync } from '../queries.ts';
import type { SyncResult } from '../record.ts';
import { LostClaim, whileClaimed } from '../while-claimed.ts';
import { createApi } from './api.ts';
import { AskedToWait, ProviderError } from './errors.ts';
import type { AccountSync, AccountSyncParts } from './one-sync.ts';
import { readAccountCalendar } from './read.ts';
import { pauseAccount } from './token-queries.ts';
import { writeBookings } from './write.ts';

/** For all calls that write, and for all that read: what takes too long to write keeps nothing from being read. Together less than a lease. */
const WRITING_MS = 2 * TIMEOUT_MS;
const READING_MS = 3 * TIMEOUT_MS;
const MAX_SYNC_BYTES = 100 * 1024 * 1024;
/** In minutes, when a provider asks to wait and doesn't say for how long. */
const WAIT_MINUTES = 1;
/** However soon a provider says: with no time at all, it would be asked again and again. */
const MIN_WAIT_MS = 10 * SECOND_MS;
/** When reading has found something to write. */
const SOON_MS = SECOND_MS;

/** Writes the member's bookings to a calendar of a connected account, and reads what has changed in it. */
export async function syncAccountCalendar(
  parts: AccountSyncParts,
  item: ClaimedSync,
  trace: Trace,
): Promise<SyncResult> {
  const { database, clock, fetch, accounts } = parts;
  const { workspace_id, connection_id, remote_id } = item;
  try {
    if (connection_id === null || remote_id === null)
      throw new ProviderError('it belongs to no account any more');
    const provider = accounts.provider(item.type);
    const withDeadline = (ms: number): AccountSync => ({
      ...{ ...parts, item, remoteId: remote_id, provider, trace },
      api: createApi({
        ...{ fetch, deadline: startDeadline(clock, ms) },
        workspaceId: workspace_id,
        name: provider.name,
        apiUrl: provider.apiUrl,
        token: (refused) => accounts.accessToken({ workspace_id, id: connection_id }, trace, refused),
        maxBytes: MAX_SYNC_BYTES,
        now: () => clock.now(),
      }),
      whileClaimed: whileClaimed(database, item),
    });
    return await syncWith(item, withDeadline);
  } catch (error) {
    // The result doesn't matter: without the claim, nothing is recorded.
    if (error instanceof LostClaim) return { error: null };
    if (error instanceof AskedToWait && error.waitMs !== undefined && connection_id !== null) {
      const until = clock.now() + error.waitMs;
      await database.transaction((tx) => pauseAccount(tx, { workspace_id, id: connection_id }, until));
    }
    return failed(error);
  }
}

async function syncWith(item: ClaimedSync, withDeadline: (ms: number) => AccountSync): Promise<SyncResult> {
  let refusal: SyncResult | undefined;
  let nextMs: number | undefined;
  try {
    nextMs = await writeBookings(withDeadline(WRITING_MS));
  } catch (error) {
    if (error instanceof AskedToWait) throw error;
    // Busy times must be read all the same.
    refusal = failed(error);
  }
  if (item.has_left === 0 && (await readAccountCalendar(withDeadline(READING_MS)))) nextMs = SOON_MS;
  return refusal ?? { error: null, ...(nextMs !== undefined && { nextMs }) };
}

function failed(error: unknown): SyncResult {
  if (error instanceof AskedToWait)
    return {
      error: error.message,
      postponedMs: Math.max(error.waitMs ?? withJitter(WAIT_MINUTES), MIN_WAIT_MS),
    };
  if (error instanceof ProviderError || error instanceof FetchFailed) return { error: error.message };
  throw error;
}
