import type { Agent, Dispatcher } from 'undici';
import type { Clock } from '../clock.ts';
import { type ConnectorOptions, createConnector, RefusedAddress, TooMuch } from '../network/connect.ts';
import { inTurns } from '../network/names.ts';

/** No more of an answer's body is read, */
const READ_BYTES = 64 * 1024;
/** and no more of it is kept. */
const KEPT_BYTES = 4 * 1024;
/** So often a receiver may say that its answer is to come (103 Early Hints). */
const MAX_INTERIM = 5;

/** So many names are looked up at the same time for one workspace; for the others, that takes nothing away. */
const LOOKUPS_OF_ONE = 100;
/** So many workspaces have connections of their own. Past that, those which have sent nothing for longest lose theirs. */
const MAX_AGENTS = 1_000;

export interface Post {
  workspaceId: string;
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

/** Makes POST requests, on connections that are kept for the next one of the same workspace. Follows no redirect. */
export function createSender(options: SenderOptions) {
  const { timeoutMs, clock, policy } = options;
  let wasLocal = policy.isLocal;
  let undici: Promise<typeof import('undici')> | undefined;
  /** Those that were used last stand last. */
  const agents = new Map<string, Agent>();
  const closing = new Set<Agent>();

  function send(post: Post): Promise<Answer> {
    // Loaded with the first delivery: it takes longer to load than the rest of the service to start.
    undici ??= import('undici');
    const loaded = undici;
    return new Promise((resolve) => {
      const exchange = new Exchange(resolve, clock, timeoutMs);
      loaded
        .then((parts) => agentOf(post.workspaceId, parts).dispatch(requestFor(post), exchange))
        .catch((error) => exchange.end(error));
    });
  }

  /** Each workspace has its own, because a connection knows its name and not on whose behalf it is looked up. */
  function agentOf(workspaceId: string, parts: typeof import('undici')): Agent {
    if (wasLocal && !policy.isLocal) {
      // Connections that were allowed then may not be now.
      wasLocal = false;
      for (const id of [...agents.keys()]) letGo(id);
    }
    const agent = agents.get(workspaceId) ?? createAgent(parts, options);
    agents.delete(workspaceId);
    agents.set(workspaceId, agent);
    const [oldest] = agents.keys();
    if (agents.size > MAX_AGENTS && oldest !== undefined) letGo(oldest);
    return agent;
  }

  /** What is being sent comes to its end. */
  function letGo(workspaceId: string): void {
    const agent = agents.get(workspaceId);
    if (!agent) return;
    agents.delete(workspaceId);
    closing.add(agent);
    // It rejects when the sender is closed meanwhile.
    const isGone = () => closing.delete(agent);
    agent.close().then(isGone, isGone);
  }

  return {
    send,
    /** Ends every connection, and with it whatever is still being sent. */
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
 * What undici tells of one request, from its connection to the end of the answer. Undici's `request` would do, with a
 * stream for the body and a signal for the deadline: measured, those two were a quarter of the time that a delivery took.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #answer: Answer = { responseCode: null, responseBody: null, error: null };
  readonly #tell: (answer: Answer) => void;
  readonly #cancelDeadline: () => void;
  #connection: Dispatcher.DispatchController | undefined;
  #body: Buffer[] = [];
  #size = 0;
  #interim = 0;
  #isOver = false;

  constructor(tell: (answer: Answer) => void, clock: Clock, timeoutMs: number) {
    this.#tell = tell;
    this.#cancelDeadline = clock.after(timeoutMs, () => {
      const late = new Late(timeoutMs);
      this.end(late);
      this.#connection?.abort(late);
    });
  }

  onRequestStart(connection: Dispatcher.DispatchController): void {
    // Undici has waited for a connection longer than we for the answer.
    if (this.#isOver) connection.abort(new Error('too late'));
    this.#connection = connection;
  }

  onResponseStart(connection: Dispatcher.DispatchController, statusCode: number): void {
    // Before 200 it only says that more is to come.
    if (statusCode < 200) this.#interim += 1;
    else if (!this.#isOver) this.#answer.responseCode = statusCode;
    if (this.#interim <= MAX_INTERIM) return;
    const tooMuch = new TooMuch(`more than ${MAX_INTERIM} interim answers (1xx)`);
    this.end(tooMuch);
    connection.abort(tooMuch);
  }

  onResponseData(connection: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#size < KEPT_BYTES) this.#body.push(chunk);
    this.#size += chunk.length;
    if (this.#size < READ_BYTES) return;
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
    // What still arrives after the end is too late.
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelDeadline();
    if (error) {
      this.#answer.error = inWords(error);
    } else {
      this.#answer.responseBody = beginningOf(this.#body);
      if (isRedirect(this.#answer.responseCode ?? 0)) this.#answer.error = 'redirects are not followed';
    }
    this.#tell(this.#answer);
  }
}

const isRedirect = (status: number) => status >= 300 && status < 400;

function createAgent(undici: typeof import('undici'), options: SenderOptions): Agent {
  const { timeoutMs: patienceMs, clock } = options;
  const resolve = inTurns(options.resolve, { most: LOOKUPS_OF_ONE, patienceMs, clock });
  const connect = createConnector(undici.buildConnector, { ...options, resolve });
  // Undici's own limits are off: there is one for everything.
  return new undici.Agent({ connect, headersTimeout: 0, bodyTimeout: 0, allowH2: false });
}

/** As text that any database can keep. */
function beginningOf(body: Buffer[]): string {
  if (body.length === 0) return '';
  const kept = Buffer.concat(body).subarray(0, KEPT_BYTES);
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
  ETIMEOUT: 'the name was not looked up in time',
  EHOSTUNREACH: 'the address can not be reached',
  ENETUNREACH: 'the address can not be reached',
  ETIMEDOUT: 'no connection was made in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection was made in time',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
};

function inWords(error: Error & { code?: string }): string {
  if (error instanceof RefusedAddress) return `not sent: ${error.message}`;
  if (error instanceof Late || error instanceof TooMuch) return error.message;
  const { code = '' } = error;
  if (isNoHttp(error, code)) return 'the answer is not valid HTTP';
  // OpenSSL's and Node's names for what they do not accept say it well enough: CERT_HAS_EXPIRED.
  if (/CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return `TLS failed: ${code}`;
  return causes[code] ?? `could not be sent: ${code || error.name}`;
}
