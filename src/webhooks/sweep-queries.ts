import { BATCH, deleteBatch, type Range } from '../storage/batches.ts';
import type { Reader, Transaction } from '../storage/database.ts';

/** Removes finished deliveries of a batch, and their attempts; the ids of the whole batch. */
export function deleteDeliveries(tx: Transaction, workspaceId: string, range: Range) {
  const batch = { table: 'webhook_deliveries', scope: { workspace_id: workspaceId }, ...range };
  return deleteBatch(tx, { ...batch, mayGo: "status <> 'pending'" });
}

/** Removes those events of a batch of which no delivery is left; the ids of the whole batch. */
export function deleteEvents(tx: Transaction, workspaceId: string, range: Range) {
  const hasDelivery = `exists
    (select 1 from webhook_deliveries where workspace_id = $1 and event_id = events.id)`;
  const batch = { table: 'events', scope: { workspace_id: workspaceId }, ...range };
  return deleteBatch(tx, { ...batch, mayGo: `not ${hasDelivery}` });
}

export function selectDeletedEndpoints(reader: Reader): Promise<{ workspace_id: string; id: string }[]> {
  // In the order of the one index that has no others.
  return reader.all(
    'select workspace_id, id from webhook_endpoints where deleted_at is not null order by deleted_at',
  );
}

export function deleteDeliveriesTo(
  tx: Transaction,
  workspaceId: string,
  endpointId: string,
): Promise<{ id: string }[]> {
  return tx.all<{ id: string }>(
    `delete from webhook_deliveries where workspace_id = $1 and id in
       (select id from webhook_deliveries where workspace_id = $1 and endpoint_id = $2 order by id limit ${BATCH})
     returning id`,
    [workspaceId, endpointId],
  );
}

export async function deleteEndpointRow(tx: Transaction, workspaceId: string, id: string): Promise<void> {
  await tx.run('delete from webhook_endpoints where workspace_id = $1 and id = $2', [workspaceId, id]);
}
