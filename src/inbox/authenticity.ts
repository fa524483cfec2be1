// Whether a mail is from whom it says.
import type { Config } from '../config.ts';
import { createNetworkCheck } from '../networks.ts';
import type { Client } from './arrival.ts';
import { headerFieldsIn } from './headers.ts';
import type { Mail } from './mail.ts';
import { hopIn } from './received.ts';
import type { Authenticity } from './trust.ts';

export interface Envelope {
  client: Client;
  /** Empty for a report. */
  sender: string;
  mail: Pick<Mail, 'from'>;
  /** What can't be looked up counts as unproven, instead of a `LookupError`. */
  isLastAttempt?: boolean;
}

export interface Authenticator {
  /** Rejects with a `LookupError` if DNS has no answer now: it may have one later. */
  authenticate(raw: Uint8Array, envelope: Envelope): Promise<Authenticity>;
}

export interface AuthenticatorOptions {
  config: Pick<Config, 'smtpTrustedNetworks'>;
}

export function createAuthenticator({ config }: AuthenticatorOptions): Authenticator {
  const isTrusted = createNetworkCheck(config.smtpTrustedNetworks);

  return {
    async authenticate(raw, { client, mail }) {
      const hops = headerFieldsIn(raw)
        .fields.filter(({ name }) => name === 'received')
        .map(({ value }) => hopIn(value));
      const isInside =
        client.address !== null &&
        isTrusted(client.address) &&
        hops.every(({ named, isLocal }) => (isLocal || named.length > 0) && named.every(isTrusted));
      if (isInside && mail.from.length === 1) return { proof: 'proven', results: 'trusted network' };
      return { proof: 'unproven', results: 'none' };
    },
  };
}
