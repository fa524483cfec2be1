// Reads calendars in separate threads, so that no calendar, however large or hostile, holds up the service.
import { Worker } from 'node:worker_threads';
import { sourceFile } from '../../source-file.ts';
import { type Clock, systemClock } from '../../time/clock.ts';
import type { ReadOptions, ReadResult } from './read-busy-times.ts';
import type { ThreadAnswer, ThreadJob } from './thread.ts';

export interface CalendarJob extends ReadOptions {
  /** Jobs of one workspace are done one after another, and take turns with those of other workspaces. */
  workspace_id: string;
  /** At most 10 MiB: the code that fetches it makes sure of that. */
  body: string | Uint8Array;
}

export interface CalendarReader {
  /** Rejects only if the reader is closed. */
  read(job: CalendarJob): Promise<ReadResult>;
  /** Ends the threads. */
  close(): Promise<void>;
}

export interface ReaderSettings {
  threads?: number;
  deadline_ms?: number;
  memory_mb?: number;
  /**
   * By default the machine's, although tests move the service's clock by hand: a thread in an endless loop takes real time,
   * whatever time it is for the service.
   */
  clock?: Clock;
}

const TOO_LONG = 'the calendar takes too long to read';
const TOO_LARGE = 'the calendar takes too much memory to read';
const NOT_READABLE = 'the calendar could not be read';

interface Waiting {
  job: CalendarJob;
  resolve(result: ReadResult): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  isReady: boolean;
  current: Waiting | undefined;
  cancelDeadline(): void;
}

export function createCalendarReader({
  threads: maxThreads = 2,
  deadline_ms = 5_000,
  memory_mb = 256,
  clock = systemClock,
}: ReaderSettings = {}): CalendarReader {
  /** By workspace, beginning with the one whose last job was done longest ago. */
  const waiting = new Map<string, Waiting[]>();
  const threads = new Set<Thread>();
  let isClosed = false;

  /** Takes one job of a workspace at a time, so that its jobs never take all threads, however long they run. */
  function nextJob(): Waiting | undefined {
    const busy = new Set([...threads].map(({ current }) => current?.job.workspace_id));
    for (const [workspaceId, queue] of waiting) {
      if (busy.has(workspaceId)) continue;
      const next = queue.shift();
      if (queue.length === 0) waiting.delete(workspaceId);
      return next;
    }
    return undefined;
  }

  function moveToTheEnd(workspaceId: string) {
    const queue = waiting.get(workspaceId);
    waiting.delete(workspaceId);
    if (queue) waiting.set(workspaceId, queue);
  }

  function startWaiting() {
    for (;;) {
      const idle = [...threads].find(({ current }) => !current);
      if (!idle && threads.size >= maxThreads) return;
      const next = nextJob();
      if (!next) return;
      const thread = idle ?? startThread();
      thread.current = next;
      thread.worker.ref();
      if (thread.isReady) begin(thread);
    }
  }

  function startThread(): Thread {
    const worker = new Worker(sourceFile('calendar-sync/ical/thread.ts'), {
      name: 'calendar-reader',
      // The thread gets none of the service's settings.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memory_mb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    const thread: Thread = { worker, isReady: false, current: undefined, cancelDeadline: () => {} };
    threads.add(thread);
    worker.on('message', (message: ThreadAnswer | 'ready') => {
      if (message !== 'ready') return finish(thread, resultOf(message));
      thread.isReady = true;
      begin(thread);
    });
    worker.on('error', (error) => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      replace(thread, isMemory ? TOO_LARGE : NOT_READABLE);
    });
    // An idle thread must not keep a stopping process alive.
    worker.unref();
    return thread;
  }

  function begin(thread: Thread) {
    if (!thread.current) return;
    const { workspace_id: _, ...job } = thread.current.job;
    thread.worker.postMessage(job satisfies ThreadJob);
    thread.cancelDeadline = clock.after(deadline_ms, () => replace(thread, TOO_LONG));
  }

  function finish(thread: Thread, result: ReadResult) {
    const { current } = thread;
    thread.cancelDeadline();
    thread.current = undefined;
    thread.worker.unref();
    if (current) {
      moveToTheEnd(current.job.workspace_id);
      current.resolve(result);
    }
    startWaiting();
  }

  /** Ends a thread and fails its job. The next job starts a new one. */
  function replace(thread: Thread, error: string) {
    if (!threads.delete(thread)) return;
    void thread.worker.terminate();
    finish(thread, { error });
  }

  return {
    read(job) {
      if (isClosed) return Promise.reject(new Error('The calendar reader is closed'));
      return new Promise((resolve, reject) => {
        const queue = waiting.get(job.workspace_id);
        if (queue) queue.push({ job, resolve, reject });
        else waiting.set(job.workspace_id, [{ job, resolve, reject }]);
        startWaiting();
      });
    },
    async close() {
      isClosed = true;
      const left = [...waiting.values()].flat();
      waiting.clear();
      const ended = [...threads];
      threads.clear();
      for (const { current, cancelDeadline } of ended) {
        cancelDeadline();
        if (current) left.push(current);
      }
      for (const { reject } of left) reject(new Error('The calendar reader is closed'));
      await Promise.all(ended.map(({ worker }) => worker.terminate()));
    },
  };
}

function resultOf(answer: ThreadAnswer): ReadResult {
  if ('error' in answer) return answer;
  const busy = [];
  for (let at = 0; at < answer.times.length; at += 2) {
    busy.push({ starts_at: answer.times[at] ?? 0, ends_at: answer.times[at + 1] ?? 0 });
  }
  return { busy, doubtful: answer.doubtful, unknown_zones: answer.unknown_zones };
}
