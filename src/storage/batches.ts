import type { Database, Transaction, Value } from './database.ts';

/** Small, so that other writers get their turn between two batches. */
export const BATCH = 500;

/** Removes what is removable in the batch after an id, and returns the ids of the whole batch. */
export type RemoveBatch = (tx: Transaction, after: string) => Promise<{ id: string }[]>;

export interface Removal {
  database: Database;
  /** One node at a time holds the lock of this name. */
  lock: string;
  /** Stops the removal between two batches. */
  signal: AbortSignal;
}

/** True when it reached the end; false when it was stopped, or when another node holds the lock. */
export async function removeInBatches(
  { database, lock, signal }: Removal,
  remove: RemoveBatch,
): Promise<boolean> {
  for (let last = '', seen = BATCH; seen === BATCH; ) {
    if (signal.aborted) return false;
    const rows = await database.transaction(async (tx) =>
      (await tx.tryLock(lock)) ? remove(tx, last) : undefined,
    );
    if (!rows) return false;
    seen = rows.length;
    last = rows.reduce((latest, { id }) => (id > latest ? id : latest), last);
  }
  return true;
}

/** Rows that are kept until the time in one of their columns. */
export interface Expiring {
  table: string;
  /** The columns of the primary key. */
  key: string[];
  /** The column with the time. */
  until: string;
  /** The column that is returned as `id`. */
  id: string;
}

/**
 * Deletes a batch of expired rows across all workspaces, and returns them. Skips rows that another transaction has locked:
 * waiting for them could deadlock.
 */
export function deleteExpired(
  tx: Transaction,
  { table, key, until, id }: Expiring,
  now: number,
): Promise<{ id: string }[]> {
  return tx.all<{ id: string }>(
    `delete from ${table} where (${key}) in
       (select ${key} from ${table} where ${until} <= $1 order by ${until} limit ${BATCH}
        ${tx.dialect.forUpdateOfFree(table)})
     returning ${id} as id`,
    [now],
  );
}

/** The rows with ids between two ids. */
export interface Range {
  after: string;
  before: string;
}

export interface Batch extends Range {
  table: string;
  /** Columns with one value for the whole batch, the workspace first. In `mayGo` they are $1, $2 and so on. */
  scope: Record<string, Value>;
  /** The condition for removal. Without it, the whole batch is removed. */
  mayGo?: string;
}

/**
 * Takes the oldest rows of the range as a batch, and removes those that may go. Returns the ids of the whole batch, so that
 * the next one starts after the rows that stay.
 */
export async function deleteBatch(
  tx: Transaction,
  { table, scope, after, before, mayGo = 'true' }: Batch,
): Promise<{ id: string }[]> {
  const columns = Object.keys(scope);
  const values = Object.values(scope);
  const shared = columns.map((column, place) => `${column} = $${place + 1}`).join(' and ');
  const [from, to] = [`$${columns.length + 1}`, `$${columns.length + 2}`];
  const batch = await tx.all<{ id: string }>(
    `select id from ${table} where ${shared} and id > ${from} and id < ${to} order by id limit ${BATCH}`,
    [...values, after, before],
  );
  await tx.run(`delete from ${table} where ${shared} and id > ${from} and id <= ${to} and ${mayGo}`, [
    ...values,
    after,
    batch.at(-1)?.id ?? after,
  ]);
  return batch;
}
