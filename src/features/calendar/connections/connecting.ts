import type { Logger } from 'pino';
import type { AccountNews } from '../../../calendar-sync/accounts/news.ts';
import type { Providers } from '../../../calendar-sync/accounts/provider.ts';
import { createAccounts } from '../../../calendar-sync/accounts/tokens.ts';
import { MAX_FEED_BYTES, TIMEOUT_MS } from '../../../calendar-sync/ics.ts';
import type { Services } from '../../../context.ts';
import { createFetch } from '../../../network/fetch.ts';
import { createNames, type NameSources, type Resolve } from '../../../network/names.ts';
import { createAddressPolicy } from '../../../network/safe-address.ts';
import { revokeAll } from './revoke.ts';
import { createUpkeepChannel } from './upkeep.ts';

interface ConnectingOptions {
  services: Services;
  log: Logger;
  providers: Providers;
  /** Replaces all DNS look-ups. */
  resolve?: Resolve;
  names?: NameSources;
}

/** What asks providers while somebody connects an account, and afterwards. */
export function createConnecting({ services, log, providers, resolve, names }: ConnectingOptions) {
  const { clock, config } = services;
  const { fetch, close } = createFetch({
    policy: createAddressPolicy(config, services.proxy),
    resolve: resolve ?? createNames(clock, names),
    timeoutMs: TIMEOUT_MS,
    maxResponseBytes: 2 * MAX_FEED_BYTES,
    clock,
  });
  const parts = { services, log, fetch, providers };
  return {
    parts,
    upkeep: (news: AccountNews) =>
      createUpkeepChannel({ ...parts, accounts: createAccounts({ ...parts, news }), close }),
    revokeAll: (workspaceId: string, signal: AbortSignal) => revokeAll(parts, workspaceId, signal),
  };
}
