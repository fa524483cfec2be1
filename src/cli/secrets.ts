import type { KeyObject } from 'node:crypto';
import type { Reader } from '../storage/database.ts';
import { hasTable } from '../storage/tables.ts';

/** Whether what is sealed in the database can be read with the key. In a schema of long ago there is nothing sealed. */
export async function canReadSecrets(reader: Reader, key: KeyObject | undefined): Promise<boolean> {
  if (!(await hasTable(reader, 'webhook_endpoints'))) return true;
  // Loaded here, because most commands need none of it.
  const { isRightKey } = await import('../features/webhook-endpoints/sealed.ts');
  return isRightKey(reader, key);
}
