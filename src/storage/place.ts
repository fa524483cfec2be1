import type { Config } from '../settings/config.ts';
import { databaseFileIn } from './sqlite-file/file.ts';

/** Where the database is, for people. It shows no more of DATABASE_URL, which holds a password. */
export function placeOf({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (!databaseUrl) return databaseFileIn(dataDir);
  const { host, pathname, username, searchParams } = new URL(databaseUrl);
  // PostgreSQL's clients use the user's name for a database without a name.
  const name = decodeURIComponent(pathname.slice(1) || username) || 'the default one';
  return `PostgreSQL, database ${name} on ${host || searchParams.get('host') || 'this machine'}`;
}
