import { errorOf, RotaError } from './error.ts';

export interface RotaOptions {
  /** Where Rota is: `http://127.0.0.1:3000`. */
  url: string;
  /** An API key. */
  key: string;
  /** How long one attempt may take, its answer included. 30,000 unless told otherwise. */
  timeoutMs?: number;
  /** How often a call is tried again after 429 or 5xx: 5 times unless told otherwise, and at most. */
  retries?: number;
  /** Told of what a call held that Rota does not know, and so ignored: `['body.context.titel']`. Most likely a typo. */
  onIgnored?: (names: string[], call: { method: string; path: string }) => void;
  /** In place of the platform's own: for a proxy, or a test. */
  fetch?: typeof fetch;
  /** How to wait between two attempts, in place of a timer: for tests. */
  wait?: Wait;
}

export type Wait = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

/** What every method takes as its last argument. */
export interface CallOptions {
  /** Ends the call, or the wait for its next attempt, with the signal's reason. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** POST only. One is made up for each call, so that its own retries are safe: give one to be safe across calls too. */
  idempotencyKey?: string | undefined;
}

export interface Outgoing {
  method: string;
  /** From the root of the server, with its query. */
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const TIMEOUT_MS = 30_000;
const MOST_RETRIES = 5;
/** Longer than that is not waited, but told: the rate limit never asks for more than a minute. */
const LONGEST_WAIT_S = 120;

export type Call = ReturnType<typeof createCall>;

/** One request, tried again where that is safe and may help. Resolves with an answer below 400. */
export function createCall(options: RotaOptions) {
  const { url, key, timeoutMs = TIMEOUT_MS, retries = MOST_RETRIES, wait = waitFor } = options;
  const mostRetries = Math.min(retries, MOST_RETRIES);
  if (!key) throw new TypeError('key is missing: give an API key');
  const base = new URL(url).href.replace(/\/$/, '');
  const send = options.fetch ?? fetch;

  /** `read` takes what it needs of the answer; time runs until it has. */
  return async function call<Result>(
    { method, path, body, headers }: Outgoing,
    { signal, timeoutMs: limitMs = timeoutMs, idempotencyKey }: CallOptions,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const init = {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { 'idempotency-key': idempotencyKey ?? randomName() }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A POST that is redirected would arrive as a GET.
      redirect: 'error',
    } as const;

    for (let retry = 0; ; retry++) {
      try {
        return await within(limitMs, signal, async (ending) => {
          const response = await send(base + path, { ...init, signal: ending });
          const ignored = response.headers.get('rota-ignored');
          if (ignored) options.onIgnored?.(ignored.split(', '), { method, path });
          if (!response.ok) throw await refusalOf(response);
          return read(response);
        });
      } catch (error) {
        if (!(error instanceof RotaError) || retry >= mostRetries || !mayHelp(error, retry)) throw error;
        await wait(delayBefore(retry, error.retryAfter), signal);
      }
    }
  };
}

const refusalOf = async (response: Response) =>
  errorOf(response.status, response.headers, await response.text());

/** Everything else would be answered the same again. */
function mayHelp({ status = 0, retryAfter = 0 }: RotaError, retry: number): boolean {
  // To a repetition, 409 says that the first attempt is still at work, whatever became of its answer on the way.
  const isWorthIt = status === 429 || status >= 500 || (status === 409 && retry > 0);
  return isWorthIt && retryAfter <= LONGEST_WAIT_S;
}

/** As told, or 1, 2, 4, … seconds; and up to a second more by chance, so that those who failed together come apart. */
function delayBefore(retry: number, toldSeconds: number | undefined): number {
  return Math.floor(((toldSeconds ?? 2 ** retry) + Math.random()) * 1000);
}

/** Runs `work` with a signal that ends it when the time is over, or when the caller wants it to end. */
async function within<Result>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (ending: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const end = () => controller.abort();
  const timer = setTimeout(end, ms);
  signal?.addEventListener('abort', end);
  try {
    return await work(controller.signal);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof RotaError) throw cause;
    if (controller.signal.aborted) {
      throw new RotaError({ type: 'timed_out', message: `There was no answer within ${ms} ms`, cause });
    }
    throw new RotaError({ type: 'connection_failed', message: reasonOf(cause), cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

/** `fetch` says only that it failed, and keeps the reason for itself. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return `No connection: ${cause?.message || cause?.code || message || error}`;
}

/** Resolves after the time, or rejects with the signal's reason. */
export function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(resolve), ms);
    const end = () => settle(() => reject(signal?.reason));
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
    function settle(how: () => void) {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      how();
    }
  });
}

/** Not `randomUUID`, which browsers have on secure pages only. */
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
