import { invalidRequest } from '../../errors.ts';
import type { Config } from '../../settings/config.ts';
import { databaseFileIn } from '../../storage/sqlite-file/file.ts';

/** The embedded database's file. Refuses PostgreSQL, which has its own tools. */
export function embeddedFile(config: Config, command: string, instead: string): string {
  if (!config.databaseUrl) return databaseFileIn(config.dataDir);
  throw invalidRequest(
    `DATABASE_URL is set, and \`rota ${command}\` is for the embedded database: for PostgreSQL, use ${instead}`,
  );
}

/** A time that every file system accepts in a name: 2026-11-15T19-31-02-118Z. */
export const timeInName = () => new Date().toISOString().replace(/[:.]/g, '-');

export function describeSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
