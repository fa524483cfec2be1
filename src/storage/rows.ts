import type { Dialect, Reader, Transaction, Value } from './database.ts';

/** Values by column. Column names come from the code, never from a request. */
export type Row = Record<string, Value>;

export async function insertRow(tx: Transaction, table: string, row: Row): Promise<void> {
  await tx.run(...insertion(table, row));
}

/** The same with `later`. */
export function insertRowLater(tx: Transaction, table: string, row: Row): void {
  tx.later(table, ...insertion(table, row));
}

type Columns = Record<string, 'text' | 'bigint'>;

/** Inserts many rows with one statement. Other properties of the objects are ignored. */
export async function insertRows(
  tx: Transaction,
  table: string,
  workspaceId: string,
  columns: Columns,
  rows: object[],
): Promise<void> {
  if (rows.length > 0) await tx.run(...insertionOf(tx.dialect, table, workspaceId, columns, rows));
}

/** The same with `later`. */
export function insertRowsLater(
  tx: Transaction,
  table: string,
  workspaceId: string,
  columns: Columns,
  rows: object[],
): void {
  if (rows.length > 0) tx.later(table, ...insertionOf(tx.dialect, table, workspaceId, columns, rows));
}

type Statement = [sql: string, values: Value[]];

function insertion(table: string, row: Row): Statement {
  const columns = Object.keys(row);
  const placeholders = columns.map((_, place) => `$${place + 1}`);
  return [
    `insert into ${table} (${columns.join(', ')}) values (${placeholders.join(', ')})`,
    Object.values(row),
  ];
}

function insertionOf(
  dialect: Dialect,
  table: string,
  workspaceId: string,
  columns: Columns,
  rows: object[],
): Statement {
  const [first, ...others] = rows as [Row, ...Row[]];
  const names = Object.keys(columns);
  if (others.length === 0) {
    // Measured: JSON costs 10 to 15 µs more for one row.
    const row = Object.fromEntries(names.map((name) => [name, first[name] ?? null]));
    return insertion(table, { workspace_id: workspaceId, ...row });
  }
  const list = names.join(', ');
  return [
    `insert into ${table} (workspace_id, ${list}) select $1, ${list} from ${dialect.rows('$2', columns)}`,
    [workspaceId, JSON.stringify(rows)],
  ];
}

/** Ids as input for `dialect.rows(…, { id: 'text' })`. */
export function idRows(ids: string[]): string {
  return JSON.stringify(ids.map((id) => ({ id })));
}

/** The same value as an expression, to keep the planner off the wrong index on this column. */
export const withoutIndex = (column: string) => `${column} || ''`;

/**
 * For `with`: a table `wanted (workspace_id, wanted_id)` of the ids bound to $2 in the workspace $1, each once. Join it by
 * both columns: with `workspace_id = $1 and id in (…)`, PostgreSQL reads a whole large workspace if most others are small.
 */
export function wantedRows(dialect: Dialect): string {
  const given = dialect.rows('$2', { id: 'text' });
  return `wanted as materialized (select distinct cast($1 as text) as workspace_id, id as wanted_id from ${given})`;
}

/** The rows of a table with these ids, in no particular order. Missing ones are left out. */
export function selectByIds<Found>(
  reader: Reader,
  workspaceId: string,
  { table, columns, ids }: { table: string; columns: string; ids: string[] },
): Promise<Found[]> {
  return reader.all<Found>(
    `with ${wantedRows(reader.dialect)}
     select ${columns} from wanted
     join ${table} on ${table}.workspace_id = wanted.workspace_id and ${table}.id = wanted.wanted_id`,
    [workspaceId, idRows(ids)],
  );
}

interface Key {
  workspace_id: string;
  id: string;
}

/** Updates one row by its key; false if there is none. */
export async function updateRow(tx: Transaction, table: string, key: Key, columns: Row): Promise<boolean> {
  return (await tx.run(...updateOf(table, key, columns))) === 1;
}

/** The same with `later`, for a row that exists. */
export function updateRowLater(tx: Transaction, table: string, key: Key, columns: Row): void {
  tx.later(table, ...updateOf(table, key, columns));
}

function updateOf(table: string, key: Key, columns: Row): Statement {
  const assignments = Object.keys(columns).map((column, place) => `${column} = $${place + 3}`);
  return [
    `update ${table} set ${assignments.join(', ')} where workspace_id = $1 and id = $2`,
    [key.workspace_id, key.id, ...Object.values(columns)],
  ];
}
