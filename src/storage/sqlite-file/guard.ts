import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OpenDatabase } from '../database.ts';
import { DatabaseRefused } from '../refused.ts';
import { openSqlite } from '../sqlite.ts';
import { problemsIn } from './check.ts';
import { databaseFileIn, isThere, makeDatabaseFile } from './file.ts';
import { hasJournal, journalOf, type Lost, readJournal } from './journal.ts';
import { type Lock, lockDatabase, tryLock } from './lock.ts';

/** Measured, `quick_check` reads 140 MB/s from the disk, 1 GB/s from memory: this takes a second at most. */
const QUICK_TO_CHECK_BYTES = 128 * 1024 ** 2;
/** Others who look at the same time let go at once. */
const WAIT_MS = 1_000;

const WHAT_TO_DO =
  '`rota check` tells more; `rota restore FILE --replace` puts a backup in its place and keeps what is there';

/** Opens the embedded database unless it is damaged, or in use in a way that excludes this one; makes it if need be. */
export async function openGuarded(folder: string, purpose: 'use' | 'serve'): Promise<OpenDatabase> {
  // Before a file is made where one is missing.
  assertInPlace(databaseFileIn(folder));
  const file = makeDatabaseFile(folder);
  const lock = lockWhole(file, purpose);
  try {
    // Left by a server that was killed, or by another process that is at work.
    if (purpose === 'serve' && hasJournal(file)) assertReadable(file);
    const database = await openSqlite({ file });
    return { ...database, close: () => database.close().finally(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Takes the lock, unless SQLite would drop something of the database without a word. */
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

/** Whoever has the database open can read what would be lost to others. So damage is told to who would be the first. */
function refuseFirst(file: string): void {
  const lock = tryLock(file, 'replace', WAIT_MS);
  if (!lock) return;
  try {
    const { lost } = readJournal(file);
    if (!lost) return;
    throw new DatabaseRefused(
      `${describeLoss(file, lost)}. ${WHAT_TO_DO}; \`rota check --accept-loss\` goes on without them`,
    );
  } finally {
    lock.release();
  }
}

/** Refuses when database and journal may not be those of one another. */
export function assertInPlace(file: string): void {
  if (existsSync(unfinishedRestore(file))) {
    throw new DatabaseRefused(
      `${file}: a restore was begun here and not finished: run \`rota restore FILE --replace\` again`,
    );
  }
  if (isThere(file)) return;
  // SQLite would delete the journal of a database that is empty.
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

/** While it is there, nothing but another restore opens the database. */
export const unfinishedRestore = (file: string) => join(dirname(file), 'restore.unfinished');

function assertReadable(file: string): void {
  if (statSync(file).size > QUICK_TO_CHECK_BYTES) return;
  const [problem] = problemsIn(file, 'with journal', 'quick_check');
  if (problem) throw new DatabaseRefused(`${file} is damaged: ${problem}. ${WHAT_TO_DO}`);
}
