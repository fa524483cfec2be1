// The query plan of each engine for a statement, with the settings and statistics of production: SQLite without statistics,
// PostgreSQL with one plan for all values.
import assert from 'node:assert/strict';
import type { Database, Transaction, Value } from '../../../src/storage/database.ts';
import { gatherWrites } from '../../../src/storage/gathered-writes.ts';

export interface Statement {
  sql: string;
  values: Value[];
}

/** One step of SQLite's plan. */
export interface Step {
  parent: number;
  detail: string;
}

export function planOnSqlite(reader: Pick<Transaction, 'all'>, { sql, values }: Statement): Promise<Step[]> {
  return reader.all<Step>(`explain query plan ${sql}`, values);
}

/** A node of PostgreSQL's plan. */
export interface PlanNode {
  'Node Type': string;
  /** The table, if the node reads one. */
  'Relation Name'?: string;
  /** The table's alias in the statement, or its name. */
  Alias?: string;
  /** The average of all runs of the node. */
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

/** All nodes of the plan. Runs the statement and rolls it back. */
export async function planOnPostgres(tx: Transaction, { sql, values }: Statement): Promise<PlanNode[]> {
  const quoted = values.map((value) =>
    value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`,
  );
  await tx.script(`savepoint explained; prepare explained as ${sql}`);
  const [row] = await tx.all<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (analyze, format json) execute explained ${quoted.length > 0 ? `(${quoted.join(', ')})` : ''}`,
  );
  await tx.script('deallocate explained; rollback to savepoint explained; release savepoint explained');
  assert.ok(row?.['QUERY PLAN'][0]);
  return flatten(row['QUERY PLAN'][0].Plan);
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

/** All rows that the node read, including those it dropped. */
export function rowsReadBy(node: PlanNode): number {
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}

/** The alias of the node's table in the statement. PostgreSQL adds a number to an alias that is used twice. */
export function tableOf(node: PlanNode): string | undefined {
  return node['Relation Name'] && node.Alias?.replace(/_\d+$/, '');
}

/** The same database, but reports each statement just before it runs, inside or outside a transaction. */
export function watched(
  database: Database,
  watch: (tx: Transaction, statement: Statement) => Promise<void>,
): Database {
  const within = (tx: Transaction): Transaction => {
    // Statements may be sent together, but are watched one by one.
    let last: Promise<unknown> = Promise.resolve();
    const watching =
      <Result>(run: (sql: string, values?: Value[]) => Promise<Result>) =>
      (sql: string, values: Value[] = []): Promise<Result> => {
        const result = last.then(() => watch(tx, { sql, values })).then(() => run(sql, values));
        last = result.catch(() => {});
        return result;
      };
    return {
      ...tx,
      get: watching(tx.get) as Transaction['get'],
      all: watching(tx.all) as Transaction['all'],
      run: watching(tx.run),
    };
  };
  const transaction: Database['transaction'] = (work) =>
    database.transaction((tx) => gatherWrites(within(tx), work));
  return {
    ...database,
    transaction,
    get: (sql, values) => transaction((tx) => tx.get(sql, values)),
    all: (sql, values) => transaction((tx) => tx.all(sql, values)),
    change: (sql, values) => transaction((tx) => tx.all(sql, values)),
  };
}

/** How the statements of `work` read tables: each step on SQLite; on PostgreSQL, each table of which more than `few` rows are read. */
export async function scansOf(
  storage: Database,
  few: number,
  work: (database: Database) => Promise<unknown>,
): Promise<string[]> {
  const scans: string[] = [];
  const database = watched(storage, async (tx, statement) => {
    if (tx.dialect.engine === 'sqlite') {
      for (const { detail } of await planOnSqlite(tx, statement)) scans.push(detail);
      return;
    }
    for (const plan of await planOnPostgres(tx, statement)) {
      if (tableOf(plan) !== undefined && rowsReadBy(plan) > few) {
        scans.push(`SCAN ${tableOf(plan)}: ${rowsReadBy(plan)} rows`);
      }
    }
  });
  await work(database);
  return scans;
}
