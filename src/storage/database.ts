/** What can be bound to a placeholder. Booleans are stored as 0 and 1, times as milliseconds, JSON as text. */
export type Value = string | number | null;

/** The few places where the two engines' SQL differs. */
export interface Dialect {
  readonly engine: 'sqlite' | 'postgres';
  /** Ends a select whose rows must not change before the transaction ends. SQLite has one writer anyway. */
  readonly forUpdate: string;
  /** The same for the rows of one of the select's tables. */
  forUpdateOf(table: string): string;
  /** And leaving out those that another transaction holds. */
  forUpdateOfFree(table: string): string;
  /** Ends a select whose rows must not change either, but that any number of transactions may hold at the same time. */
  readonly forShare: string;
  /** Ends a select whose rows may change but must not go away before the transaction ends. */
  readonly forReference: string;
  /** In a select, the values of all its rows as one JSON list in a text. SQLite says `[]` to none, PostgreSQL null. */
  list(valueAndOrder: string): string;
  /**
   * A table expression over a JSON array of objects bound to `placeholder`, so that a statement over many rows
   * keeps one text, and thus one prepared statement, whatever their number.
   */
  rows(placeholder: string, columns: Record<string, 'text' | 'bigint'>): string;
}

/** Reads. Outside a transaction they see only what has been committed. */
export interface Reader {
  readonly dialect: Dialect;
  get<Row>(sql: string, values?: Value[]): Promise<Row | undefined>;
  all<Row>(sql: string, values?: Value[]): Promise<Row[]>;
}

export interface Transaction extends Reader {
  /** Runs one statement and tells how many rows it changed. */
  run(sql: string, values?: Value[]): Promise<number>;
  /** Runs several statements without placeholders: migrations, savepoints. */
  script(sql: string): Promise<void>;
  /** Waits until no other transaction, on any node, holds the lock of this name; holds it until the end. */
  lock(name: string): Promise<void>;
  /** The same without waiting: false when another transaction holds it. */
  tryLock(name: string): Promise<boolean>;
  /** Once this is committed, whoever listens to the channel hears of it, on every node. */
  notify(channel: string): void;
}

/** Where operations read and write. */
export interface Database extends Reader {
  /** Everything in `work` is committed when the promise resolves, and undone when it rejects. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** One changing statement that is its own transaction; answers the rows of its `returning` clause. */
  change<Row>(sql: string, values?: Value[]): Promise<Row[]>;
}

/** A database as a process has it open: what operations use, and what is around them. */
export interface OpenDatabase extends Database {
  /** The same for work that no caller waits for: callers that hold every connection do not hold up this one. */
  readonly background: Database;
  /** The same for one small question at a time: whether the database can be used. It is told soon when not. */
  readonly probe: Database;
  /**
   * Runs a call that takes locks. Of the calls of one line (those that will wait for the same row) only the first few
   * run, and the others wait without a connection, so that a row that nobody lets go of does not take all of them. A call
   * that meets such a row is run again, for as long as a caller should wait for that.
   */
  inLine<Result>(line: string | undefined, work: () => Promise<Result>): Promise<Result>;
  /**
   * Calls `hear` after each commit that notified the channel, until the returned function is called. Only a hint, for
   * speed: what another node says is lost while the connection to the database is.
   */
  listen(channel: string, hear: () => void): () => void;
  /**
   * Gives `work` a connection by itself, without limits of time, while no other process has one. `onWait` is called once
   * when another has.
   */
  alone<Result>(work: (session: Session) => Promise<Result>, onWait: () => void): Promise<Result>;
  /** How busy it is, by what it is busy with. */
  use(): Use[];
  /** How often a statement has given up waiting for a lock, so far. */
  lockTimeouts(): number;
  close(): Promise<void>;
}

/** A connection that nobody else uses meanwhile. */
export interface Session extends Pick<Database, 'dialect' | 'transaction'> {
  /** Runs one statement outside of any transaction. */
  run(sql: string): Promise<void>;
}

/** Of the connections for one kind of work: how many there are, how many are busy, and how many callers wait for one. */
export interface Use {
  work: string;
  open: number;
  busy: number;
  waiting: number;
}

export type ConstraintKind = 'unique' | 'foreign_key' | 'check' | 'not_null';

/** A rule of the schema said no. The constraint's name is told, the same on both engines, where both know it. */
export class ConstraintViolation extends Error {
  override readonly name = 'ConstraintViolation';
  readonly kind: ConstraintKind;
  /** Of a unique index or a check. SQLite does not tell which foreign key it was, nor PostgreSQL which not-null. */
  readonly constraint: string | undefined;

  constructor(kind: ConstraintKind, constraint: string | undefined, cause: unknown) {
    super(`${kind} violation${constraint ? ` of ${constraint}` : ''}`, { cause });
    this.kind = kind;
    this.constraint = kind === 'unique' || kind === 'check' ? constraint : undefined;
  }
}

/** Runs `work`; when it breaks the unique index `constraint`, throws what `explain` returns instead. */
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

/**
 * The transaction seen as a database: a transaction begun on it is a savepoint of the outer one. Whoever holds
 * a transaction can so run an operation that begins its own, and both commit together.
 */
export function within(tx: Transaction): Database {
  return {
    dialect: tx.dialect,
    get: (sql, values) => tx.get(sql, values),
    all: (sql, values) => tx.all(sql, values),
    change: (sql, values) => tx.all(sql, values),
    async transaction(work) {
      await tx.script('savepoint inner_work');
      try {
        const result = await work(tx);
        await tx.script('release savepoint inner_work');
        return result;
      } catch (error) {
        await tx.script('rollback to savepoint inner_work; release savepoint inner_work');
        throw error;
      }
    },
  };
}
