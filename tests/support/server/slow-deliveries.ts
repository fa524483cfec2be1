// A database that is slow for the delivery engine. Tests must not rely on how long a claim or a record takes: `npm run test:rest` runs the
// tests of deliveries a second time with these delays.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, OpenDatabase } from '../../../src/storage/database.ts';

/** In each direction. */
const CLAIM_MS = 25;
const RECORD_MS = 60;

/** For this process, from its start on. */
export const isSlow = process.env.ROTA_TEST_SLOW_DELIVERIES === 'true';

async function delayed<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  await sleep(ms);
  const result = await work();
  await sleep(ms);
  return result;
}

export function withDelays(database: OpenDatabase): OpenDatabase {
  if (!isSlow) return database;
  const { background } = database;
  const slow: Database = {
    ...background,
    all: (sql, values) => delayed(CLAIM_MS, () => background.all(sql, values)),
    change: (sql, values) => delayed(CLAIM_MS, () => background.change(sql, values)),
    transaction: (work) => delayed(RECORD_MS, () => background.transaction(work)),
  };
  return { ...database, background: slow };
}
