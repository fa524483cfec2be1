import { readdirSync, readFileSync } from 'node:fs';
import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';

const folder = new URL('./migrations/', import.meta.url);

export interface Migration {
  name: string;
  sql: string;
}

/** `0007-name.sql` is for both engines, `0007-name.postgres.sql` or `.sqlite.sql` for one. */
export function readMigrations(engine: 'sqlite' | 'postgres'): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .filter((file) => !/\.(sqlite|postgres)\.sql$/.test(file) || file.endsWith(`.${engine}.sql`))
    .sort()
    .map((file) => ({ name: file.replace(/\.sql$/, ''), sql: readFileSync(new URL(file, folder), 'utf8') }));
}

/** The database has been migrated by a version of Rota that knows more than this one. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';
}

/**
 * Applies the migrations that are missing, all in one transaction, and returns their names. Several nodes may
 * start at once: one migrates, the others wait and find nothing left to do.
 */
export async function migrate(
  database: Database,
  clock: Clock,
  known: Migration[] = readMigrations(database.dialect.engine),
): Promise<string[]> {
  return database.transaction(async (tx) => {
    await tx.lock('migrate');
    await tx.script(
      'create table if not exists schema_migrations (name text primary key, applied_at bigint not null)',
    );
    const rows = await tx.all<{ name: string }>('select name from schema_migrations order by name');
    const applied = new Set(rows.map((row) => row.name));
    const unknown = rows.find((row) => !known.some((migration) => migration.name === row.name));
    if (unknown) {
      throw new SchemaTooNew(
        `The database was migrated by a newer version of Rota (${unknown.name} is not known to this one): ` +
          'start that version, or restore a backup from before the upgrade.',
      );
    }
    const missing = known.filter((migration) => !applied.has(migration.name));
    for (const migration of missing) {
      await tx.migrate(migration.sql);
      await tx.run('insert into schema_migrations (name, applied_at) values ($1, $2)', [
        migration.name,
        clock.now(),
      ]);
    }
    return missing.map((migration) => migration.name);
  });
}
