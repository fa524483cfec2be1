import { errorOf, RotaError } from './error.ts';

export interface RotaOptions {
  /** Where Rota is: `http://127.0.0.1:3000`. */
  url: string;
  /** An API key. */
  key: string;
  /** The timeout of one attempt, including its response. 30,000 by default. */
  timeoutMs?: number;
  /** How often a call is retried after 429 or 5xx. 5 by default and at most. */
  retries?: number;
  /** Called with the names of unknown fields, which Rota ignored: `['body.context.titel']`. Most likely a typo. */
  onIgnored?: (names: string[], call: { method: string; path: string }) => void;
  /** Replaces the platform's `fetch`: for a proxy, or a test. */
  fetch?: typeof fetch;
  /** Replaces the timer between two attempts: for tests. */
  wait?: Wait;
}

export type Wait = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

/** The last argument of every method. */
export interface CallOptions {
  /** Aborts the call, or the wait for its next attempt, with the signal's reason. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** POST only. By default each call has its own, so that its retries are safe. Set one to be safe across calls. */
  idempotencyKey?: string | undefined;
}

export interface Outgoing {
  method: string;
  /** From the root of the server, with its query. */
  path: string;
  body?: unknown;
  /** Instead of `body`: sent as it is. */
  raw?: { type: string; content: string | Uint8Array<ArrayBuffer> } | undefined;
  headers?: Record<string, string>;
}

const TIMEOUT_MS = 30_000;
const MAX_RETRIES = 5;
/** A longer Retry-After is an error. The rate limit never asks for more than a minute. */
const MAX_WAIT_S = 120;

export type Call = ReturnType<typeof createCall>;

/** One request, retried if that is safe and may help. Resolves with a response below 400. */
export function createCall(options: RotaOptions) {
  const { url, key, timeoutMs = TIMEOUT_MS, retries = MAX_RETRIES, wait = waitFor } = options;
  const maxRetries = Math.min(retries, MAX_RETRIES);
  if (!key) throw new TypeError('key is missing: give an API key');
  const base = new URL(url).href.replace(/\/$/, '');
  const send = options.fetch ?? fetch;

  /** The timeout includes `read`, which reads the response. */
  return async function call<Result>(
    { method, path, body, raw, headers }: Outgoing,
    { signal, timeoutMs: limitMs = timeoutMs, idempotencyKey }: CallOptions,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const init = {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(raw && { 'content-type': raw.type }),
        ...(method === 'POST' && { 'idempotency-key': idempotencyKey ?? randomName() }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(raw && { body: raw.content }),
      // A redirected POST would arrive as a GET.
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
        if (!(error instanceof RotaError) || retry >= maxRetries || !isRetryable(error, retry)) throw error;
        await wait(delayBefore(retry, error.retryAfter), signal);
      }
    }
  };
}

const refusalOf = async (response: Response) =>
  errorOf(response.status, response.headers, await response.text());

/** Any other error would come again. */
function isRetryable({ status = 0, retryAfter = 0 }: RotaError, retry: number): boolean {
  // On a retry, 409 means that the first attempt is still running, although its response was lost.
  const mayHelp = status === 429 || status >= 500 || (status === 409 && retry > 0);
  return mayHelp && retryAfter <= MAX_WAIT_S;
}

/** Retry-After, or 1, 2, 4, … seconds; with up to a second more at random, to spread clients that failed together. */
function delayBefore(retry: number, retryAfter: number | undefined): number {
  return Math.floor(((retryAfter ?? 2 ** retry) + Math.random()) * 1000);
}

/** Runs `work` with a signal that fires after the timeout, or when the caller aborts. */
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

/** The message of `fetch` says only that it failed. The reason is in `cause`. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return `No connection: ${cause?.message || cause?.code || message || error}`;
}

/** Resolves after `ms`, or rejects with the signal's reason. */
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

/** `randomUUID` exists on secure pages only, in browsers. */
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
