import type { Caller, Services } from '../../context.ts';
import type { Scope } from '../../scopes.ts';
import type { LastUsed } from './last-used.ts';
import { selectChosenPrefixes, selectKeyByHash } from './queries.ts';
import { hashKey, isExpired, isWellFormed, keyPrefix } from './rules.ts';

/** Finds the caller of a raw key. */
export function createKeyRing({ database, clock }: Services, lastUsed: Pick<LastUsed, 'note'>) {
  let chosenPrefixes: string[] | undefined;

  return {
    digest: hashKey,
    async failsChecksum(rawKey: string): Promise<boolean> {
      if (isWellFormed(rawKey)) return false;
      // Only the first start sets a chosen key, and it ends before the first request: one query is enough.
      chosenPrefixes ??= await selectChosenPrefixes(database);
      return !chosenPrefixes.includes(keyPrefix(rawKey));
    },
    async find(digest: string): Promise<Caller | undefined> {
      const row = await selectKeyByHash(database, digest);
      if (!row || isExpired(row.expires_at, clock.now())) return undefined;
      return {
        workspaceId: row.workspace_id,
        actor: { type: 'api_key', id: row.id },
        scopes: JSON.parse(row.scopes) as Scope[],
      };
    },
    used: (caller: Caller) => lastUsed.note(caller.actor.id),
  };
}
