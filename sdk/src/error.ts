/** The types of Rota's error responses, and three of the client's own. */
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
  details?: Record<string, unknown> | undefined;
  cause?: unknown;
}

/** A failed call. */
export class RotaError extends Error {
  override readonly name = 'RotaError';
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;
  readonly type: ErrorFields['type'];
  /** Finds the request in the server's log; undefined without a response. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, as the server asked. */
  readonly retryAfter: number | undefined;
  /** Facts beside the message, such as the nearest free times. */
  readonly details: Record<string, unknown> | undefined;

  constructor({ status, type, message, requestId, retryAfter, details, cause }: ErrorFields) {
    super(message, { cause });
    this.status = status;
    this.type = type;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.details = details;
  }
}

/** The error in a response of 400 or more. A proxy in between may send any body. */
export function errorOf(status: number, headers: Headers, text: string): RotaError {
  const { type, message, details }: Read = read(text) ?? {
    type: 'unexpected_answer',
    message: `HTTP ${status}, with a body that is not Rota's`,
  };
  return new RotaError({
    status,
    type,
    message,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(headers.get('retry-after')),
    details,
  });
}

interface Read {
  type: string;
  message: string;
  details?: Record<string, unknown>;
}

function read(text: string): Read | undefined {
  try {
    const { error } = JSON.parse(text);
    // 401 has a string.
    if (typeof error === 'string') return { type: 'unauthorized', message: error };
    return typeof error?.type === 'string' && typeof error.message === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}

/** Rota sends seconds; a proxy may send a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}
