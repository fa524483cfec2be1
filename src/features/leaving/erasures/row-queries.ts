// Reads and writes rows of any table in `places.ts`. Names of tables and columns come from there, never from a request.
import type { Reader, Transaction, Value } from '../../../storage/database.ts';
import { type Fields, keyOf } from './row-rules.ts';

/** How the rows of a table are walked. */
export interface Walked {
  table: string;
  /** The columns that order the rows within the workspace. */
  by: string[];
  columns: string[];
  /** The columns to write, always all of them: a statement for each combination would be too many. */
  written: string[];
  workspace: string;
}

const orderedBy = ({ by }: Walked) => by.join(', ');
const listed = ({ by, columns }: Walked) => [...new Set([...by, ...columns])].join(', ');

/** The next rows after a key; without one, the first rows. */
export function selectNext(
  reader: Reader,
  workspaceId: string,
  walked: Walked,
  after: Value[] | undefined,
  limit: number,
): Promise<Fields[]> {
  const { table, workspace, by } = walked;
  const marks = by.map((_, place) => `$${place + 2}`).join(', ');
  const from = after ? `and (${orderedBy(walked)}) > (${marks})` : '';
  return reader.all<Fields>(
    `select ${listed(walked)} from ${table} where ${workspace} = $1 ${from} order by ${orderedBy(walked)} limit ${limit}`,
    [workspaceId, ...(after ?? [])],
  );
}

const oneRow = ({ workspace, by }: Walked) =>
  [workspace, ...by].map((column, place) => `${column} = $${place + 1}`).join(' and ');

/** Reads the row again and locks it. */
export function selectRowForUpdate(
  tx: Transaction,
  workspaceId: string,
  walked: Walked,
  key: Value[],
): Promise<Fields | undefined> {
  return tx.get<Fields>(
    `select ${listed(walked)} from ${walked.table} where ${oneRow(walked)} ${tx.dialect.forUpdate}`,
    [workspaceId, ...key],
  );
}

/** Writes the row as it was read and locked, with these changes. */
export async function updateRowOf(
  tx: Transaction,
  workspaceId: string,
  walked: Walked,
  row: Fields,
  changes: Fields,
): Promise<void> {
  const kept = walked.written.map((column): [string, Value] => [column, row[column] ?? null]);
  const values = { ...Object.fromEntries(kept), ...changes };
  const first = walked.by.length + 2;
  const assignments = Object.keys(values).map((column, place) => `${column} = $${place + first}`);
  await tx.run(`update ${walked.table} set ${assignments.join(', ')} where ${oneRow(walked)}`, [
    workspaceId,
    ...keyOf(walked, row),
    ...Object.values(values),
  ]);
}

export async function deleteRowOf(
  tx: Transaction,
  workspaceId: string,
  walked: Walked,
  key: Value[],
): Promise<void> {
  await tx.run(`delete from ${walked.table} where ${oneRow(walked)}`, [workspaceId, ...key]);
}

/** Rows of a table that belong to one thing, such as the messages of a request, by an index on `column`. */
export function selectRowsOf(
  tx: Transaction,
  workspaceId: string,
  walked: Walked,
  column: string,
  value: string,
): Promise<Fields[]> {
  const { table, workspace } = walked;
  return tx.all<Fields>(
    `select ${listed(walked)} from ${table} where ${workspace} = $1 and ${column} = $2
     order by ${orderedBy(walked)} ${tx.dialect.forUpdate}`,
    [workspaceId, value],
  );
}
