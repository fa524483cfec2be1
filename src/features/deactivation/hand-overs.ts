import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Services } from '../../context.ts';
import { repeatingWorker, type Worker } from '../../worker.ts';
import { HAND_OVERS_DUE, listHandOvers } from '../members/hand-overs.ts';
import { goOnHandingOver } from './operations.ts';

/** In case that it was not told of, or that a node has died in the middle of it. */
const LOOK_EVERY_MS = 5_000;

/** A step that waited long for others was not at work for all of that. */
const LONGEST_PAUSE_MS = 100;

/**
 * Goes on with what deactivated members still have to hand over, a step at a time and one of each by turns, until nothing is
 * left. Each step is a transaction: a node that is killed leaves the rest to whoever looks next.
 */
export function createHandOvers({ services, log }: { services: Services; log: Logger }): Worker {
  const { clock, storage } = services;
  const inBackground = { ...services, database: storage.background };
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isWanted = false;

  async function goOn(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      for (const handOver of await listHandOvers(inBackground)) {
        if (stopping.signal.aborted) return;
        const start = performance.now();
        if (await takeStep(handOver)) isWanted = true;
        // On SQLite a step keeps the process from everything else: half of the time is for that.
        await sleep(Math.min(performance.now() - start, LONGEST_PAUSE_MS));
      }
    }
  }

  /** One that fails is no reason for others to wait. */
  async function takeStep({ workspace_id, member_id }: { workspace_id: string; member_id: string }) {
    try {
      return await goOnHandingOver(inBackground, workspace_id, member_id);
    } catch (error) {
      log.warn({ err: error, workspace_id, member_id }, 'requests not handed over yet');
      return false;
    }
  }

  /** Once at a time; who is told of more while it runs makes it look once more. */
  function look(): Promise<void> {
    isWanted = true;
    running ??= goOn()
      .catch((error) => log.warn({ err: error }, 'not known what is to be handed over'))
      .finally(() => {
        running = undefined;
        if (isWanted && !stopping.signal.aborted) void look();
      });
    return running;
  }

  const poll = repeatingWorker('hand-overs', clock, LOOK_EVERY_MS, look);
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
