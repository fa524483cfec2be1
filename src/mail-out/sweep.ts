import { type Removal, removeInBatches } from '../storage/batches.ts';
import { deleteMessages } from './enqueue-queries.ts';

/** Deletes messages that are older than the id. Those that are still to be sent stay. False when it was cut short. */
export function removeMessages(removal: Removal, workspaceId: string, before: string): Promise<boolean> {
  return removeInBatches(removal, (tx, after) => deleteMessages(tx, workspaceId, { after, before }));
}
