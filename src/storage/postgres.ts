// Connections for each kind of work: docs/decisions/0006-connections-to-postgresql.md.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database, OpenDatabase, Session, Transaction, Value } from './database.ts';
import { createLines } from './lines.ts';
import {
  addressFrom,
  type ConnectionSpec,
  directSpec,
  pooledSpec,
  type SessionSettings,
} from './postgres-address.ts';
import { createRenewal } from './postgres-client.ts';
import {
  createStatementNames,
  dialect,
  execute,
  inTransaction,
  lockNumber,
  type Notifier,
  run,
  withoutNames,
} from './postgres-connection.ts';
import { isDeadlock, isLockTimeout, translateError } from './postgres-errors.ts';
import { createPostgresNotifications } from './postgres-notifications.ts';
import { openPool, type Pool } from './postgres-pool.ts';
import type { Addresses } from './postgres-server.ts';
import { openShared, type SharedConnections } from './postgres-shared.ts';
import { Statement } from './postgres-statement.ts';
import { createWriteFailures } from './write-failures.ts';

/** A request that waits longer for a connection gets 503. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Enforced by the server. */
const STATEMENT_TIMEOUT_MS = 14_000;
/** Enforced by the client. Without a response for this long, the server or the network is gone. */
const QUERY_TIMEOUT_MS = 15_000;
/** A node that hangs in a transaction keeps its row locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 5_000;
/** A call that waits longer for a lock releases its connection and is retried: see `serialized`. */
const CALL_LOCK_TIMEOUT_MS = 250;
/** Shorter than IDLE_IN_TRANSACTION_MS: when a hung node loses a lock, none of its other transactions gets it next. */
const LOCK_TIMEOUT_MS = 3_000;
/** Readiness checks have little time. */
const PROBE_TIMEOUT_MS = 2_000;
/** The share of the connections for calls that run transactions. The others run single statements, which never wait for long. */
const PART_FOR_TRANSACTIONS = 0.5;
const PART_FOR_CHANGES = 0.2;
const CONNECTION: pg.ClientConfig = {
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  application_name: 'rota',
};
/** One claims, one records, one sweeps. */
const BACKGROUND_CONNECTIONS = 3;
/** How often a process that waits for another's session tries again. */
const POLL_MS = 250;
/**
 * A table of one mebibyte, dropped at the end of the transaction. It needs new space on the disk, whereas a changed row might
 * still find space in its table.
 */
const TAKE_ROOM = `create temporary table rota_room on commit drop as
  select repeat(md5(number::text), 32) from generate_series(1, 1024) as number`;

/**
 * Every statement has an index that leads to its rows, whatever its values are. Left to itself, PostgreSQL would plan differently:
 * - Without statistics (a new database, a table that was just filled) it believes that tables are tiny, reads them whole, and
 *   keeps that plan. Measured with 10,000 deliveries: recording fifteen took 11 ms instead of 3 ms.
 * - With statistics it plans for the usual workspace. Where most have five members, it reads all 20,000 members of the
 *   largest into memory (`material`), or sorts all its requests for one page (`bitmapscan`).
 * - Starting parallel workers for a page took 6 ms.
 * - A new plan for each set of values takes longer than most statements: 0.25 ms for a list of teams.
 */
const PLANNING: SessionSettings = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_material: 'off',
  max_parallel_workers_per_gather: 0,
  plan_cache_mode: 'force_generic_plan',
};

/**
 * For background work. Its statements start with a few rows (endpoints with a backlog, claimed deliveries) and look up the rows
 * that those name, and PostgreSQL can't know how few they are. Calls may use any join: given rows are looked up one by one
 * anyway (`rows` in postgres-connection.ts), and so are those of lists (tests/whole-service/list-indexes.test.ts).
 */
const NESTED_LOOPS_ONLY: SessionSettings = { enable_hashjoin: 'off', enable_mergejoin: 'off' };

const SETTINGS: SessionSettings = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  ...PLANNING,
};

/**
 * Opens PostgreSQL, with separate connections for transactions of calls, their single changes, their reads, background work
 * and the probe. They are separate because a transaction may wait for a locked row. A lost connection fails the work that uses
 * it. The next use opens another. Connections are closed when they are old, or turn out to lead to a standby
 * (`postgres-client.ts`): an address may lead to one server now and to another later.
 *
 * With `directUrl`, `url` is the address of a pooler, which hands a connection to one transaction after another. What needs a
 * connection for itself goes directly to PostgreSQL: listening, and sessions (`alone`).
 */
