// Databases on a PostgreSQL that exist for a while: for tests and benchmarks.
import { Client } from 'pg';

export type TemporaryDatabase = { url: string; drop(): Promise<void> };

/** Copies of one template may be made at the same moment, as long as nobody is connected to the template. */
export async function createDatabase(
  adminUrl: string,
  name: string,
  template: string,
): Promise<TemporaryDatabase> {
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
