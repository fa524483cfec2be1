import { setTimeout as sleep } from 'node:timers/promises';
import { RotaError, unavailable } from '../errors.ts';

/** The call that holds the row, and the next one. */
const MAX_RUNNING = 2;
/** How long a caller waits while nobody gets the row, in line or at the row itself. */
const STUCK_TIMEOUT_MS = 3_000;
/** How long a caller waits at most while the line moves: as long as for a statement. */
const MAX_WAIT_MS = 15_000;
/** The back-off after a lock timeout, without a connection. */
const BACK_OFF_MS = 250;

interface Line {
  running: number;
  waiting: (() => void)[];
  /** When a call of this line last succeeded or was refused, with the row in hand: the line moves. */
  movedAt: number;
}

/** `isRetryable` is true for a call that failed because of a lock only, and was rolled back. */
export function createLines(isRetryable: (error: unknown) => boolean) {
  const lines = new Map<string | symbol, Line>();

  /** Waits for a place among the running calls; false when the time is up first. */
  function enter(line: Line, timeLeft: () => number): Promise<boolean> {
    if (line.running < MAX_RUNNING) {
      line.running += 1;
      return Promise.resolve(true);
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let timer = setTimeout(giveUp, timeLeft());
    line.waiting.push(proceed);

    function proceed(): void {
      clearTimeout(timer);
      resolve(true);
    }

    function giveUp(): void {
      // The line may have moved since the timer was set.
      if (timeLeft() > 0) {
        timer = setTimeout(giveUp, timeLeft());
        return;
      }
      line.waiting.splice(line.waiting.indexOf(proceed), 1);
      resolve(false);
    }

    return promise;
  }

  /** Passes the place to the next call directly, so that no newcomer can take it. */
  function leave(name: string | symbol, line: Line): void {
    const proceed = line.waiting.shift();
    if (proceed) {
      proceed();
      return;
    }
    line.running -= 1;
    if (line.running === 0) lines.delete(name);
  }

  async function retry<Result>(work: () => Promise<Result>, timeLeft: () => number): Promise<Result> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isRetryable(error) || timeLeft() < BACK_OFF_MS) throw error;
      }
      await sleep(BACK_OFF_MS);
    }
  }

  /** A call without a name has a line to itself. */
  return async function inLine<Result>(
    name: string | symbol = Symbol(),
    work: () => Promise<Result>,
  ): Promise<Result> {
    const start = performance.now();
    const line = lines.get(name) ?? { running: 0, waiting: [], movedAt: start };
    lines.set(name, line);
    const timeLeft = () =>
      Math.min(Math.max(start, line.movedAt) + STUCK_TIMEOUT_MS, start + MAX_WAIT_MS) - performance.now();

    if (!(await enter(line, timeLeft))) {
      throw unavailable(new Error('too many calls wait for the same thing'));
    }
    try {
      const result = await retry(work, timeLeft);
      line.movedAt = performance.now();
      return result;
    } catch (error) {
      if (isRefusal(error)) line.movedAt = performance.now();
      throw error;
    } finally {
      leave(name, line);
    }
  };
}

/** Of the domain: it got as far as to look. */
function isRefusal(error: unknown): boolean {
  return error instanceof RotaError && error.type !== 'unavailable';
}
