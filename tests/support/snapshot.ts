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
  const statements = Object.entries(await selectEverything(database));
  return async () =>
    Object.fromEntries(
      await Promise.all(
        statements.map(async ([table, sql]) => {
          const rows = await database.all(sql);
          return [table, `${rows.length} rows, ${hash('sha256', JSON.stringify(rows))}`];
        }),
      ),
    );
}

async function selectEverything(database: Database): Promise<Record<string, string>> {
  const catalog = await database.all<{ table: string; column: string; place: number }>(
    CATALOG[database.dialect.engine],
  );
  const statements: Record<string, string> = {};
  for (const [table, columns] of Map.groupBy(catalog, (row) => row.table)) {
    const left = NOT_COMPARED[table] ?? [];
    if (left === 'all') continue;
    const shown = columns.map(({ column }) => column).filter((column) => !left.includes(column));
    const key = columns.filter(({ place }) => place > 0).sort((one, other) => one.place - other.place);
    if (key.length === 0) throw new Error(`The table ${table} has no primary key to order its rows by`);
    statements[table] = `select ${shown.map(quoted).join()} from ${quoted(table)}
                         order by ${key.map(({ column }) => quoted(column)).join()}`;
  }
  return statements;
}

const quoted = (name: string) => `"${name}"`;
