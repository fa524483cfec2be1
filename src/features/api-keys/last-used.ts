import type { Services } from '../../context.ts';
import { updateLastUsed } from './queries.ts';

/** `last_used_at` may lag a second behind; half of that leaves time to write it. */
const FLUSH_AFTER_MS = 500;

/**
 * Keeps `last_used_at` of the keys without a write for each request: uses are noted in memory, and written
 * together half a second after the first of them.
 */
export function createLastUsed(services: Services, onError: (error: unknown) => void) {
  const { database, clock } = services;
  let uses = new Map<string, number>();
  let cancel: (() => void) | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const batch = uses;
    uses = new Map();
    try {
      await updateLastUsed(
        database,
        [...batch].map(([id, at]) => ({ id, at })),
      );
    } catch (error) {
      // The database is away: keep what has not been used again meanwhile, and try later.
      for (const [id, at] of batch) if (!uses.has(id)) uses.set(id, at);
      cancel ??= clock.after(FLUSH_AFTER_MS, flush);
      onError(error);
    }
  }

  function flush(): Promise<void> {
    cancel?.();
    cancel = undefined;
    if (uses.size > 0) writing = writing.then(write);
    return writing;
  }

  return {
    note(keyId: string): void {
      uses.set(keyId, clock.now());
      cancel ??= clock.after(FLUSH_AFTER_MS, flush);
    },
    /** Writes what has been noted; called at the end, so that a stop loses nothing. */
    flush,
  };
}

export type LastUsed = ReturnType<typeof createLastUsed>;
