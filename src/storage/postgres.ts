import pg from 'pg';
import { unavailable } from '../errors.ts';
import type { Database, Dialect, Transaction, Value } from './database.ts';
import { type ConstraintKind, ConstraintViolation } from './database.ts';
import { createPostgresChannels } from './postgres-channels.ts';

/** A request waits this long for a connection before it is answered 503. */
const CONNECT_TIMEOUT_MS = 5_000;
/** A statement without an answer for this long means the server or the network is gone. */
const QUERY_TIMEOUT_MS = 15_000;
/** Unless it is part of a migration, or waits for one: those take as long as there are rows. */
const MIGRATION_TIMEOUT_MS = 60 * 60 * 1000;
/** A node that stops in the middle of a transaction keeps its row locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 15_000;

/**
 * Every statement here has an index that leads to its rows, whatever its values are. Without statistics (a new database,
 * a table that has just been filled) PostgreSQL takes tables for tiny, plans to read them whole, and keeps to that plan:
 * measured with 10,000 deliveries, to record fifteen of them took 11 ms instead of 3 ms. With statistics it plans for the
 * usual workspace: where most have five members, it reads all members of the one that has 20,000, into memory
 * (`material`), or sorts all its requests for a page of them (`bitmapscan`). To start workers for a page took 6 ms. And to
 * plan anew for each set of values takes longer than most statements do: 0.25 ms for a list of teams.
 */
const PLANNER_OPTIONS = [
  ...['-c', 'enable_seqscan=off'],
  ...['-c', 'enable_hashjoin=off'],
  ...['-c', 'enable_mergejoin=off'],
  ...['-c', 'enable_bitmapscan=off'],
  ...['-c', 'enable_material=off'],
  ...['-c', 'max_parallel_workers_per_gather=0'],
  ...['-c', 'plan_cache_mode=force_generic_plan'],
].join(' ');

const dialect: Dialect = {
  engine: 'postgres',
  // The key stays as it is, so that others can go on to refer to the row: `for update` would make them wait, and two
  // who each lock a row and refer to the other's would wait for each other.
  forUpdate: 'for no key update',
  forReference: 'for key share',
  forUpdateOf: (table) => `for no key update of ${table}`,
  forUpdateOfFree: (table) => `for no key update of ${table} skip locked`,
  list: (valueAndOrder) => `json_agg(${valueAndOrder})::text`,
  rows(placeholder, columns) {
    const fields = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    return `jsonb_to_recordset(${placeholder}::jsonb) as given(${fields.join(', ')})`;
  },
};

/** PostgreSQL through a pool. A lost connection fails what was using it; the next use opens another. */
export async function openPostgres(options: {
  url: string;
  poolSize?: number;
  queryTimeoutMs?: number;
}): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: options.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    application_name: 'rota',
    options: PLANNER_OPTIONS,
    types: { getTypeParser },
  });
  // An idle connection that breaks is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const channels = createPostgresChannels(options.url, CONNECT_TIMEOUT_MS);

  async function transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const client = await pool.connect().catch((error) => {
      throw translateError(error);
    });
    // Between two statements a broken connection has no query to fail; the next statement will report it.
    const ignore = () => {};
    client.on('error', ignore);
    const tx = openTransaction(client);
    let broken: boolean | undefined;
    try {
      await tx.script('begin');
      const result = await work(tx);
      // A transaction in which a statement failed is rolled back by PostgreSQL, and "commit" is no error then.
      const notified = [...tx.notified];
      const ending = [...notified.map(channels.statementFor), 'commit'].join('; ');
      // Several statements at once have a list of results.
      const command = [await execute(client, ending)].flat().at(-1)?.command;
      if (command !== 'COMMIT') throw new Error('The transaction went on after a statement that failed');
      notified.forEach(channels.tell);
      return result;
    } catch (error) {
      broken = await client.query('rollback').then(
        () => false,
        () => true,
      );
      throw error;
    } finally {
      tx.end();
      client.off('error', ignore);
      client.release(broken);
    }
  }

  const all = <Row>(sql: string, values: Value[] = []) => query<Row>(pool, sql, values).then(rowsOf);

  return {
    dialect,
    get: async <Row>(sql: string, values: Value[] = []) => (await all<Row>(sql, values))[0],
    all,
    change: all,
    transaction,
    listen: channels.listen,
    close: async () => {
      await channels.close();
      await pool.end();
    },
  };
}

