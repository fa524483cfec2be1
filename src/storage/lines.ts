import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../errors.ts';

/** One call that has the row, and the one that will have it next. */
const AT_ONCE = 2;
/** How long a caller waits for a lock: in line, and for the row itself. */
const PATIENCE_MS = 3_000;
/** A call that did not get its lock lets go of its connection for so long, so that others can have it. */
const PAUSE_MS = 250;

interface Line {
  running: number;
  waiting: (() => void)[];
}

/** `mayTryAgain` tells whether a call failed only because of a lock, so that all of it has been undone. */
export function createLines(mayTryAgain: (error: unknown) => boolean) {
  const lines = new Map<string, Line>();

  /** Until it is this one's turn; false when the time is up before. */
  async function enter(line: Line, deadline: number): Promise<boolean> {
    if (line.running < AT_ONCE) {
      line.running += 1;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const goOn = () => resolve(true);
    const timer = setTimeout(() => {
      line.waiting.splice(line.waiting.indexOf(goOn), 1);
      resolve(false);
    }, deadline - performance.now());
    line.waiting.push(goOn);
    return promise.finally(() => clearTimeout(timer));
  }

  /** The next one takes the place that becomes free, so that nobody can come in between. */
  function leave(name: string, line: Line): void {
    const goOn = line.waiting.shift();
    if (goOn) {
      goOn();
      return;
    }
    line.running -= 1;
    if (line.running === 0) lines.delete(name);
  }

  async function repeat<Result>(work: () => Promise<Result>, deadline: number): Promise<Result> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!mayTryAgain(error) || performance.now() + PAUSE_MS > deadline) throw error;
      }
      await sleep(PAUSE_MS);
    }
  }

  return async function inLine<Result>(
    name: string | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const deadline = performance.now() + PATIENCE_MS;
    if (name === undefined) return repeat(work, deadline);
    const line = lines.get(name) ?? { running: 0, waiting: [] };
    lines.set(name, line);
    if (!(await enter(line, deadline)))
      throw unavailable(new Error('too many calls wait for the same thing'));
    try {
      return await repeat(work, deadline);
    } finally {
      leave(name, line);
    }
  };
}
