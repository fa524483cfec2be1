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

/** A connection that takes longer to undo something is given up. */
const ROLLBACK_TIMEOUT_MS = 2_000;

export const dialect: Dialect = {
  engine: 'postgres',
  // The key stays as it is, so that others can go on to refer to the row: `for update` would make them wait, and two
  // who each lock a row and refer to the other's would wait for each other.
  forUpdate: 'for no key update',
  forShare: 'for share',
  forReference: 'for key share',
  forUpdateOf: (table) => `for no key update of ${table}`,
  forUpdateOfFree: (table) => `for no key update of ${table} skip locked`,
  list: (valueAndOrder) => `json_agg(${valueAndOrder})::text`,
  // PostgreSQL expects 100 rows of the function. For so many it plans to read a small table whole, and keeps to that when the
  // table has grown: measured for 15 of 20,000 rows, 8.8 ms instead of 0.6 ms. Of rows with this condition, which always
  // holds, it expects one, and looks up each row by its index.
  rows(placeholder, columns) {
    const fields = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    const [first] = Object.keys(columns);
    return `(select * from jsonb_to_recordset(${placeholder}::jsonb) as given(${fields.join(', ')})
      where (${first}::text || '') is not distinct from ${first}::text) as given`;
  },
};

/** How listeners are notified of a commit. */
export interface Notifier {
  /** Notifies the other nodes; sent with the commit. */
  statementFor(channel: string): string;
  notify(channel: string): void;
}

/**
 * Runs `work` in a transaction on the connection, which is nobody else's meanwhile. What it rejects with is `undone`, or
 * else the connection can no longer be used: a server that did not answer a statement would not answer `rollback` either,
 * and the caller would wait for both.
 */
export async function inTransaction<Result>(
  client: pg.ClientBase,
  { channels, nameOf }: { channels: Notifier; nameOf: NameOf },
  work: (tx: Transaction) => Promise<Result>,
  onBroken: () => void,
): Promise<Result> {
  // Between two statements a broken connection has no query to fail; the next statement will report it.
  const ignore = () => {};
  client.on('error', ignore);
  const tx = openTransaction(client, nameOf);
  try {
    await tx.script('begin');
    const result = await work(tx);
    // A transaction in which a statement failed is rolled back by PostgreSQL, and "commit" is no error then.
    const notified = [...tx.notified];
    const ending = [...notified.map(channels.statementFor), 'commit'].join('; ');
    // Several statements at once have a list of results.
    const command = [await execute(client, ending)].flat().at(-1)?.command;
    if (command !== 'COMMIT') throw new Error('The transaction went on after a statement that failed');
    notified.forEach(channels.notify);
    return result;
  } catch (error) {
    if (isLost(error) || !(await rollBack(client))) onBroken();
    throw error;
  } finally {
    tx.end();
    client.off('error', ignore);
  }
}

/** Whether it was undone in time. */
function rollBack(client: pg.ClientBase): Promise<boolean> {
  const undone = client.query('rollback').then(
    () => true,
    () => false,
  );
  return Promise.race([undone, sleep(ROLLBACK_TIMEOUT_MS, false, { ref: false })]);
}

function openTransaction(
  client: pg.ClientBase,
  nameOf: NameOf,
): Transaction & { notified: Set<string>; end(): void } {
  let open = true;
  const notified = new Set<string>();
  // Without this, a query that nobody awaited would run on a connection that is somebody else's by now.
  const inside = <Row>(sql: string, values: Value[]) => {
    if (!open) throw new Error('The transaction has ended');
    return query<Row>(client, nameOf, sql, values);
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
    async lock(name) {
      await inside(`select pg_advisory_xact_lock(${lockNumber('$1')})`, [name]);
    },
    async tryLock(name) {
      const { rows } = await inside<{ held: boolean }>(
        `select pg_try_advisory_xact_lock(${lockNumber('$1')}) as held`,
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

/** PostgreSQL's advisory locks are numbers. */
export const lockNumber = (name: string) => `hashtextextended(${name}, 0)`;

/** Statements without values, which are not worth preparing. */
export async function execute(client: pg.ClientBase, sql: string): Promise<pg.QueryResult> {
  try {
    return await client.query(sql);
  } catch (error) {
    throw translateError(error);
  }
}

type Result<Row> = { rows: Row[]; rowCount: number | null };

/** How many texts get a name. Those that the API has are fewer (tests/whole-service/statements.test.ts). */
export const NAMED_STATEMENTS = 600;

export type NameOf = (text: string) => string | undefined;

/**
 * Names for the statements of a database. A text is prepared once on each connection, under its name, and stays there with
 * its plan for as long as the connection does. What comes when all names are given away is planned each time that it is run.
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

export async function query<Row>(
  target: pg.Pool | pg.ClientBase,
  nameOf: NameOf,
  text: string,
  values: Value[],
): Promise<Result<Row>> {
  const name = nameOf(text);
  try {
    return (await target.query({ ...(name && { name }), text, values })) as Result<unknown> as Result<Row>;
  } catch (error) {
    throw translateError(error);
  }
}

/** Counts and times are 64-bit in the database and fit a JavaScript number: no string detour. */
export const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: string) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');

const kinds: Record<string, ConstraintKind> = {
  '23505': 'unique',
  '23503': 'foreign_key',
  '23514': 'check',
  '23502': 'not_null',
};

/** Connection trouble, a full disk or too many connections, a shutdown, a deadlock, a node that was too slow, a lock. */
const TRANSIENT = /^(08|53|57|40|25P03|25006|55P03)/;
const LOCK_TIMEOUT = '55P03';
const DEADLOCK = '40P01';

/** What an operator is told of it. */
const reasons: Record<string, string> = {
  '25006': 'PostgreSQL takes no changes',
  '53100': "PostgreSQL's disk is full",
  '53300': 'PostgreSQL has no connection left',
  [LOCK_TIMEOUT]: 'somebody else holds a lock for too long',
};

export function translateError(error: unknown): unknown {
  if (error instanceof RotaError) return error;
  if (error instanceof pg.DatabaseError) {
    const { code = '', constraint } = error;
    if (kinds[code]) return new ConstraintViolation(kinds[code], constraint, error);
    return TRANSIENT.test(code) ? unavailable(error, reasons[code] ?? 'PostgreSQL can not be used') : error;
  }
  // What did not come from the server is a network error or a timeout, unless it is a mistake in our code.
  return error instanceof TypeError || error instanceof RangeError
    ? error
    : unavailable(error, 'PostgreSQL can not be reached');
}

const codeOf = (error: unknown) =>
  error instanceof RotaError && error.cause instanceof pg.DatabaseError ? error.cause.code : undefined;

export const isLockTimeout = (error: unknown) => codeOf(error) === LOCK_TIMEOUT;
export const isDeadlock = (error: unknown) => codeOf(error) === DEADLOCK;

/** The server did not answer at all. */
const isLost = (error: unknown) =>
  error instanceof RotaError && error.type === 'unavailable' && codeOf(error) === undefined;
