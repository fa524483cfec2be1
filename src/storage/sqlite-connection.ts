import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { unavailable } from '../errors.ts';
import { type ConstraintKind, ConstraintViolation, type Value } from './database.ts';

export type Connection = ReturnType<typeof openConnection>;

/** Column names and values. */
type Row = Record<string, unknown>;

/** How many statements a connection keeps prepared; those that the API has are fewer (tests/whole-service/statements.test.ts). */
export const KEPT_STATEMENTS = 600;

/** `busyTimeoutMs` is how long SQLite itself waits for another process, and with it this whole process. */
export function openConnection(file: string, options: { readOnly: boolean; busyTimeoutMs: number }) {
  const connection = new DatabaseSync(file, { readOnly: options.readOnly, timeout: options.busyTimeoutMs });
  const statements = new Map<string, { statement: StatementSync; columns: string[] }>();

  function prepare(sql: string) {
    let prepared = statements.get(sql);
    if (prepared) {
      // To the end: the first is what has not been used for longest.
      statements.delete(sql);
    } else {
      const statement = connection.prepare(sql.replace(/\$(\d+)/g, '?$1'));
      statement.setReturnArrays(true);
      prepared = { statement, columns: statement.columns().map(({ name }) => name) };
    }
    statements.set(sql, prepared);
    if (statements.size > KEPT_STATEMENTS) statements.delete(statements.keys().next().value as string);
    return prepared;
  }

  /** Rows as lists, made into objects here: measured for a list of teams, 75 µs instead of the 109 µs of SQLite's own. */
  function all(sql: string, values: Value[]): Row[] {
    const { statement, columns } = prepare(sql);
    const rows = statement.all(...values) as unknown as unknown[][];
    return rows.map((row) => {
      const object: Row = {};
      for (let place = 0; place < columns.length; place += 1) object[columns[place] as string] = row[place];
      return object;
    });
  }

  function translated<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw translateError(connection, error);
    }
  }

  return {
    all: (sql: string, values: Value[]) => translated(() => all(sql, values)),
    run: (sql: string, values: Value[]) =>
      translated(() => Number(prepare(sql).statement.run(...values).changes)),
    script: (sql: string) => translated(() => connection.exec(sql)),
    inTransaction: () => connection.isTransaction,
    /** How many statements are kept prepared. */
    prepared: () => statements.size,
    close: () => connection.close(),
  };
}

export const isBusy = (error: unknown) => codeBehind(error) === SQLITE_BUSY;

/** The file is not what SQLite wrote. */
export const isDamage = (error: unknown) => [SQLITE_CORRUPT, SQLITE_NOTADB].includes(codeBehind(error));

/** SQLite's code for what is behind an error of ours; 0 where SQLite has no part in it. */
function codeBehind(error: unknown): number {
  const { cause } = error as { cause?: { errcode?: number } };
  return primaryCode(cause?.errcode ?? 0);
}

const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_CONSTRAINT = 19;
const SQLITE_NOTADB = 26;

/** What can go wrong around SQLite, and what an operator is told of it. */
const troubles: Record<number, string> = {
  [SQLITE_BUSY]: 'another process writes to the database',
  8: 'the database file can not be written',
  10: 'the disk can not be read or written',
  [SQLITE_CORRUPT]: 'the database file is damaged',
  13: 'the disk is full',
  14: 'the database file can not be opened',
  [SQLITE_NOTADB]: 'the database file is damaged',
};

/** The low byte; the rest refines it. */
const primaryCode = (errcode: number) => errcode & 0xff;

const kinds: Record<string, ConstraintKind> = {
  UNIQUE: 'unique',
  'FOREIGN KEY': 'foreign_key',
  CHECK: 'check',
  'NOT NULL': 'not_null',
};

function translateError(connection: DatabaseSync, error: unknown): unknown {
  const { errcode, message } = error as { errcode?: number; message: string };
  if (errcode === undefined) return error;
  const code = primaryCode(errcode);
  if (troubles[code]) return unavailable(error, troubles[code]);
  if (code !== SQLITE_CONSTRAINT) return error;
  const [, kind, detail] = /^(.+) constraint failed(?:: (.+))?$/.exec(message) ?? [];
  if (!kind || !kinds[kind]) return error;
  const constraint = kind === 'UNIQUE' && detail ? uniqueIndexOn(connection, detail) : detail;
  return new ConstraintViolation(kinds[kind], constraint, error);
}

/** SQLite names the columns of a broken unique index ("keys.owner, keys.name"), unless it is on an expression. */
function uniqueIndexOn(connection: DatabaseSync, detail: string): string | undefined {
  const [, named] = /^index '(.+)'$/.exec(detail) ?? [];
  if (named) return named;
  const columns = detail.split(', ').map((column) => column.split('.') as [string, string]);
  const table = columns[0]?.[0] as string;
  const wanted = columns.map(([, name]) => name).join();
  const indexes = connection
    .prepare(
      `select list.name, list.origin,
              (select group_concat(info.name) from pragma_index_info(list.name) as info) as columns
       from pragma_index_list(?) as list where list."unique" = 1`,
    )
    .all(table) as { name: string; origin: string; columns: string }[];
  const index = indexes.find((candidate) => candidate.columns === wanted);
  // PostgreSQL's name for a primary key's own index.
  return index?.origin === 'pk' ? `${table}_pkey` : index?.name;
}
