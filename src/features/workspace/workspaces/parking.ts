// Parks the due work of closed workspaces, out of the way of everybody else's: docs/decisions/0014-operators-and-suspended-workspaces.md.
import type { Logger } from 'pino';
import type { Services } from '../../../context.ts';
import type { Direction, ParkableItems } from '../../../outbox/parking-queries.ts';
import type { Transaction } from '../../../storage/database.ts';
import { pauseAfter, type Worker, wokenWorker } from '../../../workers/worker.ts';
import { WORKSPACE_STATUS_CHANGED } from './lifecycle.ts';
import { clearParkedFlag, selectIsClosed, selectToUnpark } from './lifecycle-queries.ts';

const POLL_MS = 5_000;
/** An older name: nodes of the last release take the same lock. */
const LOCK = 'held work';

interface ParkingOptions {
  services: Services;
  log: Logger;
  /** The kinds of items that can be parked, each with the notification that some are due. `app.ts` has the list. */
  parkable: (ParkableItems & { wakeUp: string })[];
  /** Notifications of due work that is never parked. They wake its workers once the workspace is open again. */
  alsoWakes: string[];
}

/**
 * Parks what waits in closed workspaces, and unparks it when they are open again. Parking may be late, because the work of a closed
 * workspace isn't claimed anyway. Each batch is a transaction, and one node at a time does it.
 */
export function createParking({ services, log, parkable, alsoWakes }: ParkingOptions): Worker {
  const { clock, storage } = services;
  const database = storage.background;

  /** How many were moved. Undefined if cut short: if the workspace was closed or opened meanwhile, that has notified. */
  async function moveAll(
    items: ParkableItems & { wakeUp: string },
    workspaceId: string,
    direction: Direction,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    let moved = 0;
    for (let from: string | undefined = ''; from !== undefined; ) {
      if (signal.aborted) return undefined;
      const start: string = from;
      const began = performance.now();
      const batch = await database.transaction(async (tx) => {
        if (!(await mayMove(tx, workspaceId, direction))) return undefined;
        const result = await items.move(tx, workspaceId, direction, start);
        if (direction === 'unpark' && result.moved > 0) tx.notify(items.wakeUp);
        return result;
      });
      if (!batch) return undefined;
      moved += batch.moved;
      from = batch.next;
      if (batch.moved > 0) await pauseAfter(began);
    }
    return moved;
  }

  async function mayMove(tx: Transaction, workspaceId: string, direction: Direction): Promise<boolean> {
    return (await tx.tryLock(LOCK)) && (await selectIsClosed(tx, workspaceId)) === (direction === 'park');
  }

  /** The next poll finds rows that another node has locked now. */
  async function parkAll(signal: AbortSignal): Promise<void> {
    for (const items of parkable) {
      for (let moved = 1; moved > 0; ) {
        moved = 0;
        for (const id of await items.selectInTheWay(database, clock.now())) {
          moved += (await moveAll(items, id, 'park', signal)) ?? 0;
        }
      }
    }
  }

  async function unparkAll(signal: AbortSignal): Promise<void> {
    for (const { id } of await selectToUnpark(database)) {
      let isDone = true;
      for (const items of parkable) {
        isDone = isDone && (await moveAll(items, id, 'unpark', signal)) !== undefined;
      }
      if (!isDone) continue;
      await database.transaction(async (tx) => {
        if (await clearParkedFlag(tx, id)) for (const wakeUp of alsoWakes) tx.notify(wakeUp);
      });
    }
  }

  return wokenWorker({
    name: 'parking',
    clock,
    storage,
    wakeUp: WORKSPACE_STATUS_CHANGED,
    pollMs: POLL_MS,
    work: (signal) =>
      unparkAll(signal)
        .then(() => parkAll(signal))
        .catch((error) => log.warn({ err: error }, 'work of closed workspaces not moved yet; will retry')),
  });
}
