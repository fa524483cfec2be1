import type { ClaimedItem } from '../outbox/channel.ts';
import type { Database, Transaction } from '../storage/database.ts';
import { lockClaim } from './state-queries.ts';

/** Another node has the calendar by now, or it leads elsewhere. */
export class LostClaim extends Error {}

/** Writes something as long as the claim holds. Rejects with `LostClaim` when it doesn't. */
export function whileClaimed(database: Database, item: ClaimedItem) {
  return (work: (tx: Transaction) => Promise<void>): Promise<void> =>
    database.transaction(async (tx) => {
      if (!(await lockClaim(tx, item.workspace_id, item))) throw new LostClaim();
      await work(tx);
    });
}
