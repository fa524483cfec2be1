// Which migrations are safe beside old nodes, and which version starts on which schema: docs/decisions/0009-rolling-upgrades-and-moving-to-postgresql.md.
import { readdirSync, readFileSync } from 'node:fs';
import { sourceFile } from '../source-file.ts';
import type { Clock } from '../time/clock.ts';
import type { Dialect, OpenDatabase, Reader, Session } from './database.ts';
import { DatabaseRefused } from './refused.ts';
import { hasTable } from './tables.ts';

type Engine = Dialect['engine'];

const FOLDER = sourceFile('storage/migrations/');
const FROM_0_1_0 = new URL('from-0.1.0/', FOLDER);

/** How often a running migration is reported. */
const REPORT_MS = 10_000;

export interface Migration {
  name: string;
  sql: string;
}

/** `0007-name.sql` is for both engines, `0007-name.postgres.sql` or `.sqlite.sql` for one. */
function readFolder(folder: URL, engine: Engine): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .filter((file) => !/\.(sqlite|postgres)\.sql$/.test(file) || file.endsWith(`.${engine}.sql`))
    .sort()
    .map((file) => ({ name: file.replace(/\.sql$/, ''), sql: readFileSync(new URL(file, folder), 'utf8') }));
}

/** The migrations of a new database. */
export const readMigrations = (engine: Engine) => readFolder(FOLDER, engine);

/** What a database of 0.1.0 gets instead of the baseline. */
export const readStepsFrom0_1_0 = (engine: Engine) => readFolder(FROM_0_1_0, engine);

export const isBaseline = ({ name }: Migration) => /^\d+-baseline\b/.test(name);

/** The first and the last migration of 0.1.0, the first release. */
const FIRST = '0001-foundation';
const LAST_OF_0_1_0 = { sqlite: '0039-schedules-by-workspace', postgres: '0040-rate-limit-steps.postgres' };

/** All migrations for a database that has these applied. A database older than the baseline never gets the baseline. */
function migrationsOf(engine: Engine, applied: string[]): Migration[] {
  const current = readMigrations(engine);
  if (!applied.includes(FIRST)) return current;
  const last = LAST_OF_0_1_0[engine];
  if (!applied.includes(last)) {
    throw new DatabaseRefused(
      'The database is older than version 0.1.0: start that version once, then this one.',
    );
  }
  const done = applied.filter((name) => name <= last).map((name) => ({ name, sql: '' }));
  return [...done, ...readStepsFrom0_1_0(engine), ...current.filter((each) => !isBaseline(each))];
}

/**
 * Every migration leaves the tables and columns of the version before it usable, so that its nodes keep working next to
 * new ones (tests/storage/safe-migrations.test.ts). A migration that can't do that has this in its name.
 */
const BREAKING = /^\d+-breaking-/;

/** A newer version of Rota has migrated the database, and this one can't use it. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';
}

export interface MigrateOptions {
  /** For tests: replaces the migrations in the folder. */
  known?: Migration[];
  /** Reports progress on an existing database, because it may take long. */
  report?(message: string): void;
}

/**
 * Applies the missing migrations, without a timeout, and returns their names. Several nodes may start at once: one
 * migrates, the others wait and then find nothing to do.
 *
 * A new database gets all migrations in one transaction. On an existing PostgreSQL, a migration that only builds indexes is
 * a separate step and blocks no writer. The migrations between two such steps are one transaction.
 */
