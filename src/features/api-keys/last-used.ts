import type { Logger } from 'pino';
import type { Services } from '../../context.ts';
import type { Database } from '../../storage/database.ts';
import type { Worker } from '../../worker.ts';
import { updateLastUsed } from './queries.ts';

/** `last_used_at` may be a second behind. Half of that leaves time to write it. */
const FLUSH_AFTER_MS = 500;

type Write = (database: Database, uses: { id: string; at: number }[]) => Promise<void>;

/** Writes `last_used_at` in batches, half a second after the first use: a write for each request would cost too much. */
export function createLastUsed(services: Services, log: Logger, writeUses: Write = updateLastUsed) {
  const { database, clock, config } = services;
  let uses = new Map<string, number>();
  let cancel: (() => void) | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const batch = uses;
    uses = new Map();
    try {
      await writeUses(
        database,
        [...batch].map(([id, at]) => ({ id, at })),
      );
    } catch (error) {
      // The database is away: keep the batch, but for newer uses of the same keys, and retry.
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

  /** The timer starts with the first use; a stop loses nothing. */
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
