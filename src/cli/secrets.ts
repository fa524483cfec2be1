import { opensSealed } from '../secrets/sealed-walk.ts';
import type { SecretKey } from '../secrets/secret-key.ts';
import type { Reader } from '../storage/database.ts';
import { selectMark } from '../storage/secret-keys.ts';
import { hasTable } from '../storage/tables.ts';

/**
 * Whether these keys open what is sealed in the database: the one in force is among them, and the former one while values may be
 * left that it has sealed.
 */
export async function canReadSecrets(reader: Reader, keys: SecretKey[]): Promise<boolean> {
  const mark = (await hasTable(reader, 'secret_key_marks')) ? await selectMark(reader) : undefined;
  // Without a mark, it is the oldest that has been in use.
  if (!mark) return opensSealed(reader, keys.slice(-1));
  const needed = [mark.fingerprint, mark.former_fingerprint ?? mark.fingerprint];
  return needed.every((fingerprint) => keys.some((key) => key.fingerprint === fingerprint));
}
