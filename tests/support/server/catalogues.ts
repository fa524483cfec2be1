// The schema as an engine reports it, to compare two databases of the same engine.
import { dumpSchema } from '../../../scripts/schema-dump.ts';
import type { Database, Dialect } from '../../../src/storage/database.ts';
import { openMigrated } from './databases.ts';

/** Equal for databases with the same tables, columns, defaults, constraints and indexes. */
export const catalogueOf = (database: Database): Promise<string> =>
  database.dialect.engine === 'sqlite' ? catalogueOfSqlite(database) : catalogueOfPostgres(database);

/** The catalogue of a new database. */
export async function catalogueOfNew(engine: Dialect['engine']): Promise<string> {
  await using migrated = await openMigrated(engine);
  return await catalogueOf(migrated.database);
}

/** SQLite keeps the text of each statement, with its comments. A column added later is in the middle of that text. */
async function catalogueOfSqlite(database: Database): Promise<string> {
  return (await dumpSchema(database))
    .replace(/--.*$/gm, '')
    .replace(/;$/gm, ';\f')
    .split('\f')
    .map((statement) =>
      statement
        .replace(/\s+/g, ' ')
        .replace(/ ?([(),]) ?/g, '$1')
        .trim(),
    )
    .join('\n');
}

async function catalogueOfPostgres(database: Database): Promise<string> {
  const tables = await selectTables(database);
  const columns = await selectColumns(database);
  const constraints = await selectConstraints(database);
  const indexes = await selectIndexes(database);
  const statistics = await selectStatistics(database);
  const described = tables.map(({ table_name, persistence, options }) => {
    const ofTable = (row: { table_name: string }) => row.table_name === table_name;
    const parts = [
      ...columns.filter(ofTable).map(renderColumn),
      ...constraints.filter(ofTable).map(({ name, definition }) => `constraint ${name} ${definition}`),
    ];
    const kind = persistence === 'u' ? 'unlogged table' : 'table';
    const storage = options ? ` with (${options.toSorted().join(', ')})` : '';
    const table = `create ${kind} ${table_name} (\n  ${parts.join(',\n  ')}\n)${storage};`;
    const beside = [...indexes.filter(ofTable), ...statistics.filter(ofTable)];
    return [table, ...beside.map(({ definition }) => `${definition};`)].join('\n');
  });
  return described.join('\n\n');
}

interface Column {
  table_name: string;
  name: string;
  type: string;
  collation: string | null;
  required: boolean;
  fallback: string | null;
}

function renderColumn({ name, type, collation, required, fallback }: Column): string {
  const collate = collation === null ? '' : ` collate ${collation}`;
  const byDefault = fallback === null ? '' : ` default ${fallback}`;
  return `${name} ${type}${collate}${required ? ' not null' : ''}${byDefault}`;
}

const FROM_TABLES = `from pg_class as t join pg_namespace as s on s.oid = t.relnamespace
  and s.nspname = current_schema() and t.relkind in ('r', 'p')`;

// Names have the type "name", which sorts by bytes in any collation.

function selectTables(database: Database) {
  return database.all<{ table_name: string; persistence: string; options: string[] | null }>(
    `select t.relname as table_name, t.relpersistence as persistence, t.reloptions as options
     ${FROM_TABLES} order by t.relname`,
  );
}

function selectColumns(database: Database) {
  return database.all<Column>(
    `select t.relname as table_name, c.attname as name, format_type(c.atttypid, c.atttypmod) as type,
            (select quote_ident(o.collname) from pg_collation as o, pg_type as y
             where o.oid = c.attcollation and y.oid = c.atttypid and o.oid <> y.typcollation) as collation,
            c.attnotnull as required, pg_get_expr(d.adbin, d.adrelid) as fallback
     ${FROM_TABLES} join pg_attribute as c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
     left join pg_attrdef as d on d.adrelid = t.oid and d.adnum = c.attnum
     order by t.relname, c.attnum`,
  );
}

/** Without not-null, which the columns show: only PostgreSQL 18 and newer lists it here, as type n. */
function selectConstraints(database: Database) {
  return database.all<{ table_name: string; name: string; definition: string }>(
    `select t.relname as table_name, c.conname as name,
            pg_get_constraintdef(c.oid) || coalesce(' WITH (' || array_to_string(i.reloptions, ', ') || ')', '') as definition
     ${FROM_TABLES} join pg_constraint as c on c.conrelid = t.oid and c.contype <> 'n'
     left join pg_class as i on i.oid = c.conindid and c.contype <> 'f'
     order by t.relname, c.conname`,
  );
}

/** Without indexes of constraints. (A foreign key names its target's index: that one is shown.) */
function selectIndexes(database: Database) {
  return database.all<{ table_name: string; definition: string }>(
    `select t.relname as table_name, regexp_replace(pg_get_indexdef(i.indexrelid), '\\s+', ' ', 'g') as definition
     ${FROM_TABLES} join pg_index as i on i.indrelid = t.oid join pg_class as n on n.oid = i.indexrelid
     where not exists (select from pg_constraint as c
                       where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))
     order by t.relname, n.relname`,
  );
}

/** The indexes of each table, oldest first. Where two cost the same, PostgreSQL takes the newer one. */
export async function indexesByAge(database: Database): Promise<Record<string, string[]>> {
  const rows = await database.all<{ table_name: string; name: string }>(
    `select t.relname as table_name, n.relname as name
     ${FROM_TABLES} join pg_index as i on i.indrelid = t.oid join pg_class as n on n.oid = i.indexrelid
     order by t.relname, i.indexrelid`,
  );
  const byTable = Map.groupBy(rows, ({ table_name }) => table_name);
  return Object.fromEntries([...byTable].map(([table, indexes]) => [table, indexes.map(({ name }) => name)]));
}

/** Extended statistics over several columns. */
function selectStatistics(database: Database) {
  return database.all<{ table_name: string; definition: string }>(
    `select t.relname as table_name, pg_get_statisticsobjdef(e.oid) as definition
     ${FROM_TABLES} join pg_statistic_ext as e on e.stxrelid = t.oid order by t.relname, e.stxname`,
  );
}
