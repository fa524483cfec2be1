// A database for each test file, on the server that tests/run.ts has started.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase, type TemporaryDatabase } from '../../../scripts/postgres/databases.ts';
import type { Dialect, OpenDatabase } from '../../../src/storage/database.ts';
import { openPostgres } from '../../../src/storage/postgres.ts';
import { openSqlite } from '../../../src/storage/sqlite.ts';
import { SQLITE_TEMPLATE } from '../run/sqlite-template.ts';

export type DataFolder = { path: string; remove(): Promise<void> };

/**
 * A PostgreSQL database with every migration applied: a copy, which is much faster than migrating again. Its URL sets long lock
 * timeouts.
 */
export async function freshPostgresDatabase(): Promise<TemporaryDatabase> {
  const { adminUrl, template } = serverOfThisRun();
  const { url, drop } = await createDatabase(adminUrl, nameInRun(template), template);
  return { url: patient(url), drop };
}

/**
 * Sets long lock timeouts. Tests hold row locks to see what others do meanwhile: on a busy machine, for longer than a caller should wait.
 * Timeouts have their own tests.
 */
export function patient(url: string): string {
  const patientUrl = new URL(url);
  patientUrl.searchParams.set('lock_timeout', '60000');
  patientUrl.searchParams.set('idle_in_transaction_session_timeout', '60000');
  return patientUrl.href;
}

/** An empty PostgreSQL database, for tests of migrations. */
export async function emptyPostgresDatabase(): Promise<TemporaryDatabase> {
  const { adminUrl, template } = serverOfThisRun();
  return createDatabase(adminUrl, nameInRun(template), 'template0');
}

/** A new empty folder for an SQLite database and the files beside it. */
export async function freshDataFolder(): Promise<DataFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-data-'));
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** The same with a database that has every migration, if this is a run of tests. */
export async function migratedDataFolder(): Promise<DataFolder> {
  const folder = await freshDataFolder();
  const template = process.env[SQLITE_TEMPLATE];
  if (template) await copyFile(template, path.join(folder.path, 'rota.db'), constants.COPYFILE_FICLONE);
  return folder;
}

interface Opened extends AsyncDisposable {
  database: OpenDatabase;
}

/** An empty database, opened. */
export async function openEmpty(engine: Dialect['engine']): Promise<Opened> {
  return engine === 'sqlite'
    ? openFolder(await freshDataFolder())
    : openServed(await emptyPostgresDatabase());
}

/** One with every migration applied, opened. */
export async function openMigrated(engine: Dialect['engine']): Promise<Opened> {
  return engine === 'sqlite'
    ? openFolder(await migratedDataFolder())
    : openServed(await freshPostgresDatabase());
}

async function openFolder({ path: folder, remove }: DataFolder): Promise<Opened> {
  return withRemoval(await openSqlite({ file: path.join(folder, 'rota.db') }), remove);
}

async function openServed({ url, drop }: TemporaryDatabase): Promise<Opened> {
  return withRemoval(await openPostgres({ url }), drop);
}

const withRemoval = (database: OpenDatabase, remove: () => Promise<unknown>): Opened => ({
  database,
  async [Symbol.asyncDispose]() {
    await database.close();
    await remove();
  },
});

function serverOfThisRun(): { adminUrl: string; template: string } {
  const adminUrl = process.env.ROTA_TEST_POSTGRES_URL;
  const template = process.env.ROTA_TEST_POSTGRES_TEMPLATE;
  if (!adminUrl || !template) {
    throw new Error(
      'This test needs the PostgreSQL that the test runner starts: ' +
        'run it with `npm test`, or `npm test -- tests/some.test.ts` for one file.',
    );
  }
  return { adminUrl, template };
}

/** Starts with the template's name, so that the runner finds the databases of interrupted tests. */
function nameInRun(template: string): string {
  return `${template}_${randomBytes(6).toString('hex')}`;
}
