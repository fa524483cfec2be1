import { hash } from 'node:crypto';
import type { Reader, Value } from '../database.ts';
import { DatabaseRefused } from '../refused.ts';
import { dialect } from '../sqlite.ts';
import type { Connection } from '../sqlite-connection.ts';
import { openReadOnly } from '../sqlite-file/check.ts';
import type { Column, ColumnType, Table } from './tables.ts';

export type MovedRow = Record<string, Value>;

/** A batch has this many rows at most, and few more bytes than this: mails are up to 1 MiB. */
const BATCH_ROWS = 1_000;
const BATCH_BYTES = 4 * 1024 ** 2;
/** How many rows of each table a message names. */
const MAX_NAMED = 5;

/** A snapshot of the embedded database, read while others may write to it. Writes nothing itself. */
export class Source implements Disposable {
  readonly reader: Reader;
  readonly #connection: Connection;
  readonly #version: number;

  constructor(file: string) {
    this.#connection = openReadOnly(file, 'with journal');
    const all = (sql: string, values: Value[] = []) => this.#connection.all(sql, values);
    this.reader = {
      dialect,
      get: async <Row>(sql: string, values?: Value[]) => all(sql, values)[0] as Row | undefined,
      all: async <Row>(sql: string, values?: Value[]) => all(sql, values) as Row[],
    };
    this.#connection.run('begin', []);
    // The first read takes the snapshot.
    all('select count(*) from sqlite_schema');
    this.#version = this.#dataVersion();
  }

  /** Changes once another connection has committed. */
  #dataVersion(): number {
    return Number(this.#connection.all('pragma data_version', [])[0]?.data_version);
  }

  /** The rows in batches, in the order of the primary key. */
  *batches(table: Table): Generator<MovedRow[]> {
    let batch: MovedRow[] = [];
    let bytes = 0;
    const columns = table.columns.map(({ name }) => name).join(', ');
    const order = table.key.map(({ name }) => name).join(', ');
    for (const row of this.#connection.each(`select ${columns} from ${table.name} order by ${order}`)) {
      this.#assertWhole(table, row as MovedRow);
      batch.push(row as MovedRow);
      bytes += sizeOf(row as MovedRow);
      if (batch.length < BATCH_ROWS && bytes < BATCH_BYTES) continue;
      yield batch;
      batch = [];
      bytes = 0;
    }
    if (batch.length > 0) yield batch;
  }

  /** Which of these keys, given as JSON, are in the table. */
  present(table: Table, keys: MovedRow[]): MovedRow[] {
    const names = table.key.map(({ name }) => name);
    const given = dialect.rows('$1', typesOf(table.key));
    const same = names.map((name) => `${table.name}.${name} = given.${name}`).join(' and ');
    const sql = `select ${names.map((name) => `${table.name}.${name}`).join(', ')}
      from ${given} as given cross join ${table.name} on ${same}`;
    return this.#connection.all(sql, [JSON.stringify(keys)]) as MovedRow[];
  }

  count(table: Table): number {
    return Number(this.#connection.all(`select count(*) as rows from ${table.name}`, [])[0]?.rows);
  }

  /** Names the installation. Copies of its files have the same name. */
  identity(): string {
    const [first] = this.#connection.all(
      'select name, applied_at from schema_migrations order by name limit 1',
      [],
    );
    return hash('sha256', `rota ${first?.name} ${first?.applied_at}`).slice(0, 32);
  }

  /** Refuses what PostgreSQL can't hold, before anything is copied, and names the rows. */
  assertMovable(tables: Table[]): void {
    const found = tables.flatMap((table) => this.#unmovable(table));
    if (found.length === 0) return;
    throw new DatabaseRefused(`PostgreSQL can't hold what is in ${found.join('; ')}. Nothing was copied`);
  }

  #unmovable(table: Table): string[] {
    const faults = table.columns.map(({ name, type }) => `when ${unmovableIn[type](name)} then '${name}'`);
    const key = table.key.map(({ name }) => name);
    const rows = this.#connection.all(
      `select * from (select ${key.join(', ')}, case ${faults.join(' ')} end as fault from ${table.name})
       where fault is not null limit ${MAX_NAMED}`,
      [],
    );
    return rows.map(({ fault, ...values }) => `column ${fault} of ${nameRow(table, values as MovedRow)}`);
  }

  /** Bytes that aren't valid text are read as U+FFFD, so compare text that has it with the stored bytes. */
  #assertWhole(table: Table, row: MovedRow): void {
    for (const { name } of table.columns) {
      const value = row[name];
      if (typeof value !== 'string' || !value.includes('\ufffd')) continue;
      const same = table.key.map((column, place) => `${column.name} = $${place + 1}`).join(' and ');
      const [stored] = this.#connection.all(
        `select cast(${name} as blob) as bytes from ${table.name} where ${same}`,
        table.key.map((column) => row[column.name] as Value),
      );
      if (Buffer.from(value).equals(stored?.bytes as Uint8Array)) continue;
      throw new DatabaseRefused(`column ${name} of ${nameRow(table, row)} is not valid UTF-8`);
    }
  }

  /** Ends the snapshot. True if nobody has written since it was taken. */
  isStillSame(): boolean {
    this.#connection.run('commit', []);
    return this.#dataVersion() === this.#version;
  }

  [Symbol.dispose](): void {
    this.#connection.close();
  }
}

/** The condition for a value of another type, or one that doesn't fit PostgreSQL's type or a JavaScript number. */
const unmovableIn: Record<ColumnType, (column: string) => string> = {
  text: (column) => `typeof(${column}) not in ('text', 'null') or instr(cast(${column} as blob), x'00') > 0`,
  bigint: (column) =>
    `typeof(${column}) not in ('integer', 'null') or ${column} not between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`,
  bytea: (column) => `typeof(${column}) not in ('blob', 'null')`,
};

function sizeOf(row: MovedRow): number {
  return Object.values(row).reduce<number>(
    (sum, value) => sum + (value !== null && typeof value === 'object' ? value.length : String(value).length),
    0,
  );
}

const typesOf = (columns: Column[]) =>
  Object.fromEntries(columns.map(({ name, type }) => [name, type as 'text' | 'bigint']));

/** Names a row in a message: the table, and the key. */
export function nameRow({ name, key }: Table, row: MovedRow): string {
  return `${name} (${key.map((column) => `${column.name} ${String(row[column.name])}`).join(', ')})`;
}
