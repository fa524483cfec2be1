import type { KeyObject } from 'node:crypto';
import type { Services } from '../../context.ts';
import { isBound, SealBroken, seal, unlessBroken, unseal, unsealUnbound } from '../../sealing.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import type { CustomHeader } from '../../webhooks/compose.ts';
import { placeIn, type SealedColumn } from '../../webhooks/sealed-columns.ts';
import {
  existsBoundSecret,
  type SealedRow,
  selectSealedRows,
  selectUnboundRows,
  updateSealedRows,
} from './queries.ts';

/** Seals and opens the values of one endpoint. */
export interface Sealer {
  seal(column: SealedColumn, text: string): string;
  /** Undefined if it can't be opened. The owner has to set it again. */
  open(column: SealedColumn, sealed: string): string | undefined;
}

export function sealerOf(key: KeyObject, workspaceId: string, id: string): Sealer {
  const placeOf = (column: SealedColumn) => placeIn(column, workspaceId, id);
  return {
    seal: (column, text) => seal(text, key, placeOf(column)),
    open: (column, sealed) => unlessBroken(() => unseal(sealed, key, placeOf(column))),
  };
}

export const headersIn = (text: string | undefined) =>
  text === undefined ? undefined : (JSON.parse(text) as CustomHeader[]);

/** More than a few: somebody may have changed single rows. */
const MAX_TRIED = 100;

/** Whether the key opens what has been sealed so far. True when nothing is sealed yet. */
export async function isRightKey(reader: Reader, key: KeyObject | undefined): Promise<boolean> {
  const rows = await selectSealedRows(reader, MAX_TRIED);
  return rows.length === 0 || (key !== undefined && rows.some((row) => opens(row, key)));
}

function opens({ workspace_id, id, sealed_secret }: SealedRow, key: KeyObject): boolean {
  const text = unlessBroken(() =>
    isBound(sealed_secret)
      ? unseal(sealed_secret, key, placeIn('sealed_secret', workspace_id, id))
      : unsealUnbound(sealed_secret, key),
  );
  return text !== undefined;
}

const BATCH = 500;

/** How many endpoints have been bound, and the ids of those that could not be. Nothing reads unbound values. */
export interface Bound {
  bound: number;
  refused: string[];
}

/**
 * Binds sealed values of an earlier version to their rows: the whole database in one transaction, and only if nothing in it is
 * bound yet. Otherwise an unbound value was put there later and can't be trusted.
 */
export async function bindSecrets(
  { storage, secretKey }: Pick<Services, 'storage' | 'secretKey'>,
  onWait: () => void = () => {},
): Promise<Bound> {
  const [any] = await selectUnboundRows(storage, '', 1);
  if (!any) return { bound: 0, refused: [] };
  const key = secretKey();
  return storage.alone((session) => session.transaction((tx) => bindAll(tx, key)), onWait);
}

async function bindAll(tx: Transaction, key: KeyObject): Promise<Bound> {
  const mayBind = !(await existsBoundSecret(tx));
  let bound = 0;
  const refused: string[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: SealedRow[] = await selectUnboundRows(tx, after, BATCH, tx.dialect.forUpdate);
    const made = mayBind ? rows.flatMap((row) => boundForm(row, key) ?? []) : [];
    if (made.length > 0) await updateSealedRows(tx, made);
    bound += made.length;
    const ids = new Set(made.map(({ id }) => id));
    refused.push(...rows.map(({ id }) => id).filter((id) => !ids.has(id)));
    after = rows.length === BATCH ? rows.at(-1)?.id : undefined;
  }
  return { bound, refused };
}

/** Undefined if one of the values can't be opened. */
function boundForm(row: SealedRow, key: KeyObject): SealedRow | undefined {
  const { workspace_id, id, sealed_former_secret: former } = row;
  const { seal: sealAgain } = sealerOf(key, workspace_id, id);
  try {
    const again = (column: SealedColumn, sealed: string) => sealAgain(column, unsealUnbound(sealed, key));
    return {
      workspace_id,
      id,
      sealed_secret: again('sealed_secret', row.sealed_secret),
      sealed_headers: again('sealed_headers', row.sealed_headers),
      sealed_former_secret: former === null ? null : again('sealed_former_secret', former),
    };
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}
