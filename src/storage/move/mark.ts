import type { OpenDatabase, Reader, Transaction } from '../database.ts';
import { DatabaseRefused } from '../refused.ts';
import type { Table } from './tables.ts';

export interface Mark {
  source: string;
  dropped: string;
  completed_at: number | null;
}

/** The move that filled, or is filling, this database. Undefined once somebody has used it. */
const readMark = (reader: Reader) =>
  reader.get<Mark>('select source, dropped, completed_at from moves where id = 1');

/**
 * Marks the target as being filled by a move, so that the next run recognises it. Refuses a target with any other data,
 * from another installation or of its own.
 */
export async function markTarget(
  tx: Transaction,
  tables: Table[],
  source: string,
  now: number,
): Promise<void> {
  const mark = await readMark(tx);
  if (mark) {
    if (mark.source !== source) throw new DatabaseRefused(`${OTHERS}. ${ANOTHER}`);
    await tx.run('update moves set completed_at = null where id = 1');
    return;
  }
  for (const { name } of tables.filter((table) => table.name !== 'clock')) {
    if (await tx.get(`select 1 from ${name} limit 1`))
      throw new DatabaseRefused(`${inUse(name)}. ${ANOTHER}`);
  }
  await tx.run("insert into moves (id, source, dropped, started_at) values (1, $1, '[]', $2)", [source, now]);
}

const OTHERS = 'the target is being filled from another installation';
const inUse = (table: string) =>
  `the target has data of its own (in ${table}): it is the database of another installation, or this one has been used since it was moved`;
const ANOTHER = 'Nothing was changed: give an empty database';

export async function markComplete(tx: Transaction, now: number): Promise<void> {
  await tx.run("update moves set completed_at = $1 where id = 1 and dropped = '[]'", [now]);
}

/**
 * Called before the database is used. Refuses one that has not been moved completely. From then on the database is in use,
 * and no later run of the move changes it.
 */
export async function takeOver(storage: OpenDatabase, { readOnly }: { readOnly: boolean }): Promise<void> {
  if (storage.dialect.engine !== 'postgres') return;
  const mark = await readMark(storage);
  if (!mark) return;
  if (mark.completed_at === null) {
    throw new DatabaseRefused(
      'a move to this database was begun and is not complete: run `rota move` again, until it says that the target is complete',
    );
  }
  if (!readOnly) await storage.change('delete from moves where id = 1');
}
