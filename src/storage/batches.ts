import type { Database, Transaction, Value } from './database.ts';

/** Small enough that nobody notices: others write between two batches. */
export const BATCH = 500;

/** Removes what it may of a batch, the oldest after an id, and answers the ids of the whole batch. */
export type RemoveSome = (tx: Transaction, after: string) => Promise<{ id: string }[]>;

export interface Removal {
  database: Database;
  /** One node at a time does what has this name. */
  lock: string;
  /** Ends it between two batches. */
  signal: AbortSignal;
}

/** True when it has come to the end; false when it was ended before, or another node is at it. */
export async function removeInBatches(
  { database, lock, signal }: Removal,
  remove: RemoveSome,
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

/** A part of what has been made before an id and after another. */
export interface Range {
  after: string;
  before: string;
}

export interface Batch extends Range {
  table: string;
  /** Columns that all rows of the batch share, the workspace first; in `mayGo` they are $1, $2 and so on. */
  scope: Record<string, Value>;
  /** What may be removed of the batch; all of it when nothing is said. */
  mayGo?: string;
}

/**
 * Removes what may go of a batch: the oldest rows in the range. Answers the ids of the whole batch, so that what stays is walked
 * past once, however much of it there is.
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
