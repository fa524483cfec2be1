// The whole database in one digest, to tell whether a request has changed anything.
import { hash } from 'node:crypto';
import type { Database } from '../../src/storage/database.ts';

/** What a refused request may change: it counts, and it was still a use of the key. */
const NOT_COMPARED: Record<string, 'all' | string[]> = {
  rate_limit_windows: 'all',
  idempotent_answers: 'all',
  api_keys: ['last_used_at'],
};

const CATALOG = {
  sqlite: `select tables.name as "table", columns.name as "column", columns.pk as "place"
           from sqlite_schema as tables, pragma_table_info(tables.name) as columns
           where tables.type = 'table' and tables.name not like 'sqlite%'
           order by tables.name, columns.cid`,
  postgres: `select columns.table_name as "table", columns.column_name as "column",
                    coalesce(array_position(keys.indkey::int2[], columns.ordinal_position::int2) + 1, 0) as "place"
             from information_schema.columns as columns
             left join pg_index as keys
               on keys.indrelid = quote_ident(columns.table_name)::regclass and keys.indisprimary
             where columns.table_schema = 'public'
             order by columns.table_name, columns.ordinal_position`,
};

/** Answers a function that digests every row of every table: equal digests mean that nothing has changed. */
export async function snapshotsOf(database: Database): Promise<() => Promise<Record<string, string>>> {
  const tables = await tablesOf(database);
  return database.dialect.engine === 'postgres'
    ? digestThere(database, tables)
    : digestHere(database, tables);
}

interface Table {
  name: string;
  columns: string;
  key: string;
}

/** In the database, with one statement: a round trip for each table takes three times as long. */
function digestThere(database: Database, tables: Table[]) {
  const digests = tables.map(
    ({ name, columns, key }) =>
      `(select count(*) || ' rows, ' || md5(coalesce(string_agg(row(${columns})::text, ';' order by ${key}), ''))
        from ${name}) as ${name}`,
  );
  return async () => (await database.get<Record<string, string>>(`select ${digests.join()}`)) ?? {};
}

function digestHere(database: Database, tables: Table[]) {
  return async () => {
    const digests: Record<string, string> = {};
    for (const { name, columns, key } of tables) {
      const rows = await database.all(`select ${columns} from ${name} order by ${key}`);
      digests[name] = `${rows.length} rows, ${hash('sha256', JSON.stringify(rows))}`;
    }
    return digests;
  };
}

async function tablesOf(database: Database): Promise<Table[]> {
  const catalog = await database.all<{ table: string; column: string; place: number }>(
    CATALOG[database.dialect.engine],
  );
  return [...Map.groupBy(catalog, (row) => row.table)].flatMap(([table, columns]) => {
    const left = NOT_COMPARED[table] ?? [];
    if (left === 'all') return [];
    const shown = columns.map(({ column }) => column).filter((column) => !left.includes(column));
    const key = columns.filter(({ place }) => place > 0).sort((one, other) => one.place - other.place);
    if (key.length === 0) throw new Error(`The table ${table} has no primary key to order its rows by`);
    return {
      name: quoted(table),
      columns: shown.map(quoted).join(),
      key: key.map(({ column }) => quoted(column)).join(),
    };
  });
}

const quoted = (name: string) => `"${name}"`;
