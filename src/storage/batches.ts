import type { Database, Transaction } from './database.ts';

/** Small enough that nobody notices: others write between two batches. */
export const BATCH = 500;

/** Removes some of what it finds after an id, the oldest first, and answers their ids. */
export type RemoveSome = (tx: Transaction, after: string) => Promise<{ id: string }[]>;

export interface Removal {
  database: Database;
  /** One node at a time does what has this name. */
  lock: string;
  /** Ends it between two batches. */
  signal: AbortSignal;
}

/** True when everything has been removed; false when it was ended before, or another node is at it. */
export async function removeInBatches(
  { database, lock, signal }: Removal,
  remove: RemoveSome,
): Promise<boolean> {
  for (let last = '', removed = BATCH; removed === BATCH; ) {
    if (signal.aborted) return false;
    const rows = await database.transaction(async (tx) =>
      (await tx.tryLock(lock)) ? remove(tx, last) : undefined,
    );
    if (!rows) return false;
    removed = rows.length;
    last = rows.reduce((latest, { id }) => (id > latest ? id : latest), last);
  }
  return true;
}

/** A part of what has been made before an id and after another. */
export interface Range {
  after: string;
  before: string;
}