export async function migrate(
  database: OpenDatabase,
  clock: Clock,
  { known, report = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  const knownFor = (applied: string[]) => known ?? migrationsOf(database.dialect.engine, applied);
  const present = await selectApplied(database);
  const missing = missingFrom(knownFor(present), present);
  const later = unknownIn(knownFor(present), present);
  if (later.length > 0)
    report(`The schema is from a newer version (${later.join(', ')}), which this one can use`);
  // The usual case: no need to wait for other processes.
  if (missing.length === 0) return [];
  return database.alone(
    async (session) => {
      const before = await session.transaction(selectApplied);
      const isNew = before.length === 0;
      const isOneTransaction = isNew || session.dialect.engine === 'sqlite';
      const applied: string[] = [];
      for (const step of stepsOf(missingFrom(knownFor(before), before), isOneTransaction)) {
        const names = await timed(step, isNew ? () => {} : report, () => applyStep(session, step, clock));
        applied.push(...names);
      }
      return applied;
    },
    () => report('Waiting for another process to migrate the database'),
  );
}

/** The names of the missing migrations. Throws when the schema is newer than this version. */
export async function pendingMigrations(reader: Reader): Promise<string[]> {
  const applied = await selectApplied(reader);
  return missingFrom(migrationsOf(reader.dialect.engine, applied), applied).map(({ name }) => name);
}

/** The names of applied migrations that this version does not know. */
export async function laterMigrations(reader: Reader): Promise<string[]> {
  const applied = await selectApplied(reader);
  return unknownIn(migrationsOf(reader.dialect.engine, applied), applied);
}

/** The names of the applied migrations; none before the first. */
async function selectApplied(reader: Reader): Promise<string[]> {
  if (!(await hasTable(reader, 'schema_migrations'))) return [];
  const rows = await reader.all<{ name: string }>('select name from schema_migrations order by name');
  return rows.map(({ name }) => name);
}

const unknownIn = (known: Migration[], applied: string[]) =>
  applied.filter((name) => !known.some((migration) => migration.name === name));

/** Throws if the schema is of a newer version that this one can't work with. */
function missingFrom(known: Migration[], applied: string[]): Migration[] {
  const missing = known.filter(({ name }) => !applied.includes(name));
  const unknown = unknownIn(known, applied);
  // With both missing and unknown ones, it comes from another line of versions.
  const refused = missing.length > 0 ? unknown[0] : unknown.find((name) => BREAKING.test(name));
  if (refused) {
    throw new SchemaTooNew(
      `The database was migrated by a newer version of Rota (${refused} is not known to this one): ` +
        'start that version, or restore a backup from before the upgrade.',
    );
  }
  return missing;
}

/** One transaction of several migrations, or the indexes of one migration. */
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

/** The indexes of a migration. Undefined if it does anything else. Unique indexes don't count: the next migration may need them. */
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

/** Returns the names of what it applied. On SQLite, another process may have been faster. */
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

/** How many times to try to build an index. */
const MAX_TRIES = 5;

/**
 * The build waits for other transactions, and one of them may be waiting for the build, such as one that reads statistics of
 * the same table. PostgreSQL then ends one of the two.
 */
async function buildIndex(session: Session, index: Index, tries = 1): Promise<void> {
  try {
    await tryToBuild(session, index);
  } catch (error) {
    if (!isDeadlock(error) || tries === MAX_TRIES) throw error;
    await buildIndex(session, index, tries + 1);
  }
}

/** Defined here, so that the embedded database loads nothing of PostgreSQL. */
const DEADLOCK = '40P01';

const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: unknown }).code === DEADLOCK || isDeadlock(error.cause));

/** An invalid index is left over from a killed process or a deadlock. It is useless and blocks the name, so it is dropped. */
async function tryToBuild(session: Session, { name, definition }: Index): Promise<void> {
  const isUnfinished = await session.transaction((tx) =>
    tx.get('select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid', [name]),
  );
  if (isUnfinished) await session.run(`drop index concurrently ${name}`);
  await session.run(`create index concurrently if not exists ${definition}`);
}

async function timed<Result>(
  step: Step,
  report: (message: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const names = step.migrations.map(({ name }) => name).join(', ');
  const startedAt = performance.now();
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  report(`Applying ${names}`);
  const timer = setInterval(() => report(`Still applying ${names}, for ${seconds()} so far`), REPORT_MS);
  try {
    const result = await work();
    report(`Applied ${names} in ${seconds()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
