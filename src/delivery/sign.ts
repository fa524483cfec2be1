import { createHmac } from 'node:crypto';

/** The value of X-Webhook-Signature: the time, and a signature with each secret that is good at the moment. */
export function sign(body: string, secrets: string[], seconds: number): string {
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'),
  );
  return [`t=${seconds}`, ...signatures.map((hex) => `v1=${hex}`)].join();
}
