import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { RotaError } from '../errors.ts';
import type { Clock } from '../time/clock.ts';
import { createBatcher } from './batcher.ts';

const MAX_BATCH = 500;
/**
 * While other attempts are in progress, a batch is written once it has 100 of them, or 25 ms after the first. Measured on
 * PostgreSQL: 338 µs of CPU per delivery; 368 with 50 and 10 ms.
 */
const BATCH = 100;
const BATCH_MS = 25;
const BACK_OFF_MS = 1_000;

interface RecorderOptions<Attempt> {
  /** Writes the whole batch, or nothing. */
  write(attempts: Attempt[]): Promise<void>;
  /** Called for an attempt that can't be written. */
  onLost(attempt: Attempt, error: unknown): void;
  /** Whether other attempts are in progress. */
  mayExpectMore(): boolean;
  clock: Clock;
  log: Logger;
}

/**
 * Writes attempts in batches: a few large transactions on a busy node, and no delay on an idle one. Measured on PostgreSQL: 547
 * statements for 10,000 deliveries.
 */
export function createRecorder<Attempt>(options: RecorderOptions<Attempt>) {
  const { write, onLost, mayExpectMore, clock, log } = options;
  let waiting: Attempt[] = [];
  let writing: Promise<void> | undefined;
  let isStopping = false;
  const batcher = createBatcher({
    size: BATCH,
    delayMs: BATCH_MS,
    mayExpectMore,
    onReady() {
      writing = writeBatches();
    },
  });

  async function writeBatches(): Promise<void> {
    do {
      await nextTurn();
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      if (await isWritten(batch)) continue;
      waiting = [...batch, ...waiting];
      if (isStopping) break;
      await new Promise<void>((resolve) => void clock.after(BACK_OFF_MS, resolve));
    } while (waiting.length >= BATCH || (isStopping && waiting.length > 0));
    writing = undefined;
    if (waiting.length > 0 && !isStopping) batcher.add(waiting.length);
  }

  /** False while the database is unavailable. */
  async function isWritten(batch: Attempt[]): Promise<boolean> {
    try {
      await write(batch);
    } catch (error) {
      if (isTemporary(error)) {
        log.warn({ err: error, attempts: batch.length }, 'attempts not recorded; will retry');
        return false;
      }
      // One attempt that can't be written must not hold up the others.
      for (const attempt of batch) await write([attempt]).catch((reason) => onLost(attempt, reason));
    }
    return true;
  }

  return {
    add(attempt: Attempt): void {
      // By now its claim has been released.
      if (isStopping && !writing) return;
      waiting.push(attempt);
      if (!writing) batcher.add();
    },
    /** Writes what is waiting. What can't be written is attempted again when its lease ends. */
    async stop(): Promise<void> {
      isStopping = true;
      batcher.flush();
      await writing;
    },
  };
}

const isTemporary = (error: unknown) => error instanceof RotaError && error.type === 'unavailable';
