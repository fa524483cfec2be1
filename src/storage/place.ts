import type { Config } from '../config.ts';
import { databaseFileIn } from './sqlite-file/file.ts';

/** Where the database is, for people. Never more of DATABASE_URL than this: it holds a password. */
export function placeOf({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (!databaseUrl) return databaseFileIn(dataDir);
  const { host, pathname, username, searchParams } = new URL(databaseUrl);
  // As PostgreSQL's clients have it: without a name, the database is called like the user.
  const name = decodeURIComponent(pathname.slice(1) || username) || 'the default one';
  return `PostgreSQL, database ${name} on ${host || searchParams.get('host') || 'this machine'}`;
}
