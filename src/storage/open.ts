import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** PostgreSQL when an address is given, otherwise the embedded database, whose folder is made if need be. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databasePoolSize' | 'dataDir'>,
): Promise<Database> {
  if (config.databaseUrl) {
    return openPostgres({ url: config.databaseUrl, poolSize: config.databasePoolSize });
  }
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  return openSqlite({ file: join(config.dataDir, 'rota.db') });
}
