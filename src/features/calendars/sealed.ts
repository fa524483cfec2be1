import type { KeyObject } from 'node:crypto';
import { passwordPlace } from '../../calendar-sync/sealed-password.ts';
import { unlessBroken, unseal } from '../../sealing.ts';
import type { Reader } from '../../storage/database.ts';
import { selectSealedPasswords } from './queries.ts';

/** More than a few: somebody may have changed single rows. */
const MAX_TRIED = 100;

/** Whether the key opens passwords that have been sealed so far. True when none is. */
export async function opensPasswords(reader: Reader, key: KeyObject | undefined): Promise<boolean> {
  const rows = await selectSealedPasswords(reader, MAX_TRIED);
  if (rows.length === 0 || key === undefined) return rows.length === 0;
  return rows.some(
    ({ workspace_id, id, sealed_password }) =>
      unlessBroken(() => unseal(sealed_password, key, passwordPlace(workspace_id, id))) !== undefined,
  );
}
