import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../context.ts';
import { RotaError, unavailable } from '../errors.ts';
import { keepTime } from '../storage/database-clock.ts';

/** So long a good answer holds: anybody may ask, and each look waits for the disk. */
const GOOD_FOR_MS = 1_000;
/** Whoever asks has little time, and a database that takes longer is none that callers can use. */
const PATIENCE_MS = 3_000;

/** Whether a call would be served: answers when so, and throws the reason when not. */
export function createReadiness({ storage, clock }: Services, leaving: AbortSignal) {
  let looking: Promise<void> | undefined;
  let goodUntil = 0;

  /** Writes, because a disk that is full and a folder that was moved away can be read from. */
  async function look(): Promise<void> {
    const written = keepTime(storage.probe, clock.now());
    const isLate = sleep(PATIENCE_MS, true, { ref: false });
    if (await Promise.race([written, isLate])) {
      throw unavailable(new Error(`no answer within ${PATIENCE_MS} ms`), 'the database does not answer');
    }
    goodUntil = performance.now() + GOOD_FOR_MS;
  }

  return async function assertReady(): Promise<void> {
    if (leaving.aborted) throw notReady('the service is about to stop');
    if (performance.now() < goodUntil) return;
    looking ??= look().finally(() => {
      looking = undefined;
    });
    try {
      await looking;
    } catch (error) {
      throw notReady((error as RotaError).reason ?? 'the database can not be used', error);
    }
  };
}

const notReady = (reason: string, cause?: unknown) =>
  new RotaError('unavailable', `Not ready: ${reason}`, { cause, retryAfter: 1 });
