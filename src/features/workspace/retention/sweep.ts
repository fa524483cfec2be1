import type { Services } from '../../../context.ts';
import type { Removal } from '../../../storage/batches.ts';
import { DAY_MS } from '../../../time/timestamps.ts';
import type { Sweep } from '../../../workers/sweeps.ts';
import { daysKept } from './operations.ts';
import { deleteRequest, type EndedRequest, existsUnfinished, selectOver } from './request-queries.ts';

/** Small, because each request has many rows in other tables. */
const BATCH = 20;

/** Removes requests that were over long ago from each workspace, with everything that belongs to them. */
export function sweepRequests(services: Services): Sweep {
  return {
    name: 'requests',
    async sweep(removal, workspaceIds) {
      const daysOf = await daysKept(services, 'requests_days');
      for (const id of workspaceIds) {
        const days = daysOf(id);
        if (days === undefined) continue;
        if (!(await removeRequests(removal, id, services.clock.now() - days * DAY_MS))) return;
      }
    },
  };
}

/** False if it was stopped, or if another node has the lock. */
async function removeRequests(
  { database, lock, signal }: Removal,
  workspaceId: string,
  until: number,
): Promise<boolean> {
  let after: EndedRequest = { over_at: 0, id: '' };
  for (let seen = BATCH; seen === BATCH; ) {
    if (signal.aborted) return false;
    const batch = await database.transaction(async (tx) => {
      if (!(await tx.tryLock(lock))) return undefined;
      const over = await selectOver(tx, workspaceId, { after, until, limit: BATCH });
      for (const { id } of over) {
        if (!(await existsUnfinished(tx, workspaceId, id))) await deleteRequest(tx, workspaceId, id);
      }
      return over;
    });
    if (!batch) return false;
    seen = batch.length;
    after = batch.at(-1) ?? after;
  }
  return true;
}
