import type { Logger } from 'pino';
import { type Clock, repeat } from './clock.ts';
import type { OpenDatabase } from './storage/database.ts';

/** Something that runs beside requests: an engine, a sweep, a sync. `app.ts` has the list of them. */
export interface Worker {
  /** For the log, and for whoever looks for what runs. */
  name: string;
  start(): void;
  /** Takes on nothing new, brings what is under way to an end, and resolves when nothing of it is left. */
  stop(): Promise<void>;
  /** Stopped after the last request and all other workers: for what they leave to be written. */
  stopsLast?: true;
}

/** What the workers of the storage need. */
export interface WorkerOptions {
  storage: OpenDatabase;
  clock: Clock;
  log: Logger;
}

/** Does something again and again: see `repeat`. The action must not reject. */
export function repeatingWorker(
  name: string,
  clock: Clock,
  everyMs: number,
  action: () => Promise<void>,
): Worker {
  let stop = async () => {};
  return {
    name,
    start() {
      stop = repeat(clock, everyMs, action);
    },
    stop: () => stop(),
  };
}

export function startWorkers(workers: Worker[]): void {
  for (const worker of workers) worker.start();
}

/** All at once, beside the end of the last requests; then those that stop last, one by one in their order. */
export async function stopWorkers(workers: Worker[], requestsEnded: Promise<unknown>): Promise<void> {
  const early = workers.filter(({ stopsLast }) => !stopsLast);
  await Promise.all([requestsEnded, ...early.map((worker) => worker.stop())]);
  for (const worker of workers.filter(({ stopsLast }) => stopsLast)) await worker.stop();
}
