import type { KeyObject } from 'node:crypto';
import { type SealedPlace, seal, unlessBroken, unseal } from '../../sealing.ts';
import type { Reader } from '../../storage/database.ts';
import { selectSealedEmails } from './queries.ts';

/** What the sealed address of an erasure is bound to. */
export const emailPlace = (workspaceId: string, id: string): SealedPlace => [
  'erasures',
  'sealed_email',
  workspaceId,
  id,
];

export const sealEmail = (key: KeyObject, workspaceId: string, id: string, email: string) =>
  seal(email, key, emailPlace(workspaceId, id));

/** Undefined if it was sealed with another key. */
export const openEmail = (key: KeyObject, workspaceId: string, id: string, sealed: string) =>
  unlessBroken(() => unseal(sealed, key, emailPlace(workspaceId, id)));

/** More than a few: somebody may have changed single rows. */
const MAX_TRIED = 100;

/** Whether the key opens addresses of erasures that are under way. True when there is none. */
export async function opensEmails(reader: Reader, key: KeyObject | undefined): Promise<boolean> {
  const rows = await selectSealedEmails(reader, MAX_TRIED);
  if (rows.length === 0 || key === undefined) return rows.length === 0;
  return rows.some(
    ({ workspace_id, id, sealed_email }) => openEmail(key, workspace_id, id, sealed_email) !== undefined,
  );
}
