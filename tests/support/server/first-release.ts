// A database as 0.1.0 left it, and as it is once it has all steps from there to the baseline.
import { readFileSync } from 'node:fs';
import { type Migration, readStepsFrom0_1_0 } from '../../../src/storage/migrate.ts';
import type { Engine } from './rota.ts';

/** The migrations of 0.1.0. */
export function migrationsOfFirstRelease(engine: Engine): Migration[] {
  const text = readFileSync(new URL('release-0.1.0.sql', import.meta.url), 'utf8');
  const [, ...parts] = text.split(/^-- === /m);
  return parts
    .map((part) => part.split('\n'))
    .map(([name = '', ...lines]) => ({ name, sql: lines.join('\n') }))
    .filter(({ name }) => engine === 'postgres' || !name.endsWith('.postgres'));
}

/** What a version before the baseline knows. */
export const formerMigrations = (engine: Engine): Migration[] => [
  ...migrationsOfFirstRelease(engine),
  ...readStepsFrom0_1_0(engine),
];

/** Makes a database that began with the baseline look like one from before it. What came since stays applied. */
export function beginningBeforeTheBaseline(engine: Engine): string {
  const rows = formerMigrations(engine).map(({ name }) => `('${name}', 0)`);
  return `delete from schema_migrations where name like '%-baseline%'; insert into schema_migrations (name, applied_at) values ${rows.join(', ')}`;
}
