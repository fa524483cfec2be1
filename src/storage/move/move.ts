import pg from 'pg';
import { RotaError } from '../../errors.ts';
import type { Clock } from '../../time/clock.ts';
import type { OpenDatabase } from '../database.ts';
import { laterMigrations, migrate, pendingMigrations, SchemaTooNew } from '../migrate.ts';
import { DatabaseRefused } from '../refused.ts';
import { hasTable } from '../tables.ts';
import { type Checked, type Copied, checkTables, copyTables, type OnBatch } from './copy.ts';
import { markComplete, markTarget } from './mark.ts';
import type { Source } from './source.ts';
import type { Table } from './tables.ts';
import { Target } from './target.ts';

export interface Move {
  source: Source;
  /** Each after the tables that it refers to. */
  tables: Table[];
  storage: OpenDatabase;
  clock: Clock;
  /** Only commands can write to the source while this runs. */
  isSourceQuiet: boolean;
  report(message: string): void;
  onCopied: OnBatch;
  onChecked: OnBatch;
}

export interface Moved {
  copied: Copied[];
  /** Undefined if the source was in use: the copy couldn't have been complete anyway. */
  checked: Checked[] | undefined;
  /** The target has every row of the source, and the source has not changed meanwhile. */
  isComplete: boolean;
}

/** Look up rows by key instead of reading whole tables: PostgreSQL has no statistics for what was just written. */
const BY_INDEX = 'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off';

/** Makes the target equal to the source. If it is killed, at any point, another run completes it. */
export async function moveTo(move: Move): Promise<Moved> {
  const { source, tables, storage, clock, report } = move;
  try {
    await ensureSchema(storage, clock);
    return await storage.alone(
      async (session) => {
        await session.transaction((tx) => markTarget(tx, tables, source.identity(), clock.now()));
        await session.run(BY_INDEX);
        const target = new Target(session);
        const copied = await copyTables(source, target, tables, move.onCopied);
        if (!move.isSourceQuiet) return { copied, checked: undefined, isComplete: false };
        report('Comparing every row of both sides');
        const checked = await checkTables(source, target, tables, move.onChecked);
        await target.analyze(tables);
        const isComplete = source.isStillSame();
        if (isComplete) await session.transaction((tx) => markComplete(tx, clock.now()));
        return { copied, checked, isComplete };
      },
      () => report('Waiting for another process to migrate the target, or to move to it'),
    );
  } catch (error) {
    throw explained(error);
  }
}

/** Gives an empty target the schema. Any other target must already have that of this version. */
async function ensureSchema(storage: OpenDatabase, clock: Clock): Promise<void> {
  if (!(await hasTable(storage, 'schema_migrations'))) {
    const found = await storage.all<{ name: string }>(
      `select relname as name from pg_class
       where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace order by relname`,
    );
    const names = found.map(({ name }) => name).join(', ');
    if (names) throw new DatabaseRefused(`the target has tables of something else (${names}). ${ANOTHER}`);
    await migrate(storage, clock);
    return;
  }
  if ((await laterMigrations(storage)).length > 0) throw new SchemaTooNew();
  const pending = await pendingMigrations(storage);
  if (pending.length === 0) return;
  throw new DatabaseRefused(
    `the target's schema is older than this version (without ${pending.join(', ')}). ${ANOTHER}`,
  );
}

const ANOTHER = 'Nothing was changed: give an empty database';

/** Turns any error of the target into a sentence for the operator. */
export function explained(error: unknown): unknown {
  if (error instanceof DatabaseRefused) return error;
  if (error instanceof SchemaTooNew) {
    return new DatabaseRefused(`the target's schema is newer than this version. ${ANOTHER}`);
  }
  const cause = error instanceof RotaError ? error.cause : error;
  if (error instanceof RotaError || cause instanceof pg.DatabaseError) {
    return new DatabaseRefused(
      `the target can't be used: ${messageOf(cause)}. Run it again: it goes on where it stopped`,
    );
  }
  return error;
}

/** When a name has two addresses and both refuse, the error has no message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
