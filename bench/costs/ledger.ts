// What a database has spent and kept so far. A cost is the difference of two readings.
import { REQUEST_OR_MESSAGE_DUE, whileDue } from '../at-rest.ts';

/** Empty on SQLite, which is a part of the process. */
export interface Spent {
  postgresMicros?: number;
  /** Also `begin` and `commit`. */
  statements?: number;
  walBytes?: number;
}

/** Since the database was made. */
export interface TableUse {
  inserted: number;
  updated: number;
  /** Of the updated: without a new entry in any index. */
  hot: number;
  deleted: number;
  /** With its indexes. */
  bytes: number;
}

export interface Kept {
  bytes: number;
  /** Empty on SQLite, where nobody counts. */
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

/** So rarely that the question itself costs nothing to speak of. */
const ASK_EVERY_MS = 250;

export function untilAtRest(ledger: Ledger, askEveryMs = ASK_EVERY_MS): Promise<void> {
  return whileDue(() => ledger.isAnyDue(Date.now()), askEveryMs);
}
