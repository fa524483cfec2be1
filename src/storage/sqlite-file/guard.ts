// What is checked before SQLite opens the file: docs/decisions/0007-guarding-the-database-file.md.
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OpenDatabase } from '../database.ts';
import { openSqliteForReads } from '../read-only.ts';
import { DatabaseRefused } from '../refused.ts';
import { openSqlite } from '../sqlite.ts';
import { problemsIn } from './check.ts';
import { databaseFileIn, isThere, makeDatabaseFile } from './file.ts';
import { hasJournal, journalOf, type Lost, readJournal } from './journal.ts';
import { type Lock, lockDatabase, tryLock } from './lock.ts';

/** Takes a second at most. Measured: `quick_check` reads 140 MB/s from the disk, 1 GB/s from memory. */
const QUICK_TO_CHECK_BYTES = 128 * 1024 ** 2;
/** Other processes hold this lock only while they read the journal. */
const WAIT_MS = 1_000;

const WHAT_TO_DO =
  '`rota check` has details; `rota restore FILE --replace` replaces it by a backup, and keeps the old files';

/** Opens the embedded database, and makes it if needed. Refuses a damaged one, and one in use in a conflicting way. */
export async function openGuarded(folder: string, purpose: 'use' | 'serve'): Promise<OpenDatabase> {
  // Before a missing file is made.
  assertInPlace(databaseFileIn(folder));
  const file = makeDatabaseFile(folder);
  const lock = lockWhole(file, purpose);
  try {
    // A journal is left by a killed server, or by another process at work.
    if (purpose === 'serve' && hasJournal(file)) assertReadable(file);
    const database = await openSqlite({ file });
    return { ...database, close: () => database.close().finally(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The same for reads only. Makes nothing. Takes the lock of a command: a server that only reads keeps no writer out. */
export function openGuardedForReads(folder: string): OpenDatabase {
  const file = databaseFileIn(folder);
  assertInPlace(file);
  if (!isThere(file)) throw new DatabaseRefused(`there is no database: ${file}`);
  const lock = lockWhole(file, 'use');
  try {
    const database = openSqliteForReads(file);
    return { ...database, close: () => database.close().finally(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Takes the lock, unless SQLite would silently drop a part of the database. */
export function lockWhole(file: string, purpose: 'use' | 'serve'): Lock {
  const lock = lockDatabase(file, purpose);
  try {
    assertInPlace(file);
    if (!readJournal(file).lost) return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
  lock.release();
  refuseFirst(file);
  return lockDatabase(file, purpose);
}

/** A process that has the database open can still read the damaged part. So only the first to open it is refused. */
function refuseFirst(file: string): void {
  const lock = tryLock(file, 'replace', WAIT_MS);
  if (!lock) return;
  try {
    const { lost } = readJournal(file);
    if (!lost) return;
    throw new DatabaseRefused(
      `${describeLoss(file, lost)}. ${WHAT_TO_DO}; \`rota check --accept-loss\` continues without them`,
    );
  } finally {
    lock.release();
  }
}

/** Refuses a database and a journal that may not belong together. */
export function assertInPlace(file: string): void {
  if (existsSync(unfinishedRestore(file))) {
    throw new DatabaseRefused(
      `${file}: a restore was begun here and not finished: run \`rota restore FILE --replace\` again`,
    );
  }
  if (isThere(file)) return;
  // SQLite would delete the journal of an empty database.
  const { transactions, lost } = readJournal(file);
  if (transactions === 0 && !lost) return;
  throw new DatabaseRefused(
    `${file} is gone or empty, but its journal ${journalOf(file)} is there: put the file back, or use ` +
      '`rota restore FILE --replace`, which keeps the journal',
  );
}

export const describeLoss = (file: string, { fromByte, transactions }: Lost) =>
  `${journalOf(file)} is damaged: it can be read up to byte ${fromByte} only, and at least ${transactions} committed ` +
  'transactions are behind that';

/** While this file exists, only another restore opens the database. */
export const unfinishedRestore = (file: string) => join(dirname(file), 'restore.unfinished');

function assertReadable(file: string): void {
  if (statSync(file).size > QUICK_TO_CHECK_BYTES) return;
  const [problem] = problemsIn(file, 'with journal', 'quick_check');
  if (problem) throw new DatabaseRefused(`${file} is damaged: ${problem}. ${WHAT_TO_DO}`);
}
