import type { Logger } from 'pino';
import type { Services } from '../context.ts';
import { firstIdAt, type IdKind } from '../ids.ts';
import { type Removal, removeInBatches } from '../storage/batches.ts';
import type { Transaction } from '../storage/database.ts';
import type { Clock } from '../time/clock.ts';
import { DAY_MS } from '../time/timestamps.ts';
import { repeatingWorker, type Worker } from './worker.ts';

const SWEEP_EVERY_MS = 10 * 60 * 1000;

/** Removes old rows of one kind. `app.ts` has the list. */
export interface Sweep {
  name: string;
  sweep(removal: Removal, workspaceIds: string[]): Promise<unknown>;
}

interface SweeperOptions {
  services: Services;
  log: Logger;
  sweeps: Sweep[];
  workspaceIds(): Promise<string[]>;
}

/** Runs sweeps one after another, so that no two compete for the database. If one fails, the next still runs. */
export function createSweeper({ services, log, sweeps, workspaceIds }: SweeperOptions): Worker {
  const { clock, storage } = services;
  const stopping = new AbortController();

  async function sweepAll(): Promise<void> {
    const ids = await workspaceIds();
    for (const { name, sweep } of sweeps) {
      const removal = { database: storage.background, lock: `sweep ${name}`, signal: stopping.signal };
      await sweep(removal, ids).catch((error) => log.warn({ err: error, sweep: name }, 'sweep failed'));
    }
  }

  const worker = repeatingWorker('sweeps', clock, SWEEP_EVERY_MS, () =>
    sweepAll().catch((error) => log.warn({ err: error }, 'sweeps failed; will retry')),
  );
  return {
    ...worker,
    stop() {
      stopping.abort();
      return worker.stop();
    },
  };
}

/** Sweeps expired rows of all workspaces. `remove` deletes one batch. */
export function sweepExpired(
  clock: Clock,
  name: string,
  remove: (tx: Transaction, now: number) => Promise<{ id: string }[]>,
): Sweep {
  return { name, sweep: (removal) => removeInBatches(removal, (tx) => remove(tx, clock.now())) };
}

/** Days that differ between workspaces, read afresh for each sweep. */
export type DaysOfWorkspaces = () => Promise<(workspaceId: string) => number | undefined>;

/**
 * Sweeps rows older than `retentionDays`, workspace by workspace. Undefined keeps them all. `before` is the first id to
 * keep. `remove` returns false if the process is stopping or another node is sweeping; then this stops, too.
 */
export function sweepByAge(
  clock: Clock,
  name: string,
  kind: IdKind,
  retentionDays: number | undefined | DaysOfWorkspaces,
  remove: (removal: Removal, workspaceId: string, before: string) => Promise<boolean>,
): Sweep {
  return {
    name,
    async sweep(removal, workspaceIds) {
      const daysOf = typeof retentionDays === 'function' ? await retentionDays() : () => retentionDays;
      for (const id of workspaceIds) {
        const days = daysOf(id);
        if (!days) continue;
        const before = firstIdAt(kind, clock.now() - days * DAY_MS);
        if (!(await remove(removal, id, before))) return;
      }
    },
  };
}
