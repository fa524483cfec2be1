import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Services } from '../../context.ts';
import { repeatingWorker, type Worker } from '../../worker.ts';
import { HAND_OVERS_DUE, handOverNextBatch, listHandOvers } from './operations.ts';

/** Covers lost notifications, and nodes that died in the middle. */
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
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isDue = false;

  async function handOverAll(): Promise<void> {
    while (isDue) {
      isDue = false;
      for (const handOver of await listHandOvers(inBackground)) {
        if (stopping.signal.aborted) return;
        const start = performance.now();
        if (await tryBatch(handOver)) isDue = true;
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

  /** One run at a time. A call during a run makes it look once more. */
  function look(): Promise<void> {
    isDue = true;
    running ??= handOverAll()
      .catch((error) => log.warn({ err: error }, 'listing hand-overs failed; will retry'))
      .finally(() => {
        running = undefined;
        if (isDue && !stopping.signal.aborted) void look();
      });
    return running;
  }

  const poll = repeatingWorker('hand-overs', clock, POLL_MS, look);
  let stopListening = () => {};
  return {
    name: poll.name,
    start() {
      stopListening = storage.listen(HAND_OVERS_DUE, () => void look());
      poll.start();
      void look();
    },
    async stop() {
      stopping.abort();
      stopListening();
      await Promise.all([poll.stop(), running]);
    },
  };
}
