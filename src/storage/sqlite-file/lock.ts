import { dirname, join } from 'node:path';
import { DatabaseRefused } from '../refused.ts';
import { isBusy, openConnection } from '../sqlite-connection.ts';
import { makeEmpty } from './file.ts';

/** Any number of processes may use the database, and one of them may serve it. A process that replaces it must be alone. */
export type Purpose = 'use' | 'serve' | 'replace';

export interface Lock {
  release(): void;
}

/** A restore may take a while. */
const LONG_WAIT_MS = 5_000;
/** A server holds its lock for good, so a longer wait is useless. It is longer than a read of the journal. */
const WAIT_MS = 2_000;

/** The levels of SQLite's own locks: shared, reserved, exclusive. */
const lockModes: Record<Purpose, { script: string; waitMs: number; refusal: string }> = {
  use: {
    // A transaction takes its lock at its first read.
    script: 'begin; select count(*) from sqlite_schema',
    waitMs: LONG_WAIT_MS,
    refusal: 'is being restored or mended by another command: try again when that is done',
  },
  serve: {
    script: 'begin immediate',
    waitMs: WAIT_MS,
    refusal:
      'is in use: another `rota serve` runs on it, or it is being restored or moved. Stop the other one, or use another ' +
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
 * process, so nothing is left over after a crash. Process ids are not compared: two containers can have the same ones.
 * Node has no such locks, so SQLite takes them.
 */
export function lockDatabase(file: string, purpose: Purpose): Lock {
  const { waitMs, refusal } = lockModes[purpose];
  const lock = tryLock(file, purpose, waitMs);
  if (!lock) throw new DatabaseRefused(`${file} ${refusal}`);
  return lock;
}

export const lockOf = (databaseFile: string) => join(dirname(databaseFile), 'rota.lock');

/** Undefined if another process holds it. */
export function tryLock(file: string, purpose: Purpose, waitMs: number): Lock | undefined {
  const lockFile = lockOf(file);
  makeEmpty(lockFile);
  const connection = openConnection(lockFile, { readOnly: false, busyTimeoutMs: waitMs });
  try {
    // Without this, SQLite writes a journal for an empty file.
    connection.script('pragma journal_mode = memory');
    connection.script(lockModes[purpose].script);
    return { release: connection.close };
  } catch (error) {
    connection.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}
