import { DatabaseAway } from '../errors.ts';

/** After a write has failed because of the disk, how long to wait: now and then, a small write still finds room. */
const QUIET_MS = 3_000;

/** Remembers that writing failed, until the database has shown that it can write. */
export interface WriteFailures {
  /** Passes on the result or the error of `work`. */
  watch<Result>(work: Promise<Result>): Promise<Result>;
  isOver(): boolean;
  assertOver(): Promise<void>;
}

/**
 * Small writes may succeed while larger ones do not: on a full disk there is often room for a few bytes. So `tryOut` writes more
 * than most calls do, and in the same way.
 */
export function createWriteFailures(tryOut: () => Promise<void>): WriteFailures {
  let last: { at: number; error: DatabaseAway } | undefined;

  async function watch<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof DatabaseAway && error.unwritable) last = { at: performance.now(), error };
      throw error;
    }
  }

  return {
    watch,
    isOver: () => last === undefined,
    async assertOver() {
      const failure = last;
      if (!failure) return;
      const isQuiet = performance.now() >= failure.at + QUIET_MS;
      if (failure.error.unwritable === 'disk' && !isQuiet) throw failure.error;
      await watch(tryOut());
      // Another write may have failed meanwhile.
      if (last === failure) last = undefined;
    },
  };
}
