import type { Logger } from 'pino';
import type { Services } from '../context.ts';
import { pauseAfter, type Worker, wokenWorker } from './worker.ts';

/** Catches lost notifications, crashed nodes, and work that becomes due later. */
const POLL_MS = 5_000;

interface Stepwise<Item extends object> {
  name: string;
  /** Notified when there is something to do. */
  topic: string;
  services: Services;
  log: Logger;
  /** All items that have a next step. */
  list(services: Services): Promise<Item[]>;
  /** Does one step in a transaction. False if there is nothing to do right now, or another node is working on it. */
  step(services: Services, item: Item): Promise<boolean>;
}

/**
 * Work that is too big for one transaction: items take turns, one step at a time, until none is left. If a node dies,
 * the next poll of any node continues.
 */
export function stepwiseWorker<Item extends object>(options: Stepwise<Item>): Worker {
  const { name, topic, services, log, list, step } = options;
  const { clock, storage } = services;
  const inBackground = { ...services, database: storage.background };

  async function doAll(signal: AbortSignal): Promise<void> {
    for (let isMore = true; isMore; ) {
      isMore = false;
      for (const item of await list(inBackground)) {
        if (signal.aborted) return;
        const start = performance.now();
        if (await tryStep(item)) isMore = true;
        await pauseAfter(start);
      }
    }
  }

  /** A failure does not stop the others. */
  async function tryStep(item: Item): Promise<boolean> {
    try {
      return await step(inBackground, item);
    } catch (error) {
      log.warn({ err: error, ...(item as object) }, `a step of ${name} failed; will retry`);
      return false;
    }
  }

  return wokenWorker({
    name,
    clock,
    storage,
    wakeUp: topic,
    pollMs: POLL_MS,
    work: (signal) =>
      doAll(signal).catch((error) => log.warn({ err: error }, `listing ${name} failed; will retry`)),
  });
}
