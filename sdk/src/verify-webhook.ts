import type { EventPayload } from './api.ts';

/** The payload of a webhook. `event` is its type. */
export type WebhookEvent = EventPayload;

/** `request.headers` of Node, or `Headers` of fetch. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/** A webhook with a valid signature. */
export interface VerifiedWebhook {
  /** The delivery's id, the same on every attempt. The signature covers it, so you can drop repeats by it. */
  id: string;
  event: WebhookEvent;
}

export interface VerifyOptions {
  /** The largest difference between the signature's time and this machine's clock. 300 by default. */
  toleranceSeconds?: number;
}

/** The request is not from Rota, or too old: respond with 4xx, and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const TOLERANCE_SECONDS = 300;
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
/** The length is that of SHA-256. */
const SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/;

/**
 * Verifies a webhook by the Standard Webhooks specification, and returns its event and the delivery's id. Throws if it was
 * not signed with the endpoint's secret. The older X-Webhook-Signature is not accepted: it does not cover the id.
 * `rawBody` is the body as it arrived, not parsed and serialized again.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<VerifiedWebhook> {
  const key = keyOf(secret);
  const id = headerOf(headers, 'webhook-id');
  const seconds = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ').flatMap(signatureIn);
  if (!/^\d{1,12}$/.test(seconds)) {
    throw new WebhookVerificationError('The header webhook-timestamp must be a number of seconds');
  }
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  if (!(await isSigned(`${id}.${seconds}.`, body, signatures, key))) {
    throw new WebhookVerificationError('No signature is the right one for this id, time, body and secret');
  }
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) <= toleranceSeconds)) {
    throw new WebhookVerificationError(`The signature was made more than ${toleranceSeconds} seconds away`);
  }
  return { id, event: JSON.parse(new TextDecoder().decode(body)) };
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  if (!secret) throw new TypeError("secret is missing: give the endpoint's signing_secret");
  const [, base64] = SECRET.exec(secret) ?? [];
  try {
    if (base64) return bytesOf(base64);
  } catch {
    // Not base64.
  }
  throw new TypeError("secret must be the endpoint's signing_secret, which begins with whsec_");
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (!value?.length) throw new WebhookVerificationError(`The header ${name} is missing`);
  return Array.isArray(value) ? value.join(' ') : value;
}

/** `v1,…` for each valid secret. Other forms are skipped. */
function signatureIn(text: string): Uint8Array<ArrayBuffer>[] {
  const [, base64] = SIGNATURE.exec(text) ?? [];
  return base64 ? [bytesOf(base64)] : [];
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** The platform compares in constant time. Every signature is checked, even after a match. */
async function isSigned(
  start: string,
  body: Uint8Array,
  signatures: Uint8Array<ArrayBuffer>[],
  secret: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['verify']);
  const before = new TextEncoder().encode(start);
  const signed = new Uint8Array(before.length + body.length);
  signed.set(before);
  signed.set(body, before.length);
  const results = await Promise.all(
    signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)),
  );
  return results.includes(true);
}
