import { opensSealed } from '../../secrets/sealed-walk.ts';
import type { SecretKey } from '../../secrets/secret-key.ts';
import type { Config } from '../../settings/config.ts';
import type { Reader } from '../../storage/database.ts';
import { openDatabase } from '../../storage/open.ts';
import { selectMark } from '../../storage/secret-keys.ts';
import { withReader } from '../../storage/sqlite-file/check.ts';
import { databaseFileIn, isThere } from '../../storage/sqlite-file/file.ts';
import { assertInPlace, lockWhole } from '../../storage/sqlite-file/guard.ts';
import { hasJournal } from '../../storage/sqlite-file/journal.ts';
import { hasTable } from '../../storage/tables.ts';

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

/**
 * Whether these keys can open everything sealed in the database: the active key must be among them, and so must the
 * previous one while it may still be needed.
 */
export async function canReadSecrets(reader: Reader, keys: SecretKey[]): Promise<boolean> {
  const mark = (await hasTable(reader, 'secret_key_marks')) ? await selectMark(reader) : undefined;
  // Nothing recorded yet: then the active key is the oldest.
  if (!mark) return opensSealed(reader, keys.slice(-1));
  const needed = [mark.fingerprint, mark.former_fingerprint ?? mark.fingerprint];
  return needed.every((fingerprint) => keys.some((key) => key.fingerprint === fingerprint));
}