function openTransaction(client: pg.PoolClient): Transaction & { notified: Set<string>; end(): void } {
  let open = true;
  const notified = new Set<string>();
  // Without this, a query that nobody awaited would run on a connection that is somebody else's by now.
  const inside = <Row>(sql: string, values: Value[], timeoutMs?: number) => {
    if (!open) throw new Error('The transaction has ended');
    return query<Row>(client, sql, values, timeoutMs);
  };
  return {
    dialect,
    get: async <Row>(sql: string, values: Value[] = []) => (await inside<Row>(sql, values)).rows[0],
    all: async <Row>(sql: string, values: Value[] = []) => (await inside<Row>(sql, values)).rows,
    run: async (sql, values = []) => (await inside(sql, values)).rowCount ?? 0,
    async script(sql) {
      if (!open) throw new Error('The transaction has ended');
      await execute(client, sql);
    },
    async migrate(sql) {
      if (!open) throw new Error('The transaction has ended');
      await execute(client, sql, MIGRATION_TIMEOUT_MS);
    },
    async lock(name) {
      await inside('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name], MIGRATION_TIMEOUT_MS);
    },
    async tryLock(name) {
      const { rows } = await inside<{ held: boolean }>(
        'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held',
        [name],
      );
      return rows[0]?.held === true;
    },
    notify(channel) {
      if (!open) throw new Error('The transaction has ended');
      notified.add(channel);
    },
    notified,
    end: () => {
      open = false;
    },
  };
}

/** How long this one may take, where not as long as any other. The types of `pg` do not know it. */
const limitedTo = (timeoutMs: number | undefined) =>
  timeoutMs === undefined ? {} : { query_timeout: timeoutMs };

/** Statements without values, which are not worth preparing. */
async function execute(client: pg.PoolClient, text: string, timeoutMs?: number): Promise<pg.QueryResult> {
  try {
    return await client.query({ text, ...limitedTo(timeoutMs) });
  } catch (error) {
    throw translateError(error);
  }
}

type Result<Row> = { rows: Row[]; rowCount: number | null };

const rowsOf = <Row>(result: Result<Row>) => result.rows;

/** Each text is prepared once on each connection, under a name of its own. */
const statementNames = new Map<string, string>();

async function query<Row>(
  target: pg.Pool | pg.PoolClient,
  text: string,
  values: Value[],
  timeoutMs?: number,
): Promise<Result<Row>> {
  const name = statementNames.get(text) ?? `rota_${statementNames.size + 1}`;
  statementNames.set(text, name);
  try {
    const config = { name, text, values, ...limitedTo(timeoutMs) };
    return (await target.query(config)) as Result<unknown> as Result<Row>;
  } catch (error) {
    throw translateError(error);
  }
}

/** Counts and times are 64-bit in the database and fit a JavaScript number: no string detour. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: string) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');

const kinds: Record<string, ConstraintKind> = {
  '23505': 'unique',
  '23503': 'foreign_key',
  '23514': 'check',
  '23502': 'not_null',
};

/** Connection trouble, a full disk or too many connections, a shutdown, a deadlock, a node that was too slow. */
const TRANSIENT = /^(08|53|57|40|25P03)/;

function translateError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    const { code = '', constraint } = error;
    if (kinds[code]) return new ConstraintViolation(kinds[code], constraint, error);
    return TRANSIENT.test(code) ? unavailable(error) : error;
  }
  // What did not come from the server is a network error or a timeout, unless it is a mistake in our code.
  return error instanceof TypeError || error instanceof RangeError ? error : unavailable(error);
}
