import { hasAnyWorkspace } from '../../features/workspace/workspaces/operations.ts';
import type { Config } from '../../settings/config.ts';
import type { Reader } from '../../storage/database.ts';
import { placeOf } from '../../storage/place.ts';
import { DatabaseRefused } from '../../storage/refused.ts';
import { hasTable } from '../../storage/tables.ts';
import { readExisting } from '../database/existing.ts';

/** Throws unless there is a database with a workspace. Writes nothing. */
export async function assertInstalled(config: Config): Promise<void> {
  if (await isInstalled(config)) return;
  throw new DatabaseRefused(
    `there is no database with a workspace at ${placeOf(config)}, and ${config.readOnly ? 'ROTA_READ_ONLY' : 'ROTA_REQUIRE_DATABASE'} is true: set what leads to ` +
      'the right one (ROTA_DATA_DIR or DATABASE_URL, and the folder that Rota is started in); for a first start, set it to false',
  );
}

/** Whether there is a database with a workspace. Writes nothing. */
export async function isInstalled(config: Config): Promise<boolean> {
  return (await readExisting(config, hasWorkspace)) === true;
}

const hasWorkspace = async (reader: Reader) =>
  (await hasTable(reader, 'workspaces')) && (await hasAnyWorkspace(reader));
