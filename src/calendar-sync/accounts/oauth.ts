// Why oauth4webapi and no library of the providers: docs/decisions/0034-connected-calendars.md.
import type * as OAuth from 'oauth4webapi';
import { startDeadline } from '../../network/exchange.ts';
import type { Fetch } from '../../network/fetch.ts';
import { isLoopbackUrl } from '../../text/networks.ts';
import type { Clock } from '../../time/clock.ts';
import { SECOND_MS } from '../../time/timestamps.ts';
import { AccessEnded, AskedToWait, ProviderAway, ProviderError } from './errors.ts';
import type { CalendarProvider } from './provider.ts';

const TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 256 * 1024;
/** Providers say an hour. Without a word, not to rely on it for longer. */
const DEFAULT_ACCESS_SECONDS = 300;
/** More than a hundred years mean nothing, and couldn't be stored. */
const MAX_SECONDS = 100 * 365 * 24 * 60 * 60;
/** Why a provider will never take a refresh token again. The last three are Microsoft's. */
const ENDED = ['invalid_grant', 'interaction_required', 'consent_required', 'login_required'];
/** What is wrong with the operator's application, and nothing that a member can do about. */
const REGISTRATION = ['invalid_client', 'unauthorized_client'];

export interface OAuthParts {
  fetch: Fetch;
  clock: Clock;
  workspaceId: string;
  /** For each call. 20 seconds when left out. */
  timeoutMs?: number;
}

export interface Tokens {
  access_token: string;
  access_expires_at: number;
  /** Null if the former one goes on. */
  refresh_token: string | null;
  /** When the provider ends the refresh token in any case; null if it doesn't say. */
  refresh_expires_at: number | null;
  /** What was granted; undefined if the provider doesn't say, and so all that was asked for. */
  scopes: string[] | undefined;
}

/** Loaded with the first account: most services have none. */
const library = () => import('oauth4webapi');

/** Where the browser goes to ask for consent. */
export async function authorizationUrl(
  { oauth }: CalendarProvider,
  asked: { redirectUri: string; state: string; verifier: string; email: string },
): Promise<string> {
  const { calculatePKCECodeChallenge } = await library();
  const url = new URL(oauth.authorizeUrl);
  const parameters = {
    ...oauth.parameters,
    response_type: 'code',
    client_id: oauth.clientId,
    redirect_uri: asked.redirectUri,
    scope: oauth.scopes.join(' '),
    state: asked.state,
    code_challenge: await calculatePKCECodeChallenge(asked.verifier),
    code_challenge_method: 'S256',
    login_hint: asked.email,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The tokens for the code that the browser came back with. The state has been recognised. */
export async function exchangeCode(
  parts: OAuthParts,
  provider: CalendarProvider,
  came: { parameters: URLSearchParams; state: string; redirectUri: string; verifier: string },
): Promise<Tokens> {
  const lib = await library();
  const { as, client, auth, options } = await partsOf(lib, parts, provider);
  return answered(lib, parts, provider, async () => {
    const given = new URLSearchParams(came.parameters);
    // What a provider calls itself differs from its address. The state is known to be for this one.
    given.delete('iss');
    const parameters = lib.validateAuthResponse(as, client, given, came.state);
    const response = await lib.authorizationCodeGrantRequest(
      ...([as, client, auth, parameters, came.redirectUri, came.verifier, options] as const),
    );
    return lib.processAuthorizationCodeResponse(as, client, response);
  });
}

/** Rejects with `AccessEnded` once the provider takes the refresh token no more. */
export async function refreshTokens(
  parts: OAuthParts,
  provider: CalendarProvider,
  refreshToken: string,
): Promise<Tokens> {
  const lib = await library();
  const { as, client, auth, options } = await partsOf(lib, parts, provider);
  return answered(lib, parts, provider, async () => {
    const response = await lib.refreshTokenGrantRequest(as, client, auth, refreshToken, options);
    return lib.processRefreshTokenResponse(as, client, response);
  });
}

/** Ends the refresh token, and all tokens that came from it. Fine if the provider has ended it already, or has no way to. */
export async function revokeToken(
  parts: OAuthParts,
  { name, oauth: { revokeUrl } }: CalendarProvider,
  token: string,
): Promise<void> {
  if (revokeUrl === undefined) return;
  const { status } = await parts.fetch({
    workspaceId: parts.workspaceId,
    url: revokeUrl,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token }).toString(),
    deadline: startDeadline(parts.clock, TIMEOUT_MS),
    maxBytes: MAX_ANSWER_BYTES,
    maxRedirects: 0,
  });
  if (status >= 500 || status === 429) throw new ProviderError(`${name} answered ${status}`);
}

export interface RegistrationRefused {
  /** The provider's word for it: `invalid_client`. */
  reason: string;
  /** Microsoft's numbers, as in AADSTS700016. */
  codes: number[];
}

/** What Microsoft's numbers are when it can't read a code. Its word for that isn't always `invalid_grant`. */
const UNREADABLE_CODE = [9002313, 90023];

/**
 * Asks for tokens with a code that nobody has been given. Only an application that the provider knows is told that the code is wrong: then
 * the result is undefined.
 */
