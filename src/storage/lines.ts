// Serializes calls that want the same row. They wait here, without a connection: docs/decisions/0005-locks-in-one-order.md.
import { setTimeout as sleep } from 'node:timers/promises';
import { RotaError, unavailable } from '../errors.ts';
import type { Lines } from './database.ts';

/** The call that has locked the row, and the next one. */
const MAX_RUNNING = 2;
/** How long a caller waits, in line or for the row itself, while nobody gets the row. */
const STUCK_TIMEOUT_MS = 3_000;
/** The longest that a caller waits while the line moves: as long as for a statement. */
const MAX_WAIT_MS = 15_000;
/** The back-off after a lock timeout, without a connection. */
const BACK_OFF_MS = 250;

interface Line {
  running: number;
  waiting: Waiting[];
  /** When a call of this line last succeeded or was refused, with the row in hand: the line moves. */
  movedAt: number;
}

interface Waiting {
  proceed(): void;
  /** Lines in which it already has a place, and so keeps others waiting. */
  entered: Line[];
}

/** `isRetryable` is true for a call that failed only because of a lock, and was rolled back. */
export function createLines(isRetryable: (error: unknown) => boolean) {
  const lines = new Map<string | symbol, Line>();

  /** Waits for a place among the running calls; false if the time is up first. */
  function enter(line: Line, entered: Line[], timeLeft: () => number): Promise<boolean> {
    if (line.running < MAX_RUNNING) {
      line.running += 1;
      return Promise.resolve(true);
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let timer = setTimeout(giveUp, timeLeft());
    const waiting = { proceed, entered };
    line.waiting.push(waiting);

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
      line.waiting.splice(line.waiting.indexOf(waiting), 1);
      resolve(false);
    }

    return promise;
  }

  /** Passes the place to the next call directly, so that no newcomer can take it. */
  function leave(name: string | symbol, line: Line): void {
    const next = line.waiting.shift();
    if (next) {
      next.proceed();
      return;
    }
    line.running -= 1;
    if (line.running === 0) lines.delete(name);
  }

  /** A line also counts as moving while a call with a place in it waits in another line that moves. */
  function markMoved(moved: Iterable<Line>): void {
    const now = performance.now();
    const reached = new Set(moved);
    for (const line of reached) {
      line.movedAt = now;
      for (const { entered } of line.waiting) for (const other of entered) reached.add(other);
    }
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

  function lineOf(name: string | symbol): Line {
    const line = lines.get(name) ?? { running: 0, waiting: [], movedAt: performance.now() };
    lines.set(name, line);
    return line;
  }

  return async function serialized<Result>(wanted: Lines, work: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    const entered = new Map<string | symbol, Line>();
    /** While one of these lines moves, its row is not stuck. */
    const timeLeftIn = (waitedFor: Iterable<Line>) => () => {
      const movedAt = Math.max(start, ...Array.from(waitedFor, (line) => line.movedAt));
      return Math.min(movedAt + STUCK_TIMEOUT_MS, start + MAX_WAIT_MS) - performance.now();
    };
    try {
      for (const name of await namesOf(wanted)) {
        const line = lineOf(name);
        if (!(await enter(line, [...entered.values()], timeLeftIn([line])))) {
          // The calls behind it were waiting for it, and not for their row.
          markMoved(entered.values());
          throw unavailable(new Error('too many calls wait for the same thing'));
        }
        entered.set(name, line);
      }
      const result = await retry(work, timeLeftIn(entered.values().toArray()));
      markMoved(entered.values());
      return result;
    } catch (error) {
      if (isRefusal(error)) markMoved(entered.values());
      throw error;
    } finally {
      for (const [name, line] of entered) leave(name, line);
    }
  };
}

/** The names, each once and in a fixed order, so that no two calls wait for each other. A call without a name gets its own line. */
async function namesOf(wanted: Lines): Promise<(string | symbol)[]> {
  if (typeof wanted !== 'function') return [wanted ?? Symbol()];
  return [...new Set(await wanted())].sort();
}

/** A refusal by a rule: the call did get its row. */
function isRefusal(error: unknown): boolean {
  return error instanceof RotaError && error.type !== 'unavailable';
}
