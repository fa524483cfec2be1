import { BATCH } from '../storage/batches.ts';
import type { Reader } from '../storage/database.ts';
import {
  type SealedTable,
  type SealedValues,
  sealedTables,
  selectSealedValues,
} from '../storage/sealed-values.ts';
import { hasTable } from '../storage/tables.ts';
import { isBound, SealBroken, type SealedPlace, unlessBroken, unseal, unsealUnbound } from './sealing.ts';
import type { SecretKey } from './secret-key.ts';

/** A sealed value of some row, and the key that opens it; undefined if no known key does. */
export interface FoundValue {
  workspace_id: string;
  id: string;
  column: string;
  sealed: string;
  place: SealedPlace;
  opened: { by: SecretKey; text: string } | undefined;
}

/** All sealed values in the database, one batch of rows at a time. */
export async function* walkSealed(
  reader: Reader,
  keys: SecretKey[],
): AsyncGenerator<{ table: string; values: FoundValue[] }> {
  for (const sealedTable of sealedTables) {
    for await (const rows of batchesOf(reader, sealedTable)) {
      const { table } = sealedTable;
      yield { table, values: rows.flatMap((row) => valuesIn(table, row, keys)) };
    }
  }
}

async function* batchesOf(reader: Reader, sealedTable: SealedTable): AsyncGenerator<SealedValues[]> {
  let last = { workspace_id: '', id: '' };
  for (let seen = BATCH; seen === BATCH; ) {
    const rows = await selectSealedValues(reader, sealedTable, last, BATCH);
    if (rows.length > 0) yield rows;
    seen = rows.length;
    last = rows.at(-1) ?? last;
  }
}

function valuesIn(
  table: string,
  { workspace_id, id, values }: SealedValues,
  keys: SecretKey[],
): FoundValue[] {
  return Object.entries(values).flatMap(([column, sealed]) => {
    if (!sealed) return [];
    const place: SealedPlace = [table, column, workspace_id, id];
    return { workspace_id, id, column, sealed, place, opened: openedBy(sealed, keys, place) };
  });
}

function openedBy(sealed: string, keys: SecretKey[], place: SealedPlace): FoundValue['opened'] {
  for (const by of keys) {
    try {
      return { by, text: unseal(sealed, by.key, place) };
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
    }
  }
  return undefined;
}

/** More than a few, in case somebody has changed single rows. */
const MAX_TRIED = 100;

/**
 * Whether these keys open what has been sealed so far, judged by one value of each table. True if nothing has been
 * sealed yet. An old schema may lack some of the tables.
 */
export async function opensSealed(reader: Reader, keys: SecretKey[]): Promise<boolean> {
  for (const sealedTable of sealedTables) {
    if ((await hasTable(reader, sealedTable.table)) && !(await opensSome(reader, sealedTable, keys)))
      return false;
  }
  return true;
}

async function opensSome(reader: Reader, sealedTable: SealedTable, keys: SecretKey[]): Promise<boolean> {
  let tried = 0;
  for await (const rows of batchesOf(reader, sealedTable)) {
    const values = rows.flatMap((row) => valuesIn(sealedTable.table, row, keys)).slice(0, MAX_TRIED - tried);
    if (values.some(({ opened, sealed }) => opened || opensUnbound(sealed, keys))) return true;
    tried += values.length;
    if (tried >= MAX_TRIED) break;
  }
  return tried === 0;
}

/** A value that an earlier version sealed without binding it to its row. */
function opensUnbound(sealed: string, keys: SecretKey[]): boolean {
  if (isBound(sealed)) return false;
  return keys.some(({ key }) => unlessBroken(() => unsealUnbound(sealed, key)) !== undefined);
}