export async function checkRegistration(
  parts: OAuthParts,
  provider: CalendarProvider,
  redirectUri: string,
): Promise<RegistrationRefused | undefined> {
  const lib = await library();
  const { as, client, auth, options } = await partsOf(lib, parts, provider);
  const form = {
    code: 'a-code-that-nobody-has-been-given',
    redirect_uri: redirectUri,
    code_verifier: lib.generateRandomCodeVerifier(),
  };
  try {
    const response = await lib.genericTokenEndpointRequest(
      ...([as, client, auth, 'authorization_code', form, options] as const),
    );
    await lib.processGenericTokenEndpointResponse(as, client, response);
  } catch (error) {
    if (error instanceof lib.WWWAuthenticateChallengeError) return { reason: 'invalid_client', codes: [] };
    if (!(error instanceof lib.ResponseBodyError)) throw inWords(lib, error, provider.name);
    const listed = error.cause.error_codes;
    const codes = Array.isArray(listed) ? listed.filter((code) => typeof code === 'number') : [];
    const isAboutCode =
      error.error === 'invalid_grant' || codes.some((code) => UNREADABLE_CODE.includes(code));
    return isAboutCode ? undefined : { reason: wordIn(error), codes };
  }
  throw new ProviderError(`${provider.name} gave tokens for a made-up code`);
}

async function partsOf(
  lib: typeof OAuth,
  { fetch, clock, workspaceId, timeoutMs = TIMEOUT_MS }: OAuthParts,
  provider: CalendarProvider,
) {
  const { authorizeUrl, tokenUrl, clientId, clientSecret } = provider.oauth;
  const as: OAuth.AuthorizationServer = {
    issuer: new URL(authorizeUrl).origin,
    authorization_endpoint: authorizeUrl,
    token_endpoint: tokenUrl,
  };
  const deadline = startDeadline(clock, timeoutMs);
  /** Through our own fetch: bounded, to safe addresses, and without redirects. */
  const bounded = async (
    url: string,
    given: OAuth.CustomFetchOptions<string, unknown>,
  ): Promise<Response> => {
    const { status, headers, body } = await fetch({
      ...{ workspaceId, url, deadline },
      method: given.method,
      headers: given.headers,
      body: String(given.body),
      maxBytes: MAX_ANSWER_BYTES,
      maxRedirects: 0,
    });
    // A server in trouble may answer with a page.
    if (status >= 500) throw new ProviderAway(`${provider.name} answered ${status}`);
    if (status === 429) throw AskedToWait.fromAnswer(provider.name, { status, headers, now: clock.now() });
    const text = status === 204 ? null : normalized(body.toString('utf8'));
    return new Response(text, { status, headers: typeOf(headers) });
  };
  const options = {
    [lib.customFetch]: bounded,
    // The settings take http for this machine alone.
    [lib.allowInsecureRequests]: isLoopbackUrl(tokenUrl),
  };
  return { as, client: { client_id: clientId }, auth: lib.ClientSecretPost(clientSecret), options };
}

/**
 * Rota doesn't ask who somebody is: the library would check what a server says about it unasked, and refuse the tokens beside it. Tokens of
 * which nothing is said are of the only kind that Rota knows.
 */
function normalized(body: string): string {
  try {
    const { id_token: _, ...answer } = JSON.parse(body);
    return JSON.stringify({ token_type: 'Bearer', ...answer });
  } catch {
    // Refused by the library, which says why.
    return body;
  }
}

const typeOf = (headers: Record<string, string>) => ({
  'content-type': headers['content-type'] ?? 'application/json',
});

async function answered(
  lib: typeof OAuth,
  { clock }: OAuthParts,
  { name }: CalendarProvider,
  ask: () => Promise<OAuth.TokenEndpointResponse>,
): Promise<Tokens> {
  try {
    return tokensIn(await ask(), clock.now());
  } catch (error) {
    throw inWords(lib, error, name);
  }
}

function tokensIn(answer: OAuth.TokenEndpointResponse, now: number): Tokens {
  const end = (seconds: number) => now + Math.floor(Math.min(seconds, MAX_SECONDS) * SECOND_MS);
  // Google names it for applications whose tokens end after a week.
  const ends = Number(answer.refresh_token_expires_in ?? Number.NaN);
  return {
    access_token: answer.access_token,
    access_expires_at: end(answer.expires_in ?? DEFAULT_ACCESS_SECONDS),
    refresh_token: answer.refresh_token ?? null,
    refresh_expires_at: ends > 0 ? end(ends) : null,
    scopes: answer.scope?.split(' '),
  };
}

/** Nothing of an answer is repeated but the name of an error: it could hold a token. */
function inWords(lib: typeof OAuth, error: unknown, name: string): unknown {
  if (error instanceof lib.ResponseBodyError || error instanceof lib.AuthorizationResponseError) {
    const reason = wordIn(error);
    if (ENDED.includes(reason)) return new AccessEnded(`${name} refuses Rota's access (${reason})`);
    if (REGISTRATION.includes(reason)) return registrationRefused(name, reason);
    return new ProviderError(`${name} refused to give access (${reason})`);
  }
  if (error instanceof lib.WWWAuthenticateChallengeError) return registrationRefused(name, 'invalid_client');
  if (error instanceof lib.OperationProcessingError || error instanceof lib.UnsupportedOperationError)
    return new ProviderError(`${name}'s answer can't be read`);
  return error;
}

const wordIn = ({ error }: { error: string }) => (/^\w{1,60}$/.test(error) ? error : 'an error');

const registrationRefused = (name: string, reason: string) =>
  new ProviderError(
    `${name} doesn't accept this server's client ID or secret (${reason}): tell whoever runs it`,
  );
