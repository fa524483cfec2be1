import type { Value } from './database.ts';
import type { Connection } from './sqlite-connection.ts';

/** As many rows as are kept at most, and of one read. Past that it starts anew. */
const MAX_ROWS = 10_000;
const MAX_ROWS_OF_ONE = 200;

/**
 * Reads on a connection of their own, each once between two commits: a read depends on its text, its values and what has
 * been committed, and on nothing else. Measured, the same three reads were a quarter of the time for each request for a team.
 *
 * Whether somebody has committed, in this process or another, is asked once in a turn of the event loop; `forget` tells
 * of a commit in the same turn. What is remembered is frozen, because all who ask get the same.
 */
export function createRememberedReads(connection: Connection) {
  const remembered = new Map<string, Map<string, object[]>>();
  let rows = 0;
  let version: unknown;
  let isCurrent = false;

  function forgetIfChanged(): void {
    if (isCurrent) return;
    const [state] = connection.all('pragma data_version', []);
    if (state?.data_version !== version) {
      remembered.clear();
      rows = 0;
    }
    version = state?.data_version;
    isCurrent = true;
    setImmediate(forget);
  }

  function forget(): void {
    isCurrent = false;
  }

  function all(sql: string, values: Value[]): object[] {
    forgetIfChanged();
    const name = JSON.stringify(values);
    const known = remembered.get(sql)?.get(name);
    if (known) return known;
    const found = connection.all(sql, values);
    if (found.length > MAX_ROWS_OF_ONE) return found;
    for (const row of found) Object.freeze(row);
    Object.freeze(found);
    if (rows > MAX_ROWS) {
      remembered.clear();
      rows = 0;
    }
    // Nothing found is a row, too, or there could be any number of them.
    rows += found.length + 1;
    const ofThisText = remembered.get(sql) ?? new Map<string, object[]>();
    remembered.set(sql, ofThisText.set(name, found));
    return found;
  }

  return { all, forget, close: () => connection.close() };
}
