import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../context.ts';
import { RotaError, unavailable } from '../errors.ts';
import { keepTime, readTime } from '../storage/database-clock.ts';

/** How long a good result is cached: anybody may call, and each probe waits for the disk. */
const CACHE_MS = 1_000;
/** A database slower than this is of no use to callers. */
const TIMEOUT_MS = 3_000;

/** Throws the reason if calls can't be served. */
export function createReadiness({ storage, clock, config }: Services, leaving: AbortSignal) {
  let probing: Promise<void> | undefined;
  let goodUntil = 0;

  /**
   * Reads as calls do, and writes if it may: on a full disk, or in a folder that was moved, reads still work. The write
   * has its own connection, so that a busy node counts as ready. Once a call has failed to write, test where calls
   * write.
   */
  async function tryOut(): Promise<void> {
    if (!config.readOnly) {
      await storage.writeFailures.assertOver();
      await keepTime(storage.probe, clock.now());
    }
    await readTime(storage);
  }

  async function probe(): Promise<void> {
    const isLate = sleep(TIMEOUT_MS, true, { ref: false });
    if (await Promise.race([tryOut(), isLate])) {
      throw unavailable(new Error(`no response within ${TIMEOUT_MS} ms`), 'the database does not answer');
    }
    goodUntil = performance.now() + CACHE_MS;
  }

  return async function assertReady(): Promise<void> {
    if (leaving.aborted) throw notReady('the service is about to stop');
    if (performance.now() < goodUntil && storage.writeFailures.isOver()) return;
    probing ??= probe().finally(() => {
      probing = undefined;
    });
    try {
      await probing;
    } catch (error) {
      throw notReady((error as RotaError).reason ?? 'the database can not be used', error);
    }
  };
}

const notReady = (reason: string, cause?: unknown) =>
  new RotaError('unavailable', `Not ready: ${reason}`, { cause, retryAfter: 1 });
