import { pathToFileURL } from 'node:url';
import type { Reader, Value } from '../database.ts';
import { dialect } from '../sqlite.ts';
import { type Connection, isDamage, openConnection } from '../sqlite-connection.ts';

/** As long as for a lock. */
const BUSY_TIMEOUT_MS = 5_000;
/** Per check. */
const MAX_PROBLEMS = 10;

/** Whether the journal is read, too, or the database file only. */
export type Extent = 'with journal' | 'file only';

/** Changes nothing: a read-only connection leaves the journal alone, even if it is the last to close. */
export function openReadOnly(file: string, extent: Extent): Connection {
  // SQLite ignores the journal of an immutable file.
  const path = extent === 'file only' ? `${pathToFileURL(file).href}?immutable=1` : file;
  return openConnection(path, { readOnly: true, busyTimeoutMs: BUSY_TIMEOUT_MS });
}

/** SQLite's own message. */
export const damageIn = (error: unknown) => ((error as Error).cause as Error).message;

type Check = 'quick_check' | 'integrity_check' | 'foreign_key_check';

/** SQLite's findings in words; empty if all is well. */
export function problemsIn(file: string, extent: Extent, ...checks: Check[]): string[] {
  const connection = openReadOnly(file, extent);
  try {
    return checks.flatMap((check) => problemsOf(connection, check));
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [damageIn(error)];
  } finally {
    connection.close();
  }
}

function problemsOf(connection: Connection, check: Check): string[] {
  const rows = connection.all(`pragma ${check}`, []).slice(0, MAX_PROBLEMS);
  if (check !== 'foreign_key_check')
    return rows.map((row) => String(row[check])).filter((text) => text !== 'ok');
  return rows.map(({ table, rowid, parent }) => `row ${rowid} of ${table} refers to nothing in ${parent}`);
}

/** Opens the file for reading while `work` runs. */
export async function withReader<Result>(
  file: string,
  extent: Extent,
  work: (reader: Reader) => Promise<Result>,
): Promise<Result> {
  const connection = openReadOnly(file, extent);
  try {
    return await work({
      dialect,
      get: async <Row>(sql: string, values: Value[] = []) =>
        connection.all(sql, values)[0] as Row | undefined,
      all: async <Row>(sql: string, values: Value[] = []) => connection.all(sql, values) as Row[],
    });
  } finally {
    connection.close();
  }
}
