import { type Clock, repeat } from './clock.ts';

/** Something that runs beside requests, such as an engine or a sweep. `app.ts` has the list. */
export interface Worker {
  name: string;
  start(): void;
  /** Starts nothing new. Resolves when all running work has ended. */
  stop(): Promise<void>;
  /** Stops after the last request and all other workers, to write what they leave. */
  stopsLast?: true;
}

/** Repeats `action`, which must not reject: see `repeat`. */
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

/** Stops all workers at once while the last requests end. Then those with `stopsLast`, one by one, in order. */
export async function stopWorkers(workers: Worker[], requestsEnded: Promise<unknown>): Promise<void> {
  const early = workers.filter(({ stopsLast }) => !stopsLast);
  await Promise.all([requestsEnded, ...early.map((worker) => worker.stop())]);
  for (const worker of workers.filter(({ stopsLast }) => stopsLast)) await worker.stop();
}
