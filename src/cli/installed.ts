import type { Config } from '../config.ts';
import { hasAnyWorkspace } from '../features/workspaces/operations.ts';
import type { Reader } from '../storage/database.ts';
import { openDatabase } from '../storage/open.ts';
import { placeOf } from '../storage/place.ts';
import { DatabaseRefused } from '../storage/refused.ts';
import { withReader } from '../storage/sqlite-file/check.ts';
import { databaseFileIn, isThere } from '../storage/sqlite-file/file.ts';
import { assertInPlace, lockWhole } from '../storage/sqlite-file/guard.ts';
import { hasJournal } from '../storage/sqlite-file/journal.ts';
import { hasTable } from '../storage/tables.ts';

/** Refuses when there is no database with a workspace. Writes nothing. */
export async function assertInstalled(config: Config): Promise<void> {
  if (await isInstalled(config)) return;
  throw new DatabaseRefused(
    `there is no database with a workspace at ${placeOf(config)}, and ${config.readOnly ? 'ROTA_READ_ONLY' : 'ROTA_REQUIRE_DATABASE'} is true: set what leads to ` +
      'the right one (ROTA_DATA_DIR or DATABASE_URL, and the folder that Rota is started in); for a first start, set it to false',
  );
}

/** Whether there is a database with a workspace. Writes nothing. */
export async function isInstalled(config: Config): Promise<boolean> {
  if (config.databaseUrl) {
    const database = await openDatabase(config);
    return hasWorkspace(database).finally(database.close);
  }
  const file = databaseFileIn(config.dataDir);
  assertInPlace(file);
  if (!isThere(file)) return false;
  const lock = lockWhole(file, 'use');
  // Without a journal, SQLite would create one to read.
  const extent = hasJournal(file) ? 'with journal' : 'file only';
  return withReader(file, extent, hasWorkspace).finally(lock.release);
}

const hasWorkspace = async (reader: Reader) =>
  (await hasTable(reader, 'workspaces')) && (await hasAnyWorkspace(reader));
