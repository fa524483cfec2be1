import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseAway } from '../errors.ts';
import type { Database, Dialect, OpenDatabase, Reader, Transaction, Value } from './database.ts';
import { createGroupCommit } from './group-commit.ts';
import { createNotifications } from './notifications.ts';
import { type Connection, isBusy, openConnection, takeRoom } from './sqlite-connection.ts';
import { createWriteFailures } from './write-failures.ts';

/** How long to wait for another process that writes, such as a command beside a running server. */
const BUSY_TIMEOUT_MS = 5_000;
const BUSY_PAUSE_MS = 5;
/** Goes through the journal like the writes of calls, and grows the file if it has no free pages. Nobody else sees the table. */
const FILL_PAGES = `create table room (bytes blob not null);
  insert into room (bytes) values (zeroblob(262144));
  drop table room`;

export const dialect: Dialect = {
  engine: 'sqlite',
  forUpdate: '',
  forShare: '',
  forShareFree: '',
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
 * Opens the embedded engine. One connection writes, one transaction after another. A second, read-only one serves reads
 * outside transactions from the last committed state, also while a transaction is open.
 */
export async function openSqlite(options: { file: string }): Promise<OpenDatabase> {
  // SQLite's own wait would block the whole process, so the writer waits in `whileBusy`.
  const writer = openConnection(options.file, { readOnly: false, busyTimeoutMs: 0 });
  // In WAL mode, readers never wait for the writer. FULL syncs each commit to the disk before it is acknowledged.
  await whileBusy(() => writer.script('pragma journal_mode = wal'));
  writer.script('pragma synchronous = full; pragma foreign_keys = on');
  // Keeps the pages of savepoints in memory, not in a temporary file. Measured: a new meeting request takes 15 % less CPU.
  writer.script('pragma temp_store = memory');
  // Overwrites what is deleted, which would otherwise stay in the file until its space is reused. Measured: deleting a row takes
  // 21 µs of CPU instead of 11; inserts and updates take the same.
  writer.script('pragma secure_delete = on');
  const reader = openConnection(options.file, { readOnly: true, busyTimeoutMs: BUSY_TIMEOUT_MS });
  const snapshots = createSnapshots(reader);
  const assertInPlace = createPlaceCheck(options.file);
  const notifications = createNotifications();
  let topics = new Set<string>();
  let forgetting = 0;

  const transactions = createGroupCommit({
    begin: () =>
      whileBusy(
        () => writer.script('begin immediate'),
        () => forgetting > 0,
      ),
    isOpen: writer.inTransaction,
    async runPart(work) {
      writer.script('savepoint part');
      const tx = openTransaction(writer);
      try {
        const result = await work(tx);
        writer.script('release part');
        for (const topic of tx.topics) topics.add(topic);
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
      snapshots.end();
      writer.script('commit');
      const committed = topics;
      topics = new Set();
      committed.forEach(notifications.notify);
    },
    rollback() {
      writer.script('rollback');
      topics = new Set();
    },
  });

  const writeFailures = createWriteFailures(async () => {
    await transactions.run((tx) => tx.script(FILL_PAGES));
    await takeRoom(`${options.file}-room`);
  });
  const transaction: Database['transaction'] = (work) => writeFailures.watch(transactions.run(work));

  const database: Database = {
    dialect,
    get: async <Row>(sql: string, values: Value[] = []) => snapshots.all(sql, values)[0] as Row | undefined,
    all: async <Row>(sql: string, values: Value[] = []) => snapshots.all(sql, values) as Row[],
    change: <Row>(sql: string, values: Value[] = []) => transaction((tx) => tx.all<Row>(sql, values)),
    transaction,
  };

  return {
    ...database,
    // With one writer, no row is locked for longer than a transaction of this process takes.
    background: database,
    probe: database,
    serialized: (_line, work) => work(),
    listen: notifications.listen,
    alone: (work) => work({ dialect, transaction: transactions.run, run: async (sql) => writer.script(sql) }),
    async forget(email, { wasVacuumed }) {
      forgetting += 1;
      try {
        // Loaded here: commands start faster without the code for child processes.
        const { forgetIn } = await import('./sqlite-file/forget.ts');
        return await forgetIn({ file: options.file, email, wasVacuumed });
      } finally {
        forgetting -= 1;
      }
    },
    use: () => [{ work: 'transactions', open: 1, ...transactions.use() }],
    lockTimeouts: () => 0,
    writeFailures,
    async close() {
      await transactions.close();
      snapshots.end();
      reader.close();
      writer.close();
    },
  };
}

/**
 * Reads that follow one another without waiting for anything else share a snapshot. It ends before the process reads from the
 * network again, and before each commit, so reads see whatever was acknowledged, even by another process.
 * Measured: taking and releasing a lock for each of the three statements that read a team was a third of their time.
 */
function createSnapshots(reader: Connection) {
  let isOpen = false;

  function end(): void {
    if (!isOpen) return;
    isOpen = false;
    // Unless a disk error has ended it.
    if (reader.inTransaction()) reader.run('commit', []);
  }

  return {
    all(sql: string, values: Value[]) {
      if (!isOpen) {
        reader.run('begin', []);
        isOpen = true;
        // Runs once no promise can continue without I/O. `setImmediate` would be too late: a turn of the event loop that begins
        // with a timer reads from the network before it gets there.
        queueMicrotask(() => process.nextTick(end));
      }
      return reader.all(sql, values);
    },
    end,
  };
}

/**
 * Throws if the file was moved or removed. A process that has it open can still write to it, and these writes would be
 * lost. Measured: 4 µs a commit.
 */
function createPlaceCheck(file: string): () => void {
  const placeOf = () => {
    const { dev, ino } = statSync(file, { throwIfNoEntry: false }) ?? {};
    return `${dev} ${ino}`;
  };
  const opened = placeOf();
  return () => {
    if (placeOf() !== opened) {
      throw new DatabaseAway(
        new Error(`${file} is not the file that was opened`),
        'the database file is not in its place',
        'disk',
      );
    }
  };
}

function openTransaction(connection: Connection): Transaction & { topics: Set<string>; end(): void } {
  let open = true;
  const topics = new Set<string>();
  // Without this check, a query that was not awaited could run in the next caller's transaction.
  const assertOpen = () => {
    if (!open) throw new Error('The transaction has ended');
  };
  const reader: Reader = {
    dialect,
    async get<Row>(sql: string, values: Value[] = []) {
      assertOpen();
      return connection.all(sql, values)[0] as Row | undefined;
    },
    async all<Row>(sql: string, values: Value[] = []) {
      assertOpen();
      return connection.all(sql, values) as Row[];
    },
  };
  return {
    ...reader,
    ahead: reader,
    async run(sql, values = []) {
      assertOpen();
      return connection.run(sql, values);
    },
    later(_table, sql, values) {
      assertOpen();
      connection.run(sql, values);
    },
    async script(sql) {
      assertOpen();
      connection.script(sql);
    },
    // There is one transaction at a time, so it holds all locks from its start.
    lock: async () => assertOpen(),
    async tryLock() {
      assertOpen();
      return true;
    },
    notify(topic) {
      assertOpen();
      topics.add(topic);
    },
    topics,
    end: () => {
      open = false;
    },
  };
}

/**
 * Retries `work` while another process holds the database, without blocking this one. `isRewriting` is true while that process
 * is our own and rewrites the file, which takes longer.
 */
async function whileBusy<Result>(work: () => Result, isRewriting = () => false): Promise<Result> {
  const start = performance.now();
  for (;;) {
    try {
      return work();
    } catch (error) {
      const isOver = performance.now() > start + BUSY_TIMEOUT_MS && !isRewriting();
      if (!isBusy(error) || isOver) throw error;
    }
    await sleep(BUSY_PAUSE_MS);
  }
}
