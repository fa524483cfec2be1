import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../errors.ts';
import { createChannels } from './channels.ts';
import type { Database, Dialect, Transaction, Value } from './database.ts';
import { type ConstraintKind, ConstraintViolation } from './database.ts';

/** How long to wait for another process that writes (the command line beside a running server). */
const BUSY_TIMEOUT_MS = 5_000;
const BUSY_PAUSE_MS = 5;

const dialect: Dialect = {
  engine: 'sqlite',
  forUpdate: '',
  forReference: '',
  forUpdateOf: () => '',
  forUpdateOfFree: () => '',
  list: (valueAndOrder) => `json_group_array(${valueAndOrder})`,
  rows(placeholder, columns) {
    const fields = Object.keys(columns).map((name) => `value ->> '${name}' as ${name}`);
    return `(select ${fields.join(', ')} from json_each(${placeholder}))`;
  },
};

/**
 * The embedded engine. One connection writes, behind a mutex, so transactions follow one another; a second,
 * read-only one serves reads outside transactions from the last committed state, while a transaction is open.
 */
export async function openSqlite(options: { file: string }): Promise<Database> {
  const writer = openConnection(options.file, false);
  // In WAL mode readers never wait for the writer; FULL syncs each commit to the disk before it is acknowledged.
  await whileBusy(() => writer.script('pragma journal_mode = wal'));
  writer.script('pragma synchronous = full; pragma foreign_keys = on');
  const reader = openConnection(options.file, true);
  const exclusively = createMutex();
  const channels = createChannels();

  async function transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return exclusively(async () => {
      await whileBusy(() => writer.script('begin immediate'));
      const tx = openTransaction(writer);
      try {
        const result = await work(tx);
        writer.script('commit');
        for (const channel of tx.notified) channels.tell(channel);
        return result;
      } catch (error) {
        // A failed commit (a full disk) may have ended the transaction already.
        if (writer.inTransaction()) writer.script('rollback');
        throw error;
      } finally {
        tx.end();
      }
    });
  }

  return {
    dialect,
    get: async <Row>(sql: string, values: Value[] = []) => reader.all(sql, values)[0] as Row | undefined,
    all: async <Row>(sql: string, values: Value[] = []) => reader.all(sql, values) as Row[],
    change: <Row>(sql: string, values: Value[] = []) =>
      exclusively(() => whileBusy(() => writer.all(sql, values) as Row[])),
    transaction,
    listen: channels.listen,
    close: () =>
      exclusively(async () => {
        reader.close();
        writer.close();
      }),
  };
}

function openTransaction(connection: Connection): Transaction & { notified: Set<string>; end(): void } {
  let open = true;
  const notified = new Set<string>();
  // Without this, a query that nobody awaited would land in the next caller's transaction.
  const assertOpen = () => {
    if (!open) throw new Error('The transaction has ended');
  };
  return {
    dialect,
    async get<Row>(sql: string, values: Value[] = []) {
      assertOpen();
      return connection.all(sql, values)[0] as Row | undefined;
    },
    async all<Row>(sql: string, values: Value[] = []) {
      assertOpen();
      return connection.all(sql, values) as Row[];
    },
    async run(sql, values = []) {
      assertOpen();
      return connection.run(sql, values);
    },
    async script(sql) {
      assertOpen();
      connection.script(sql);
    },
    // A transaction excludes every other one here, so it holds all locks from its start.
    lock: async () => assertOpen(),
    async tryLock() {
      assertOpen();
      return true;
    },
    notify(channel) {
      assertOpen();
      notified.add(channel);
    },
    notified,
    end: () => {
      open = false;
    },
  };
}

type Connection = ReturnType<typeof openConnection>;

function openConnection(file: string, readOnly: boolean) {
  // SQLite's own waiting would hold up the whole process: the writer waits in `whileBusy` instead.
  const connection = new DatabaseSync(file, { readOnly, timeout: readOnly ? BUSY_TIMEOUT_MS : 0 });
  const statements = new Map<string, StatementSync>();

  function prepare(sql: string): StatementSync {
    let statement = statements.get(sql);
    if (!statement) {
      statement = connection.prepare(sql.replace(/\$(\d+)/g, '?$1'));
      statements.set(sql, statement);
    }
    return statement;
  }

  function translated<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw translateError(connection, error);
    }
  }

  return {
    all: (sql: string, values: Value[]) => translated(() => prepare(sql).all(...values)),
    run: (sql: string, values: Value[]) => translated(() => Number(prepare(sql).run(...values).changes)),
    script: (sql: string) => translated(() => connection.exec(sql)),
    inTransaction: () => connection.isTransaction,
    close: () => connection.close(),
  };
}

/** Runs `work` again until the other process has let go of the database, without holding up this one. */
async function whileBusy<Result>(work: () => Result): Promise<Result> {
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await sleep(BUSY_PAUSE_MS);
  }
}

function isBusy(error: unknown): boolean {
  const { cause } = error as { cause?: { errcode?: number } };
  return cause?.errcode !== undefined && primaryCode(cause.errcode) === SQLITE_BUSY;
}

function createMutex() {
  let last: Promise<unknown> = Promise.resolve();
  return function exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const SQLITE_CONSTRAINT = 19;

/** The low byte; the rest refines it. */
const primaryCode = (errcode: number) => errcode & 0xff;

const kinds: Record<string, ConstraintKind> = {
  UNIQUE: 'unique',
  'FOREIGN KEY': 'foreign_key',
  CHECK: 'check',
  'NOT NULL': 'not_null',
};

function translateError(connection: DatabaseSync, error: unknown): unknown {
  const { errcode, message } = error as { errcode?: number; message: string };
  if (errcode === undefined) return error;
  const code = primaryCode(errcode);
  if ([SQLITE_BUSY, SQLITE_IOERR, SQLITE_FULL].includes(code)) return unavailable(error);
  if (code !== SQLITE_CONSTRAINT) return error;
  const [, kind, detail] = /^(.+) constraint failed(?:: (.+))?$/.exec(message) ?? [];
  if (!kind || !kinds[kind]) return error;
  const constraint = kind === 'UNIQUE' && detail ? uniqueIndexOn(connection, detail) : detail;
  return new ConstraintViolation(kinds[kind], constraint, error);
}

/** SQLite names the columns of a broken unique index ("keys.owner, keys.name"), unless it is on an expression. */
function uniqueIndexOn(connection: DatabaseSync, detail: string): string | undefined {
  const [, named] = /^index '(.+)'$/.exec(detail) ?? [];
  if (named) return named;
  const columns = detail.split(', ').map((column) => column.split('.') as [string, string]);
  const table = columns[0]?.[0] as string;
  const wanted = columns.map(([, name]) => name).join();
  const indexes = connection
    .prepare(
      `select list.name, list.origin,
              (select group_concat(info.name) from pragma_index_info(list.name) as info) as columns
       from pragma_index_list(?) as list where list."unique" = 1`,
    )
    .all(table) as { name: string; origin: string; columns: string }[];
  const index = indexes.find((candidate) => candidate.columns === wanted);
  // PostgreSQL's name for a primary key's own index.
  return index?.origin === 'pk' ? `${table}_pkey` : index?.name;
}
