// What a database has spent and kept so far. A cost is the difference of two readings.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Storage } from '../rota.ts';
import { openPostgresLedger } from './postgres-ledger.ts';
import { openSqliteLedger } from './sqlite-ledger.ts';

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

/** What a node still has to do now, in SQL of both engines. */
export const anyDue = (nowMs: number) => `select 1 as due where
  exists (select 1 from webhook_deliveries where status = 'pending')
  or exists (select 1 from messages where status = 'queued')
  or exists (select 1 from inbox where due_at is not null)
  or exists (select 1 from meeting_request_schedules where due_at <= ${nowMs})`;

/** So rarely that the question itself costs nothing to speak of. */
const ASK_EVERY_MS = 250;

export async function untilAtRest(ledger: Ledger): Promise<void> {
  while (await ledger.isAnyDue(Date.now())) await sleep(ASK_EVERY_MS);
}

export function openLedger({ environment }: Storage): Promise<Ledger> {
  const { DATABASE_URL, ROTA_DATA_DIR = '' } = environment;
  return DATABASE_URL ? openPostgresLedger(DATABASE_URL) : openSqliteLedger(ROTA_DATA_DIR);
}
