import type { Clock } from '../clock.ts';
import { firstIdAt, type IdKind } from '../ids.ts';
import { type Range, type Removal, removeInBatches } from '../storage/batches.ts';
import { DAY_MS } from '../timestamps.ts';
import {
  deleteDeliveries,
  deleteDeliveriesTo,
  deleteEndpointRow,
  deleteEvents,
  selectDeletedEndpoints,
} from './sweep-queries.ts';

/**
 * Removes what is no longer kept: finished deliveries and events of long ago, and all that belonged to deleted endpoints.
 * A delivery that still waits stays, however old: an endpoint may be disabled for long, and nothing is dropped meanwhile.
 */
export async function sweepDeliveries(
  removal: Removal,
  workspaceIds: string[],
  clock: Clock,
  retentionDays: number,
): Promise<void> {
  const { database } = removal;
  for (const { workspace_id: workspaceId, id } of await selectDeletedEndpoints(database)) {
    if (!(await removeInBatches(removal, (tx) => deleteDeliveriesTo(tx, workspaceId, id)))) return;
    await database.transaction((tx) => deleteEndpointRow(tx, workspaceId, id));
  }
  const end = clock.now() - retentionDays * DAY_MS;
  const rangeOf = (kind: IdKind, after: string): Range => ({ after, before: firstIdAt(kind, end) });
  for (const workspaceId of workspaceIds) {
    const isDone =
      (await removeInBatches(removal, (tx, last) =>
        deleteDeliveries(tx, workspaceId, rangeOf('delivery', last)),
      )) &&
      (await removeInBatches(removal, (tx, last) => deleteEvents(tx, workspaceId, rangeOf('event', last))));
    if (!isDone) return;
  }
}
