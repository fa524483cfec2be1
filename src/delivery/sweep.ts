import type { Clock } from '../clock.ts';
import { firstIdAt, type IdKind } from '../ids.ts';
import type { Database, Transaction } from '../storage/database.ts';
import {
  deleteDeliveries,
  deleteDeliveriesTo,
  deleteEndpointRow,
  deleteEvents,
  type Range,
  selectDeletedEndpoints,
  selectWorkspaceIds,
} from './queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Small enough that nobody notices: others write between two batches. */
const BATCH = 500;

type Batch = (tx: Transaction, last: string) => Promise<{ id: string }[]>;

/**
 * Removes what is no longer kept: finished deliveries and events of long ago, and all that belonged to deleted endpoints.
 * A delivery that still waits stays, however old: an endpoint may be disabled for long, and nothing is dropped meanwhile.
 */
export function createSweep(database: Database, clock: Clock, retentionDays: number) {
  /** True when the last batch has been removed; false when another node is at it. */
  async function inBatches(batch: Batch): Promise<boolean> {
    for (let last = '', removed = BATCH; removed === BATCH; ) {
      const rows = await database.transaction(async (tx) =>
        (await tx.tryLock('sweep deliveries')) ? batch(tx, last) : undefined,
      );
      if (!rows) return false;
      removed = rows.length;
      last = rows.reduce((latest, { id }) => (id > latest ? id : latest), last);
    }
    return true;
  }

  return async function sweep(): Promise<void> {
    for (const endpoint of await selectDeletedEndpoints(database)) {
      const { workspace_id: workspaceId, id } = endpoint;
      if (!(await inBatches((tx) => deleteDeliveriesTo(tx, workspaceId, id, BATCH)))) return;
      await database.transaction((tx) => deleteEndpointRow(tx, workspaceId, id));
    }
    const end = clock.now() - retentionDays * DAY_MS;
    const rangeOf = (kind: IdKind, after: string): Range => ({
      after,
      before: firstIdAt(kind, end),
      limit: BATCH,
    });
    for (const workspaceId of await selectWorkspaceIds(database)) {
      const isDone =
        (await inBatches((tx, last) => deleteDeliveries(tx, workspaceId, rangeOf('delivery', last)))) &&
        (await inBatches((tx, last) => deleteEvents(tx, workspaceId, rangeOf('event', last))));
      if (!isDone) return;
    }
  };
}
