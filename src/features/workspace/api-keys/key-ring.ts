import type { Caller, Services } from '../../../context.ts';
import type { RotaError } from '../../../errors.ts';
import type { Scope } from '../../../scopes.ts';
import type { RequestCounts } from '../usage/requests.ts';
import { whyClosed } from '../workspaces/rules.ts';
import type { LastUsed } from './last-used.ts';
import { createNetworkRule } from './network-rules.ts';
import { type FoundKeyRow, selectChosenPrefixes, selectKeyByHash } from './queries.ts';
import { hashKey, isExpired, isWellFormed, keyPrefix } from './rules.ts';

/** Finds the caller of a raw key. */
export function createKeyRing(
  { database, clock }: Services,
  lastUsed: Pick<LastUsed, 'note'>,
  requests: Pick<RequestCounts, 'count'>,
) {
  let chosenPrefixes: string[] | undefined;
  const whyNotFrom = createNetworkRule();

  /** Why a working key is still refused. */
  const refusalOf = (row: FoundKeyRow, clientAddress: string): RotaError | undefined =>
    whyClosed(row) ?? whyNotFrom(row.allowed_networks, clientAddress);

  return {
    digest: hashKey,
    async failsChecksum(rawKey: string): Promise<boolean> {
      if (isWellFormed(rawKey)) return false;
      // Only the first start sets a chosen key, before the first request, so one query is enough.
      chosenPrefixes ??= await selectChosenPrefixes(database);
      return !chosenPrefixes.includes(keyPrefix(rawKey));
    },
    async find(digest: string, clientAddress: string) {
      const row = await selectKeyByHash(database, digest);
      if (!row || isExpired(row.expires_at, clock.now())) return undefined;
      const caller: Caller = {
        workspaceId: row.workspace_id,
        actor: { type: 'api_key', id: row.id },
        scopes: JSON.parse(row.scopes) as Scope[],
      };
      return {
        caller,
        refusal: refusalOf(row, clientAddress),
        workspaceLimit: row.requests_per_minute,
      };
    },
    used: (caller: Caller) => lastUsed.note(caller.actor.id),
    admitted: (caller: Caller) => requests.count(caller.workspaceId),
  };
}
