/**
 * Every error the domain can raise. The message is for the caller of the API; `cause` is for the log only.
 * Nothing here knows HTTP: `http/error-response.ts` turns a type into a status.
 */
export type ErrorType =
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'validation_error'
  | 'invalid_request'
  | 'rate_limited'
  | 'conflict'
  | 'unavailable';

export class RotaError extends Error {
  override readonly name = 'RotaError';
  readonly type: ErrorType;
  /** When the same call may work, in seconds, where that is known. */
  readonly retryAfter: number | undefined;
  /** Why, for whoever runs the service. */
  readonly reason: string | undefined;
  /** How to put it right, for the caller; it follows the message. */
  readonly hint: string | undefined;

  constructor(type: ErrorType, message: string, options: ErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.type = type;
    this.retryAfter = options.retryAfter;
    this.reason = options.reason;
    this.hint = options.hint;
  }
}

interface ErrorOptions {
  cause?: unknown;
  retryAfter?: number;
  reason?: string | undefined;
  hint?: string | undefined;
}

export const missingToken = (hint?: string) =>
  new RotaError('unauthorized', 'Missing authorization token', { hint });
export const invalidKey = (hint?: string) =>
  new RotaError('unauthorized', 'Invalid or expired API key', { hint });

export const missingScope = (scope: string) =>
  new RotaError('forbidden', `API key missing required scope: ${scope}`);

/** `what` as a person would name it: "Team", "API key"; `advice` on where to look instead. */
export const notFound = (what: string, advice?: string) =>
  new RotaError('not_found', advice ? `${what} not found: ${advice}` : `${what} not found`);

/** The request itself is malformed, or the present state forbids the operation. */
export const invalidRequest = (message: string) => new RotaError('invalid_request', message);

/** The request is well formed, and a rule about the data says no: uniqueness, capacity, a missing association. */
export const validationError = (message: string) => new RotaError('validation_error', message);

/** `which` limit it was, unless it is that of the key. */
export const rateLimited = (retryAfter: number, which?: string) =>
  new RotaError('rate_limited', which ? `Too many requests: ${which}` : 'Too many requests', { retryAfter });

export const conflict = (message: string) => new RotaError('conflict', message, { retryAfter: 1 });

/** The database can't be reached or is too busy; the same call may work in a moment. */
export const unavailable = (cause: unknown, reason?: string) =>
  new RotaError('unavailable', 'The service is temporarily unavailable', { cause, retryAfter: 1, reason });
