import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { USER_AGENT } from '../version.ts';
import { type AgentOptions, createAgents } from './agents.ts';
import { ResponseTooLarge } from './connect.ts';
import { type Answer, type Deadline, exchange } from './exchange.ts';
import { inWords } from './failures.ts';

const MAX_REDIRECTS = 5;
/** The longest URL that a redirect may lead to. */
const MAX_URL_LENGTH = 8_192;
const REDIRECTS = [301, 302, 303, 307, 308];

interface FetchRequest {
  workspaceId: string;
  url: string;
  /** `GET` when left out. */
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Sent only to the origin of `url`, never to another one after a redirect. */
  credentials?: Credentials;
  /** Includes redirects. Several requests may share one deadline. */
  deadline: Deadline;
  /** Limits the body, both before and after decompression. */
  maxBytes: number;
  /** By default five. With 0, a redirect counts as a response. */
  maxRedirects?: number;
}

export interface Credentials {
  username: string;
  password: string;
}

export interface FetchResponse {
  status: number;
  /** By lower-case name. The first value, if there are several. */
  headers: Record<string, string>;
  body: Buffer;
  /** The final URL, after redirects. */
  url: string;
}

/** Thrown if there is no complete response. The message is for the owner of the URL, and names no address. */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed';
}

export type Fetch = (request: FetchRequest) => Promise<FetchResponse>;

/**
 * Makes bounded requests on kept connections, to safe addresses only. Follows redirects with the same method, except that 303 means
 * GET. Any status counts as a response; rejects with `FetchFailed` if there is none.
 */
export function createFetch(options: AgentOptions): { fetch: Fetch; close(): Promise<void> } {
  const { clock } = options;
  const agents = createAgents(options);

  async function fetch(request: FetchRequest): Promise<FetchResponse> {
    const { origin: home } = new URL(request.url);
    const { maxRedirects = MAX_REDIRECTS } = request;
    let { url, method = 'GET', body } = request;
    for (let redirects = 0; ; redirects += 1) {
      const credentials = new URL(url).origin === home ? request.credentials : undefined;
      const answer = await send({ ...request, url, method, body, credentials });
      const status = answer.status ?? 0;
      const headers = firstValues(answer.headers);
      if (!REDIRECTS.includes(status) || headers.location === undefined || maxRedirects === 0) {
        return { status, headers, body: await contentOf(answer, headers, request.maxBytes), url };
      }
      if (redirects === maxRedirects) throw new FetchFailed(`more than ${maxRedirects} redirects`);
      url = nextUrl(headers.location, url);
      if (status === 303) [method, body] = ['GET', undefined];
    }
  }

  async function send(request: SingleRequest): Promise<Answer> {
    const { origin, pathname, search } = new URL(request.url);
    const { workspaceId, method, body, deadline, maxBytes } = request;
    const answer = await exchange(
      agents.agentOf(workspaceId),
      // Undici sends any method, but its type has only those of plain HTTP.
      { origin, path: pathname + search, method: method as 'GET', headers: headersOf(request), body },
      { clock, deadline, readBytes: maxBytes, keptBytes: maxBytes },
    );
    if (answer.error) throw new FetchFailed(inWords(answer.error, 'fetched'), { cause: answer.error });
    if (answer.isCut) throw tooLarge(maxBytes);
    return answer;
  }

  return { fetch, close: agents.close };
}

interface SingleRequest extends FetchRequest {
  method: string;
  body: string | undefined;
  credentials: Credentials | undefined;
}

function headersOf({ headers, credentials }: SingleRequest): Record<string, string> {
  return {
    'user-agent': USER_AGENT,
    'accept-encoding': 'gzip',
    ...headers,
    ...(credentials && { authorization: basic(credentials) }),
  };
}

function basic({ username, password }: Credentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function nextUrl(location: string, from: string): string {
  const url = location.length <= MAX_URL_LENGTH ? URL.parse(location, from) : null;
  // Accepts http here: only the connector knows whether it is allowed to the address.
  if (!url || !/^https?:$/.test(url.protocol))
    throw new FetchFailed('a redirect does not lead to a web address');
  return url.href;
}

function firstValues(headers: Answer['headers']): Record<string, string> {
  const first: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    const text = Array.isArray(value) ? value[0] : value;
    if (text !== undefined) first[name.toLowerCase()] = text;
  }
  return first;
}

const decompress = promisify(gunzip);

async function contentOf(
  { body }: Answer,
  headers: Record<string, string>,
  maxBytes: number,
): Promise<Buffer> {
  const bytes = Buffer.concat(body);
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '' || bytes.length === 0) return bytes;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    throw new FetchFailed('the answer is compressed in a way that was not asked for');
  }
  try {
    return await decompress(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw new FetchFailed('the answer can not be decompressed', { cause: error });
  }
}

function tooLarge(maxBytes: number): FetchFailed {
  const cause = new ResponseTooLarge();
  return new FetchFailed(`the answer is larger than ${maxBytes / 1024 / 1024} MiB`, { cause });
}
