// Databases of their own for test files. Each test file is a process; tests/run.ts started the server for all.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';

export type TestDatabase = { url: string; drop(): Promise<void> };
export type DataFolder = { path: string; remove(): Promise<void> };

/**
 * A PostgreSQL database with every migration applied: a copy, which is much faster than migrating again. Its URL allows to hold
 * rows for long.
 */
export async function freshPostgresDatabase(): Promise<TestDatabase> {
  const { adminUrl, template } = serverOfThisRun();
  const { url, drop } = await createDatabase(adminUrl, nameInRun(template), template);
  return { url: patient(url), drop };
}

/**
 * Tests hold rows by hand, to see what others do meanwhile: on a busy machine for longer than a caller should wait. What
 * happens when it takes too long has tests of its own.
 */
export function patient(url: string): string {
  const patientUrl = new URL(url);
  patientUrl.searchParams.set('lock_timeout', '60000');
  patientUrl.searchParams.set('idle_in_transaction_session_timeout', '60000');
  return patientUrl.href;
}

/** A PostgreSQL database with nothing in it, for tests of the migrations themselves. */
export async function emptyPostgresDatabase(): Promise<TestDatabase> {
  const { adminUrl, template } = serverOfThisRun();
  return createDatabase(adminUrl, nameInRun(template), 'template0');
}

/** A new empty folder for an SQLite database and whatever else is kept beside it. */
export async function freshDataFolder(): Promise<DataFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-data-'));
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Copies of one template may be made at the same moment, as long as nobody is connected to the template. */
export async function createDatabase(
  adminUrl: string,
  name: string,
  template: string,
): Promise<TestDatabase> {
  await withAdmin(adminUrl, (admin) =>
    admin.query(
      `create database ${admin.escapeIdentifier(name)} template ${admin.escapeIdentifier(template)}`,
    ),
  );
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => withAdmin(adminUrl, (admin) => dropDatabase(admin, name)) };
}

/** Drops it even while someone is connected, so that a test that forgot to close fails nothing else. */
export async function dropDatabase(admin: Client, name: string): Promise<void> {
  await admin.query(`drop database if exists ${admin.escapeIdentifier(name)} with (force)`);
}

/** A connection to the maintenance database, for the time of one piece of work. */
export async function withAdmin<Result>(
  adminUrl: string,
  work: (admin: Client) => Promise<Result>,
): Promise<Result> {
  const admin = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 30_000 });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

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

/** Starts with the template's name, by which the runner finds what a test that was cut short left behind. */
function nameInRun(template: string): string {
  return `${template}_${randomBytes(6).toString('hex')}`;
}
