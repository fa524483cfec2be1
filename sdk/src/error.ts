/** The types that Rota answers, and three that the client adds for what never became an answer of Rota's. */
export type ErrorType =
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation_error'
  | 'invalid_request'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable'
  | 'connection_failed'
  | 'timed_out'
  | 'unexpected_answer';

export interface ErrorFields {
  status?: number | undefined;
  type: ErrorType | (string & {});
  message: string;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** A call that did not succeed. */
export class RotaError extends Error {
  override readonly name = 'RotaError';
  /** Of the answer; undefined when there was none. */
  readonly status: number | undefined;
  /** For programs. */
  readonly type: ErrorFields['type'];
  /** By which the server's log has the request; undefined when there was no answer. */
  readonly requestId: string | undefined;
  /** Seconds that the server asked to wait before another try. */
  readonly retryAfter: number | undefined;

  constructor({ status, type, message, requestId, retryAfter, cause }: ErrorFields) {
    super(message, { cause });
    this.status = status;
    this.type = type;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** What an answer of 400 and more says. What is between, a proxy say, may answer anything. */
export function errorOf(status: number, headers: Headers, text: string): RotaError {
  const { type, message } = read(text) ?? {
    type: 'unexpected_answer',
    message: `HTTP ${status}, with a body that is not Rota's`,
  };
  return new RotaError({
    status,
    type,
    message,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(headers.get('retry-after')),
  });
}

function read(text: string): { type: string; message: string } | undefined {
  try {
    const { error } = JSON.parse(text);
    // 401 only.
    if (typeof error === 'string') return { type: 'unauthorized', message: error };
    return typeof error?.type === 'string' && typeof error.message === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}

/** Rota says seconds; a proxy may say a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}
