// A digest of the whole database, to show whether a request changed anything.
import { hash } from 'node:crypto';
import type { Database } from '../../../src/storage/database.ts';

/** Tables, or columns of them. */
export type LeftOut = Record<string, 'all' | string[]>;

/** A refused request may change these: it counts towards limits, and uses the key. */
const NOT_COMPARED: LeftOut = {
  rate_limit_windows: 'all',
  idempotent_answers: 'all',
  // Counted continuously.
  usage_marks: 'all',
  usage_months: 'all',
  usage_progress: 'all',
  api_keys: ['last_used_at'],
  // The engines may change these at any time.
  nodes: 'all',
  calendar_syncs: [
    ...['health', 'attempts', 'last_synced_at', 'last_error', 'failing_since', 'announced_at'],
    ...['due_at', 'claim_id', 'lease_until'],
  ],
  webhook_attempts: 'all',
  webhook_deliveries: [
    ...['status', 'attempts', 'response_code', 'delivered_at', 'last_attempted_at'],
    ...['due_at', 'claim_id', 'lease_until'],
  ],
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

type Digests = Record<string, string>;
type Snapshot = () => Promise<Digests>;

const known = new WeakMap<Database, Promise<Snapshot>>();

/** Returns a function that digests every row of every table. Equal digests mean that nothing has changed. */
export function snapshotsOf(database: Database): Promise<Snapshot> {
  const snapshot = known.get(database) ?? prepare(database);
  known.set(database, snapshot);
  return snapshot;
}

/** Most snapshots follow a refusal, so rows are read only if something was written since the last one. */
async function prepare(database: Database): Promise<Snapshot> {
  const tables = await tablesOf(database);
  const isPostgres = database.dialect.engine === 'postgres';
  if (isPostgres) await countWrites(database, tables);
  const digest = isPostgres ? digestThere(database, tables) : digestHere(database, tables);
  let digests: Digests = {};
  let seen: number | undefined;
  return async () => {
    const writes = await database.get<{ number: number }>(isPostgres ? WRITES : COMMITS);
    if (writes?.number !== seen) digests = await digest();
    seen = writes?.number;
    return digests;
  };
}

/** Reads have their own connection, on which SQLite counts commits of other connections. */
const COMMITS = 'select data_version as number from pragma_data_version';
/** How often a statement has written, even to no row, and even if it was rolled back. */
const WRITES = 'select case when is_called then last_value else 0 end as number from written';

async function countWrites(database: Database, tables: Table[]): Promise<void> {
  const triggers = tables.map(
    ({ name }) =>
      `create or replace trigger written after insert or update or delete on ${quoted(name)} execute function count_written();`,
  );
  await database.transaction((tx) =>
    tx.script(`
      create sequence if not exists written;
      create or replace function count_written() returns trigger language plpgsql as
        $$ begin perform nextval('written'); return null; end $$;
      ${triggers.join('\n')}`),
  );
}

interface Table {
  name: string;
  columns: string;
  key: string;
}

/** Computed in the database with one statement: a round trip for each table would take three times as long. */
function digestThere(database: Database, tables: Table[]): Snapshot {
  const digests = tables.map(
    ({ name, columns, key }) =>
      `(select count(*) || ' rows, ' || md5(coalesce(string_agg(row(${columns})::text, ';' order by ${key}), ''))
        from ${quoted(name)}) as ${quoted(name)}`,
  );
  return async () => (await database.get<Digests>(`select ${digests.join()}`)) ?? {};
}

function digestHere(database: Database, tables: Table[]): Snapshot {
  return async () => {
    const digests: Digests = {};
    for (const { name, columns, key } of tables) {
      const rows = await database.all(`select ${columns} from ${quoted(name)} order by ${key}`);
      digests[name] = `${rows.length} rows, ${hash('sha256', JSON.stringify(rows))}`;
    }
    return digests;
  };
}

/** Every row of every table except these, to show what has changed. For small databases. */
export async function rowsOfEveryTable(
  database: Database,
  leftOut: LeftOut,
): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const { name, columns, key } of await tablesOf(database, leftOut)) {
    rows[name] = await database.all(`select ${columns} from ${quoted(name)} order by ${key}`);
  }
  return rows;
}

async function tablesOf(database: Database, leftOut: LeftOut = NOT_COMPARED): Promise<Table[]> {
  const catalog = await database.all<{ table: string; column: string; place: number }>(
    CATALOG[database.dialect.engine],
  );
  return [...Map.groupBy(catalog, (row) => row.table)].flatMap(([table, columns]) => {
    const left = leftOut[table] ?? [];
    if (left === 'all') return [];
    const shown = columns.map(({ column }) => column).filter((column) => !left.includes(column));
    const key = columns.filter(({ place }) => place > 0).sort((one, other) => one.place - other.place);
    if (key.length === 0) throw new Error(`The table ${table} has no primary key to order its rows by`);
    return {
      name: table,
      columns: shown.map(quoted).join(),
      key: key.map(({ column }) => quoted(column)).join(),
    };
  });
}

const quoted = (name: string) => `"${name}"`;
