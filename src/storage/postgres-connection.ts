// How strong the locks of the dialect are, and why: docs/decisions/0005-locks-in-one-order.md.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Dialect, Transaction, Value } from './database.ts';
import { gatherWrites } from './gathered-writes.ts';
import { endsConnection, translateError } from './postgres-errors.ts';
import { Statement } from './postgres-statement.ts';

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
  // PostgreSQL expects 100 rows from the function. For that many it reads a small table whole, and keeps that plan after the
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

/** What a transaction needs besides its connection. */
export interface TransactionOptions {
  notifications: Notifier;
  nameOf: NameOf;
  /** What the transaction begins with: see `Client.ahead`. */
  settings: string | undefined;
}

/**
 * Runs `work` in a transaction on a connection that nobody else uses meanwhile. Calls `onBroken` if the connection can't be
 * used again. Sends no `rollback` to a server that did not respond to a statement, because the caller would wait for both; nor
 * to a standby: if a client leaves in the middle of a transaction, a pooler closes its own connection, too.
 */
export async function inTransaction<Result>(
  client: pg.ClientBase,
  { notifications, ...transactionOptions }: TransactionOptions,
  work: (tx: Transaction) => Promise<Result>,
  onBroken: () => void,
): Promise<Result> {
  // A connection that breaks between two statements has no query to fail. The next statement reports it.
  const ignore = () => {};
  client.on('error', ignore);
  const tx = openTransaction(client, transactionOptions);
  try {
    const result = await gatherWrites(tx, work);
    const topics = [...tx.topics];
    const isEmpty = tx.takeBegin();
    if (isEmpty && topics.length === 0) return result;
    const notices = notifications.statementsFor(topics);
    const ending = [...(isEmpty ? ['begin'] : []), ...notices, 'commit'].join('; ');
    // Several statements sent at once return a list of results.
    const command = [await execute(client, ending)].flat().at(-1)?.command;
    // After a failed statement, PostgreSQL takes "commit" as a rollback, without an error.
    if (command !== 'COMMIT') throw new Error('The transaction went on after a statement that failed');
    notifications.notify(topics);
    return result;
  } catch (error) {
    const isClean = tx.takeBegin() || (!endsConnection(error) && (await rollBack(client)));
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
  { nameOf, settings }: Omit<TransactionOptions, 'notifications'>,
): Omit<Transaction, 'later' | 'ahead'> & { topics: Set<string>; takeBegin(): boolean; end(): void } {
  let open = true;
  let begun = false;
  const topics = new Set<string>();
  // `begin` is sent with the first statement, which saves a round trip per transaction.
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

export function run<Row>(client: pg.ClientBase, statement: Statement<Row>): Promise<Statement<Row>> {
  return new Promise((resolve, reject) => {
    const callback = (error?: Error | null) => (error ? reject(translateError(error)) : resolve(statement));
    // The types don't know that a custom query takes a callback.
    (client as { query(statement: object, values: undefined, callback: object): void }).query(
      statement,
      undefined,
      callback,
    );
  });
}
