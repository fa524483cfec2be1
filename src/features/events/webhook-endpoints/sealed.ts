import type { Context, Services } from '../../../context.ts';
import { SealBroken, unlessBroken } from '../../../secrets/sealing.ts';
import type { Seal, Secrets } from '../../../secrets/secrets.ts';
import type { Transaction } from '../../../storage/database.ts';
import { type CustomHeader, placeIn, type SealedColumn } from '../../../webhooks/compose.ts';
import { existsBoundSecret, type SealedRow, selectUnboundRows, updateSealedRows } from './queries.ts';

/** Seals and opens the values of one endpoint. */
interface Sealer {
  seal(column: SealedColumn, text: string): string;
  /** Undefined if it can't be opened. The owner has to set it again. */
  open(column: SealedColumn, sealed: string): string | undefined;
}

export async function sealerOf({ secrets, caller }: Context, tx: Transaction, id: string): Promise<Sealer> {
  const seal = await secrets.sealer(tx);
  const placeOf = (column: SealedColumn) => placeIn(column, caller.workspaceId, id);
  return {
    seal: (column, text) => seal(text, placeOf(column)),
    open: (column, sealed) => unlessBroken(() => secrets.open(sealed, placeOf(column))),
  };
}

export const headersIn = (text: string | undefined) =>
  text === undefined ? undefined : (JSON.parse(text) as CustomHeader[]);

const BATCH = 500;

/** How many endpoints have been bound, and the ids of those that could not be. Nothing reads unbound values. */
interface Bound {
  bound: number;
  refused: string[];
}

/**
 * Binds sealed values of an earlier version to their rows: the whole database in one transaction, and only if nothing in it is
 * bound yet. Otherwise an unbound value was put there later and can't be trusted.
 */
export async function bindSecrets(
  { storage, secrets }: Pick<Services, 'storage' | 'secrets'>,
  onWait: () => void = () => {},
): Promise<Bound> {
  const [any] = await selectUnboundRows(storage, '', 1);
  if (!any) return { bound: 0, refused: [] };
  return storage.alone((session) => session.transaction((tx) => bindAll(tx, secrets)), onWait);
}

async function bindAll(tx: Transaction, secrets: Secrets): Promise<Bound> {
  const seal = await secrets.sealer(tx);
  const mayBind = !(await existsBoundSecret(tx));
  let bound = 0;
  const refused: string[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: SealedRow[] = await selectUnboundRows(tx, after, BATCH, tx.dialect.forUpdate);
    const boundRows = mayBind ? rows.flatMap((row) => boundForm(row, secrets, seal) ?? []) : [];
    if (boundRows.length > 0) await updateSealedRows(tx, boundRows);
    bound += boundRows.length;
    const ids = new Set(boundRows.map(({ id }) => id));
    refused.push(...rows.map(({ id }) => id).filter((id) => !ids.has(id)));
    after = rows.length === BATCH ? rows.at(-1)?.id : undefined;
  }
  return { bound, refused };
}

/** Undefined if one of the values can't be opened. */
function boundForm(row: SealedRow, secrets: Secrets, seal: Seal): SealedRow | undefined {
  const { workspace_id, id, sealed_former_secret: former } = row;
  try {
    const reseal = (column: SealedColumn, sealed: string) =>
      seal(secrets.openUnbound(sealed), placeIn(column, workspace_id, id));
    return {
      workspace_id,
      id,
      sealed_secret: reseal('sealed_secret', row.sealed_secret),
      sealed_headers: reseal('sealed_headers', row.sealed_headers),
      sealed_former_secret: former === null ? null : reseal('sealed_former_secret', former),
    };
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}
