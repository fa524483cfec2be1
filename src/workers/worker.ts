import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase } from '../storage/database.ts';
import { type Clock, repeat } from '../time/clock.ts';

/** Something that runs beside requests, such as an engine or a sweep. `app.ts` has the list. */
export interface Worker {
  name: string;
  start(): void;
  /** Starts nothing new. Resolves when all running work has ended. */
  stop(): Promise<void>;
  /** Stops after the last request and after all other workers, to write what they left. */
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

interface WokenWorker {
  name: string;
  clock: Clock;
  storage: Pick<OpenDatabase, 'listen'>;
  /** The topic that announces new work. */
  wakeUp: string;
  /** How often to work without a wake-up, in case one was lost or a node has crashed. */
  pollMs: number;
  /** Does all the work there is, until aborted. Must not reject. */
  work(signal: AbortSignal): Promise<void>;
}

/** Works at the start, at every wake-up and every `pollMs`. Runs never overlap; a wake-up during a run starts another one. */
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

/** A batch that waited for locks wasn't keeping the process busy all that time. */
const MAX_PAUSE_MS = 100;

/** Pauses after a batch that started at `began`. On SQLite a batch blocks the process: others get half of the time. */
export async function pauseAfter(began: number): Promise<void> {
  await sleep(Math.min(performance.now() - began, MAX_PAUSE_MS));
}

/** Stops all workers at once while the last requests finish. Then those with `stopsLast`, in order. */
export async function stopWorkers(workers: Worker[], requestsEnded: Promise<unknown>): Promise<void> {
  const early = workers.filter(({ stopsLast }) => !stopsLast);
  await Promise.all([requestsEnded, ...early.map((worker) => worker.stop())]);
  for (const worker of workers.filter(({ stopsLast }) => stopsLast)) await worker.stop();
}
