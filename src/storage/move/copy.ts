// A run makes the target equal to the source, whatever earlier runs have done: docs/decisions/0009-rolling-upgrades-and-moving-to-postgresql.md.
import { createHash } from 'node:crypto';
import type { Value } from '../database.ts';
import { DatabaseRefused } from '../refused.ts';
import { type MovedRow, nameRow, type Source } from './source.ts';
import type { Table } from './tables.ts';
import type { Target } from './target.ts';

/** What a run has changed in a table. */
export interface Copied {
  table: string;
  rows: number;
  inserted: number;
  updated: number;
  deleted: number;
}

/** Called after each batch, with the number of its rows. */
export type OnBatch = (table: string, rows: number) => void;

/**
 * Makes the target equal to the source, batch by batch. Each batch is committed: after a kill, the next run finds it done.
 * First deletes what the source no longer has, in reverse order of references; then writes what differs.
 */
export async function copyTables(
  source: Source,
  target: Target,
  tables: Table[],
  onBatch: OnBatch,
): Promise<Copied[]> {
  const deleted = new Map<string, number>();
  for (const table of tables.toReversed()) deleted.set(table.name, await deleteOthers(source, target, table));
  const copied: Copied[] = [];
  for (const table of tables) {
    const counts = await copyTable(source, target, table, onBatch);
    copied.push({ table: table.name, ...counts, deleted: deleted.get(table.name) ?? 0 });
  }
  await target.putBack();
  return copied;
}

async function deleteOthers(source: Source, target: Target, table: Table): Promise<number> {
  let deleted = 0;
  for await (const keys of target.keys(table)) {
    const present = new Set(source.present(table, keys).map((key) => keyOf(table, key)));
    const others = keys.filter((key) => !present.has(keyOf(table, key)));
    await target.delete(table, others);
    deleted += others.length;
  }
  return deleted;
}

async function copyTable(source: Source, target: Target, table: Table, onBatch: OnBatch) {
  const counts = { rows: 0, inserted: 0, updated: 0 };
  for (const batch of source.batches(table)) {
    const inTarget = await findByKey(target, table, batch);
    const missing = batch.filter((row) => !inTarget.has(keyOf(table, row)));
    const changed = batch.filter((row) => {
      const found = inTarget.get(keyOf(table, row));
      return found !== undefined && !isSame(table, row, found);
    });
    await target.insert(table, missing);
    await target.update(table, changed);
    counts.rows += batch.length;
    counts.inserted += missing.length;
    counts.updated += changed.length;
    onBatch(table.name, batch.length);
  }
  return counts;
}

/** A table that is equal on both sides. */
export interface Checked {
  table: string;
  rows: number;
  /** SHA-256 of all rows, in the order of the source's primary keys. */
  digest: string;
}

/** Compares every row of both sides, value by value. Throws at the first difference. */
export async function checkTables(
  source: Source,
  target: Target,
  tables: Table[],
  onBatch: OnBatch,
): Promise<Checked[]> {
  const checked: Checked[] = [];
  for (const table of tables) checked.push(await checkTable(source, target, table, onBatch));
  return checked;
}

async function checkTable(source: Source, target: Target, table: Table, onBatch: OnBatch): Promise<Checked> {
  const digest = createHash('sha256');
  let rows = 0;
  for (const batch of source.batches(table)) {
    const inTarget = await findByKey(target, table, batch);
    for (const row of batch) {
      const found = inTarget.get(keyOf(table, row));
      if (!found || !isSame(table, row, found)) {
        throw new DatabaseRefused(`the target differs in ${nameRow(table, row)}: somebody else writes to it`);
      }
      digest.update(`${JSON.stringify(table.columns.map(({ name }) => shown(found[name] ?? null)))}\n`);
    }
    rows += batch.length;
    onBatch(table.name, batch.length);
  }
  // Every row of the source was found by its own key. If the counts are equal, the target has no others.
  const count = await target.count(table);
  if (count !== rows) {
    throw new DatabaseRefused(
      `the target has ${count} rows in ${table.name} instead of ${rows}: somebody else writes to it`,
    );
  }
  return { table: table.name, rows, digest: digest.digest('hex') };
}

async function findByKey(target: Target, table: Table, rows: MovedRow[]): Promise<Map<string, MovedRow>> {
  const found = await target.find(table, rows);
  return new Map(found.map((row) => [keyOf(table, row), row]));
}

const keyOf = ({ key }: Table, row: MovedRow) => JSON.stringify(key.map(({ name }) => row[name]));

function isSame({ columns }: Table, one: MovedRow, other: MovedRow): boolean {
  return columns.every(({ name }) => shown(one[name] ?? null) === shown(other[name] ?? null));
}

const shown = (value: Value) =>
  value !== null && typeof value === 'object' ? Buffer.from(value).toString('base64') : value;
