import { systemClock } from '../clock.ts';
import type { Database, Reader, Transaction } from './database.ts';
import { migrate } from './migrate.ts';

/** Whether the database has a table of this name. */
export async function hasTable(reader: Reader, name: string): Promise<boolean> {
  const tables =
    reader.dialect.engine === 'sqlite'
      ? "select name from sqlite_schema where type = 'table' and name = $1"
      : 'select table_name from information_schema.tables where table_schema = current_schema() and table_name = $1';
  return (await reader.get(tables, [name])) !== undefined;
}

/**
 * The migrations that are yet to be applied; fails as `migrate` does when the schema is newer than this version. It is
 * `migrate` itself that tells, in a transaction that only reads.
 */
export function pendingMigrations(reader: Reader): Promise<string[]> {
  const tx: Transaction = {
    dialect: reader.dialect,
    get: reader.get,
    all: reader.all,
    run: async () => 0,
    script: async () => {},
    lock: async () => {},
    tryLock: async () => true,
    notify: () => {},
  };
  const database: Pick<Database, 'dialect' | 'transaction'> = {
    dialect: reader.dialect,
    transaction: (work) => work(tx),
  };
  return migrate(database as Database, systemClock);
}
