// Somebody comes back from the provider: docs/decisions/0034-connected-calendars.md.
import type { Logger } from 'pino';
import { createApi } from '../../../calendar-sync/accounts/api.ts';
import {
  selectByState,
  selectWaitingForUpdate,
  updateConnectionRow,
  type WaitingRow,
} from '../../../calendar-sync/accounts/connection-queries.ts';
import { AskedToWait, ProviderAway, ProviderError } from '../../../calendar-sync/accounts/errors.ts';
import { exchangeCode, type Tokens } from '../../../calendar-sync/accounts/oauth.ts';
import type { Account, CalendarProvider, Providers } from '../../../calendar-sync/accounts/provider.ts';
import { tokenPlace } from '../../../calendar-sync/accounts/tokens.ts';
import type { Context, Services } from '../../../context.ts';
import { WorkspaceClosed } from '../../../errors.ts';
import { startDeadline } from '../../../network/exchange.ts';
import { type Fetch, FetchFailed } from '../../../network/fetch.ts';
import { SECOND_MS } from '../../../time/timestamps.ts';
import { hashSecret } from '../../people/sessions/rules.ts';
import { isWorkspaceClosed } from '../../workspace/workspaces/lifecycle.ts';
import { endUnknown, keepAccount } from './keep.ts';
import { asConnections, CALLBACK_PATH } from './operations.ts';
import { lacksScope } from './rules.ts';

/** For listing the calendars, while somebody waits for the page. */
const LIST_MS = 20 * SECOND_MS;
const MAX_LIST_BYTES = 10 * 1024 * 1024;

export interface CompletionParts {
  services: Services;
  log: Logger;
  fetch: Fetch;
  providers: Providers;
}

export interface Callback {
  parameters: URLSearchParams;
  /** The cookie of the browser, if it has one. */
  browser: string | undefined;
}

/** What became of it. */
export type Result =
  | 'connected'
  | 'refused'
  | 'missing_scope'
  | 'failed'
  | 'expired'
  | 'used'
  | 'other_browser'
  | 'unavailable'
  | 'limit_reached'
  | 'deactivated';

export interface Ended {
  result: Result;
  connection: WaitingRow;
  /** Of the provider, in words for people; null if there is nothing more to say. */
  reason: string | null;
}

/** Completes a connection with what the browser brings along. Undefined for a state that nobody knows. */
export async function completeConnection(
  parts: CompletionParts,
  { parameters, browser }: Callback,
): Promise<Ended | undefined> {
  const { services, log } = parts;
  const state = parameters.get('state') ?? '';
  const found = await selectByState(services.database, hashSecret(state));
  if (!found) return undefined;
  const context = asConnections(services, found.workspace_id);
  if (await isWorkspaceClosed(context, services.database))
    throw new WorkspaceClosed('The workspace is closed: ask whoever runs the service');
  const taken = await take(context, found.id, browser);
  if (!taken) return undefined;
  const { row, refusal } = taken;
  // Whoever comes again learns nothing of the account.
  if (refusal) return { result: refusal, connection: { ...row, account_email: null }, reason: null };
  const { account_email = null, ...ended } = await complete({ ...parts, context }, row, {
    parameters,
    state,
  });
  const fields = { workspace_id: row.workspace_id, connection_id: row.id, provider: row.provider };
  if (ended.result === 'connected') log.info(fields, 'account connected');
  else log.info({ ...fields, result: ended.result, error: ended.reason }, 'account not connected');
  return { ...ended, connection: { ...row, account_email } };
}

type Refusal = 'expired' | 'used' | 'other_browser';

/** Uses the state up, which works once. Refuses a browser that didn't begin it, without using it up. */
function take(
  context: Context,
  id: string,
  browser: string | undefined,
): Promise<{ row: WaitingRow; refusal: Refusal | undefined } | undefined> {
  const { database, caller, clock } = context;
  return database.transaction(async (tx) => {
    const row = await selectWaitingForUpdate(tx, caller.workspaceId, id);
    if (!row) return undefined;
    const isOther =
      row.browser_hash !== null && (browser === undefined || hashSecret(browser) !== row.browser_hash);
    if (isOther) return { row, refusal: 'other_browser' };
    if (row.sealed_verifier === null) return { row, refusal: 'used' };
    if (row.status !== 'pending' || (row.expires_at ?? 0) <= clock.now()) return { row, refusal: 'expired' };
    await updateConnectionRow(tx, caller.workspaceId, id, { sealed_verifier: null });
    return { row, refusal: undefined };
  });
}

