import type { Database, Transaction } from './database.ts';

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
