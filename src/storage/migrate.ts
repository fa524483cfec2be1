import { readdirSync, readFileSync } from 'node:fs';
import type { Clock } from '../clock.ts';
import type { OpenDatabase, Reader, Session } from './database.ts';
import { hasTable } from './tables.ts';

const folder = new URL('./migrations/', import.meta.url);

/** How often it is said of a migration that it still runs. */
const STILL_RUNNING_MS = 10_000;

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

export interface MigrateOptions {
  known?: Migration[];
  /** Told what is being done to a database that was there before, because it may take long. */
  tell?(message: string): void;
}

/**
 * Applies the migrations that are missing and returns their names. Several nodes may start at once: one migrates, the
 * others wait and find nothing left to do. There is no limit of time.
 *
 * A new database gets them all in one transaction. Later, those that only build indexes are steps of their own on
 * PostgreSQL, where they do not block writers, and those between two such steps are one transaction.
 */
export async function migrate(
  database: OpenDatabase,
  clock: Clock,
  { known = readMigrations(database.dialect.engine), tell = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  // Most often there is nothing to do: then there is no need to wait for anybody.
  if (missingFrom(known, await selectApplied(database)).length === 0) return [];
  return database.alone(
    async (session) => {
      const before = await session.transaction(selectApplied);
      const isNew = before.length === 0;
      const isOneTransaction = isNew || session.dialect.engine === 'sqlite';
      const applied: string[] = [];
      for (const step of stepsOf(missingFrom(known, before), isOneTransaction)) {
        const names = await timed(step, isNew ? () => {} : tell, () => applyStep(session, step, clock));
        applied.push(...names);
      }
      return applied;
    },
    () => tell('Waiting for another process that migrates the database'),
  );
}

/** The names of those that are yet to be applied; throws when the schema is newer than this version. */
export async function pendingMigrations(reader: Reader): Promise<string[]> {
  const missing = missingFrom(readMigrations(reader.dialect.engine), await selectApplied(reader));
  return missing.map(({ name }) => name);
}

/** The names of those that have been applied; none while there is no table of them. */
async function selectApplied(reader: Reader): Promise<string[]> {
  if (!(await hasTable(reader, 'schema_migrations'))) return [];
  const rows = await reader.all<{ name: string }>('select name from schema_migrations order by name');
  return rows.map(({ name }) => name);
}

function missingFrom(known: Migration[], applied: string[]): Migration[] {
  const unknown = applied.find((name) => !known.some((migration) => migration.name === name));
  if (unknown) {
    throw new SchemaTooNew(
      `The database was migrated by a newer version of Rota (${unknown} is not known to this one): ` +
        'start that version, or restore a backup from before the upgrade.',
    );
  }
  return known.filter(({ name }) => !applied.includes(name));
}

/** What is done at once: a transaction of several migrations, or the indexes of one. */
interface Step {
  migrations: Migration[];
  indexes?: Index[];
}

interface Index {
  name: string;
  /** What follows `create index`. */
  definition: string;
}

function stepsOf(missing: Migration[], isOneTransaction: boolean): Step[] {
  const steps: Step[] = [];
  for (const migration of missing) {
    const indexes = isOneTransaction ? undefined : indexesOf(migration);
    const last = steps.at(-1);
    if (indexes) steps.push({ migrations: [migration], indexes });
    else if (last && !last.indexes) last.migrations.push(migration);
    else steps.push({ migrations: [migration] });
  }
  return steps;
}

/** Undefined when it does anything else. A unique index may be what the next migration refers to, and is not meant. */
function indexesOf({ sql }: Migration): Index[] | undefined {
  const statements = sql
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);
  const indexes = statements.map((statement) => /^create index ((\w+) on [\s\S]+)$/i.exec(statement));
  return indexes.every((match) => match !== null)
    ? indexes.map(([, definition = '', name = '']) => ({ name, definition }))
    : undefined;
}

/** The names of those that were still missing: on SQLite, another process may just have applied them. */
async function applyStep(session: Session, { migrations, indexes }: Step, clock: Clock): Promise<string[]> {
  for (const index of indexes ?? []) await buildIndex(session, index);
  return session.transaction(async (tx) => {
    await tx.script(
      'create table if not exists schema_migrations (name text primary key, applied_at bigint not null)',
    );
    const applied = await selectApplied(tx);
    const missing = migrations.filter(({ name }) => !applied.includes(name));
    for (const { name, sql } of missing) {
      if (!indexes) await tx.script(sql);
      await tx.run('insert into schema_migrations (name, applied_at) values ($1, $2)', [name, clock.now()]);
    }
    return missing.map(({ name }) => name);
  });
}

/** One that was not finished, because the process was killed, is in the way and of no use. */
async function buildIndex(session: Session, { name, definition }: Index): Promise<void> {
  const isUnfinished = await session.transaction((tx) =>
    tx.get('select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid', [name]),
  );
  if (isUnfinished) await session.run(`drop index concurrently ${name}`);
  await session.run(`create index concurrently if not exists ${definition}`);
}

async function timed<Result>(
  step: Step,
  tell: (message: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const names = step.migrations.map(({ name }) => name).join(', ');
  const startedAt = performance.now();
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  tell(`Applying ${names}`);
  const timer = setInterval(() => tell(`Still applying ${names}, for ${seconds()} so far`), STILL_RUNNING_MS);
  try {
    const result = await work();
    tell(`Applied ${names} in ${seconds()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
