// Resources that a database has used so far. A cost is the difference between two readings.
import { REQUEST_OR_MESSAGE_DUE, whileDue } from '../at-rest.ts';

/** Empty on SQLite, which is a part of the process. */
export interface Spent {
  postgresMicros?: number;
  /** Including `begin` and `commit`. */
  statements?: number;
  walBytes?: number;
}

/** Since the database was made. */
export interface TableUse {
  inserted: number;
  updated: number;
  /** Updates without a new index entry. */
  hot: number;
  deleted: number;
  /** With its indexes. */
  bytes: number;
}

export interface Kept {
  bytes: number;
  /** Empty on SQLite, which doesn't count. */
  tables: Record<string, TableUse>;
}

export interface Ledger extends AsyncDisposable {
  spent(): Promise<Spent>;
  kept(): Promise<Kept>;
  isAnyDue(nowMs: number): Promise<boolean>;
}

/** What a node still has to do at the time `$1`. */
export const ANY_DUE = `select 1 as due where exists (${REQUEST_OR_MESSAGE_DUE})
  or exists (select 1 from webhook_deliveries where status = 'pending')
  or exists (select 1 from inbox where due_at is not null)`;

/** Rarely enough for the query itself to cost next to nothing. */
const ASK_EVERY_MS = 250;

export function untilAtRest(ledger: Ledger, askEveryMs = ASK_EVERY_MS): Promise<void> {
  return whileDue(() => ledger.isAnyDue(Date.now()), askEveryMs);
}
