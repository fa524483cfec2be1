import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { RotaError, unavailable } from '../errors.ts';
import {
  type ConstraintKind,
  ConstraintViolation,
  type Dialect,
  type Transaction,
  type Value,
} from './database.ts';
import { gatherWrites } from './gathered-writes.ts';
import { isOutdated, Statement } from './postgres-statement.ts';

/** A connection that takes longer to roll back is closed. */
const ROLLBACK_TIMEOUT_MS = 2_000;

export const dialect: Dialect = {
  engine: 'postgres',
  // Updates do not change the key, so other transactions may add references to the row. With `for update` they would wait,
  // and two transactions that lock a row each and refer to the other's would deadlock.
  forUpdate: 'for no key update',
  forShare: 'for share',
  forShareFree: 'for share skip locked',
  forReference: 'for key share',
  forUpdateOf: (table) => `for no key update of ${table}`,
  forUpdateOfFree: (table) => `for no key update of ${table} skip locked`,
  list: (valueAndOrder) => `json_agg(${valueAndOrder})::text`,
  // PostgreSQL expects 100 rows from the function. For these it reads a small table whole, and keeps that plan when the
  // table has grown: measured for 15 of 20,000 rows, 8.8 ms instead of 0.6 ms. The condition always holds, but makes
  // PostgreSQL expect one row, so it looks up each row by its index.
  rows(placeholder, columns) {
    const fields = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    const [first] = Object.keys(columns);
    return `(select * from jsonb_to_recordset(${placeholder}::jsonb) as given(${fields.join(', ')})
      where (${first}::text || '') is not distinct from ${first}::text) as given`;
  },
};

/** Notifies listeners of a commit. */
export interface Notifier {
  /** Statements to send with the commit, if the other nodes can't be notified after it. */
  statementsFor(topics: string[]): string[];
  /** After the commit. */
  notify(topics: string[]): void;
}

/** What the transactions of a connection have in common. */
export interface Manner {
  notifications: Notifier;
  nameOf: NameOf;
  /** See `Way`. */
  settings: string | undefined;
}

/**
 * Runs `work` in a transaction on a connection that nobody else uses meanwhile. Calls `onBroken` if the connection can't be
 * used again. A server that did not respond to a statement gets no `rollback`: the caller would wait for both.
 */
export async function inTransaction<Result>(
  client: pg.ClientBase,
  { notifications, ...manner }: Manner,
  work: (tx: Transaction) => Promise<Result>,
  onBroken: () => void,
): Promise<Result> {
  // A connection that breaks between two statements has no query to fail. The next statement reports it.
  const ignore = () => {};
  client.on('error', ignore);
  const tx = openTransaction(client, manner);
  try {
    const result = await gatherWrites(tx, work);
    const topics = [...tx.topics];
    const isEmpty = tx.takeBegin();
    if (isEmpty && topics.length === 0) return result;
    const notices = notifications.statementsFor(topics);
    const ending = [...(isEmpty ? ['begin'] : []), ...notices, 'commit'].join('; ');
    // Several statements at once have a list of results.
    const command = [await execute(client, ending)].flat().at(-1)?.command;
    // After a statement that failed, PostgreSQL rolls back on "commit", without an error.
    if (command !== 'COMMIT') throw new Error('The transaction went on after a statement that failed');
    notifications.notify(topics);
    return result;
  } catch (error) {
    const isClean = tx.takeBegin() || (!isLost(error) && (await rollBack(client)));
    if (!isClean) onBroken();
    throw error;
  } finally {
    tx.end();
    client.off('error', ignore);
  }
}

/** False if it failed or took too long. */
function rollBack(client: pg.ClientBase): Promise<boolean> {
  const isDone = client.query('rollback').then(
    () => true,
    () => false,
  );
  return Promise.race([isDone, sleep(ROLLBACK_TIMEOUT_MS, false, { ref: false })]);
}

