import type { Logger } from 'pino';
import type { Services } from '../../../context.ts';
import type { Transaction } from '../../../storage/database.ts';
import type { Worker } from '../../../workers/worker.ts';
import type { RequestCounts } from '../usage/requests.ts';
import { updateLastUsed } from './queries.ts';

/** `last_used_at` may be a second behind. Half of that leaves time to write it. */
const FLUSH_AFTER_MS = 500;

type Write = (tx: Transaction, uses: { id: string; at: number }[]) => Promise<void>;

interface Written {
  writeUses?: Write;
  /** Written at the same time. */
  requests?: RequestCounts;
}

/**
 * Writes `last_used_at` and the number of requests in batches, half a second after the first use: a write for each request would
 * cost too much.
 */
export function createLastUsed(
  services: Services,
  log: Logger,
  { writeUses = updateLastUsed, requests }: Written,
) {
  const { database, clock, config } = services;
  let uses = new Map<string, number>();
  let cancel: (() => void) | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const batch = uses;
    uses = new Map();
    const counted = requests?.take() ?? [];
    try {
      await database.transaction(async (tx) => {
        await writeUses(
          tx,
          [...batch].map(([id, at]) => ({ id, at })),
        );
        if (counted.length > 0) await requests?.write(tx, counted);
      });
    } catch (error) {
      // The database is unavailable: keep the batch, except where the same keys were used since, and retry.
      requests?.putBack(counted);
      for (const [id, at] of batch) if (!uses.has(id)) uses.set(id, at);
      cancel ??= clock.after(FLUSH_AFTER_MS, flush);
      log.warn({ err: error }, 'last_used_at not written yet');
    }
  }

  function flush(): Promise<void> {
    cancel?.();
    cancel = undefined;
    if (uses.size > 0) writing = writing.then(write);
    return writing;
  }

  /** `note` starts the timer. A stop loses nothing. */
  const worker: Worker = { name: 'last used', start() {}, stop: flush, stopsLast: true };

  return {
    worker,
    note(keyId: string): void {
      if (config.readOnly) return;
      uses.set(keyId, clock.now());
      cancel ??= clock.after(FLUSH_AFTER_MS, flush);
    },
  };
}

export type LastUsed = ReturnType<typeof createLastUsed>;
