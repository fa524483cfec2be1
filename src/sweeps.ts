import type { Logger } from 'pino';
import type { Services } from './context.ts';
import { firstIdAt, type IdKind } from './ids.ts';
import type { Removal } from './storage/batches.ts';
import { DAY_MS } from './timestamps.ts';
import { repeatingWorker, type Worker } from './worker.ts';

const SWEEP_EVERY_MS = 10 * 60 * 1000;

/** Removes one sort of thing that is no longer kept. `app.ts` has the list of them. */
export interface Sweep {
  name: string;
  sweep(removal: Removal, workspaceIds: string[]): Promise<unknown>;
}

export interface SweeperOptions {
  services: Services;
  log: Logger;
  sweeps: Sweep[];
  workspaceIds(): Promise<string[]>;
}

/** One sweep after another, so that no two of them compete for the database. One that fails does not hold up the others. */
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
    sweepAll().catch((error) => log.warn({ err: error }, 'sweeps failed')),
  );
  return {
    ...worker,
    stop() {
      stopping.abort();
      return worker.stop();
    },
  };
}

export interface AgeSweepOptions {
  services: Services;
  kind: IdKind;
  /** Undefined is for good. */
  retentionDays: number | undefined;
  /** Removes what is older than the id. */
  remove(removal: Removal, workspaceId: string, before: string): Promise<unknown>;
}

/** A sweep of what is older than a setting says, workspace by workspace. */
export function sweepByAge(name: string, { services, kind, retentionDays, remove }: AgeSweepOptions): Sweep {
  return {
    name,
    async sweep(removal, workspaceIds) {
      if (!retentionDays) return;
      const before = firstIdAt(kind, services.clock.now() - retentionDays * DAY_MS);
      for (const id of workspaceIds) await remove(removal, id, before);
    },
  };
}
