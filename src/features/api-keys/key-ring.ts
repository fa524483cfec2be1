import type { Services } from '../../context.ts';
import type { KeyRing } from '../../http/access.ts';
import type { Scope } from '../../scopes.ts';
import type { LastUsed } from './last-used.ts';
import { selectChosenPrefixes, selectKeyByHash } from './queries.ts';
import { hashKey, isExpired, isWellFormed, keyPrefix } from './rules.ts';

/** How the server finds out who calls: raw key → caller. */
export function createKeyRing({ database, clock }: Services, lastUsed: LastUsed): KeyRing {
  let chosen: string[] | undefined;

  return {
    digest: hashKey,
    async isRefusedUnseen(rawKey) {
      if (isWellFormed(rawKey)) return false;
      // Only the first start takes a key that was chosen, and it is over before the first request: one look is enough.
      chosen ??= await selectChosenPrefixes(database);
      return !chosen.includes(keyPrefix(rawKey));
    },
    async find(digest) {
      const row = await selectKeyByHash(database, digest);
      if (!row || isExpired(row.expires_at, clock.now())) return undefined;
      return {
        workspaceId: row.workspace_id,
        actor: { type: 'api_key', id: row.id },
        scopes: JSON.parse(row.scopes) as Scope[],
      };
    },
    used: (caller) => lastUsed.note(caller.actor.id),
  };
}
