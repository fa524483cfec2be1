import { processorTime } from '../processor-time.ts';
import { type Kept, type Ledger, type Rows, type Spent, untilAtRest } from './ledger.ts';

/** Something that is done many times. */
export interface Work {
  warmUp: number;
  count: number;
  /** Does those from this number on. What follows from it may still be due afterwards. */
  run(from: number, count: number): Promise<unknown>;
}

/** Of one unit of the work. */
export interface Cost extends Spent {
  rotaMicros: number;
  /** By which tables and indexes have grown, with what dead rows take until they are overwritten. */
  bytes: number;
  /** Of the tables where any row is written. */
  rows: Record<string, Rows>;
}

/** Until nothing is due any more, after a run for warm-up. Rows and bytes are of both runs: their counts do not depend on it. */
export async function costOf(work: Work, ledger: Ledger, pid: number): Promise<Cost> {
  const keptBefore = await ledger.kept();
  await work.run(0, work.warmUp);
  await untilAtRest(ledger);
  const before = { rotaMicros: processorTime(pid) ?? 0, ...(await ledger.spent()) };
  await work.run(work.warmUp, work.count);
  await untilAtRest(ledger);
  const after = { ...(await ledger.spent()), rotaMicros: processorTime(pid) ?? 0 };
  const kept = await ledger.kept();
  return { ...each(before, after, work.count), ...grown(keptBefore, kept, work.warmUp + work.count) };
}

function each<Reading extends object>(before: Reading, after: Reading, units: number): Reading {
  const differences = Object.entries(after).map(([name, value]) => [
    name,
    (value - (before as Record<string, number>)[name]!) / units,
  ]);
  return Object.fromEntries(differences) as Reading;
}

function grown(before: Kept, after: Kept, units: number): Kept {
  const rows = Object.entries(after.rows)
    .map(([table, counts]) => [table, each(before.rows[table] ?? counts, counts, units)] as const)
    // What a node writes about itself, such as when a key was used, is no part of a unit.
    .filter(([, { inserted, updated, deleted }]) => inserted + updated + deleted >= 0.05);
  return { bytes: (after.bytes - before.bytes) / units, rows: Object.fromEntries(rows) };
}
