/**
 * Every error the domain can raise. The message is for the caller of the API; `cause` is for the log only. Nothing here
 * knows about HTTP: src/http/ turns a type into a status.
 */
export type ErrorType =
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'gone'
  | 'validation_error'
  | 'invalid_request'
  | 'rate_limited'
  | 'conflict'
  | 'unavailable';

/**
 * What a page needs to tell people about a refusal. Without any of it, the message itself is a sentence for people: only those that
 * speak of fields, by the names that they have in the API, need more.
 */
export interface Refusal {
  /** The field that is meant, as a path in the shape: `participants[0].email`. */
  field?: string;
  /** The rule of the shape that its value breaks. Pages put it into words, with the label that they have for the field. */
  rule?: BrokenRule;
  /** A whole sentence in English, which says what to do. `say` puts a time into the reader's words. */
  plain?: string | ((say: (at: number) => string) => string);
  /** Facts for programs, which a response has beside the message. */
  details?: Record<string, unknown>;
}

export interface BrokenRule {
  /** The keyword of JSON Schema; `text` for text that can't be stored. */
  keyword: string;
  /** For keywords that bound a length, a value or a count. */
  limit?: number;
  /** For `type` and `format`: what was expected. */
  expected?: string;
}

export class RotaError extends Error {
  override readonly name = 'RotaError';
  readonly type: ErrorType;
  /** Seconds until a retry may work, if known. */
  readonly retryAfter: number | undefined;
  /** The cause in words, for the operator. */
  readonly reason: string | undefined;
  /** How to fix it, for the caller. Appended to the message. */
  readonly hint: string | undefined;
  readonly refusal: Refusal;

  constructor(type: ErrorType, message: string, options: ErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.type = type;
    this.retryAfter = options.retryAfter;
    this.reason = options.reason;
    this.hint = options.hint;
    this.refusal = options.refusal ?? {};
  }
}

interface ErrorOptions {
  cause?: unknown;
  retryAfter?: number;
  reason?: string | undefined;
  hint?: string | undefined;
  refusal?: Refusal | undefined;
}

export const missingToken = (hint?: string) =>
  new RotaError('unauthorized', 'Missing authorization token', { hint });
export const invalidKey = (hint?: string) =>
  new RotaError('unauthorized', 'Invalid or expired API key', { hint });

export const forbidden = (message: string, refusal?: Refusal) =>
  new RotaError('forbidden', message, { refusal });

/** A refusal that takes a while to explain, which is done once the call's transaction is over and nothing is locked any more. */
export class LateRefusal extends RotaError {
  readonly explain: () => Promise<RotaError>;

  constructor(type: ErrorType, message: string, explain: LateRefusal['explain']) {
    super(type, message);
    this.explain = explain;
  }
}

/** Runs a call, and explains it if it is refused late. */
export async function explained<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof LateRefusal ? await error.explain() : error;
  }
}

/** The workspace is closed: suspended, or about to be deleted. Every call is refused, whatever it asks for. */
export class WorkspaceClosed extends RotaError {
  constructor(message: string) {
    super('forbidden', message);
  }
}

/** Nothing can be booked on the page at the moment, and perhaps it can again. */
export class PageUnavailable extends RotaError {
  constructor() {
    super('gone', 'The page is not available at the moment');
  }
}

export const missingScope = (scope: string) => forbidden(`API key missing required scope: ${scope}`);

/** `name` is for people, such as "Team" or "API key"; `advice` says where to look instead. */
export const notFound = (name: string, advice?: string) =>
  new RotaError('not_found', advice ? `${name} not found: ${advice}` : `${name} not found`);

/** It existed, and has expired. */
export const gone = (name: string) => new RotaError('gone', `${name} has expired`);

/** The request is malformed, or the current state forbids the operation. */
export const invalidRequest = (message: string, refusal?: Refusal) =>
  new RotaError('invalid_request', message, { refusal });

/** The request is well formed, but breaks a rule about the data: uniqueness, capacity, a missing association. */
export const validationError = (message: string, refusal?: Refusal) =>
  new RotaError('validation_error', message, { refusal });

/** `which` names the limit, unless it is the key's own. */
export const rateLimited = (retryAfter: number, which?: string) =>
  new RotaError('rate_limited', which ? `Too many requests: ${which}` : 'Too many requests', { retryAfter });

export const conflict = (message: string, refusal?: Refusal) =>
  new RotaError('conflict', message, { retryAfter: 1, refusal });

/** Something temporary, such as a busy database. A retry may work. */
export const unavailable = (cause: unknown, reason?: string) =>
  new RotaError('unavailable', 'The service is temporarily unavailable', { cause, retryAfter: 1, reason });

/** The database serves nobody right now: it can't be reached, or can't work. */
export class DatabaseAway extends RotaError {
  /** Why it can't write, though it may still answer reads: it is read-only, or its disk is full or broken. */
  readonly unwritable: 'read-only' | 'disk' | undefined;

  constructor(cause: unknown, reason: string, unwritable?: DatabaseAway['unwritable']) {
    const { message, retryAfter = 1 } = unavailable(cause);
    super('unavailable', message, { cause, retryAfter, reason });
    this.unwritable = unwritable;
  }
}

/** Long enough not to be asked all the time, short enough to resume soon afterwards. */
const READ_ONLY_RETRY_SECONDS = 10;

/** The operator has made the service read-only for a while. Nothing is broken. */
export class ReadOnly extends RotaError {
  constructor() {
    super('unavailable', 'The service takes no changes at the moment: it is read-only. Try again later', {
      retryAfter: READ_ONLY_RETRY_SECONDS,
      reason: 'ROTA_READ_ONLY is true',
    });
  }
}
