import type { KeyObject } from 'node:crypto';
import { unseal } from '../sealing.ts';
import { version } from '../version.ts';
import type { ClaimedRow } from './queries.ts';
import type { Post } from './send.ts';
import { sign } from './sign.ts';

/** A header that an endpoint's owner wants to be sent with each delivery. */
export interface CustomHeader {
  key: string;
  value: string;
}

/** The request that delivers it, signed with the secrets that are good now. */
export function composePost(delivery: ClaimedRow, secretKey: KeyObject, now: number): Post {
  const seconds = Math.floor(now / 1000);
  const custom = JSON.parse(unseal(delivery.sealed_headers, secretKey)) as CustomHeader[];
  const hasOwnAgent = custom.some(({ key }) => key.toLowerCase() === 'user-agent');
  return {
    url: delivery.url,
    body: delivery.payload,
    headers: [
      ...['content-type', 'application/json'],
      ...(hasOwnAgent ? [] : ['user-agent', `Rota/${version}`]),
      ...['x-webhook-id', delivery.id],
      ...['x-webhook-event', delivery.event_type],
      ...['x-webhook-timestamp', String(seconds)],
      ...['x-webhook-signature', sign(delivery.payload, secretsOf(delivery, secretKey, now), seconds)],
      ...custom.flatMap(({ key, value }) => [key, value]),
    ],
  };
}

/** The newest first. */
function secretsOf(delivery: ClaimedRow, secretKey: KeyObject, now: number): string[] {
  const { sealed_secret, sealed_former_secret, former_secret_until } = delivery;
  const isFormerGood = former_secret_until !== null && now < former_secret_until;
  const sealed = [sealed_secret, ...(isFormerGood && sealed_former_secret ? [sealed_former_secret] : [])];
  return sealed.map((secret) => unseal(secret, secretKey));
}
