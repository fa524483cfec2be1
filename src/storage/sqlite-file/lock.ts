import { dirname, join } from 'node:path';
import { DatabaseRefused } from '../refused.ts';
import { isBusy, openConnection } from '../sqlite-connection.ts';
import { makeEmpty } from './file.ts';

/** What the database is opened for. Any number may use it, one of them serves, and whoever replaces it is alone. */
export type Purpose = 'use' | 'serve' | 'replace';

export interface Lock {
  release(): void;
}

/** A restore may take a while. */
const LONG_WAIT_MS = 5_000;
/** Commands come and go, but a server stays. Longer than those who look at the journal hold it. */
const WAIT_MS = 2_000;

/** The levels that SQLite's own locks have: shared, reserved, exclusive. */
const takings: Record<Purpose, { script: string; waitMs: number; refusal: string }> = {
  use: {
    // A transaction takes its lock when it first reads.
    script: 'begin; select count(*) from sqlite_schema',
    waitMs: LONG_WAIT_MS,
    refusal: 'is being restored or mended by another command: try again when that is done',
  },
  serve: {
    script: 'begin immediate',
    waitMs: WAIT_MS,
    refusal:
      'is in use: another `rota serve` runs on it, or it is being restored. Stop the other one, or use another ' +
      'ROTA_DATA_DIR, or PostgreSQL (DATABASE_URL) for several nodes',
  },
  replace: {
    script: 'begin exclusive',
    waitMs: WAIT_MS,
    refusal: 'is in use by a server or another command: stop that first',
  },
};

/**
 * Holds `rota.lock`, beside the database, until it is released. It is a lock of the operating system, which ends with the
 * process, however that ends: nothing is written that could be left over, and no process numbers are compared, which
 * are the same in two containers. Node has no such locks of its own, but SQLite takes them.
 */
export function lockDatabase(file: string, purpose: Purpose): Lock {
  const { waitMs, refusal } = takings[purpose];
  const lock = tryLock(file, purpose, waitMs);
  if (!lock) throw new DatabaseRefused(`${file} ${refusal}`);
  return lock;
}

export const lockOf = (databaseFile: string) => join(dirname(databaseFile), 'rota.lock');

/** Undefined when others hold it. */
export function tryLock(file: string, purpose: Purpose, waitMs: number): Lock | undefined {
  const lockFile = lockOf(file);
  makeEmpty(lockFile);
  const connection = openConnection(lockFile, { readOnly: false, busyTimeoutMs: waitMs });
  try {
    // Without this, SQLite would write a journal in order to begin with an empty file.
    connection.script('pragma journal_mode = memory');
    connection.script(takings[purpose].script);
    return { release: connection.close };
  } catch (error) {
    connection.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}
