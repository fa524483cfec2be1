import type { Agent, Dispatcher } from 'undici';
import type { Clock } from '../clock.ts';
import {
  type ConnectorOptions,
  createConnector,
  RefusedAddress,
  ResponseTooLarge,
} from '../network/connect.ts';
import { withLimits } from '../network/names.ts';

/** How much of a body is read, and how much of that is kept. */
const MAX_BODY_BYTES = 64 * 1024;
const KEPT_BYTES = 4 * 1024;
/** Interim responses, such as 103 Early Hints. */
const MAX_INTERIM = 5;

const MAX_LOOKUPS_PER_WORKSPACE = 100;
/** Each workspace has connections of its own. Past this many, the least recently used are closed. */
const MAX_AGENTS = 1_000;

export interface Post {
  workspaceId: string;
  url: string;
  /** Names and values in turn. */
  headers: string[];
  body: string;
}

/** With an error it is no success, even if the code is 200. */
export interface WebhookResponse {
  response_code: number | null;
  response_body: string | null;
  error: string | null;
}

export interface SenderOptions extends ConnectorOptions {
  clock: Clock;
}

/** Makes POST requests on kept connections. Follows no redirect. */
export function createSender(options: SenderOptions) {
  const { timeoutMs, clock, policy } = options;
  let wasLocal = policy.isLocal;
  let undici: Promise<typeof import('undici')> | undefined;
  /** By workspace, the most recently used last. */
  const agents = new Map<string, Agent>();
  const closing = new Set<Agent>();

  function send(post: Post): Promise<WebhookResponse> {
    // Loaded with the first delivery: it takes longer to load than the service takes to start.
    undici ??= import('undici');
    const loaded = undici;
    return new Promise((resolve) => {
      const exchange = new Exchange(resolve, clock, timeoutMs);
      loaded
        .then((parts) => agentOf(post.workspaceId, parts).dispatch(requestFor(post), exchange))
        .catch((error) => exchange.end(error));
    });
  }

  /** One per workspace: a look-up knows its connection, and by that its workspace. */
  function agentOf(workspaceId: string, parts: typeof import('undici')): Agent {
    if (wasLocal && !policy.isLocal) {
      // Connections that were allowed before may not be any more.
      wasLocal = false;
      for (const id of [...agents.keys()]) closeSoon(id);
    }
    const agent = agents.get(workspaceId) ?? createAgent(parts, options);
    agents.delete(workspaceId);
    agents.set(workspaceId, agent);
    const [oldest] = agents.keys();
    if (agents.size > MAX_AGENTS && oldest !== undefined) closeSoon(oldest);
    return agent;
  }

  /** Requests that are under way may end. */
  function closeSoon(workspaceId: string): void {
    const agent = agents.get(workspaceId);
    if (!agent) return;
    agents.delete(workspaceId);
    closing.add(agent);
    // It rejects when the sender is closed meanwhile.
    const onClosed = () => closing.delete(agent);
    agent.close().then(onClosed, onClosed);
  }

  return {
    send,
    /** Ends every connection, and requests that are under way. */
    async close(): Promise<void> {
      await undici;
      await Promise.all([...agents.values(), ...closing].map((agent) => agent.destroy()));
    },
  };
}

function requestFor({ url, headers, body }: Post): Dispatcher.DispatchOptions {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search, method: 'POST', headers, body };
}

/**
 * Undici's callbacks for one request. Its `request` would need a stream for the body and a signal for the deadline: measured,
 * those two were a quarter of the time of a delivery.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #response: WebhookResponse = { response_code: null, response_body: null, error: null };
  readonly #resolve: (response: WebhookResponse) => void;
  readonly #cancelDeadline: () => void;
  #connection: Dispatcher.DispatchController | undefined;
  #body: Buffer[] = [];
  #size = 0;
  #interim = 0;
  #isOver = false;

  constructor(resolve: (response: WebhookResponse) => void, clock: Clock, timeoutMs: number) {
    this.#resolve = resolve;
    this.#cancelDeadline = clock.after(timeoutMs, () => {
      const late = new DeadlinePassed(timeoutMs);
      this.end(late);
      this.#connection?.abort(late);
    });
  }

  onRequestStart(connection: Dispatcher.DispatchController): void {
    // The deadline has passed while undici waited for a connection.
    if (this.#isOver) connection.abort(new Error('too late'));
    this.#connection = connection;
  }

  onResponseStart(connection: Dispatcher.DispatchController, statusCode: number): void {
    // Below 200 it is an interim response.
    if (statusCode < 200) this.#interim += 1;
    else if (!this.#isOver) this.#response.response_code = statusCode;
    if (this.#interim <= MAX_INTERIM) return;
    const tooMuch = new ResponseTooLarge(`more than ${MAX_INTERIM} interim answers (1xx)`);
    this.end(tooMuch);
    connection.abort(tooMuch);
  }

  onResponseData(connection: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#size < KEPT_BYTES) this.#body.push(chunk);
    this.#size += chunk.length;
    if (this.#size < MAX_BODY_BYTES) return;
    this.end();
    connection.abort(new Error('enough'));
  }

  onResponseEnd(): void {
    this.end();
  }

  onResponseError(_connection: Dispatcher.DispatchController, error: Error): void {
    this.end(error);
  }

  end(error?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelDeadline();
    if (error) {
      this.#response.error = inWords(error);
    } else {
      this.#response.response_body = startOf(this.#body);
      if (isRedirect(this.#response.response_code ?? 0)) this.#response.error = 'redirects are not followed';
    }
    this.#resolve(this.#response);
  }
}

const isRedirect = (status: number) => status >= 300 && status < 400;

function createAgent(undici: typeof import('undici'), options: SenderOptions): Agent {
  const { timeoutMs: maxWaitMs, clock } = options;
  const limits = { maxConcurrent: MAX_LOOKUPS_PER_WORKSPACE, maxWaitMs, clock };
  const resolve = withLimits(options.resolve, limits);
  const connect = createConnector(undici.buildConnector, { ...options, resolve });
  // Undici's own timeouts are off: one deadline covers everything.
  return new undici.Agent({ connect, headersTimeout: 0, bodyTimeout: 0, allowH2: false });
}

/** As text that both databases can store. */
function startOf(body: Buffer[]): string {
  if (body.length === 0) return '';
  const kept = Buffer.concat(body).subarray(0, KEPT_BYTES);
  // As the start of a stream: a character that is cut off at the end is left out.
  return new TextDecoder().decode(kept, { stream: true }).replaceAll('\0', '\ufffd');
}

class DeadlinePassed extends Error {
  constructor(timeoutMs: number) {
    super(`no complete answer within ${timeoutMs / 1000} seconds`);
  }
}

/** Undici has an error for most invalid responses, and fails an assertion for others. */
function isInvalidHttp(error: Error, code: string): boolean {
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
  ETIMEOUT: 'the name was not looked up in time',
  EHOSTUNREACH: 'the address can not be reached',
  ENETUNREACH: 'the address can not be reached',
  ETIMEDOUT: 'no connection was made in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection was made in time',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
};

function inWords(error: Error & { code?: string }): string {
  if (error instanceof RefusedAddress) return `not sent: ${error.message}`;
  if (error instanceof DeadlinePassed || error instanceof ResponseTooLarge) return error.message;
  const { code = '' } = error;
  if (isInvalidHttp(error, code)) return 'the answer is not valid HTTP';
  // The codes of OpenSSL and Node say enough: CERT_HAS_EXPIRED.
  if (/CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return `TLS failed: ${code}`;
  return causes[code] ?? `could not be sent: ${code || error.name}`;
}
