import pg from 'pg';
import { RotaError } from '../../errors.ts';
import { ConstraintViolation, type Session, type Transaction } from '../database.ts';
import { DatabaseRefused } from '../refused.ts';
import { type MovedRow, nameRow } from './source.ts';
import type { Column, Table } from './tables.ts';

/** How many keys to look up in the source at once. */
const KEYS = 1_000;

/** A constraint that was in the way: rows come in batches, and two of them may have swapped values since the last run. */
interface Dropped {
  name: string;
  drop: string;
  restore: string;
}

/** The rows of the target database. */
export class Target {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The target's rows with the same keys as these. */
  find(table: Table, rows: MovedRow[]): Promise<MovedRow[]> {
    const columns = table.columns.map(({ name }) => `${table.name}.${name}`).join(', ');
    const sql = `select ${columns} from ${given(table.key)} join ${table.name} on ${sameKey(table)}`;
    return this.#session.transaction((tx) => tx.all<MovedRow>(sql, [asJson(rows, table.key)]));
  }

  /** All keys in batches, in PostgreSQL's order. */
  async *keys(table: Table): AsyncGenerator<MovedRow[]> {
    const names = table.key.map(({ name }) => name).join(', ');
    const places = table.key.map(({ type }, place) => `$${place + 1}::${type}`).join(', ');
    let last: MovedRow | undefined;
    do {
      const after = last ? `where (${names}) > (${places})` : '';
      const values = last ? table.key.map(({ name }) => last?.[name] ?? null) : [];
      const sql = `select ${names} from ${table.name} ${after} order by ${names} limit ${KEYS}`;
      const keys: MovedRow[] = await this.#session.transaction((tx) => tx.all<MovedRow>(sql, values));
      if (keys.length > 0) yield keys;
      last = keys.length === KEYS ? keys.at(-1) : undefined;
    } while (last);
  }

  insert(table: Table, rows: MovedRow[]): Promise<void> {
    const names = table.columns.map(({ name }) => name).join(', ');
    return this.#change(
      table,
      rows,
      table.columns,
      `insert into ${table.name} (${names}) select ${names} from ${given(table.columns)}`,
    );
  }

  update(table: Table, rows: MovedRow[]): Promise<void> {
    const set = table.columns.map(({ name }) => `${name} = given.${name}`).join(', ');
    const sql = `update ${table.name} set ${set} from ${given(table.columns)} where ${sameKey(table)}`;
    return this.#change(table, rows, table.columns, sql);
  }

  delete(table: Table, keys: MovedRow[]): Promise<void> {
    const sql = `delete from ${table.name} using ${given(table.key)} where ${sameKey(table)}`;
    return this.#change(table, keys, table.key, sql);
  }

  async count(table: Table): Promise<number> {
    const sql = `select count(*) as rows from ${table.name}`;
    const found = await this.#session.transaction((tx) => tx.get<{ rows: number }>(sql));
    return found?.rows ?? 0;
  }

  /** Runs in one transaction. If the rows can't be written together, splits them until it finds the one at fault. */
  async #change(table: Table, rows: MovedRow[], columns: Column[], sql: string): Promise<void> {
    if (rows.length === 0) return;
    try {
      await this.#session.transaction((tx) => tx.run(sql, [asJson(rows, columns)]));
    } catch (error) {
      if (error instanceof RotaError) throw error;
      if (await this.#putAside(error)) return this.#change(table, rows, columns, sql);
      if (rows.length === 1) throw refusal(table, rows[0] as MovedRow, error);
      const half = rows.length >> 1;
      await this.#change(table, rows.slice(0, half), columns, sql);
      await this.#change(table, rows.slice(half), columns, sql);
    }
  }

  /**
   * Drops the constraint that a statement has broken, if it will hold again once all rows are there. The same transaction
   * records that it has to be put back. False for any other error.
   */
  async #putAside(error: unknown): Promise<boolean> {
    if (!(error instanceof ConstraintViolation) || !(error.cause instanceof pg.DatabaseError)) return false;
    const { constraint, table } = error.cause;
    if (!constraint || !table) return false;
    return this.#session.transaction(async (tx) => {
      const dropped = await describe(tx, table, constraint);
      if (!dropped) return false;
      await writeDropped(tx, [...(await readDropped(tx)), dropped]);
      await tx.script(dropped.drop);
      return true;
    });
  }

  /** Restores the dropped constraints, once all rows are there. */
  async putBack(): Promise<void> {
    await this.#session.transaction(async (tx) => {
      for (const { restore } of await readDropped(tx)) await tx.script(restore);
      await writeDropped(tx, []);
    });
  }

  /** A new database has no statistics, which would make its first minutes slow. */
  async analyze(tables: Table[]): Promise<void> {
    await this.#session.run(`analyze ${tables.map(({ name }) => name).join(', ')}`);
  }
}

async function readDropped(tx: Transaction): Promise<Dropped[]> {
  const row = await tx.get<{ dropped: string }>('select dropped from moves where id = 1');
  return JSON.parse(row?.dropped ?? '[]');
}

async function writeDropped(tx: Transaction, dropped: Dropped[]): Promise<void> {
  await tx.run('update moves set dropped = $1 where id = 1', [JSON.stringify(dropped)]);
}

/** Describes a foreign key, or a unique index that nothing refers to. Undefined for a primary key or a check. */
async function describe(tx: Transaction, table: string, name: string): Promise<Dropped | undefined> {
  const reference = await tx.get<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = to_regclass($1) and conname = $2 and contype = 'f'`,
    [table, name],
  );
  if (reference) {
    return {
      name,
      drop: `alter table ${table} drop constraint ${name}`,
      restore: `alter table ${table} add constraint ${name} ${reference.definition}`,
    };
  }
  const index = await tx.get<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition from pg_index
     where indexrelid = to_regclass($1) and indisunique and not indisprimary`,
    [name],
  );
  return index && { name, drop: `drop index ${name}`, restore: index.definition };
}

function refusal(table: Table, row: MovedRow, error: unknown): Error {
  const { message } = error instanceof ConstraintViolation ? (error.cause as Error) : (error as Error);
  return new DatabaseRefused(`PostgreSQL does not take ${nameRow(table, row)}: ${message}`);
}

const given = (columns: Column[]) =>
  `jsonb_to_recordset($1::jsonb) as given(${columns.map(({ name, type }) => `${name} ${type}`).join(', ')})`;

const sameKey = ({ name: table, key }: Table) =>
  key.map(({ name }) => `${table}.${name} = given.${name}`).join(' and ');

/** Bytes are in PostgreSQL's text format. */
function asJson(rows: MovedRow[], columns: Column[]): string {
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        columns.map(({ name }) => {
          const value = row[name];
          const isBytes = value !== null && typeof value === 'object';
          return [name, isBytes ? `\\x${Buffer.from(value).toString('hex')}` : value];
        }),
      ),
    ),
  );
}
