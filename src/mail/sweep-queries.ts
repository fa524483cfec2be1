import { deleteBatch, type Range } from '../storage/batches.ts';
import type { Transaction } from '../storage/database.ts';

/** Deletes messages of a batch that are not queued. Returns the ids of the whole batch. */
export function deleteMessages(tx: Transaction, workspaceId: string, range: Range) {
  const batch = { table: 'messages', scope: { workspace_id: workspaceId }, ...range };
  return deleteBatch(tx, { ...batch, mayGo: "status <> 'queued'" });
}
