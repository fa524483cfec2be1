import { ProviderError } from '../../../calendar-sync/accounts/errors.ts';
import { revokeToken } from '../../../calendar-sync/accounts/oauth.ts';
import { tokenPlace } from '../../../calendar-sync/accounts/tokens.ts';
import {
  type ClaimedConnection,
  isUsedElsewhere,
  selectWithTokens,
} from '../../../calendar-sync/accounts/upkeep-queries.ts';
import { FetchFailed } from '../../../network/fetch.ts';
import { SealBroken } from '../../../secrets/sealing.ts';
import { MINUTE_MS } from '../../../time/timestamps.ts';
import type { CompletionParts } from './complete.ts';

/** How many are revoked at the same time when a workspace goes, and for how long it is tried. */
const AT_ONCE = 8;
const ALL_MS = MINUTE_MS;

/**
 * Ends the access to an account at its provider, if there is a way to. Not while somebody else here uses the same account, or may use it
 * because nobody knows which one it is: Google would end theirs, too. Rejects if the provider is away.
 */
export async function revoke(
  { services, fetch, providers, log }: CompletionParts,
  item: ClaimedConnection,
): Promise<void> {
  const { database, secrets, clock } = services;
  const provider = providers[item.provider];
  const column = item.sealed_refresh_token === null ? 'sealed_access_token' : 'sealed_refresh_token';
  const sealed = item[column];
  if (!provider?.oauth.revokeUrl || sealed === null || item.account_id === null) return;
  if (await isUsedElsewhere(database, item)) return;
  try {
    const token = secrets.open(sealed, tokenPlace(column, item));
    await revokeToken({ fetch, clock, workspaceId: item.workspace_id }, provider, token);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    // Nobody can open them any more, so nobody can use them.
    log.warn({ err: error, connection_id: item.id }, 'tokens not revoked: they cannot be opened');
  }
}

/** The same for all accounts of a workspace that is about to be removed, as well as it can be done now: other workspaces wait for it. */
export async function revokeAll(
  parts: CompletionParts,
  workspaceId: string,
  signal: AbortSignal,
): Promise<void> {
  const { log, services } = parts;
  const { clock } = services;
  const database = services.storage.background;
  const until = clock.now() + ALL_MS;
  for (let after = ''; !signal.aborted; ) {
    const batch = await selectWithTokens(database, workspaceId, after, AT_ONCE);
    const last = batch.at(-1);
    if (!last) return;
    if (clock.now() >= until) {
      log.warn({ workspace_id: workspaceId }, 'access to some accounts not revoked: it takes too long');
      return;
    }
    await Promise.all(
      batch.map((item) =>
        revoke({ ...parts, services: { ...services, database } }, item).catch((error) => {
          if (!(error instanceof ProviderError || error instanceof FetchFailed)) throw error;
          const fields = { workspace_id: workspaceId, connection_id: item.id, error: error.message };
          log.warn(fields, 'access to an account not revoked');
        }),
      ),
    );
    after = last.id;
  }
}
