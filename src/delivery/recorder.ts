import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { RotaError } from '../errors.ts';
import type { Attempt } from './record.ts';

const MAX_BATCH = 500;
const PAUSE_MS = 1_000;

export interface RecorderOptions {
  /** Writes a batch; all of it is committed, or nothing. */
  write(attempts: Attempt[]): Promise<void>;
  /** Told of an attempt that can't be written. */
  giveUp(attempt: Attempt): void;
  clock: Clock;
  log: Logger;
}

/**
 * Has attempts written as they come in: the first at once, and all that come to their end during a write with the next
 * one. So a busy node makes few large transactions, and an idle one waits for nothing. The turn of the event loop in
 * between lets all answers in that have arrived: measured on SQLite, whose writes hold up the loop, 10,000 deliveries
 * were written in 405 transactions instead of 9,950.
 */
export function createRecorder({ write, giveUp, clock, log }: RecorderOptions) {
  let waiting: Attempt[] = [];
  let running: Promise<void> | undefined;
  let stopping = false;

  function add(attempt: Attempt): void {
    // Handed back by now.
    if (stopping && !running) return;
    waiting.push(attempt);
    running ??= writeAll();
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      await nextTurn();
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
      await running;
    },
  };
}

const isTemporary = (error: unknown) => error instanceof RotaError && error.type === 'unavailable';
