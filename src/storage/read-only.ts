import { ReadOnly } from '../errors.ts';
import type { Database, OpenDatabase } from './database.ts';
import { createNotifications } from './notifications.ts';
import { dialect } from './sqlite.ts';
import { openReadOnly } from './sqlite-file/check.ts';

const refuse = async (): Promise<never> => {
  throw new ReadOnly();
};

/** The same database, for reads only. Refuses every change, even from code that doesn't know about read-only nodes. */
export function forReadsOnly(storage: OpenDatabase): OpenDatabase {
  const readsOf = ({ get, all }: Database): Database => ({
    dialect: storage.dialect,
    get,
    all,
    change: refuse,
    transaction: refuse,
  });
  return {
    ...storage,
    ...readsOf(storage),
    background: readsOf(storage.background),
    probe: readsOf(storage.probe),
    alone: refuse,
  };
}

/** The embedded database, on a connection that can't write. Others may write meanwhile. */
export function openSqliteForReads(file: string): OpenDatabase {
  const connection = openReadOnly(file, 'with journal');
  const database: Database = {
    dialect,
    get: async <Row>(sql: string, values = []) => connection.all(sql, values)[0] as Row | undefined,
    all: async <Row>(sql: string, values = []) => connection.all(sql, values) as Row[],
    change: refuse,
    transaction: refuse,
  };
  return {
    ...database,
    background: database,
    probe: database,
    serialized: (_line, work) => work(),
    listen: createNotifications().listen,
    alone: refuse,
    forget: refuse,
    use: () => [],
    lockTimeouts: () => 0,
    writeFailures: { isOver: () => true, assertOver: async () => {} },
    close: async () => connection.close(),
  };
}
