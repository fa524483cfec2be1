import { type Removal, removeInBatches } from '../storage/batches.ts';
import { deleteMails } from './store-queries.ts';

/** Deletes mail that came before the id. What is still to be worked on stays. False when it was cut short. */
export function removeMails(removal: Removal, workspaceId: string, before: string): Promise<boolean> {
  return removeInBatches(removal, (tx, after) => deleteMails(tx, workspaceId, { after, before }));
}
