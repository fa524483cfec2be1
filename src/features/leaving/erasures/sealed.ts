import { type SealedPlace, unlessBroken } from '../../../secrets/sealing.ts';
import type { Secrets } from '../../../secrets/secrets.ts';

/** What the sealed address of an erasure is bound to. */
export const emailPlace = (workspaceId: string, id: string): SealedPlace => [
  'erasures',
  'sealed_email',
  workspaceId,
  id,
];

/** Undefined if it was sealed with a key that is not known. */
export const openEmail = (secrets: Secrets, workspaceId: string, id: string, sealed: string) =>
  unlessBroken(() => secrets.open(sealed, emailPlace(workspaceId, id)));