export async function openPostgres(
  options: Addresses & { poolSize?: number; readOnly?: boolean },
): Promise<OpenDatabase> {
  const { url, directUrl, poolSize = 10, readOnly = false } = options;
  const isPooled = directUrl !== undefined;
  const renewal = createRenewal();
  const notifications = createPostgresNotifications(directUrl ?? url, CONNECT_TIMEOUT_MS, renewal);
  const nameOf = isPooled ? withoutNames : createStatementNames();
  const specWith = (own: SessionSettings = {}): ConnectionSpec =>
    (isPooled ? pooledSpec : directSpec)(
      url,
      { query_timeout: QUERY_TIMEOUT_MS, ...CONNECTION },
      { ...SETTINGS, ...own },
      { acceptsStandby: readOnly },
    );
  const forTransactions = Math.max(1, Math.floor(poolSize * PART_FOR_TRANSACTIONS));
  const forChanges = Math.max(1, Math.floor(poolSize * PART_FOR_CHANGES));
  let lockTimeouts = 0;
  const pools = {
    transactions: openPool(specWith({ lock_timeout: CALL_LOCK_TIMEOUT_MS }), renewal, {
      max: forTransactions,
    }),
    changes: openPool(specWith(), renewal, { max: forChanges }),
    background: openPool(specWith(NESTED_LOOPS_ONLY), renewal, { max: BACKGROUND_CONNECTIONS }),
    probe: openPool(specWith({ lock_timeout: PROBE_TIMEOUT_MS }), renewal, {
      max: 1,
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    }),
  };
  const reads = openShared(specWith(), renewal, {
    max: Math.max(1, poolSize - forTransactions - forChanges),
    waitMs: CONNECT_TIMEOUT_MS,
    answerMs: QUERY_TIMEOUT_MS,
  });

  const calls = databaseOn(pools.changes, pools.transactions, reads);
  const writeFailures = createWriteFailures(async () => {
    await calls.get('select latest from clock where id = 1');
    await calls.change('update clock set latest = latest where id = 1');
    await calls.transaction((tx) => tx.script(TAKE_ROOM));
  });

  /** Reports failures to the metrics, the readiness probe and the other connections. */
  async function observed<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await writeFailures.watch(work);
    } catch (error) {
      if (isLockTimeout(error)) lockTimeouts += 1;
      renewal.note(error);
      throw error;
    }
  }

  function databaseOn(single: Pool, transactions = single, shared?: SharedConnections): Database {
    async function transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
      const client = await transactions.take();
      const transactionOptions = { notifications, nameOf, settings: client.ahead() };
      let isBroken = false;
      try {
        return await inTransaction(client, transactionOptions, work, () => {
          isBroken = true;
        });
      } finally {
        transactions.giveBack(client, isBroken);
      }
    }

    const change = <Row>(sql: string, values: Value[] = []) =>
      observed(single.run(new Statement<Row>(nameOf(sql), sql, values)));
    const all = shared
      ? <Row>(sql: string, values: Value[] = []) => observed(shared.read<Row>(nameOf(sql), sql, values))
      : change;

    return {
      dialect,
      get: async <Row>(sql: string, values: Value[] = []) => (await all<Row>(sql, values))[0],
      all,
      change,
      transaction: (work) => observed(transaction(work)),
    };
  }

  return {
    ...calls,
    background: databaseOn(pools.background),
    probe: databaseOn(pools.probe),
    serialized: createLines((error) => isLockTimeout(error) || isDeadlock(error)),
    listen: notifications.listen,
    alone: (work, onWait) => inSession(directUrl ?? url, notifications, work, onWait),
    use: () => [...Object.entries(pools).map(([work, pool]) => pool.use(work)), reads.use('reads')],
    forget: async () => ({ vacuumed: false, vacuum_ms: 0 }),
    lockTimeouts: () => lockTimeouts,
    writeFailures,
    async close() {
      await notifications.close();
      await Promise.all([reads, ...Object.values(pools)].map((each) => each.end()));
    },
  };
}

/**
 * Runs `work` on a connection without timeouts, in one process at a time. Other processes poll: a wait inside PostgreSQL would
 * be a transaction, and building an index concurrently waits for all transactions.
 */
async function inSession<Result>(
  url: string,
  notifications: Notifier,
  work: (session: Session) => Promise<Result>,
  onWait: () => void,
): Promise<Result> {
  const client = new pg.Client({
    ...CONNECTION,
    application_name: 'rota migrating',
    ...addressFrom(url),
  });
  const transactionOptions = { notifications, nameOf: createStatementNames(), settings: undefined };
  client.on('error', () => {});
  try {
    await client.connect().catch((error) => {
      throw translateError(error);
    });
    await execute(client, 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    const lock = `select pg_try_advisory_lock(${lockNumber("'migrate'")}) as held`;
    const tryLock = async () =>
      (await run(client, new Statement<{ held: boolean }>(undefined, lock, []))).found[0]?.held;
    for (let tries = 0; !(await tryLock()); tries += 1) {
      if (tries === 0) onWait();
      await sleep(POLL_MS);
    }
    return await work({
      dialect,
      transaction: (inside) => inTransaction(client, transactionOptions, inside, () => {}),
      run: async (sql) => void (await execute(client, sql)),
    });
  } finally {
    // This releases the lock, too.
    await client.end().catch(() => {});
  }
}
