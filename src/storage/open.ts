import { unavailable } from '../errors.ts';
import { type Config, ConfigError } from '../settings/config.ts';
import type { OpenDatabase } from './database.ts';
import { forReadsOnly } from './read-only.ts';
import { DatabaseRefused } from './refused.ts';
import { databaseFileIn } from './sqlite-file/file.ts';
import { openGuarded, openGuardedForReads } from './sqlite-file/guard.ts';

/**
 * Opens PostgreSQL if an address is given, otherwise the embedded database, whose folder is made if needed. The embedded
 * database can have one server that writes, and any number of servers that only read.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databasePoolSize' | 'dataDir'>,
  { serving = false, readOnly = false } = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    // Loaded here: the embedded database starts without the driver. Measured: 15 ms of a start.
    const [{ openPostgres }, { assertSuitable }] = await Promise.all([
      import('./postgres.ts'),
      import('./postgres-server.ts'),
    ]);
    const addresses = { url: config.databaseUrl, directUrl: config.databaseDirectUrl };
    await assertSuitable(addresses);
    const database = await openPostgres({
      ...addresses,
      poolSize: config.databasePoolSize,
      readOnly,
    });
    return readOnly ? forReadsOnly(database) : database;
  }
  if (config.databaseDirectUrl) {
    throw new ConfigError('DATABASE_DIRECT_URL needs DATABASE_URL: set that to the address of the pooler');
  }
  try {
    if (readOnly) return openGuardedForReads(config.dataDir);
    return await openGuarded(config.dataDir, serving ? 'serve' : 'use');
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error;
    throw unavailable(new Error(`${config.dataDir}: ${(error as Error).message}`, { cause: error }));
  }
}

/** Where the database is, for people. It shows no more of DATABASE_URL, which holds a password. */
export function placeOf({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (!databaseUrl) return databaseFileIn(dataDir);
  const { host, pathname, username, searchParams } = new URL(databaseUrl);
  // PostgreSQL's clients use the user's name for a database without a name.
  const name = decodeURIComponent(pathname.slice(1) || username) || 'the default one';
  return `PostgreSQL, database ${name} on ${host || searchParams.get('host') || 'this machine'}`;
}
