import type { Agent, Dispatcher } from 'undici';
import type { Clock } from '../clock.ts';
import { type ConnectorOptions, createConnector, RefusedAddress } from './connect.ts';

/** No more of an answer is read, */
const READ_BYTES = 64 * 1024;
/** and no more of it is kept. */
const KEPT_BYTES = 4 * 1024;

export interface Post {
  url: string;
  /** Names and values in turn. */
  headers: string[];
  body: string;
}

/** What came of it. With an error it is no success, whatever the code says. */
export interface Answer {
  responseCode: number | null;
  responseBody: string | null;
  error: string | null;
}

export interface SenderOptions extends ConnectorOptions {
  clock: Clock;
}

/** Makes POST requests, on connections that are kept for the next one. Follows no redirect. */
export function createSender(options: SenderOptions) {
  const { timeoutMs, clock } = options;
  let agent: Promise<Agent> | undefined;

  async function send(post: Post): Promise<Answer> {
    const connection = new AbortController();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const cancel = clock.after(timeoutMs, () => {
      // By itself, because undici looks at the signal only once it is connected.
      reject(new Late(timeoutMs));
      connection.abort();
    });
    const answer: Answer = { responseCode: null, responseBody: null, error: null };
    try {
      await Promise.race([exchange(post, answer, connection.signal), late]);
    } catch (error) {
      answer.error = inWords(error as Error);
    } finally {
      cancel();
    }
    // A copy: what still arrives after the deadline is too late.
    return { ...answer };
  }

  /** Sends it, and notes the answer as it comes in. */
  async function exchange({ url, headers, body }: Post, answer: Answer, signal: AbortSignal): Promise<void> {
    // Loaded with the first delivery: it takes longer to load than the rest of the service to start.
    agent ??= import('undici').then((undici) => createAgent(undici, options));
    const { origin, pathname: path, search } = new URL(url);
    const request = { origin, path: path + search, method: 'POST', headers, body, signal } as const;
    const response = await (await agent).request(request);
    answer.responseCode = response.statusCode;
    answer.responseBody = await readBody(response.body);
    if (isRedirect(response.statusCode)) answer.error = 'redirects are not followed';
  }

  return {
    send,
    /** Ends every connection, and with it whatever is still being sent. */
    async close(): Promise<void> {
      await (await agent)?.destroy();
    },
  };
}

const isRedirect = (status: number) => status >= 300 && status < 400;

function createAgent(undici: typeof import('undici'), options: SenderOptions): Agent {
  const connect = createConnector(undici.buildConnector, options);
  // Undici's own limits are off: there is one for everything.
  return new undici.Agent({ connect, headersTimeout: 0, bodyTimeout: 0, allowH2: false });
}

/** The beginning of it, as text that any database can keep. */
async function readBody(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= READ_BYTES) break;
  }
  const kept = Buffer.concat(chunks).subarray(0, KEPT_BYTES);
  // As the beginning of a stream: a character that is cut off at the end is left out.
  return new TextDecoder().decode(kept, { stream: true }).replaceAll('\0', '\ufffd');
}

class Late extends Error {
  constructor(timeoutMs: number) {
    super(`no complete answer within ${timeoutMs / 1000} seconds`);
  }
}

/** Undici has an error for most of it, and stumbles over the rest. */
function isNoHttp(error: Error, code: string): boolean {
  return (
    error.name === 'HTTPParserError' ||
    code === 'ERR_ASSERTION' ||
    /^bad (upgrade|response)$/.test(error.message)
  );
}

const causes: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before the answer was complete',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the connection was closed before the answer was complete',
  EPIPE: 'the connection was closed before the answer was complete',
  ENOTFOUND: 'the name has no address',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'the address can not be reached',
  ENETUNREACH: 'the address can not be reached',
  ETIMEDOUT: 'no connection was made in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection was made in time',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
};

function inWords(error: Error & { code?: string }): string {
  if (error instanceof RefusedAddress) return `not sent: ${error.message}`;
  if (error instanceof Late) return error.message;
  const { code = '' } = error;
  if (isNoHttp(error, code)) return 'the answer is not valid HTTP';
  // OpenSSL's and Node's names for what they do not accept say it well enough: CERT_HAS_EXPIRED.
  if (/CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return `TLS failed: ${code}`;
  return causes[code] ?? `could not be sent: ${code || error.name}`;
}
