import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Services } from '../../context.ts';
import { type Worker, wokenWorker } from '../../worker.ts';
import { HAND_OVERS_DUE, handOverNextBatch, listHandOvers } from './operations.ts';

const POLL_MS = 5_000;

/** A batch that waited for locks did not use the process all that time. */
const MAX_PAUSE_MS = 100;

/**
 * Hands over the requests of deactivated members: one batch of each member by turns, until none is left. Each batch is a
 * transaction. When a node dies, the next poll of any node continues.
 */
export function createHandOvers({ services, log }: { services: Services; log: Logger }): Worker {
  const { clock, storage } = services;
  const inBackground = { ...services, database: storage.background };

  async function handOverAll(signal: AbortSignal): Promise<void> {
    for (let isMore = true; isMore; ) {
      isMore = false;
      for (const handOver of await listHandOvers(inBackground)) {
        if (signal.aborted) return;
        const start = performance.now();
        if (await tryBatch(handOver)) isMore = true;
        // On SQLite a batch blocks the process: others get half of the time.
        await sleep(Math.min(performance.now() - start, MAX_PAUSE_MS));
      }
    }
  }

  /** A failure does not stop the others. */
  async function tryBatch({ workspace_id, member_id }: { workspace_id: string; member_id: string }) {
    try {
      return await handOverNextBatch(inBackground, workspace_id, member_id);
    } catch (error) {
      log.warn({ err: error, workspace_id, member_id }, 'handing over failed; will retry');
      return false;
    }
  }

  return wokenWorker({
    name: 'hand-overs',
    clock,
    storage,
    wakeUp: HAND_OVERS_DUE,
    pollMs: POLL_MS,
    work: (signal) =>
      handOverAll(signal).catch((error) => log.warn({ err: error }, 'listing hand-overs failed; will retry')),
  });
}
