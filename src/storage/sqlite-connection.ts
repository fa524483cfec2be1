import { open, rm } from 'node:fs/promises';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { DatabaseAway, unavailable } from '../errors.ts';
import { type ConstraintKind, ConstraintViolation, type Value } from './database.ts';

export type Connection = ReturnType<typeof openConnection>;

type Row = Record<string, unknown>;

/** The API has fewer (tests/whole-service/statements.test.ts). */
export const MAX_PREPARED = 600;

/** Makes the object of a row from its values. */
type MakeRow = (values: unknown[]) => Row;

/** `busyTimeoutMs`: how long SQLite waits for another process, which blocks this whole process meanwhile. */
export function openConnection(file: string, options: { readOnly: boolean; busyTimeoutMs: number }) {
  const connection = new DatabaseSync(file, { readOnly: options.readOnly, timeout: options.busyTimeoutMs });
  const statements = new Map<string, { statement: StatementSync; makeRow: MakeRow }>();

  function prepare(sql: string) {
    const known = statements.get(sql);
    if (known) return known;
    const statement = connection.prepare(sql.replace(/\$(\d+)/g, '?$1'));
    statement.setReturnArrays(true);
    const prepared = { statement, makeRow: compileRow(statement.columns().map(({ name }) => name)) };
    statements.set(sql, prepared);
    // Drops the oldest. To find the least recently used one, we would have to record every use.
    if (statements.size > MAX_PREPARED) statements.delete(statements.keys().next().value as string);
    return prepared;
  }

  function all(sql: string, values: Value[]): Row[] {
    try {
      const { statement, makeRow } = prepare(sql);
      return (statement.all(...values) as unknown as unknown[][]).map(makeRow);
    } catch (error) {
      throw translateError(connection, error);
    }
  }

  /** Yields one row after another, without keeping all of them in memory. */
  function* each(sql: string): Generator<Row> {
    try {
      const { statement, makeRow } = prepare(sql);
      for (const values of statement.iterate()) yield makeRow(values as unknown as unknown[]);
    } catch (error) {
      throw translateError(connection, error);
    }
  }

  function translated<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw translateError(connection, error);
    }
  }

  return {
    all,
    each,
    run: (sql: string, values: Value[]) =>
      translated(() => Number(prepare(sql).statement.run(...values).changes)),
    script: (sql: string) => translated(() => connection.exec(sql)),
    inTransaction: () => connection.isTransaction,
    prepared: () => statements.size,
    close: () => connection.close(),
  };
}

/**
 * Rows arrive as arrays and become objects here. Measured for a list of teams: 75 µs, with node:sqlite's objects 109 µs.
 * Compiled, because assigning fields one by one took 500 ns for a row of 14 columns; this takes 50.
 */
function compileRow(columns: string[]): MakeRow {
  const fields = columns.map((name, place) => `${JSON.stringify(name)}: values[${place}]`);
  return new Function('values', `return { ${fields.join(', ')} }`) as MakeRow;
}

export const isBusy = (error: unknown) => codeBehind(error) === SQLITE_BUSY;

/** The file is damaged, or not a database. */
export const isDamage = (error: unknown) => [SQLITE_CORRUPT, SQLITE_NOTADB].includes(codeBehind(error));

/** SQLite's code in the cause of an error; 0 if SQLite did not cause it. */
function codeBehind(error: unknown): number {
  const { cause } = error as { cause?: { errcode?: number } };
  return primaryCode(cause?.errcode ?? 0);
}

const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_CONSTRAINT = 19;
const SQLITE_NOTADB = 26;

/** SQLite's codes for an unusable database, in words for the operator. */
const unavailableReasons: Record<number, string> = {
  [SQLITE_BUSY]: 'another process writes to the database',
  [SQLITE_CORRUPT]: 'the database file is damaged',
  [SQLITE_NOTADB]: 'the database file is damaged',
};

const DISK_FULL = 'the disk is full';
const DISK_ERROR = 'the disk can not be read or written';

/** The same for a database that can't be written. */
const unwritableReasons: Record<number, string> = {
  8: 'the database file can not be written',
  10: DISK_ERROR,
  13: DISK_FULL,
  14: 'the database file can not be opened',
};

/** The low byte is the primary code. */
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
  if (unavailableReasons[code]) return unavailable(error, unavailableReasons[code]);
  if (unwritableReasons[code]) return new DatabaseAway(error, unwritableReasons[code], 'disk');
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
  // PostgreSQL's name for the index of a primary key.
  return index?.origin === 'pk' ? `${table}_pkey` : index?.name;
}

/** More than most calls write. */
const ROOM_BYTES = 1024 ** 2;

/**
 * Writes a file beside the database, and removes it. SQLite uses the room of its journal and of free pages again: for a while it
 * can write to a disk that has no room left.
 */
export async function takeRoom(file: string): Promise<void> {
  try {
    await using handle = await open(file, 'w', 0o600);
    await handle.writeFile(Buffer.alloc(ROOM_BYTES));
    await handle.sync();
  } catch (error) {
    const isFull = ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
    throw new DatabaseAway(error, isFull ? DISK_FULL : DISK_ERROR, 'disk');
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}