function openTransaction(
  client: pg.ClientBase,
  { nameOf, settings }: Omit<Manner, 'notifications'>,
): Omit<Transaction, 'later' | 'ahead'> & { topics: Set<string>; takeBegin(): boolean; end(): void } {
  let open = true;
  let begun = false;
  const topics = new Set<string>();
  // `begin` is sent with the first statement: a round trip less for each transaction.
  const takeBegin = () => {
    // Without this check, a query that was not awaited could run in another caller's transaction.
    if (!open) throw new Error('The transaction has ended');
    const isFirst = !begun;
    begun = true;
    return isFirst;
  };
  const inside = <Row>(sql: string, values: Value[]) => {
    const statement = new Statement<Row>(nameOf(sql), sql, values);
    statement.begins = takeBegin();
    if (statement.begins) statement.settings = settings;
    return run(client, statement);
  };
  return {
    dialect,
    get: async <Row>(sql: string, values: Value[] = []) => (await inside<Row>(sql, values)).found[0],
    all: async <Row>(sql: string, values: Value[] = []) => (await inside<Row>(sql, values)).found,
    run: async (sql, values = []) => (await inside(sql, values)).count,
    async script(sql) {
      const opening = settings === undefined ? 'begin' : `begin; ${settings}`;
      await execute(client, takeBegin() ? `${opening}; ${sql}` : sql);
    },
    async lock(name) {
      await inside(`select pg_advisory_xact_lock(${lockNumber('$1')})`, [name]);
    },
    async tryLock(name) {
      const { found } = await inside<{ held: boolean }>(
        `select pg_try_advisory_xact_lock(${lockNumber('$1')}) as held`,
        [name],
      );
      return found[0]?.held === true;
    },
    notify(topic) {
      if (!open) throw new Error('The transaction has ended');
      topics.add(topic);
    },
    topics,
    takeBegin,
    end: () => {
      open = false;
    },
  };
}

/** PostgreSQL's advisory locks are numbers. */
export const lockNumber = (name: string) => `hashtextextended(${name}, 0)`;

/** Runs statements without values. They are not worth preparing. */
export async function execute(client: pg.ClientBase, sql: string): Promise<pg.QueryResult> {
  try {
    return await client.query(sql);
  } catch (error) {
    throw translateError(error);
  }
}

/** The API has fewer statements (tests/whole-service/statements.test.ts). */
export const NAMED_STATEMENTS = 600;

export type NameOf = (text: string) => string | undefined;

/** Behind a pooler, a name may be known to one of its connections and not to the next. */
export const withoutNames: NameOf = () => undefined;

/**
 * Names the statements of a database. A statement with a name is prepared once on each connection, and keeps its plan as
 * long as the connection lives. When all names are taken, further statements are planned on each run.
 */
export function createStatementNames(): NameOf {
  const names = new Map<string, string>();
  return (text) => {
    let name = names.get(text);
    if (name === undefined && names.size < NAMED_STATEMENTS) {
      name = `rota_${names.size + 1}`;
      names.set(text, name);
    }
    return name;
  };
}

export function run<Row>(
  target: pg.Pool | pg.ClientBase,
  statement: Statement<Row>,
): Promise<Statement<Row>> {
  return new Promise((resolve, reject) => {
    const callback = (error?: Error | null) => (error ? reject(translateError(error)) : resolve(statement));
    // The types know of no callback for a query of one's own.
    (target as { query(statement: object, values: undefined, callback: object): void }).query(
      statement,
      undefined,
      callback,
    );
  });
}

const kinds: Record<string, ConstraintKind> = {
  '23505': 'unique',
  '23503': 'foreign_key',
  '23514': 'check',
  '23502': 'not_null',
};

/**
 * By code: connection errors (08), a full disk or too many connections (53), a shutdown or a timeout (57), a deadlock (40),
 * a transaction idle for too long (25P03), a read-only server (25006), a lock timeout (55P03), a missing privilege (42501).
 */
const TRANSIENT = /^(08|53|57|40|25P03|25006|55P03|42501)/;
const LOCK_TIMEOUT = '55P03';
const DEADLOCK = '40P01';

/** For the operator. */
const reasons: Record<string, string> = {
  '25006': 'PostgreSQL takes no changes',
  '42501': "PostgreSQL does not allow this to the database's user",
  '53100': "PostgreSQL's disk is full",
  '53300': 'PostgreSQL has no connection left',
  [LOCK_TIMEOUT]: 'somebody else holds a lock for too long',
};

export function translateError(error: unknown): unknown {
  if (error instanceof RotaError) return error;
  if (error instanceof pg.DatabaseError) {
    const { code = '', constraint } = error;
    if (kinds[code]) return new ConstraintViolation(kinds[code], constraint, error);
    if (isOutdated(error)) return unavailable(error, 'a table of PostgreSQL has changed');
    return TRANSIENT.test(code) ? unavailable(error, reasons[code] ?? 'PostgreSQL can not be used') : error;
  }
  // An error that is not from the server is a network error or a timeout, unless it is a bug in our code.
  return error instanceof TypeError || error instanceof RangeError
    ? error
    : unavailable(error, 'PostgreSQL can not be reached');
}

const codeOf = (error: unknown) =>
  error instanceof RotaError && error.cause instanceof pg.DatabaseError ? error.cause.code : undefined;

export const isLockTimeout = (error: unknown) => codeOf(error) === LOCK_TIMEOUT;
export const isDeadlock = (error: unknown) => codeOf(error) === DEADLOCK;

/** The server did not respond. */
const isLost = (error: unknown) =>
  error instanceof RotaError && error.type === 'unavailable' && codeOf(error) === undefined;
