import { createHmac, createSecretKey } from 'node:crypto';

/** The value of X-Webhook-Signature: the time, and one signature per valid secret. */
export function sign(body: string, secrets: string[], seconds: number): string {
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'),
  );
  return [`t=${seconds}`, ...signatures.map((hex) => `v1=${hex}`)].join();
}

/** Before the key, which is in base64. */
const SECRET_PREFIX = 'whsec_';

export function isSigningSecret(text: string): boolean {
  return /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/.test(text);
}

/**
 * The value of webhook-signature in the Standard Webhooks specification. The signature also covers the id, and its key is the
 * decoded secret.
 */
export function signStandard(id: string, body: string, secrets: string[], seconds: number): string {
  const signatures = secrets.map((secret) =>
    // A key object takes 5 µs, bytes 20.
    createHmac('sha256', createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64'))
      .update(`${id}.${seconds}.${body}`)
      .digest('base64'),
  );
  return signatures.map((signature) => `v1,${signature}`).join(' ');
}

interface Signed {
  /** The same on every attempt, so that receivers can drop repeats. */
  id: string;
  event: string;
  body: string;
  secrets: string[];
  /** When it is sent, in seconds since 1970. */
  seconds: number;
}

/** Alternates names and values. */
export function webhookHeaders({ id, event, body, secrets, seconds }: Signed): string[] {
  return [
    ...['content-type', 'application/json'],
    ...['x-webhook-id', id],
    ...['x-webhook-event', event],
    ...['x-webhook-timestamp', String(seconds)],
    ...['x-webhook-signature', sign(body, secrets, seconds)],
    ...['webhook-id', id],
    ...['webhook-timestamp', String(seconds)],
    ...['webhook-signature', signStandard(id, body, secrets, seconds)],
  ];
}
