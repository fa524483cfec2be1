import { hasAnyWorkspace } from '../../features/workspace/workspaces/operations.ts';
import { opensSealed } from '../../secrets/sealed-walk.ts';
import type { SecretKey } from '../../secrets/secret-key.ts';
import type { Config } from '../../settings/config.ts';
import type { Reader } from '../../storage/database.ts';
import { openDatabase, placeOf } from '../../storage/open.ts';
import { DatabaseRefused } from '../../storage/refused.ts';
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

/** Throws unless there is a database with a workspace. Writes nothing. */
export async function assertInstalled(config: Config): Promise<void> {
  if (await isInstalled(config)) return;
  throw new DatabaseRefused(
    `there is no database with a workspace at ${placeOf(config)}, and ${config.readOnly ? 'ROTA_READ_ONLY' : 'ROTA_REQUIRE_DATABASE'} is true: check what points to ` +
      'it (ROTA_DATA_DIR or DATABASE_URL, and the folder that Rota is started in); for a first start, set it to false',
  );
}

/** Whether there is a database with a workspace. Writes nothing. */
export async function isInstalled(config: Config): Promise<boolean> {
  return (await readExisting(config, hasWorkspace)) === true;
}

const hasWorkspace = async (reader: Reader) =>
  (await hasTable(reader, 'workspaces')) && (await hasAnyWorkspace(reader));
