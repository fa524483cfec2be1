import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../context.ts';
import { RotaError, unavailable } from '../errors.ts';
import { keepTime } from '../storage/database-clock.ts';

/** How long a good result is cached: anybody may ask, and each check waits for the disk. */
const GOOD_FOR_MS = 1_000;
/** A database that takes longer is none that callers can use. */
const TIMEOUT_MS = 3_000;

/** Throws the reason when a call would not be served. */
export function createReadiness({ storage, clock }: Services, leaving: AbortSignal) {
  let checking: Promise<void> | undefined;
  let goodUntil = 0;

  /** Writes: a disk that is full and a folder that was moved away can still be read from. */
  async function check(): Promise<void> {
    const written = keepTime(storage.probe, clock.now());
    const isLate = sleep(TIMEOUT_MS, true, { ref: false });
    if (await Promise.race([written, isLate])) {
      throw unavailable(new Error(`no answer within ${TIMEOUT_MS} ms`), 'the database does not answer');
    }
    goodUntil = performance.now() + GOOD_FOR_MS;
  }

  return async function assertReady(): Promise<void> {
    if (leaving.aborted) throw notReady('the service is about to stop');
    if (performance.now() < goodUntil) return;
    checking ??= check().finally(() => {
      checking = undefined;
    });
    try {
      await checking;
    } catch (error) {
      throw notReady((error as RotaError).reason ?? 'the database can not be used', error);
    }
  };
}

const notReady = (reason: string, cause?: unknown) =>
  new RotaError('unavailable', `Not ready: ${reason}`, { cause, retryAfter: 1 });
