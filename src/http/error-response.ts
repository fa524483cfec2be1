import type { FastifyError, FastifyRequest } from 'fastify';
import { type ErrorType, RotaError } from '../errors.ts';
import { type Bytes, JSON_TYPE } from './content-types.ts';

/** HTTP errors that the domain doesn't have. */
type HttpErrorType = 'payload_too_large' | 'unsupported_media_type' | 'method_not_allowed' | 'internal_error';

/** The one place that turns errors into HTTP statuses. */
export const statusOf: Record<ErrorType | HttpErrorType, number> = {
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_error: 422,
  invalid_request: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
};

export class MethodNotAllowed extends Error {
  override readonly name = 'MethodNotAllowed';
  readonly allowed: string;

  constructor(allowed: string[]) {
    super(`Use one of these methods on this path: ${allowed.join(', ')}`);
    this.allowed = allowed.join(', ');
  }
}

/** The router's limit for a JSON body. */
const JSON_BYTES = 256 * 1024;
const INTERNAL_ERROR = 'Something went wrong';

/** The messages about a body that a route doesn't accept. `bytes` is what it accepts, if not JSON. */
export function messagesFor(bytes?: Bytes) {
  const max = sizeInWords(bytes?.maxBytes ?? JSON_BYTES);
  const expected = bytes ? bytes.what : 'JSON';
  const types = bytes ? inOr(bytes.contentTypes) : 'application/json';
  return {
    payload_too_large: `The body must be at most ${max}`,
    unsupported_media_type: `The body must be ${expected}, sent with Content-Type: ${types}`,
    internal_error: INTERNAL_ERROR,
  };
}

const sizeInWords = (bytes: number) =>
  bytes < 1024 ** 2 ? `${bytes / 1024} KiB` : `${bytes / 1024 ** 2} MiB`;

function inOr(words: readonly string[]): string {
  const last = words.at(-1) as string;
  return words.length === 1 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** For a 5xx: the id points to the cause in the log. */
export function withRequestId(message: string, requestId: string): string {
  return `${message}. Request id: ${requestId}`;
}

export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  contentType: string;
  text: string;
  /** The websites that may show it in a frame. */
  framedBy?: readonly string[];
}

export function jsonError(
  error: unknown,
  { id: requestId, routeOptions }: Pick<FastifyRequest, 'id' | 'routeOptions'>,
): ErrorResponse {
  const messages = messagesFor(routeOptions?.config?.bytes);
  if (error instanceof RotaError) return fromRotaError(error, requestId);
  if (error instanceof MethodNotAllowed) {
    return typed('method_not_allowed', error.message, { allow: error.allowed });
  }
  switch ((error as FastifyError).code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return typed('payload_too_large', messages.payload_too_large);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return typed('unsupported_media_type', messages.unsupported_media_type);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return typed('invalid_request', 'The body must be as long as Content-Length says');
    default:
      return typed('internal_error', withRequestId(messages.internal_error, requestId));
  }
}

function fromRotaError(error: RotaError, requestId: string): ErrorResponse {
  if (error.type === 'unauthorized') {
    const text = error.hint ? `${error.message}. ${error.hint}` : error.message;
    return inJson(401, { 'www-authenticate': challenge(error) }, text);
  }
  const message = statusOf[error.type] >= 500 ? withRequestId(error.message, requestId) : error.message;
  const headers: Record<string, string> = error.retryAfter ? { 'retry-after': String(error.retryAfter) } : {};
  return typed(error.type, message, headers, error.refusal.details);
}

/** RFC 6750, section 3: `error_description` says what is wrong with the header. */
function challenge({ hint }: RotaError): string {
  return hint ? `Bearer error="invalid_request", error_description="${hint}"` : 'Bearer';
}

function typed(
  type: keyof typeof statusOf,
  message: string,
  headers: Record<string, string> = {},
  details?: Record<string, unknown>,
): ErrorResponse {
  return inJson(statusOf[type], headers, { type, message, ...(details && { details }) });
}

function inJson(
  status: number,
  headers: Record<string, string>,
  error: string | { type: string; message: string; details?: Record<string, unknown> },
): ErrorResponse {
  return { status, headers, contentType: JSON_TYPE, text: JSON.stringify({ error }) };
}
