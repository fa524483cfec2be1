import { opensSealed } from '../secrets/sealed-walk.ts';
import type { SecretKey } from '../secrets/secret-key.ts';
import type { Reader } from '../storage/database.ts';
import { selectMark } from '../storage/secret-keys.ts';
import { hasTable } from '../storage/tables.ts';

/**
 * Whether these keys can open everything sealed in the database: the active key must be among them, and so must the
 * previous one while it may still be needed.
 */
export async function canReadSecrets(reader: Reader, keys: SecretKey[]): Promise<boolean> {
  const mark = (await hasTable(reader, 'secret_key_marks')) ? await selectMark(reader) : undefined;
  // Nothing recorded yet: then the active key is the oldest.
  if (!mark) return opensSealed(reader, keys.slice(-1));
  const needed = [mark.fingerprint, mark.former_fingerprint ?? mark.fingerprint];
  return needed.every((fingerprint) => keys.some((key) => key.fingerprint === fingerprint));
}
