import { processorTime } from '../processor-time.ts';
import { type Kept, type Ledger, type Spent, untilAtRest } from './ledger.ts';

/** Something that is done many times. */
export interface Work {
  warmUp: number;
  count: number;
  /** Does those from this number on. What follows from it may still be due afterwards. */
  run(from: number, count: number): Promise<unknown>;
}

/** Of one unit of the work. Bytes are what tables and indexes have grown by, with what dead rows take until they are overwritten. */
export interface Cost extends Spent, Kept {
  rotaMicros: number;
}

/** What a node writes about itself, such as when a key was used, is no part of a unit. */
const FEWEST_ROWS = 0.1;

/** Until nothing is due any more, after a run for warm-up. Rows and bytes are of both runs: they are the same in each. */
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
