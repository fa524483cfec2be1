// Whether a mail is really from the sender it names.

import { LookupError } from '../network/names.ts';
import type { Records } from '../network/records.ts';
import type { Config } from '../settings/config.ts';
import { createNetworkCheck } from '../text/networks.ts';
import type { Clock } from '../time/clock.ts';
import type { Client } from './arrival.ts';
import { type HeaderField, headerFieldsIn } from './headers.ts';
import type { Authenticity, Mail } from './mail.ts';
import { type Hop, hopIn } from './received.ts';

/** Limits for one mail. */
const MAX_LOOKUPS = 100;
const LOOKUPS_MS = 10_000;
/** Of all header fields. Measured: parsing 20,000 folded lines took 600 ms. */
const MAX_LINES = 1_000;
const MAX_FROM = 2_000;

interface Envelope {
  client: Client;
  /** Empty for a report. */
  sender: string;
  mail: Pick<Mail, 'from'>;
  /** Treats records that can't be looked up as missing, instead of throwing a `LookupError`. */
  isLastAttempt?: boolean;
}

export interface Authenticator {
  /** Rejects with a `LookupError` if DNS can't answer now, but may later. */
  authenticate(raw: Uint8Array, envelope: Envelope): Promise<Authenticity>;
}

interface AuthenticatorOptions {
  config: Pick<Config, 'smtpTrustedNetworks' | 'smtpTrustedSealers' | 'mailDomain'>;
  clock: Clock;
  records: Records;
}

export function createAuthenticator({ config, clock, records }: AuthenticatorOptions): Authenticator {
  const isTrusted = createNetworkCheck(config.smtpTrustedNetworks);
  const isInside = ({ client, named, isLocal }: Hop) =>
    (isLocal || client !== null) && named.every(isTrusted);

  /** The client that handed it in from outside the trusted networks; undefined if none did. */
  function clientOutside(client: Client, hops: Hop[]): Client | undefined {
    if (client.address === null || !isTrusted(client.address)) return client;
    const outside = hops.find((hop) => !isInside(hop));
    return outside && { address: outside.client, name: null };
  }

  /** Limits the look-ups for one mail, because the sender decides what is looked up. */
  function recordsForOne(): Records {
    const until = clock.now() + LOOKUPS_MS;
    let count = 0;
    return (name, kind) => {
      count += 1;
      if (count > MAX_LOOKUPS) return Promise.reject(new LookupError('ENODATA'));
      if (clock.now() >= until) return Promise.reject(new LookupError('ETIMEOUT'));
      return records(name, kind);
    };
  }

  return {
    async authenticate(raw, { client, sender, mail, isLastAttempt = false }) {
      const { fields, isWhole } = headerFieldsIn(raw);
      const unproven = (results: string): Authenticity => ({
        proof: 'unproven',
        client_address: client.address !== null && isTrusted(client.address) ? null : client.address,
        results,
      });
      const [author, ...others] = mail.from;
      const named = (name: string) => fields.filter((field) => field.name === name);
      if (!author || others.length > 0 || !isSingle(named('from')))
        return unproven('From is not one address');
      if (!isWhole || linesOf(fields) > MAX_LINES) return unproven('the header is too long');

      const outside = clientOutside(
        client,
        named('received').map(({ value }) => hopIn(value)),
      );
      if (!outside) {
        return { proof: 'proven', client_address: null, results: 'handed in from a trusted network' };
      }
      const client_address = outside.address;

      const { examine } = await import('./evidence.ts');
      const { proof, results, isUncertain } = await examine({
        raw,
        fields,
        author: author.address,
        sender,
        client: outside,
        sealers: config.smtpTrustedSealers ?? [],
        receiver: config.mailDomain,
        now: clock.wall(),
        records: recordsForOne(),
      });
      if (!isUncertain) return { proof, client_address, results };
      if (!isLastAttempt) throw new LookupError('EAI_AGAIN');
      return { proof: 'unproven', client_address, results };
    },
  };
}

const isSingle = (fields: HeaderField[]) => fields.length === 1 && (fields[0]?.value.length ?? 0) <= MAX_FROM;

function linesOf(fields: HeaderField[]): number {
  return fields.reduce((lines, { value }) => lines + value.split('\n').length - 1, 0);
}
