// A migrated SQLite database, made once for a run: copying it takes 1 ms, migrating 50.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '../../../src/storage/migrate.ts';
import { openSqlite } from '../../../src/storage/sqlite.ts';
import { systemClock } from '../../../src/time/clock.ts';

/** Names the file, for the processes of the run. */
export const SQLITE_TEMPLATE = 'ROTA_TEST_SQLITE_TEMPLATE';

export async function makeSqliteTemplate(): Promise<{ file: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-template-'));
  const file = path.join(folder, 'rota.db');
  const database = await openSqlite({ file });
  try {
    await migrate(database, systemClock);
  } finally {
    await database.close();
  }
  return { file, remove: () => rm(folder, { recursive: true }) };
}
