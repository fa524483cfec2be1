import type { Deadline } from '../../network/exchange.ts';
import { type Fetch, FetchFailed } from '../../network/fetch.ts';
import { AskedToWait, LeadsElsewhere, NotThere, ProviderAway, ProviderError, Refused } from './errors.ts';

/** One page of a list. Google gives 2,500 events at once, of 2 KiB each. */
const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
const MAX_URL_LENGTH = 8_192;
const TOO_MANY = 429;
/** What providers answer with 403 if there were too many calls. */
const TOO_MANY_REASONS = [
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
];

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below the provider's address, or a whole address that an answer named: one of another origin is refused. */
  url: string;
  query?: Record<string, string | undefined>;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A JSON object of an answer, not checked. */
export type Json = Record<string, unknown>;

export interface Api {
  /** An answer's JSON; an empty object without a body. Rejects with a `ProviderError`, or with a `FetchFailed` without an answer. */
  call(request: ApiRequest): Promise<Json>;
}

export interface ApiAccess {
  fetch: Fetch;
  workspaceId: string;
  /** Of the provider, for sentences. */
  name: string;
  apiUrl: string;
  /** The access token. Asked again with the one that was refused, it gives another one. */
  token(refused?: string): Promise<string>;
  /** For all calls together. */
  deadline: Deadline;
  /** For all answers together. */
  maxBytes: number;
  now(): number;
}

/** Calls of one provider, with the account's token and never to another address. */
export function createApi(access: ApiAccess): Api {
  const { fetch, workspaceId, name, apiUrl, deadline, maxBytes, now } = access;
  let bytesLeft = maxBytes;

  async function send({ method = 'GET', url, query, headers, body }: ApiRequest, token: string) {
    if (bytesLeft <= 0) throw new ProviderError(`the calendar at ${name} is too large to read at once`);
    const response = await fetch({
      ...{ workspaceId, method, deadline },
      url: addressOf(url, query, { apiUrl, name }),
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      maxBytes: MAX_ANSWER_BYTES,
      maxRedirects: 0,
    });
    bytesLeft -= response.body.length;
    return response;
  }

  return {
    async call(request) {
      const token = await access.token();
      let response = await send(request, token);
      // It may have ended before its time, or been replaced.
      if (response.status === 401) response = await send(request, await access.token(token));
      const { status, headers, body } = response;
      if (status >= 200 && status <= 299) return body.length === 0 ? {} : jsonIn(body, name);
      throw refusalOf(status, { headers, body, name, now: now() });
    },
  };
}

/** Pages and calls stay within the provider's own origin: the token would go along. */
function addressOf(
  url: string,
  query: ApiRequest['query'],
  { apiUrl, name }: Pick<ApiAccess, 'apiUrl' | 'name'>,
): string {
  const address = url.startsWith('/') ? URL.parse(`${apiUrl}${url}`) : URL.parse(url);
  const isOwn = address !== null && address.origin === new URL(apiUrl).origin && address.username === '';
  if (!isOwn || address.href.length > MAX_URL_LENGTH)
    throw new LeadsElsewhere(`${name} named an address for the next page that isn't its own`);
  if (query === undefined) return address.href;
  for (const [key, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(key, value);
  // Not every server takes a plus for a space.
  address.search = address.search.replaceAll('+', '%20');
  return address.href;
}

function jsonIn(body: Buffer, name: string): Json {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Json;
  } catch {
    // Refused below, without what it says.
  }
  throw new FetchFailed(`${name}'s answer can't be read`);
}

/** What an answer other than 2xx means. Nothing of it is repeated but its own word for the reason, if that is one. */
function refusalOf(
  status: number,
  { headers, body, name, now }: { headers: Record<string, string>; body: Buffer; name: string; now: number },
): ProviderError {
  const reason = reasonIn(body);
  const isTooMany = status === TOO_MANY || (status === 403 && TOO_MANY_REASONS.includes(reason));
  if (isTooMany || (status === 503 && headers['retry-after'] !== undefined))
    return AskedToWait.fromAnswer(name, { status, headers, now });
  if (status === 404) return new NotThere(`there is no such calendar at ${name} any more (404)`);
  if (status === 410) return new NotThere(`${name} no longer has it (410)`);
  const inBrackets = reason === '' ? status : `${status} ${reason}`;
  if (status === 401 || status === 403)
    return new Refused(`${name} refused access (${inBrackets})`, { status, reason });
  if (status >= 400 && status <= 499)
    return new Refused(`${name} refused the call (${inBrackets})`, { status, reason });
  if (status >= 300 && status <= 399)
    return new ProviderError(`${name} answered with a redirect (${status})`);
  return new ProviderAway(`${name} answered ${status}`);
}

/** Google's `error.errors[0].reason`, or the `error.code` of others, if it's a word. */
function reasonIn(body: Buffer): string {
  try {
    const { error } = JSON.parse(body.toString('utf8'));
    const word = error?.errors?.[0]?.reason ?? error?.code ?? error;
    return typeof word === 'string' && /^[A-Za-z][\w.]{0,60}$/.test(word) ? word : '';
  } catch {
    return '';
  }
}
