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
   * Runs a statement that changes this table, with others like it: before the next statement of another kind, and before the commit. For
   * a write whose result nobody needs, and whose failure nobody explains to a caller (`onDuplicate`).
   */
  later(table: string, sql: string, values: Value[]): void;
  /** Runs several statements without placeholders: migrations, savepoints. */
  script(sql: string): Promise<void>;
  /** Takes the lock of this name, on all nodes, until the transaction ends. Waits while another transaction holds it. */
  lock(name: string): Promise<void>;
  /** The same without waiting: false when another transaction holds it. */
  tryLock(name: string): Promise<boolean>;
  /** Notifies the listeners of the topic, on every node, after the commit. */
  notify(topic: string): void;
  /** For reads that do not look for what `later` has got: they do not wait for it. */
  readonly ahead: Reader;
}

/** Where operations read and write. */
export interface Database extends Reader {
  /** Commits `work` when its promise resolves, and rolls it back when it rejects. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Runs one changing statement as a transaction, and returns the rows of its `returning` clause. */
  change<Row>(sql: string, values?: Value[]): Promise<Row[]>;
}

/** One line, none, or several that have to be found out first. */
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
   * retried, as long as its caller should wait. With one writer at a time, as on SQLite, there are no lines, and `lines` is not called.
   */
  serialized<Result>(lines: Lines, work: () => Promise<Result>): Promise<Result>;
  /**
   * Calls `listener` after each commit that notified the topic, until the returned function is called. It is a hint for
   * speed only: notifications of other nodes are lost while the connection to the database is down.
   */
  listen(topic: string, listener: () => void): () => void;
  /**
   * Gives `work` a connection of its own, without timeouts, to one process at a time. `onWait` is called once if another
   * process has it.
   */
  alone<Result>(work: (session: Session) => Promise<Result>, onWait: () => void): Promise<Result>;
  /**
   * Removes what deleted and changed rows have left of an address in the files of an embedded database. On PostgreSQL its own
   * vacuum does so.
   */
  forget(email: string, options: { wasVacuumed: boolean }): Promise<Forgotten>;
  /** The connections in use, by kind of work. */
  use(): Use[];
  /** Whether it could write, as calls and background work have found. */
  readonly writeFailures: Pick<WriteFailures, 'isOver' | 'assertOver'>;
  /** Statements that timed out on a lock since the start. */
  lockTimeouts(): number;
  close(): Promise<void>;
}

/** Whether the file had to be written anew, and how long others could not write then. */
export interface Forgotten {
  vacuumed: boolean;
  vacuum_ms: number;
}

/** A connection for one user. */
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

/** Runs `work`. If it breaks the unique index `constraint`, throws the error of `explain` instead. */
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
