import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Services } from '../../context.ts';
import type { Fetch } from '../../network/fetch.ts';
import type { ItemKey } from '../../outbox/channel.ts';
import { SealBroken, type SealedPlace } from '../../secrets/sealing.ts';
import { MINUTE_MS, SECOND_MS } from '../../time/timestamps.ts';
import type { Trace } from '../../trace.ts';
import { providerNames } from '../provider-kinds.ts';
import { AccessEnded, AskedToWait, ProviderError } from './errors.ts';
import type { AccountNews } from './news.ts';
import { refreshTokens, type Tokens } from './oauth.ts';
import type { CalendarProvider, Providers } from './provider.ts';
import {
  claimRefresh,
  releaseRefresh,
  selectTokens,
  selectTokensForUpdate,
  stopSyncsOf,
  type TokenRow,
  updateBroken,
  updateTokens,
} from './token-queries.ts';

/** An access token that ends sooner isn't used: a sync takes a while, and clocks differ. */
const MARGIN_MS = 2 * MINUTE_MS;
/** How long another node may take to get a token: longer than such a call can. */
const REFRESH_LEASE_MS = 45 * SECOND_MS;
/** How often, and how many times, to look whether the other node has it. */
const LOOK_MS = 250;
const MAX_LOOKS = 100;

export interface AccountParts {
  services: Services;
  log: Logger;
  fetch: Fetch;
  providers: Providers;
  news: AccountNews;
}

export interface Accounts {
  provider(kind: string): CalendarProvider;
  /**
   * The access token of an account. Rejects with `AskedToWait` during a pause that the provider has asked for: whatever is due meanwhile,
   * such as a new booking, makes no calls. Asked again with the one that was refused, it gets another one. Rejects with `AccessEnded` once
   * the provider refuses the account for good; its owner is told then.
   */
  accessToken(connection: ItemKey, trace: Trace, refused?: string): Promise<string>;
}

/** What the sealed columns of a connection are bound to. */
export function tokenPlace(
  column: 'sealed_verifier' | 'sealed_refresh_token' | 'sealed_access_token',
  { workspace_id, id }: ItemKey,
): SealedPlace {
  return ['calendar_connections', column, workspace_id, id];
}

export function createAccounts(parts: AccountParts): Accounts {
  const { services, log, fetch, providers, news } = parts;
  const { clock, secrets } = services;
  const database = services.storage.background;
  /** What this node is getting right now, by connection. */
  const underWay = new Map<string, Promise<string>>();

  function provider(kind: string): CalendarProvider {
    const found = providers[kind as keyof Providers];
    if (found) return found;
    const name = providerNames[kind as keyof Providers] ?? kind;
    throw new ProviderError(`${name} calendars are no longer set up on this server: tell whoever runs it`);
  }

  async function accessToken(connection: ItemKey, trace: Trace, refused?: string): Promise<string> {
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      const row = await selectTokens(database, connection.workspace_id, connection.id);
      if (!row || row.sealed_refresh_token === null)
        throw new AccessEnded('the account is not connected any more: connect it again');
      if (row.paused_until !== null && row.paused_until > clock.now())
        throw new AskedToWait(
          `${providerNames[row.provider]} asks Rota to wait`,
          row.paused_until - clock.now(),
        );
      const known = knownToken(row);
      if (known !== undefined && known !== refused) return known;
      const got = await nextToken(row, trace);
      if (got !== undefined) return got;
      await sleep(LOOK_MS);
    }
    throw new ProviderError("Rota couldn't get access in time: another server is still asking for it");
  }

  function knownToken(row: TokenRow): string | undefined {
    if (row.sealed_access_token === null || row.access_expires_at === null) return undefined;
    if (row.access_expires_at < clock.now() + MARGIN_MS) return undefined;
    return open(row, 'sealed_access_token', row.sealed_access_token);
  }

  function open(row: TokenRow, column: Parameters<typeof tokenPlace>[0], sealed: string): string {
    try {
      return secrets.open(sealed, tokenPlace(column, row));
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      log.error({ err: error, connection_id: row.id }, 'the tokens of an account cannot be opened');
      throw new ProviderError("the account's tokens can't be read: connect it again");
    }
  }

  /** Undefined if it has to be looked for again: somebody else gets it, or has got it. */
  async function nextToken(row: TokenRow, trace: Trace): Promise<string | undefined> {
    const key = `${row.workspace_id} ${row.id}`;
    const other = underWay.get(key);
    if (other) return other.then(() => undefined);
    const getting = refresh(row, trace);
    underWay.set(key, getting.then(String, String));
    try {
      return await getting;
    } finally {
      underWay.delete(key);
    }
  }

  async function refresh(row: TokenRow, trace: Trace): Promise<string | undefined> {
    const now = clock.now();
    const claim = { id: randomUUID(), now, until: now + REFRESH_LEASE_MS };
    if (!(await database.transaction((tx) => claimRefresh(tx, row, claim)))) return undefined;
    const { workspace_id } = row;
    try {
      const former = open(row, 'sealed_refresh_token', row.sealed_refresh_token as string);
      const tokens = await refreshTokens(
        { fetch, clock, workspaceId: workspace_id },
        provider(row.provider),
        former,
      );
      await store(row, tokens);
      return tokens.access_token;
    } catch (error) {
      if (error instanceof AccessEnded && !(await markBroken(row, error, trace))) return undefined;
      await database.transaction((tx) => releaseRefresh(tx, row, claim.id));
      throw error;
    }
  }

  async function store(row: TokenRow, tokens: Tokens): Promise<void> {
    await database.transaction(async (tx) => {
      const seal = await secrets.sealer(tx);
      await updateTokens(tx, row, {
        sealed_access_token: seal(tokens.access_token, tokenPlace('sealed_access_token', row)),
        access_expires_at: tokens.access_expires_at,
        sealed_refresh_token:
          tokens.refresh_token && seal(tokens.refresh_token, tokenPlace('sealed_refresh_token', row)),
        refresh_expires_at: tokens.refresh_expires_at,
      });
    });
  }

  /** False if there are other tokens by now: those were refused because they had been replaced. */
  function markBroken(row: TokenRow, { message }: AccessEnded, trace: Trace): Promise<boolean> {
    return database.transaction(async (tx) => {
      const { workspace_id, id, member_id, provider: kind, account_email } = row;
      const present = await selectTokensForUpdate(tx, workspace_id, id);
      if (present?.token_number !== row.token_number) return false;
      if (present.status !== 'connected') return true;
      const now = clock.now();
      await updateBroken(tx, row, now);
      const error = `${message}: connect the account again`;
      await stopSyncsOf(tx, row, { error, now });
      await news.broken(
        tx,
        {
          ...{ workspace_id, id, member_id, provider: kind, trace },
          account_email: account_email ?? '',
        },
        now,
      );
      return true;
    });
  }

  return { provider, accessToken };
}
