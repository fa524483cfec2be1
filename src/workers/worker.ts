import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase } from '../storage/database.ts';
import { type Clock, repeat } from '../time/clock.ts';

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

export interface WokenWorker {
  name: string;
  clock: Clock;
  storage: Pick<OpenDatabase, 'listen'>;
  /** The notification that there may be something to do. */
  wakeUp: string;
  /** Covers lost notifications, and nodes that died in the middle. */
  pollMs: number;
  /** Does all that there is to do, until it is aborted. It must not reject. */
  work(signal: AbortSignal): Promise<void>;
}

/** Works at the start, at each wake-up, and every `pollMs`. One run at a time; a wake-up during a run leads to another. */
export function wokenWorker({ name, clock, storage, wakeUp, pollMs, work }: WokenWorker): Worker {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isWoken = false;

  async function run(): Promise<void> {
    while (isWoken && !stopping.signal.aborted) {
      isWoken = false;
      await work(stopping.signal);
    }
    running = undefined;
  }

  function wake(): Promise<void> {
    isWoken = true;
    running ??= run();
    return running;
  }

  const poll = repeatingWorker(name, clock, pollMs, wake);
  let stopListening = () => {};
  return {
    name,
    start() {
      stopListening = storage.listen(wakeUp, () => void wake());
      poll.start();
      void wake();
    },
    async stop() {
      stopping.abort();
      stopListening();
      await Promise.all([poll.stop(), running]);
    },
  };
}

/** A batch that waited for locks did not use the process all that time. */
const MAX_PAUSE_MS = 100;

/** After a batch that has begun then. On SQLite a batch blocks the process: others get half of the time. */
export async function pauseAfter(began: number): Promise<void> {
  await sleep(Math.min(performance.now() - began, MAX_PAUSE_MS));
}

/** Stops all workers at once while the last requests end. Then those with `stopsLast`, one by one, in order. */
export async function stopWorkers(workers: Worker[], requestsEnded: Promise<unknown>): Promise<void> {
  const early = workers.filter(({ stopsLast }) => !stopsLast);
  await Promise.all([requestsEnded, ...early.map((worker) => worker.stop())]);
  for (const worker of workers.filter(({ stopsLast }) => stopsLast)) await worker.stop();
}
