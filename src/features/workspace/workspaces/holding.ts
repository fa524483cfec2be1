// How the due work of a held workspace gets out of the way of others: docs/decisions/0014-operators-and-suspended-workspaces.md.
import type { Logger } from 'pino';
import type { Services } from '../../../context.ts';
import type { Direction, HoldableItems } from '../../../outbox/held-queries.ts';
import type { Transaction } from '../../../storage/database.ts';
import { pauseAfter, type Worker, wokenWorker } from '../../../workers/worker.ts';
import { HOLDS_CHANGED } from './lifecycle.ts';
import { clearHeldWork, selectIsHeld, selectToRelease } from './lifecycle-queries.ts';

const POLL_MS = 5_000;
const LOCK = 'held work';

interface HoldingOptions {
  services: Services;
  log: Logger;
  /** What can be held, each with the notification that some of it is due. `app.ts` has the list. */
  holdable: (HoldableItems & { wakeUp: string })[];
  /** Notifications of what needs no moving: they wake whoever works on it. */
  alsoWakes: string[];
}

/**
 * Puts what waits in held workspaces out of the way of polls, and back when they are no longer held. Nothing depends on how
 * soon the first is done: what is held is not claimed anyway. Each batch is a transaction, and one node at a time does it.
 */
export function createHolding({ services, log, holdable, alsoWakes }: HoldingOptions): Worker {
  const { clock, storage } = services;
  const database = storage.background;

  /** How many were moved. Undefined unless it reached the end: a workspace that has changed meanwhile has notified. */
  async function moveAll(
    items: HoldableItems & { wakeUp: string },
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
        const made = await items.move(tx, workspaceId, direction, start);
        if (direction === 'release' && made.moved > 0) tx.notify(items.wakeUp);
        return made;
      });
      if (!batch) return undefined;
      moved += batch.moved;
      from = batch.next;
      if (batch.moved > 0) await pauseAfter(began);
    }
    return moved;
  }

  async function mayMove(tx: Transaction, workspaceId: string, direction: Direction): Promise<boolean> {
    return (await tx.tryLock(LOCK)) && (await selectIsHeld(tx, workspaceId)) === (direction === 'hold');
  }

  /** What another node holds just now is found by the next poll. */
  async function holdAll(signal: AbortSignal): Promise<void> {
    for (const items of holdable) {
      for (let moved = 1; moved > 0; ) {
        moved = 0;
        for (const id of await items.selectInTheWay(database, clock.now())) {
          moved += (await moveAll(items, id, 'hold', signal)) ?? 0;
        }
      }
    }
  }

  async function releaseAll(signal: AbortSignal): Promise<void> {
    for (const { id } of await selectToRelease(database)) {
      let isDone = true;
      for (const items of holdable) {
        isDone = isDone && (await moveAll(items, id, 'release', signal)) !== undefined;
      }
      if (!isDone) continue;
      await database.transaction(async (tx) => {
        if (await clearHeldWork(tx, id)) for (const wakeUp of alsoWakes) tx.notify(wakeUp);
      });
    }
  }

  return wokenWorker({
    name: 'held work',
    clock,
    storage,
    wakeUp: HOLDS_CHANGED,
    pollMs: POLL_MS,
    work: (signal) =>
      releaseAll(signal)
        .then(() => holdAll(signal))
        .catch((error) => log.warn({ err: error }, 'held work not moved yet; will retry')),
  });
}
