import type { EventPayload } from './api.ts';

/** What a webhook delivers; `event` tells which one it is. */
export type WebhookEvent = EventPayload;

/** As a platform hands them over: `request.headers` of Node, or `Headers` of fetch. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

export interface VerifyOptions {
  /** How old, or how far ahead of this machine's clock, the time of the signature may be. 300 unless told otherwise. */
  toleranceSeconds?: number;
}

/** The request does not come from Rota, or came too late: answer it with 4xx, and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const SIGNATURE_HEADER = 'x-webhook-signature';
const TOLERANCE_SECONDS = 300;

/**
 * The event that a webhook delivered, if it is signed with the endpoint's secret; else it throws.
 * `rawBody` is the body as it came, not parsed JSON that was written again.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (!secret) throw new TypeError("secret is missing: give the endpoint's signing_secret");
  const { seconds, signatures } = partsOf(headerOf(headers, SIGNATURE_HEADER));
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  if (!(await isSigned(body, seconds, signatures, secret))) {
    throw new WebhookVerificationError('No signature is the right one for this body and secret');
  }
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) <= toleranceSeconds)) {
    throw new WebhookVerificationError(`The signature was made more than ${toleranceSeconds} seconds away`);
  }
  return JSON.parse(new TextDecoder().decode(body));
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (!value) throw new WebhookVerificationError(`The header ${name} is missing`);
  return Array.isArray(value) ? value.join() : value;
}

/** `t=1794735000,v1=…`, with a `v1` for each secret that is good at the time. */
function partsOf(header: string): { seconds: string; signatures: Uint8Array<ArrayBuffer>[] } {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(seconds)) {
    throw new WebhookVerificationError(`The header ${SIGNATURE_HEADER} must have the form t=…,v1=…`);
  }
  const given = parts.filter(([name]) => name === 'v1').map(([, hex = '']) => hex);
  return { seconds, signatures: given.filter((hex) => /^[0-9a-f]{64}$/.test(hex)).map(bytesOf) };
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** The platform compares in constant time. Every signature is looked at, whichever is the right one. */
async function isSigned(
  body: Uint8Array,
  seconds: string,
  signatures: Uint8Array<ArrayBuffer>[],
  secret: string,
): Promise<boolean> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['verify']);
  const start = encoder.encode(`${seconds}.`);
  const signed = new Uint8Array(start.length + body.length);
  signed.set(start);
  signed.set(body, start.length);
  const results = await Promise.all(
    signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)),
  );
  return results.includes(true);
}
