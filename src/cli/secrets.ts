import type { KeyObject } from 'node:crypto';
import type { Reader } from '../storage/database.ts';
import { hasTable } from '../storage/tables.ts';

/** Whether the key opens the sealed secrets in the database. An old schema has none. */
export async function canReadSecrets(reader: Reader, key: KeyObject | undefined): Promise<boolean> {
  if (!(await hasTable(reader, 'webhook_endpoints'))) return true;
  // Loaded here: most commands do not need it.
  const { isRightKey } = await import('../features/webhook-endpoints/sealed.ts');
  return isRightKey(reader, key);
}
