import { processorTime } from '../processor-time.ts';
import { type Kept, type Ledger, type Spent, untilAtRest } from './ledger.ts';

/** Something that is done many times. */
export interface Work {
  warmUp: number;
  count: number;
  /** Does `count` of them, from this number on. Consequences may still be due afterwards. */
  run(from: number, count: number): Promise<unknown>;
}

/** The cost of one unit of work. Bytes are the growth of tables and indexes, including dead rows that are not overwritten yet. */
export interface Cost extends Spent, Kept {
  rotaMicros: number;
}

/** Fewer rows than this per unit don't count: a node writes them about itself, such as when a key was used. */
const FEWEST_ROWS = 0.1;

/** Measures a run until nothing is due, after a warm-up run. Rows and bytes are of both runs, which write the same. */
export async function costOf(work: Work, ledger: Ledger, pid: number): Promise<Cost> {
  const keptBefore = await ledger.kept();
  await work.run(0, work.warmUp);
  await untilAtRest(ledger);
  const before = { rotaMicros: timeOf(pid), ...(await ledger.spent()) };
  await work.run(work.warmUp, work.count);
  await untilAtRest(ledger);
  const after = { rotaMicros: timeOf(pid), ...(await ledger.spent()) };
  const kept = await ledger.kept();
  return { ...each(before, after, work.count), ...grown(keptBefore, kept, work.warmUp + work.count) };
}

function timeOf(pid: number): number {
  const micros = processorTime(pid);
  if (micros === undefined) throw new Error('The CPU time of a process can be read on Linux only');
  return micros;
}

function each<Reading extends object>(before: Reading, after: Reading, units: number): Reading {
  const start = before as Record<string, number>;
  const entries = Object.entries(after).map(([name, value]) => [name, (value - (start[name] ?? 0)) / units]);
  return Object.fromEntries(entries) as Reading;
}

function grown(before: Kept, after: Kept, units: number): Kept {
  const tables = Object.entries(after.tables)
    .map(([table, use]) => [table, each(before.tables[table] ?? use, use, units)] as const)
    .filter(([, { inserted, updated, deleted }]) => inserted + updated + deleted >= FEWEST_ROWS);
  return { bytes: (after.bytes - before.bytes) / units, tables: Object.fromEntries(tables) };
}
