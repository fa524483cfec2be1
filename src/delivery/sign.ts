import { createHmac } from 'node:crypto';
import { version } from '../version.ts';

export const USER_AGENT = `Rota/${version}`;

/** The value of X-Webhook-Signature: the time, and a signature with each secret that is good at the moment. */
export function sign(body: string, secrets: string[], seconds: number): string {
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'),
  );
  return [`t=${seconds}`, ...signatures.map((hex) => `v1=${hex}`)].join();
}

export interface Signed {
  /** The same on every attempt, so that receivers can drop repeats. */
  id: string;
  event: string;
  body: string;
  secrets: string[];
  /** When it is sent, since 1970. */
  seconds: number;
}

/** What every delivery says of itself: names and values in turn. */
export function webhookHeaders({ id, event, body, secrets, seconds }: Signed): string[] {
  return [
    ...['content-type', 'application/json'],
    ...['x-webhook-id', id],
    ...['x-webhook-event', event],
    ...['x-webhook-timestamp', String(seconds)],
    ...['x-webhook-signature', sign(body, secrets, seconds)],
  ];
}
