import type { PageRequest } from '../pages.ts';
import type { Reader, Value } from './database.ts';

interface Selection {
  columns: string;
  table: string;
  join?: string;
  /** The column that goes with time, where it is not the table's `id`. */
  id?: string;
  /** Each holds for every row. A `?` stands for the value; a condition whose value is undefined is left out. */
  where: (string | [condition: string, value: Value | undefined])[];
  /**
   * Only ids before this one. No condition of its own: beside the cursor it would be a second upper bound, and SQLite
   * goes to one of the two and reads every row down to the other.
   */
  before?: string | undefined;
  /**
   * The table whose rows are found first, where the columns hold selects of their own or those of other tables: as part of
   * the search their cost hides from PostgreSQL which index is the better one, and it walks past everything that is
   * newer, or begins with the other table.
   */
  found?: string;
  /** Joins other tables to the rows that were found. */
  beside?: string;
}

/**
 * How many rows are read for a page: of few sizes, because the number stands in the text, and each text is a statement that is
 * kept prepared. As a placeholder, PostgreSQL thinks that it stands for a tenth of the table, and sorts all of it.
 */
const READ_SIZES = [25, 100];

/** Reads a page and one more row, which tells that there is a next: `read` gets the number for `limit`. */
export async function readPage<Row>(limit: number, read: (rows: number) => Promise<Row[]>): Promise<Row[]> {
  const size = READ_SIZES.find((candidate) => candidate >= limit) ?? limit;
  const rows = await read(size + 1);
  return rows.slice(0, limit + 1);
}

/** The rows of a page and one more: what every list of the API is made from. */
export function selectNewestFirst<Row>(
  reader: Reader,
  workspaceId: string,
  page: PageRequest,
  { columns, table, join = '', id = `${table}.id`, where, before, found, beside = '' }: Selection,
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
    ...(end === undefined ? [] : [`${id} < ${bind(end)}`]),
  ];
  return readPage(page.limit, (rows) => {
    const search = `from ${table} ${join} where ${conditions.join(' and ')} order by ${id} desc limit ${rows}`;
    const sql = found
      ? `select ${columns} from (select ${found}.* ${search}) as ${found} ${beside} order by ${found}.id desc`
      : `select ${columns} ${search}`;
    return reader.all<Row>(sql, values);
  });
}
