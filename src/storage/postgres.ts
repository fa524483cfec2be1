import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database, OpenDatabase, Session, Transaction, Use, Value } from './database.ts';
import { createLines } from './lines.ts';
import { createPostgresChannels } from './postgres-channels.ts';
import {
  createStatementNames,
  dialect,
  execute,
  getTypeParser,
  inTransaction,
  isDeadlock,
  isLockTimeout,
  lockNumber,
  type NameOf,
  type Notifier,
  query,
  translateError,
} from './postgres-connection.ts';

/** A request waits this long for a connection before it is answered 503. */
const CONNECT_TIMEOUT_MS = 5_000;
/** The server ends a statement after this long, */
const STATEMENT_TIMEOUT_MS = 14_000;
/** and one without an answer for this long means that the server or the network is gone. */
const QUERY_TIMEOUT_MS = 15_000;
/** A node that stops in the middle of a transaction keeps its row locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 5_000;
/** A call gives its connection back after this long at a lock, and is run again: see `inLine`. */
const CALL_LOCK_TIMEOUT_MS = 250;
/** Shorter than a node that hangs may hold a lock: when the first ends, none of its others waits to have it next. */
const LOCK_TIMEOUT_MS = 3_000;
/** Readiness checks have little time. */
const PROBE_TIMEOUT_MS = 2_000;
/** Of the connections for calls. The others run single statements, which never wait for long. */
const PART_FOR_TRANSACTIONS = 0.6;
/** One claims, one records, one removes what is no longer kept. */
const BACKGROUND_CONNECTIONS = 3;
/** How often a process that waits for another's session tries again. */
const POLL_MS = 250;

/**
 * Every statement here has an index that leads to its rows, whatever its values are. Without statistics (a new database,
 * a table that has just been filled) PostgreSQL takes tables for tiny, plans to read them whole, and keeps to that plan:
 * measured with 10,000 deliveries, to record fifteen of them took 11 ms instead of 3 ms. With statistics it plans for the
 * usual workspace: where most have five members, it reads all members of the one that has 20,000, into memory
 * (`material`), or sorts all its requests for a page of them (`bitmapscan`). To start workers for a page took 6 ms. And to
 * plan anew for each set of values takes longer than most statements do: 0.25 ms for a list of teams.
 */
const PLANNER_OPTIONS = [
  '-c enable_seqscan=off',
  '-c enable_bitmapscan=off',
  '-c enable_material=off',
  '-c max_parallel_workers_per_gather=0',
  '-c plan_cache_mode=force_generic_plan',
].join(' ');

/**
 * For work in the background: its statements go from a few rows to those that they name (endpoints that have something
 * waiting, deliveries that were claimed), and PostgreSQL can't know how few. Calls may join as they like: rows that are given
 * are looked up one by one all the same (`rows` in postgres-connection.ts), and so are those of lists
 * (tests/whole-service/list-indexes.test.ts).
 */
const NESTED_LOOPS_ONLY = `${PLANNER_OPTIONS} -c enable_hashjoin=off -c enable_mergejoin=off`;

export interface PostgresOptions {
  url: string;
  poolSize?: number;
}

/**
 * PostgreSQL through pools, because transactions can wait for a row that somebody else holds. There is one pool for each of:
 * transactions of calls, single statements of calls, background work, the readiness probe. A lost connection fails what was
 * using it; the next use opens another.
 */
export async function openPostgres({ url, poolSize = 10 }: PostgresOptions): Promise<OpenDatabase> {
  const channels = createPostgresChannels(url, CONNECT_TIMEOUT_MS);
  const nameOf = createStatementNames();
  const forTransactions = Math.max(1, Math.round(poolSize * PART_FOR_TRANSACTIONS));
  let lockTimeouts = 0;
  const countLockTimeout = () => {
    lockTimeouts += 1;
  };
  const pools = {
    transactions: openPool(url, { max: forTransactions, lock_timeout: CALL_LOCK_TIMEOUT_MS }),
    statements: openPool(url, { max: Math.max(1, poolSize - forTransactions) }),
    background: openPool(url, { max: BACKGROUND_CONNECTIONS, options: NESTED_LOOPS_ONLY }),
    probe: openPool(url, {
      max: 1,
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      lock_timeout: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    }),
  };
  const lane = (statements: pg.Pool, transactions = statements) =>
    openLane({ statements, transactions, channels, nameOf, countLockTimeout });

  return {
    ...lane(pools.statements, pools.transactions),
    background: lane(pools.background),
    probe: lane(pools.probe),
    inLine: createLines((error) => isLockTimeout(error) || isDeadlock(error)),
    listen: channels.listen,
    alone: (work, onWait) => inSession(url, channels, work, onWait),
    use: () => Object.entries(pools).map(([work, pool]) => useOf(work, pool)),
    lockTimeouts: () => lockTimeouts,
    async close() {
      await channels.close();
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

function openPool(url: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    application_name: 'rota',
    options: PLANNER_OPTIONS,
    types: { getTypeParser },
    ...options,
  });
  // An idle connection that breaks is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
}

interface LaneOptions {
  statements: pg.Pool;
  transactions: pg.Pool;
  channels: Notifier;
  nameOf: NameOf;
  countLockTimeout(): void;
}

function openLane({ statements, transactions, channels, nameOf, countLockTimeout }: LaneOptions): Database {
  async function counted<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      if (isLockTimeout(error)) countLockTimeout();
      throw error;
    }
  }

  async function transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const client = await transactions.connect().catch((error) => {
      throw translateError(error);
    });
    let isBroken = false;
    try {
      return await inTransaction(client, { channels, nameOf }, work, () => {
        isBroken = true;
      });
    } finally {
      client.release(isBroken);
    }
  }

  const all = async <Row>(sql: string, values: Value[] = []) =>
    (await counted(query<Row>(statements, nameOf, sql, values))).rows;

  return {
    dialect,
    get: async <Row>(sql: string, values: Value[] = []) => (await all<Row>(sql, values))[0],
    all,
    change: all,
    transaction: (work) => counted(transaction(work)),
  };
}

/**
 * On a connection without limits of time, one process at a time. Others poll: to wait inside PostgreSQL is a transaction, and
 * an index that is being built concurrently waits for all transactions.
 */
async function inSession<Result>(
  url: string,
  channels: Notifier,
  work: (session: Session) => Promise<Result>,
  onWait: () => void,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'rota migrating',
    types: { getTypeParser },
  });
  const nameOf = createStatementNames();
  client.on('error', () => {});
  try {
    await client.connect().catch((error) => {
      throw translateError(error);
    });
    await execute(client, 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    const lock = `select pg_try_advisory_lock(${lockNumber("'migrate'")}) as held`;
    for (
      let tries = 0;
      !(await query<{ held: boolean }>(client, nameOf, lock, [])).rows[0]?.held;
      tries += 1
    ) {
      if (tries === 0) onWait();
      await sleep(POLL_MS);
    }
    return await work({
      dialect,
      transaction: (inside) => inTransaction(client, { channels, nameOf }, inside, () => {}),
      run: async (sql) => void (await execute(client, sql)),
    });
  } finally {
    // With the connection goes the lock.
    await client.end().catch(() => {});
  }
}

function useOf(work: string, pool: pg.Pool): Use {
  return { work, open: pool.totalCount, busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount };
}
