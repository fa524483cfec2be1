import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { RotaError } from '../errors.ts';
import type { Attempt } from '../webhooks/record.ts';

const MAX_BATCH = 500;
/** Worth a transaction when there are more to come; fewer are, a moment later. */
const ENOUGH = 50;
const MOMENT_MS = 10;
const PAUSE_MS = 1_000;

export interface RecorderOptions {
  /** Writes a batch; all of it is committed, or nothing. */
  write(attempts: Attempt[]): Promise<void>;
  /** Told of an attempt that can't be written. */
  giveUp(attempt: Attempt): void;
  /** Whether other attempts are being made. */
  mayExpectMore(): boolean;
  clock: Clock;
  log: Logger;
}

/**
 * Has attempts written together: all that have come to their end by the time of a write, and while others are being made,
 * what comes to its end in a moment more. So a busy node makes few large transactions, and an idle one waits for nothing.
 * Measured on PostgreSQL, 20,000 deliveries in 365 transactions instead of 1,300.
 */
export function createRecorder({ write, giveUp, mayExpectMore, clock, log }: RecorderOptions) {
  let waiting: Attempt[] = [];
  let running: Promise<void> | undefined;
  let stopping = false;
  let endMoment = () => {};

  function add(attempt: Attempt): void {
    // Handed back by now.
    if (stopping && !running) return;
    waiting.push(attempt);
    if (waiting.length >= ENOUGH) endMoment();
    running ??= writeAll();
  }

  /** The turn of the event loop lets all answers in that have arrived. */
  async function gather(): Promise<void> {
    await nextTurn();
    if (waiting.length >= ENOUGH || stopping || !mayExpectMore()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    // Too short for anyone to notice, so it does not go by the clock that tests can stop.
    const timer = setTimeout(resolve, MOMENT_MS);
    endMoment = resolve;
    await promise;
    clearTimeout(timer);
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      await gather();
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      try {
        await write(batch);
      } catch (error) {
        if (!isTemporary(error)) {
          await writeEach(batch);
          continue;
        }
        log.warn({ err: error, attempts: batch.length }, 'attempts not recorded yet');
        waiting = [...batch, ...waiting];
        if (stopping) break;
        await new Promise<void>((resolve) => void clock.after(PAUSE_MS, resolve));
      }
    }
    running = undefined;
  }

  /** One that can't be written must not hold up the others. Its lease ends, and it is sent again. */
  async function writeEach(attempts: Attempt[]): Promise<void> {
    for (const attempt of attempts) {
      await write([attempt]).catch((error) => {
        log.error({ err: error, delivery_id: attempt.delivery.id }, 'attempt not recorded');
        giveUp(attempt);
      });
    }
  }

  return {
    add,
    /** Writes what there is; what can't be written now is left to the end of its lease. */
    async stop(): Promise<void> {
      stopping = true;
      endMoment();
      await running;
    },
  };
}

const isTemporary = (error: unknown) => error instanceof RotaError && error.type === 'unavailable';
