// Why a value is bound to its row: docs/decisions/0011-sealed-values-and-the-secret-key.md.
import type { Reader, Transaction } from './database.ts';

/** A table with sealed columns. Its rows are identified by workspace and id. Names come from the code. */
export interface SealedTable {
  table: string;
  columns: readonly string[];
}

/**
 * Every table with values that the secret key seals. `rota secret rotate` seals them again, each for the place
 * `[table, column, workspace_id, id]`. A sealed column is called `sealed_…`; a test finds those that are missing here.
 */
export const sealedTables: readonly SealedTable[] = [
  { table: 'webhook_endpoints', columns: ['sealed_secret', 'sealed_former_secret', 'sealed_headers'] },
  { table: 'calendars', columns: ['sealed_password'] },
  {
    table: 'calendar_connections',
    columns: ['sealed_verifier', 'sealed_refresh_token', 'sealed_access_token'],
  },
  { table: 'erasures', columns: ['sealed_email'] },
];

export interface SealedValues {
  workspace_id: string;
  id: string;
  /** By column. Null or empty where nothing is sealed. */
  values: Record<string, string | null>;
}

/** The rows of any workspace after this one that have sealed values, in the order of the primary key. */
export async function selectSealedValues(
  reader: Reader,
  { table, columns }: SealedTable,
  after: { workspace_id: string; id: string },
  limit: number,
): Promise<SealedValues[]> {
  const rows = await reader.all<Record<string, string | null>>(
    `select workspace_id, id, ${columns.join(', ')} from ${table}
     where (workspace_id, id) > ($1, $2) and (${columns.map((column) => `${column} is not null`).join(' or ')})
     order by workspace_id, id limit $3`,
    [after.workspace_id, after.id, limit],
  );
  return rows.map(({ workspace_id, id, ...values }) => ({
    workspace_id: workspace_id as string,
    id: id as string,
    values,
  }));
}

/** A value that was sealed again. */
export interface Resealed {
  workspace_id: string;
  id: string;
  former: string;
  sealed: string;
}

/** Changes the values that are still as they were read. Locks rows in the order of their ids. */
export async function updateSealedValues(
  tx: Transaction,
  table: string,
  column: string,
  resealed: Resealed[],
): Promise<number> {
  const given = tx.dialect.rows('$1', {
    workspace_id: 'text',
    id: 'text',
    former: 'text',
    sealed: 'text',
  });
  const values = [JSON.stringify(resealed)];
  await tx.all(
    `select ${table}.id from ${table} join (select workspace_id, id from ${given}) as wanted
       on ${table}.workspace_id = wanted.workspace_id and ${table}.id = wanted.id
     order by ${table}.id ${tx.dialect.forUpdateOf(table)}`,
    values,
  );
  return tx.run(
    `update ${table} set ${column} = made.sealed from (select workspace_id, id, former, sealed from ${given}) as made
     where ${table}.workspace_id = made.workspace_id and ${table}.id = made.id and ${table}.${column} = made.former`,
    values,
  );
}
