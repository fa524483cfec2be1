import { invalidRequest } from '../../../errors.ts';
import { asTyped } from '../../../text/plain-text.ts';
import { DAY_MS } from '../../../time/timestamps.ts';
import { randomBase62 } from '../../../tokens/raw-keys.ts';

/** How long the former secret signs deliveries, too, after a rotation. */
export const FORMER_SECRET_MS = DAY_MS;

export const MANUAL = 'manual';
export const TOO_MANY_FAILURES = 'too_many_failures';

const FAILURE_WINDOW_MS = DAY_MS;
const MAX_FAILURES = 10;

/** The times of the failures in the window, no more than are needed to decide. */
export function failuresInWindow(before: number[], added: number[], now: number): number[] {
  return [...before, ...added].filter((at) => at > now - FAILURE_WINDOW_MS).slice(-MAX_FAILURES);
}

export function isTooMany(failures: number[]): boolean {
  return failures.length >= MAX_FAILURES;
}

/** The 32 characters are also base64 of 24 bytes, as the Standard Webhooks specification requires. */
export function generateSigningSecret(): string {
  return `whsec_${randomBase62(32)}`;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const PRINTABLE = /^[\x20-\x7e]*$/;
/** Headers that make up the request, and headers about the delivery and its trace. */
const RESERVED =
  /^(?:host|content-.*|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|cookie|proxy-.*|traceparent|tracestate|(?:x-)?webhook-.*)$/i;

export function checkHeaders(headers: { key: string; value: string }[]): void {
  headers.forEach(({ key, value }, place) => {
    const field = `headers[${place}]`;
    if (!TOKEN.test(key))
      throw invalidRequest(`${field}.key must be a header name such as X-Token`, {
        field,
        plain: `“${asTyped(key)}” can’t be the name of a header. Write one such as X-Token, a colon, and its value.`,
      });
    if (RESERVED.test(key))
      throw invalidRequest(`${field}.key must not be ${key}: that header is reserved`, {
        field,
        plain: `“${asTyped(key)}” is a header that Rota sets itself. Choose another name.`,
      });
    if (!PRINTABLE.test(value))
      throw invalidRequest(`${field}.value must be printable ASCII characters`, {
        field,
        plain: `The value of “${asTyped(key)}” can only have ASCII letters, digits and signs.`,
      });
  });
}

/** Nothing can be sent at once to an endpoint that is disabled. */
export function requireEnabled(disabledAt: number | null): void {
  if (disabledAt === null) return;
  throw invalidRequest('The webhook endpoint is disabled', {
    plain: 'This endpoint is disabled. Enable it first.',
  });
}
