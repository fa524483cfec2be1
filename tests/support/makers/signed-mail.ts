// Mail as other domains send it, with their DNS records: signed, sealed or neither.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { type Authenticator, createAuthenticator } from '../../../src/mail-in/authenticity.ts';
import type { Authenticity } from '../../../src/mail-in/mail.ts';
import { readMail } from '../../../src/mail-in/read.ts';
import { createRecords } from '../../../src/network/records.ts';
import type { NameServer } from '../receivers/name-server.ts';
import { ManualClock } from '../server/manual-clock.ts';

/** Shared by all domains here, because generating a key is slow. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
export const PRIVATE_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
export const SELECTOR = 'rota';

export function keyRecord(key: KeyObject = publicKey): string {
  return `v=DKIM1; k=rsa; p=${key.export({ type: 'spki', format: 'der' }).toString('base64')}`;
}

export interface Published {
  /** Without `v=spf1`. */
  spf?: string;
  /** Without `v=DMARC1;`. */
  dmarc?: string;
  /** By default, the key of this file. */
  key?: string | false;
}

export function publish(
  server: NameServer,
  domain: string,
  { spf, dmarc, key = keyRecord() }: Published,
): void {
  server.records.set(domain, { TXT: spf === undefined ? [] : [`v=spf1 ${spf}`] });
  if (dmarc !== undefined) server.records.set(`_dmarc.${domain}`, { TXT: [`v=DMARC1; ${dmarc}`] });
  if (key !== false) server.records.set(`${SELECTOR}._domainkey.${domain}`, { TXT: [key] });
}

export interface Composed {
  from: string;
  to?: string;
  /** The signing domain. Left out, nobody signs. */
  signedBy?: string;
  text?: string;
}

/** Composed and signed by nodemailer. */
export async function compose({
  from,
  to = 'sales.acme@rota.localhost',
  signedBy,
  text = 'Can we meet on Tuesday?',
}: Composed): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transport.sendMail({
    from,
    to,
    subject: 'A demo',
    text,
    ...(signedBy && { dkim: { domainName: signedBy, keySelector: SELECTOR, privateKey: PRIVATE_KEY } }),
  });
  return message as Buffer;
}

/** Prepends header fields, as servers on the way do. */
export const withFields = (raw: Buffer, ...fields: string[]) =>
  Buffer.concat([Buffer.from(fields.map((field) => `${field}\r\n`).join('')), raw]);

export interface HandedIn {
  /** The client's address; by default, an untrusted one. */
  client?: string | null;
  name?: string | null;
  sender?: string;
  isLastAttempt?: boolean;
}

export interface Judge {
  clock: ManualClock;
  judge(raw: Uint8Array, handedIn?: HandedIn): Promise<Authenticity>;
}

/** Judges whether a mail is from whom it says, by the records of this name server. */
export function createJudge(
  server: NameServer,
  config: { networks?: string[]; sealers?: string[] } = {},
): Judge {
  const clock = new ManualClock();
  const authenticator: Authenticator = createAuthenticator({
    config: {
      smtpTrustedNetworks: config.networks ?? ['127.0.0.0/8', '10.0.0.0/8'],
      smtpTrustedSealers: config.sealers,
      mailDomain: 'rota.localhost',
    },
    clock,
    records: createRecords(clock, { servers: [server.address] }),
  });
  return {
    clock,
    async judge(
      raw,
      { client = '203.0.113.10', name = 'mx.example.net', sender = '', isLastAttempt = false } = {},
    ) {
      const mail = await readMail(raw);
      return authenticator.authenticate(raw, {
        client: { address: client, name },
        sender,
        mail,
        isLastAttempt,
      });
    },
  };
}
