import { invalidRequest } from '../../errors.ts';
import { randomBase62 } from '../../random-text.ts';
import { DAY_MS } from '../../timestamps.ts';

/** For this long after a rotation, deliveries are signed with the former secret too. */
export const FORMER_SECRET_MS = DAY_MS;

export const MANUAL = 'manual';

/** The characters are base64 of 24 bytes at the same time, as the Standard Webhooks specification has its secrets. */
export function generateSigningSecret(): string {
  return `whsec_${randomBase62(32)}`;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const PRINTABLE = /^[\x20-\x7e]*$/;
/** Those that make up the request itself, and those that say something about the delivery. */
const RESERVED =
  /^(?:host|content-.*|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|cookie|proxy-.*|(?:x-)?webhook-.*)$/i;

export function checkHeaders(headers: { key: string; value: string }[]): void {
  headers.forEach(({ key, value }, place) => {
    const field = `headers[${place}]`;
    if (!TOKEN.test(key)) throw invalidRequest(`${field}.key must be a header name such as X-Token`);
    if (RESERVED.test(key)) throw invalidRequest(`${field}.key must not be ${key}: that header is reserved`);
    if (!PRINTABLE.test(value)) throw invalidRequest(`${field}.value must be printable ASCII characters`);
  });
}
