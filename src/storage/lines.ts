import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../errors.ts';

/** One call that has the row, and the one that will have it next. */
const AT_ONCE = 2;
/** How long a caller waits for a row that nobody lets go of, in line or at the row itself. */
const PATIENCE_MS = 3_000;
/** And how long while others get it, because many want the same row: as long as for a statement. */
const LONGEST_WAIT_MS = 15_000;
/** A call that did not get its lock lets go of its connection for so long, so that others can have it. */
const PAUSE_MS = 250;

interface Line {
  running: number;
  waiting: (() => void)[];
  /** When a call of this line last succeeded. */
  movedAt: number;
}

/** `mayTryAgain` tells whether a call failed only because of a lock, so that all of it has been undone. */
export function createLines(mayTryAgain: (error: unknown) => boolean) {
  const lines = new Map<string | symbol, Line>();

  /** Until it is this one's turn; false when the time is up before. */
  function enter(line: Line, timeLeft: () => number): Promise<boolean> {
    if (line.running < AT_ONCE) {
      line.running += 1;
      return Promise.resolve(true);
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let timer = setTimeout(giveUp, timeLeft());
    line.waiting.push(goOn);

    function goOn(): void {
      clearTimeout(timer);
      resolve(true);
    }

    function giveUp(): void {
      // The line may have moved since the time was set.
      if (timeLeft() > 0) {
        timer = setTimeout(giveUp, timeLeft());
        return;
      }
      line.waiting.splice(line.waiting.indexOf(goOn), 1);
      resolve(false);
    }

    return promise;
  }

  /** The next one takes the place that becomes free, so that nobody can come in between. */
  function leave(name: string | symbol, line: Line): void {
    const goOn = line.waiting.shift();
    if (goOn) {
      goOn();
      return;
    }
    line.running -= 1;
    if (line.running === 0) lines.delete(name);
  }

  async function repeat<Result>(work: () => Promise<Result>, timeLeft: () => number): Promise<Result> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!mayTryAgain(error) || timeLeft() < PAUSE_MS) throw error;
      }
      await sleep(PAUSE_MS);
    }
  }

  /** A call without a name is in a line by itself. */
  return async function inLine<Result>(
    name: string | symbol = Symbol(),
    work: () => Promise<Result>,
  ): Promise<Result> {
    const start = performance.now();
    const line = lines.get(name) ?? { running: 0, waiting: [], movedAt: start };
    lines.set(name, line);
    const timeLeft = () =>
      Math.min(Math.max(start, line.movedAt) + PATIENCE_MS, start + LONGEST_WAIT_MS) - performance.now();

    if (!(await enter(line, timeLeft))) {
      throw unavailable(new Error('too many calls wait for the same thing'));
    }
    try {
      const result = await repeat(work, timeLeft);
      line.movedAt = performance.now();
      return result;
    } finally {
      leave(name, line);
    }
  };
}
