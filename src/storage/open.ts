import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { unavailable } from '../errors.ts';
import type { OpenDatabase } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** PostgreSQL when an address is given, otherwise the embedded database, whose folder is made if need be. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databasePoolSize' | 'dataDir'>,
): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    return openPostgres({ url: config.databaseUrl, poolSize: config.databasePoolSize });
  }
  try {
    return await openSqlite({ file: prepareFile(config.dataDir) });
  } catch (error) {
    throw unavailable(new Error(`${config.dataDir}: ${(error as Error).message}`, { cause: error }));
  }
}

/** Folder and file are for their owner only; SQLite gives the files beside it the same mode. */
function prepareFile(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'rota.db');
  closeSync(openSync(file, 'a', 0o600));
  return file;
}
