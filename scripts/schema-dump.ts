import type { Database } from '../src/storage/database.ts';

const HEADER = `-- Made by \`npm run generate\` from the migrations, to be read and compared. Never edited. It is what SQLite says of itself;
-- PostgreSQL has the same, except for what tests/storage/schema.test.ts lists.`;

/** The schema as SQLite keeps it, in an order that does not depend on the migrations. Its own indexes for primary keys have no text. */
export async function dumpSchema(database: Database): Promise<string> {
  const rows = await database.all<{ table_name: string; sql: string }>(
    `select tbl_name as table_name, sql from sqlite_schema
     where sql is not null and name not like 'sqlite\\_%' escape '\\'
     order by tbl_name, type <> 'table', name`,
  );
  const tables = Map.groupBy(rows, (row) => row.table_name)
    .values()
    .map((statements) => statements.map(({ sql }) => `${sql};`).join('\n'));
  return `${[HEADER, ...tables].join('\n\n')}\n`;
}
