import type { SealedTable } from './sealed-values.ts';

/**
 * Every table with values that the secret key seals. `rota secret rotate` seals them again, each for the place
 * `[table, column, workspace_id, id]`. A sealed column is called `sealed_…`; a test finds those that are missing here.
 */
export const sealedTables: readonly SealedTable[] = [
  { table: 'webhook_endpoints', columns: ['sealed_secret', 'sealed_former_secret', 'sealed_headers'] },
  { table: 'calendars', columns: ['sealed_password'] },
  { table: 'erasures', columns: ['sealed_email'] },
];