type Completion = CompletionParts & { context: Context };
type Outcome = Omit<Ended, 'connection'> & { account_email?: string };

async function complete(
  parts: Completion,
  row: WaitingRow,
  came: { parameters: URLSearchParams; state: string },
): Promise<Outcome> {
  const { context, providers } = parts;
  const provider = providers[row.provider];
  const refusal = came.parameters.get('error');
  if (refusal !== null || !provider) {
    await endUnknown(context, row);
    const isRefused = refusal === 'access_denied';
    return { result: isRefused ? 'refused' : 'failed', reason: isRefused ? null : wordIn(refusal) };
  }
  let tokens: Tokens | undefined;
  try {
    tokens = knownTokens(context, row) ?? (await exchanged(parts, provider, row, came));
    const isLasting = tokens.refresh_token !== null;
    if (lacksScope(provider.oauth.required, tokens.scopes) || !isLasting) {
      await endUnknown(context, row);
      return isLasting
        ? { result: 'missing_scope', reason: null }
        : { result: 'failed', reason: `${provider.name} gave no lasting access` };
    }
    const account = await listed(parts, provider, tokens);
    const result = await keepAccount(context, row, tokens, account);
    return { result, reason: null, account_email: account.email };
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof FetchFailed)) throw error;
    const isAway =
      error instanceof FetchFailed || error instanceof AskedToWait || error instanceof ProviderAway;
    // Nothing is used up: the same address works again, as long as the code does.
    if (isAway) await putBack(context, row, tokens);
    else await endUnknown(context, row);
    return { result: isAway ? 'unavailable' : 'failed', reason: error.message };
  }
}

/** The provider's own word, if it is one. */
const wordIn = (refusal: string | null) => (refusal !== null && /^\w{1,60}$/.test(refusal) ? refusal : null);

function exchanged(
  { fetch, context, services }: Completion,
  provider: CalendarProvider,
  row: WaitingRow,
  { parameters, state }: { parameters: URLSearchParams; state: string },
): Promise<Tokens> {
  const { clock, secrets, address } = services;
  const verifier = secrets.open(row.sealed_verifier as string, tokenPlace('sealed_verifier', row));
  const redirectUri = `${address.url}${CALLBACK_PATH}`;
  const given = { parameters, state, redirectUri, verifier };
  return exchangeCode({ fetch, clock, workspaceId: context.caller.workspaceId }, provider, given);
}

/** Those of an earlier try, when the calendars couldn't be listed. */
function knownTokens({ secrets }: Context, row: WaitingRow): Tokens | undefined {
  const { sealed_access_token: access, sealed_refresh_token: refresh } = row;
  if (access === null || refresh === null) return undefined;
  return {
    access_token: secrets.open(access, tokenPlace('sealed_access_token', row)),
    access_expires_at: row.access_expires_at ?? 0,
    refresh_token: secrets.open(refresh, tokenPlace('sealed_refresh_token', row)),
    refresh_expires_at: row.refresh_expires_at,
    scopes: undefined,
  };
}

function listed(
  { fetch, context, services: { clock } }: Completion,
  provider: CalendarProvider,
  tokens: Tokens,
): Promise<Account> {
  const api = createApi({
    ...{ fetch, workspaceId: context.caller.workspaceId, name: provider.name, apiUrl: provider.apiUrl },
    token: async () => tokens.access_token,
    deadline: startDeadline(clock, LIST_MS),
    maxBytes: MAX_LIST_BYTES,
    now: () => clock.now(),
  });
  return provider.listCalendars(api);
}

async function putBack(context: Context, row: WaitingRow, tokens: Tokens | undefined): Promise<void> {
  const { database, caller, secrets } = context;
  await database.transaction(async (tx) => {
    const current = await selectWaitingForUpdate(tx, caller.workspaceId, row.id);
    if (current?.status !== 'pending') return;
    const seal = await secrets.sealer(tx);
    await updateConnectionRow(tx, caller.workspaceId, row.id, {
      sealed_verifier: row.sealed_verifier,
      ...(tokens && {
        sealed_access_token: seal(tokens.access_token, tokenPlace('sealed_access_token', row)),
        access_expires_at: tokens.access_expires_at,
        sealed_refresh_token:
          tokens.refresh_token && seal(tokens.refresh_token, tokenPlace('sealed_refresh_token', row)),
        refresh_expires_at: tokens.refresh_expires_at,
      }),
    });
  });
}
