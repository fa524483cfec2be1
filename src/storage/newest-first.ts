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
}

/** The rows of a page and one more, which tells that there is a next: what every list of the API is made from. */
export function selectNewestFirst<Row>(
  reader: Reader,
  workspaceId: string,
  page: PageRequest,
  { columns, table, join = '', id = `${table}.id`, where }: Selection,
): Promise<Row[]> {
  const values: Value[] = [];
  const bind = (value: Value) => `$${values.push(value)}`;
  const conditions = [
    `${table}.workspace_id = ${bind(workspaceId)}`,
    ...where.flatMap((condition) => {
      if (typeof condition === 'string') return condition;
      const [text, value] = condition;
      return value === undefined ? [] : text.replaceAll('?', bind(value));
    }),
    ...(page.cursor === undefined ? [] : [`${id} < ${bind(page.cursor)}`]),
  ];
  return reader.all<Row>(
    `select ${columns} from ${table} ${join} where ${conditions.join(' and ')}
     order by ${id} desc limit ${bind(page.limit + 1)}`,
    values,
  );
}
