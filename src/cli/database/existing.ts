import type { Config } from '../../settings/config.ts';
import type { Reader } from '../../storage/database.ts';
import { openDatabase } from '../../storage/open.ts';
import { withReader } from '../../storage/sqlite-file/check.ts';
import { databaseFileIn, isThere } from '../../storage/sqlite-file/file.ts';
import { assertInPlace, lockWhole } from '../../storage/sqlite-file/guard.ts';
import { hasJournal } from '../../storage/sqlite-file/journal.ts';

/** Reads the database without migrating it. Writes nothing. Undefined if there is no embedded database yet. */
export async function readExisting<Result>(
  config: Config,
  work: (reader: Reader) => Promise<Result>,
): Promise<Result | undefined> {
  if (config.databaseUrl) {
    const database = await openDatabase(config);
    return work(database).finally(database.close);
  }
  const file = databaseFileIn(config.dataDir);
  assertInPlace(file);
  if (!isThere(file)) return undefined;
  const lock = lockWhole(file, 'use');
  // SQLite would create a journal just to read.
  const extent = hasJournal(file) ? 'with journal' : 'file only';
  return withReader(file, extent, work).finally(lock.release);
}
