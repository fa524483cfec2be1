import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import type { Clock } from '../clock.ts';
import { type AddressPolicy, type Protocol, refusalOf } from './safe-address.ts';

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

/** All addresses of a name, as the machine knows them. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

export interface SenderOptions {
  policy: AddressPolicy;
  /** For everything: the name, the connection, the request and the whole answer. */
  timeoutMs: number;
  clock: Clock;
  resolve?: Resolve;
}

export type Sender = ReturnType<typeof createSender>;

/** Makes POST requests, on connections that are kept for the next one. Follows no redirect. */
export function createSender(options: SenderOptions) {
  const { timeoutMs, clock } = options;
  let agent: Promise<Agent> | undefined;

  async function send({ url, headers, body }: Post): Promise<Answer> {
    const deadline = new AbortController();
    const cancel = clock.after(timeoutMs, () => deadline.abort(new Late(timeoutMs)));
    const answer: Answer = { responseCode: null, responseBody: null, error: null };
    try {
      // Loaded with the first delivery: it takes longer to load than the rest of the service to start.
      agent ??= import('undici').then((undici) => createAgent(undici, options));
      const { origin, pathname, search } = new URL(url);
      const response = await (await agent).request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers,
        body,
        signal: deadline.signal,
      });
      answer.responseCode = response.statusCode;
      answer.responseBody = await readBody(response.body);
      if (isRedirect(response.statusCode)) answer.error = 'redirects are not followed';
    } catch (error) {
      answer.error = inWords(deadline.signal.aborted ? deadline.signal.reason : error);
    } finally {
      cancel();
    }
    return answer;
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

/**
 * Connects to safe addresses only. What is checked is what is connected to: the addresses come from the look-up of the
 * connection itself, so that a name which changes its answer in between gains nothing. Node looks up no address that
 * stands in the URL itself, so that is checked first; and whatever happened on the way, the other end is checked last.
 */
function createConnector(build: typeof buildConnector, options: SenderOptions): buildConnector.connector {
  const { policy, timeoutMs } = options;
  const resolveOnce = createResolver(options.resolve ?? ((name) => lookup(name, { all: true })));

  function connectorFor(protocol: Protocol): buildConnector.connector {
    const refuse = (address: string) => {
      const refusal = refusalOf(address, protocol, policy);
      return refusal === undefined ? undefined : new RefusedAddress(refusal);
    };
    const safeLookup: LookupFunction = (name, { all }, callback) => {
      resolveOnce(name).then(
        (addresses) => {
          const [refused] = addresses.flatMap(({ address }) => refuse(address) ?? []);
          const [first] = addresses;
          if (refused || !first) callback(refused ?? new UnknownName(), '');
          else if (all) callback(null, addresses);
          else callback(null, first.address, first.family);
        },
        (error) => callback(error, ''),
      );
    };
    const connect = build({ timeout: timeoutMs, lookup: safeLookup });
    return (target, callback) => {
      const refused = isIP(target.hostname) === 0 ? undefined : refuse(target.hostname);
      if (refused) return callback(refused, null);
      return connect(target, (...[error, socket]) => {
        if (error) return callback(error, null);
        const reached = socket.remoteAddress ? refuse(socket.remoteAddress) : new UnknownName();
        if (!reached) return callback(null, socket);
        socket.destroy();
        return callback(reached, null);
      });
    };
  }

  const connectors = { 'http:': connectorFor('http:'), 'https:': connectorFor('https:') };
  return (target, callback) => connectors[target.protocol as Protocol](target, callback);
}

/**
 * Of those who ask for a name at the same time, all get one answer. A look-up holds a thread of a small pool until it
 * ends; a name whose servers are silent must not take all of them.
 */
function createResolver(resolve: Resolve): Resolve {
  const running = new Map<string, Promise<LookupAddress[]>>();
  return (name) => {
    const found = running.get(name) ?? resolve(name).finally(() => running.delete(name));
    running.set(name, found);
    return found;
  };
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

class RefusedAddress extends Error {}

class UnknownName extends Error {
  readonly code = 'ENOTFOUND';
}

class Late extends Error {
  constructor(timeoutMs: number) {
    super(`no complete answer within ${timeoutMs / 1000} seconds`);
  }
}

const causes: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before the answer was complete',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
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
  if (code.startsWith('HPE_')) return 'the answer is not valid HTTP';
  // OpenSSL's and Node's names for what they do not accept say it well enough: CERT_HAS_EXPIRED.
  if (/CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return `TLS failed: ${code}`;
  return causes[code] ?? `could not be sent: ${code || error.name}`;
}
