import type { Reader } from './database.ts';

const tables = {
  sqlite: "select name from sqlite_schema where type = 'table' and name = $1",
  postgres: 'select relname from pg_class where oid = to_regclass($1)',
};

export async function hasTable(reader: Reader, name: string): Promise<boolean> {
  return (await reader.get(tables[reader.dialect.engine], [name])) !== undefined;
}
