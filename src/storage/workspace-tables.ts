// Every table with rows of workspaces, from the database's own catalogue, and how the rows of a deleted workspace are removed.
import type { Reader, Transaction, Value } from './database.ts';
import { withoutIndex } from './rows.ts';
import { inOrderOfReferences } from './tables.ts';

export interface WorkspaceTable {
  name: string;
  /**
   * Columns that order the rows of a workspace: those after the workspace in an index. Batches follow this order, and never
   * pass over what was removed before. Without such columns, the rows are one batch.
   */
  by: string[];
  /** The condition for rows of the workspace $1, if it isn't the usual one. */
  scope?: string;
}

const isKeyOf = `${withoutIndex('workspace_id')} = $1`;
const ofKeys = `select id from api_keys where ${isKeyOf}`;

/** Its index is on an expression. */
const API_KEYS: WorkspaceTable = { name: 'api_keys', by: ['id'], scope: isKeyOf };

/** Rows of a workspace's keys, without a `workspace_id` of their own. */
const OF_KEYS: WorkspaceTable[] = [
  { name: 'idempotent_answers', by: ['api_key_id', 'key_digest'], scope: `api_key_id in (${ofKeys})` },
];
/** On SQLite the one node counts in memory. */
const OF_KEYS_ON_POSTGRES: WorkspaceTable[] = [
  { name: 'rate_limit_windows', by: ['subject'], scope: `subject in (${ofKeys} union all select $1)` },
];

/** Tables with a `workspace_id`, with the columns of each index that covers all rows. `column` is null for an expression. */
const INDEXES = {
  sqlite: `select tables.name as "table", indexes.name as "index", indexes."unique" as is_unique, columns.name as "column"
    from sqlite_schema as tables join pragma_table_info(tables.name) as own on own.name = 'workspace_id'
    left join pragma_index_list(tables.name) as indexes on indexes.partial = 0
    left join pragma_index_info(indexes.name) as columns
    where tables.type = 'table' order by tables.name, indexes.name, columns.seqno`,
  postgres: `select t.relname as "table", i.relname as "index", case when x.indisunique then 1 else 0 end as is_unique,
      a.attname as "column"
    from pg_class as t join pg_attribute as own on own.attrelid = t.oid and own.attname = 'workspace_id'
    left join pg_index as x on x.indrelid = t.oid and x.indpred is null
    left join pg_class as i on i.oid = x.indexrelid
    left join unnest(x.indkey::int2[]) with ordinality as place (number, place) on true
    left join pg_attribute as a on a.attrelid = t.oid and a.attnum = place.number and place.number > 0
    where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace
    order by t.relname, i.relname, place.place`,
};

interface Indexed {
  table: string;
  index: string | null;
  is_unique: number | null;
  column: string | null;
}

/** In an order that removes no row before those that refer to it. The row in `workspaces` goes last, and is not in the list. */
export async function readWorkspaceTables(reader: Reader): Promise<WorkspaceTable[]> {
  const { engine } = reader.dialect;
  const found = await reader.all<Indexed>(INDEXES[engine]);
  const tables = [...Map.groupBy(found, ({ table }) => table)].map(([name, rows]) =>
    name === API_KEYS.name ? API_KEYS : { name, by: orderIn(rows) },
  );
  const ordered = await inOrderOfReferences(reader, tables);
  return [...OF_KEYS, ...(engine === 'postgres' ? OF_KEYS_ON_POSTGRES : []), ...ordered.toReversed()];
}

/** The columns after the workspace in an index: a unique one if there is any, and the shortest of those. */
function orderIn(rows: Indexed[]): string[] {
  const [best] = [...Map.groupBy(rows, ({ index }) => index).values()]
    .filter(([first]) => first?.column === 'workspace_id')
    .filter((columns) => columns.every(({ column }) => column !== null))
    .toSorted(
      ([one, ...rest], [other, ...others]) =>
        Number(other?.is_unique) - Number(one?.is_unique) || rest.length - others.length,
    );
  return (best ?? []).slice(1).map(({ column }) => column as string);
}

export interface RemovedBatch {
  removed: number;
  /** Where the next batch begins; undefined at the end. */
  next: Value[] | undefined;
}

/**
 * Removes about `size` rows of the workspace after the place `from`. The number of rows is part of the text, because PostgreSQL
 * would otherwise plan for a tenth of the table.
 */
export async function removeWorkspaceRows(
  tx: Transaction,
  workspaceId: string,
  { name, by, scope = 'workspace_id = $1' }: WorkspaceTable,
  from: Value[],
  size: number,
): Promise<RemovedBatch> {
  const columns = by.join(', ');
  const place = (first: number) => by.map((_, number) => `$${first + number}`).join(', ');
  const isAfter = from.length > 0 ? `and (${columns}) > (${place(2)})` : '';
  const values = [workspaceId, ...from];
  const [last] =
    by.length === 0
      ? []
      : await tx.all<Record<string, Value>>(
          `select ${columns} from ${name} where ${scope} ${isAfter} order by ${columns} limit 1 offset ${size - 1}`,
          values,
        );
  if (!last) {
    const removed = await tx.run(`delete from ${name} where ${scope} ${isAfter}`, values);
    return { removed, next: undefined };
  }
  const next = by.map((column) => last[column] as Value);
  const isUpTo = `and (${columns}) <= (${place(2 + from.length)})`;
  const removed = await tx.run(`delete from ${name} where ${scope} ${isAfter} ${isUpTo}`, [
    ...values,
    ...next,
  ]);
  return { removed, next };
}
