import type { Services } from '../../../context.ts';
import { hashKey, isExpired } from '../../../tokens/raw-keys.ts';
import type { LastUsed } from '../../workspace/api-keys/last-used.ts';
import { selectOperatorKeyByHash } from './queries.ts';
import { operatorKeyForm } from './rules.ts';

/** Finds the operator of a raw key. */
export function createOperatorKeyRing({ database, clock }: Services, lastUsed: Pick<LastUsed, 'note'>) {
  return {
    digest: hashKey,
    failsChecksum: async (rawKey: string) => !operatorKeyForm.isWellFormed(rawKey),
    async find(digest: string): Promise<{ id: string } | undefined> {
      const row = await selectOperatorKeyByHash(database, digest);
      return row && !isExpired(row.expires_at, clock.now()) ? { id: row.id } : undefined;
    },
    used: ({ id }: { id: string }) => lastUsed.note(id),
  };
}
