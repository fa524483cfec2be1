import type { Services } from '../../context.ts';
import type { KeyRing } from '../../http/access.ts';
import type { Scope } from '../../scopes.ts';
import type { LastUsed } from './last-used.ts';
import { existsLookalike, selectKeyByHash } from './queries.ts';
import { hashKey, isExpired, isMistyped } from './rules.ts';

/** How the server finds out who calls: raw key → caller. */
export function createKeyRing({ database, clock }: Services, lastUsed: LastUsed): KeyRing {
  let lookalikes: boolean | undefined;

  /** Only the first start can make a lookalike, and it is over before the first request: one look is enough. */
  async function isRefusedUnseen(): Promise<boolean> {
    lookalikes ??= await existsLookalike(database);
    return !lookalikes;
  }

  return {
    digest: hashKey,
    async find(rawKey, digest) {
      if (isMistyped(rawKey) && (await isRefusedUnseen())) return undefined;
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
