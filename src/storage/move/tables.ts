import type { Reader } from '../database.ts';
import { inOrderOfReferences } from '../tables.ts';

/** The types that columns have, on both engines. */
export type ColumnType = 'text' | 'bigint' | 'bytea';

export interface Column {
  name: string;
  type: ColumnType;
}

export interface Table {
  name: string;
  columns: Column[];
  /** The columns of its primary key. */
  key: Column[];
}

/** Each database has its own. */
const NOT_MOVED = ['schema_migrations', 'moves'];

const CATALOG = `
  select tables.name as "table", columns.name as "column", lower(columns.type) as type, columns.pk as place
  from sqlite_schema as tables, pragma_table_info(tables.name) as columns
  where tables.type = 'table' and tables.name not like 'sqlite%'
  order by tables.name, columns.cid`;

/** All tables of the embedded database, each after those that it refers to. */
export async function tablesToMove(source: Reader): Promise<Table[]> {
  const catalog = await source.all<{ table: string; column: string; type: ColumnType; place: number }>(
    CATALOG,
  );
  const tables = [...Map.groupBy(catalog, (row) => row.table)]
    .filter(([name]) => !NOT_MOVED.includes(name))
    .map(([name, rows]) => ({
      name,
      columns: rows.map(({ column, type }) => ({ name: column, type })),
      key: rows
        .filter(({ place }) => place > 0)
        .toSorted((one, other) => one.place - other.place)
        .map(({ column, type }) => ({ name: column, type })),
    }));
  return inOrderOfReferences(source, tables);
}
