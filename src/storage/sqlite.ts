import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../errors.ts';
import { createChannels } from './channels.ts';
import type { Database, Dialect, OpenDatabase, Transaction, Value } from './database.ts';
import { createGroupCommit } from './group-commit.ts';
import { type Connection, isBusy, openConnection } from './sqlite-connection.ts';

/** How long to wait for another process that writes (the command line beside a running server). */
const BUSY_TIMEOUT_MS = 5_000;
const BUSY_PAUSE_MS = 5;

export const dialect: Dialect = {
  engine: 'sqlite',
  forUpdate: '',
  forShare: '',
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
 * The embedded engine. One connection writes, one transaction after another; a second, read-only one serves reads outside
 * transactions from the last committed state, while a transaction is open.
 */
export async function openSqlite(options: { file: string }): Promise<OpenDatabase> {
  // SQLite's own waiting would hold up the whole process: the writer waits in `whileBusy` instead.
  const writer = openConnection(options.file, { readOnly: false, busyTimeoutMs: 0 });
  // In WAL mode readers never wait for the writer; FULL syncs each commit to the disk before it is acknowledged.
  await whileBusy(() => writer.script('pragma journal_mode = wal'));
  writer.script('pragma synchronous = full; pragma foreign_keys = on');
  const reader = openConnection(options.file, { readOnly: true, busyTimeoutMs: BUSY_TIMEOUT_MS });
  const assertInPlace = createPlaceCheck(options.file);
  const channels = createChannels();
  let notified = new Set<string>();

  const transactions = createGroupCommit({
    begin: () => whileBusy(() => writer.script('begin immediate')),
    isOpen: writer.inTransaction,
    async runPart(work) {
      writer.script('savepoint part');
      const tx = openTransaction(writer);
      try {
        const result = await work(tx);
        writer.script('release part');
        for (const channel of tx.notified) notified.add(channel);
        return result;
      } catch (error) {
        if (writer.inTransaction()) writer.script('rollback to part; release part');
        throw error;
      } finally {
        tx.end();
      }
    },
    commit() {
      assertInPlace();
      writer.script('commit');
      const committed = notified;
      notified = new Set();
      committed.forEach(channels.notify);
    },
    rollback() {
      writer.script('rollback');
      notified = new Set();
    },
  });

  const database: Database = {
    dialect,
    get: async <Row>(sql: string, values: Value[] = []) => reader.all(sql, values)[0] as Row | undefined,
    all: async <Row>(sql: string, values: Value[] = []) => reader.all(sql, values) as Row[],
    change: <Row>(sql: string, values: Value[] = []) => transactions.run((tx) => tx.all<Row>(sql, values)),
    transaction: transactions.run,
  };

  return {
    ...database,
    // There is one writer, and nobody holds a row for longer than a transaction of this process takes.
    background: database,
    probe: database,
    inLine: (_line, work) => work(),
    listen: channels.listen,
    alone: (work) =>
      work({
        dialect,
        transaction: transactions.run,
        run: async (sql) => writer.script(sql),
      }),
    use: () => [{ work: 'transactions', open: 1, ...transactions.use() }],
    lockTimeouts: () => 0,
    async close() {
      await transactions.close();
      reader.close();
      writer.close();
    },
  };
}

/**
 * A file that was moved or removed can still be written to, by a process that has it open, and nobody would ever find what
 * was written. Measured: 4 µs a commit.
 */
function createPlaceCheck(file: string): () => void {
  const placeOf = () => {
    const { dev, ino } = statSync(file, { throwIfNoEntry: false }) ?? {};
    return `${dev} ${ino}`;
  };
  const opened = placeOf();
  return () => {
    if (placeOf() !== opened) {
      throw unavailable(
        new Error(`${file} is not the file that was opened`),
        'the database file is not in its place',
      );
    }
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
