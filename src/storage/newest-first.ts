// Why a page never reads what is over: docs/decisions/0004-what-a-statement-costs.md.
import type { PageRequest } from '../pagination.ts';
import type { Reader, Value } from './database.ts';

/** `?` is the value. A condition with the value undefined is left out. */
export type Condition = string | [condition: string, value: Value | undefined];

interface Selection {
  columns: string;
  table: string;
  join?: string;
  /** The column to order by, if it is not the table's `id`. */
  id?: string;
  /** Rows must meet all of them. */
  where: Condition[];
  /** Only this id and later ones. */
  from?: string | undefined;
  /**
   * Only ids before this one. Not a condition in `where`: beside the cursor it would be a second upper bound. SQLite seeks
   * to one of the two and reads every row down to the other.
   */
  before?: string | undefined;
  /**
   * The table to search first, in a subquery. Needed when `columns` has subselects or columns of other tables: their cost
   * hides the better index from PostgreSQL, which then walks past all newer rows, or starts with the other table.
   */
  found?: string;
  /** Joins other tables to the rows of the subquery. */
  beside?: string;
}

/**
 * The number of rows is part of the SQL text, and each text stays prepared, so there are few sizes. A placeholder does not
 * work: PostgreSQL assumes a tenth of the table for it, and sorts the whole table.
 */
const READ_SIZES = [25, 100];

/**
 * A condition that is true if the value is undefined, for filters that no index serves. If such filters were left out
 * instead, each combination of them would be another SQL text.
 */
export const optional = (condition: string, value: Value | undefined): [string, Value] => [
  `(cast(? as text) is null or ${condition})`,
  value ?? null,
];

/** Reads a page and one more row, as takePage expects. `read` gets the number for `limit`. */
export async function readPage<Row>(limit: number, read: (rows: number) => Promise<Row[]>): Promise<Row[]> {
  const size = READ_SIZES.find((candidate) => candidate >= limit) ?? limit;
  const rows = await read(size + 1);
  return rows.slice(0, limit + 1);
}

/** The rows of a page and one more. Every list of the API uses it. */
export function selectNewestFirst<Row>(
  reader: Reader,
  workspaceId: string,
  page: PageRequest,
  { columns, table, join = '', id = `${table}.id`, where, from, before, found, beside = '' }: Selection,
): Promise<Row[]> {
  const values: Value[] = [];
  const bind = (value: Value) => `$${values.push(value)}`;
  const [end] = [page.cursor, before].filter((bound) => bound !== undefined).sort();
  const conditions = [
    `${table}.workspace_id = ${bind(workspaceId)}`,
    ...where.flatMap((condition) => {
      if (typeof condition === 'string') return condition;
      const [text, value] = condition;
      return value === undefined ? [] : text.replaceAll('?', bind(value));
    }),
    ...idsWithin(id, from && bind(from), end && bind(end)),
  ];
  return readPage(page.limit, (rows) => {
    const search = `from ${table} ${join} where ${conditions.join(' and ')} order by ${id} desc limit ${rows}`;
    const sql = found
      ? `select ${columns} from (select ${found}.* ${search}) as ${found} ${beside} order by ${found}.id desc`
      : `select ${columns} ${search}`;
    return reader.all<Row>(sql, values);
  });
}

/**
 * Uses `between` for two bounds: with two comparisons, SQLite may prefer an index on ids alone to one that begins with a
 * filter's column.
 */
export function idsWithin(id: string, from: string | undefined, end: string | undefined): string[] {
  if (from && end) return [`${id} between ${from} and ${end}`, `${id} <> ${end}`];
  return [...(from ? [`${id} >= ${from}`] : []), ...(end ? [`${id} < ${end}`] : [])];
}
