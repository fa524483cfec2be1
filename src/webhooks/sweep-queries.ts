import { BATCH, deleteBatch, type Range } from '../storage/batches.ts';
import type { Transaction } from '../storage/database.ts';

/** Deletes finished deliveries of a batch with their attempts. Returns the ids of the whole batch. */
export function deleteDeliveries(tx: Transaction, workspaceId: string, range: Range) {
  const batch = { table: 'webhook_deliveries', scope: { workspace_id: workspaceId }, ...range };
  return deleteBatch(tx, { ...batch, mayGo: "status <> 'pending'" });
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
