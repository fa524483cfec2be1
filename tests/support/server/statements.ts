// Statements that tests run only on SQLite, as PostgreSQL would get them. tests/support/run/prepare-statements.ts lets PostgreSQL prepare
// every statement of the fast lane, to catch those that only SQLite understands.
import { appendFileSync } from 'node:fs';
import type { Database, Dialect, OpenDatabase, Reader, Transaction } from '../../../src/storage/database.ts';
import { dialect as postgres } from '../../../src/storage/postgres-connection.ts';
import { dialect as sqlite } from '../../../src/storage/sqlite.ts';
import { STATEMENTS } from '../run/prepare-statements.ts';

const seen = new Set<string>();

/** Statements for SQLite only: about its file, its schema and its plans. */
const OF_SQLITE = /^explain |\b(sqlite_|pragma_)/;

/** PostgreSQL's fragments, by the number in the comments that enclose SQLite's. */
const wordsOfPostgres: string[] = [];
const numbers = new Map<string, number>();

/** Encloses SQLite's fragment in comments that refer to PostgreSQL's. */
function marked(ofSqlite: string, ofPostgres: string): string {
  const known = numbers.get(ofPostgres);
  const number = known ?? wordsOfPostgres.push(ofPostgres) - 1;
  numbers.set(ofPostgres, number);
  return `/*${number}<*/${ofSqlite}/*>${number}*/`;
}

/** The statement for PostgreSQL. Enclosed fragments may be nested. */
export function forPostgres(sql: string): string {
  const replaced = sql.replace(
    /\/\*(\d+)<\*\/[\s\S]*?\/\*>\1\*\//g,
    (_, number) => wordsOfPostgres[number] as string,
  );
  return replaced === sql ? sql : forPostgres(replaced);
}

const dialect: Dialect = {
  engine: 'sqlite',
  forUpdate: marked(sqlite.forUpdate, postgres.forUpdate),
  forShare: marked(sqlite.forShare, postgres.forShare),
  forShareFree: marked(sqlite.forShareFree, postgres.forShareFree),
  forReference: marked(sqlite.forReference, postgres.forReference),
  forUpdateOf: (table) => marked(sqlite.forUpdateOf(table), postgres.forUpdateOf(table)),
  forUpdateOfFree: (table) => marked(sqlite.forUpdateOfFree(table), postgres.forUpdateOfFree(table)),
  list: (valueAndOrder) => marked(sqlite.list(valueAndOrder), postgres.list(valueAndOrder)),
  rows: (placeholder, columns) =>
    marked(sqlite.rows(placeholder, columns), postgres.rows(placeholder, columns)),
};

/** Records every statement, if the run asks for it. */
export function withNotes(database: OpenDatabase): OpenDatabase {
  const file = process.env[STATEMENTS];
  if (!file || database.dialect.engine !== 'sqlite') return database;

  /** The same function, but records its statement. */
  const noted =
    <Values extends unknown[], Result>(run: (sql: string, ...values: Values) => Result) =>
    (sql: string, ...values: Values): Result => {
      if (!seen.has(sql) && !OF_SQLITE.test(sql)) {
        appendFileSync(file, `${JSON.stringify(forPostgres(sql))}\n`);
      }
      seen.add(sql);
      return run(sql, ...values);
    };
  const notedReader = (reader: Reader): Reader => ({
    dialect,
    get: noted(reader.get) as Reader['get'],
    all: noted(reader.all) as Reader['all'],
  });
  const notedTransaction = (tx: Transaction): Transaction => ({
    ...tx,
    ...notedReader(tx),
    run: noted(tx.run),
    later: (table, sql, values) => noted((text) => tx.later(table, text, values))(sql),
    ahead: notedReader(tx.ahead),
  });
  const notedDatabase = (each: Database): Database => ({
    ...notedReader(each),
    change: noted(each.change) as Database['change'],
    transaction: (work) => each.transaction((tx) => work(notedTransaction(tx))),
  });
  return {
    ...database,
    ...notedDatabase(database),
    background: notedDatabase(database.background),
    probe: notedDatabase(database.probe),
  };
}
