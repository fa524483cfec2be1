// What both engines offer, and why queries are plain SQL: docs/decisions/0003-two-engines-one-plain-sql.md.
import type { WriteFailures } from './write-failures.ts';

/** A bound value. Booleans are stored as 0 and 1, times as milliseconds, JSON as text. Bytes are never part of JSON. */
export type Value = string | number | null | Uint8Array;

/** The few places where the two engines' SQL differs. */
export interface Dialect {
  readonly engine: 'sqlite' | 'postgres';
  /** Ends a select. Its rows can't change before the transaction ends. Empty on SQLite, which has one writer. */
  readonly forUpdate: string;
  /** The same for the rows of one table of the select. */
  forUpdateOf(table: string): string;
  /** The same, without the rows that another transaction has locked. */
  forUpdateOfFree(table: string): string;
  /** Like `forUpdate`, but shared: several transactions can lock the same rows. */
  readonly forShare: string;
  /** The same, without the rows that another transaction has locked. */
  readonly forShareFree: string;
  /** Ends a select. Its rows can change, but can't be deleted before the transaction ends. */
  readonly forReference: string;
  /** Aggregates the values of all rows into one JSON list, as text. Without rows, SQLite has `[]` and PostgreSQL null. */
  list(valueAndOrder: string): string;
  /**
   * A table expression over a JSON array of objects, bound to `placeholder`. The statement has the same text, and thus
   * one prepared statement, for any number of rows.
   */
  rows(placeholder: string, columns: Record<string, 'text' | 'bigint'>): string;
}

/** Outside a transaction, reads see only what is committed. */
export interface Reader {
  readonly dialect: Dialect;
  get<Row>(sql: string, values?: Value[]): Promise<Row | undefined>;
  all<Row>(sql: string, values?: Value[]): Promise<Row[]>;
}

export interface Transaction extends Reader {
  /** Runs one statement and returns the number of changed rows. */
  run(sql: string, values?: Value[]): Promise<number>;
  /**
   * Queues a statement that changes this table, and sends it together with others like it: before the next statement of
   * another kind, or before the commit. For writes whose result isn't used, and whose failure needs no explanation for the
   * caller (`onDuplicate`).
   */
  later(table: string, sql: string, values: Value[]): void;
  /** Runs several statements without placeholders: migrations, savepoints. */
  script(sql: string): Promise<void>;
  /** Takes the lock with this name, on all nodes, until the transaction ends. Waits while another transaction holds it. */
  lock(name: string): Promise<void>;
  /** Like `lock`, but without waiting: false if another transaction holds it. */
  tryLock(name: string): Promise<boolean>;
  /** Notifies the listeners of the topic, on every node, after the commit. */
  notify(topic: string): void;
  /** For reads that don't depend on the writes queued by `later`, and so don't wait for them. */
  readonly ahead: Reader;
}

/** Where operations read and write. */
export interface Database extends Reader {
  /** Commits `work` when its promise resolves, and rolls it back when it rejects. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Runs one changing statement as a transaction, and returns the rows of its `returning` clause. */
  change<Row>(sql: string, values?: Value[]): Promise<Row[]>;
}

/** One line, none, or several that have to be looked up first. */
export type Lines = string | undefined | (() => Promise<string[]>);

/** The database as a process opens it. Operations see only its `Database`. */
export interface OpenDatabase extends Database {
  /** For work without a caller. It has connections of its own, so busy callers do not hold it up. */
  readonly background: Database;
  /** For the probe: one small statement at a time, with a short timeout. */
  readonly probe: Database;
  /**
   * Runs a call that takes locks. A line is the queue of calls for the same row. Its first two calls run; the others wait
   * without a connection, so that one stuck row does not take all connections. A call that times out on the row is
   * retried until its caller has waited long enough. SQLite has one writer at a time and so no lines: `lines` is never
   * called there.
   */
  serialized<Result>(lines: Lines, work: () => Promise<Result>): Promise<Result>;
  /**
   * Calls `listener` after each commit that notified the topic, until the returned function is called. Only
   * saves time: notifications from other nodes are lost while the connection to the database is down.
   */
  listen(topic: string, listener: () => void): () => void;
  /**
   * Runs `work` on a dedicated connection without timeouts, in one process at a time. Calls `onWait` once if another process
   * is at it.
   */
  alone<Result>(work: (session: Session) => Promise<Result>, onWait: () => void): Promise<Result>;
  /**
   * Removes the traces of an address that deleted and changed rows have left in the embedded database's files. On PostgreSQL,
   * vacuum does that.
   */
  forget(email: string, options: { wasVacuumed: boolean }): Promise<Forgotten>;
  /** The connections in use, by kind of work. */
  use(): Use[];
  /** Whether writes are failing, as calls and background work have seen. */
  readonly writeFailures: Pick<WriteFailures, 'isOver' | 'assertOver'>;
  /** Statements that timed out on a lock since the start. */
  lockTimeouts(): number;
  close(): Promise<void>;
}

/** Whether the file had to be rewritten, and how long that kept others from writing. */
export interface Forgotten {
  vacuumed: boolean;
  vacuum_ms: number;
}

/** A dedicated connection. */
export interface Session extends Pick<Database, 'dialect' | 'transaction'> {
  /** Runs one statement outside a transaction. */
  run(sql: string): Promise<void>;
}

/** The connections for one kind of work: open, busy, and the callers waiting for one. */
export interface Use {
  work: string;
  open: number;
  busy: number;
  waiting: number;
}

export type ConstraintKind = 'unique' | 'foreign_key' | 'check' | 'not_null';

/** A statement broke a constraint of the schema. It has the same name on both engines. */
export class ConstraintViolation extends Error {
  override readonly name = 'ConstraintViolation';
  readonly kind: ConstraintKind;
  /** Only for a unique index or a check: SQLite does not name foreign keys, nor PostgreSQL not-null constraints. */
  readonly constraint: string | undefined;

  constructor(kind: ConstraintKind, constraint: string | undefined, cause: unknown) {
    super(`${kind} violation${constraint ? ` of ${constraint}` : ''}`, { cause });
    this.kind = kind;
    this.constraint = kind === 'unique' || kind === 'check' ? constraint : undefined;
  }
}

/** Runs `work`. If it breaks the unique index `constraint`, throws the error that `explain` returns. */
export async function onDuplicate<Result>(
  constraint: string,
  explain: () => Error,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConstraintViolation && error.constraint === constraint) throw explain();
    throw error;
  }
}
