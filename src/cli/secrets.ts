import type { KeyObject } from 'node:crypto';
import type { Reader } from '../storage/database.ts';
import { hasTable } from '../storage/tables.ts';

/** Whether the key opens what is sealed in the database. An old schema has nothing sealed, or less. */
export async function canReadSecrets(reader: Reader, key: KeyObject | undefined): Promise<boolean> {
  // Loaded here: most commands do not need it.
  const [{ isRightKey }, { opensPasswords }, { opensEmails }] = await Promise.all([
    import('../features/webhook-endpoints/sealed.ts'),
    import('../features/calendars/sealed.ts'),
    import('../features/erasures/sealed.ts'),
  ]);
  if ((await hasTable(reader, 'webhook_endpoints')) && !(await isRightKey(reader, key))) return false;
  if ((await hasTable(reader, 'calendars')) && !(await opensPasswords(reader, key))) return false;
  return !(await hasTable(reader, 'erasures')) || opensEmails(reader, key);
}
