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
  /** Runs several statements without placeholders: savepoints. */
  script(sql: string): Promise<void>;
  /** The same for a migration, which may take longer than anything else. */
  migrate(sql: string): Promise<void>;
  /**
   * Waits until no other transaction, on any node, holds the lock of this name, also for one that migrates; holds it
   * until the end.
   */
  lock(name: string): Promise<void>;
  /** The same without waiting: false when another transaction holds it. */
  tryLock(name: string): Promise<boolean>;
  /** Once this is committed, whoever listens to the channel hears of it, on every node. */
  notify(channel: string): void;
}

export interface Database extends Reader {
  /** Everything in `work` is committed when the promise resolves, and undone when it rejects. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** One changing statement that is its own transaction; answers the rows of its `returning` clause. */
  change<Row>(sql: string, values?: Value[]): Promise<Row[]>;
  /**
   * Calls `hear` after each commit that notified the channel, until the returned function is called. Only a hint, for
   * speed: what another node says is lost while the connection to the database is.
   */
  listen(channel: string, hear: () => void): () => void;
  close(): Promise<void>;
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
    listen: () => {
      throw new Error('A transaction hears nothing');
    },
    close: () => Promise.reject(new Error('A transaction is ended by the one who began it')),
  };
}
