// Keys that Rota signs with, and a receiver's verdict on mail signed with them.
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { signingOf } from '../../../src/mail-out/dkim.ts';
import { signingKey } from '../../../src/settings/values.ts';
import { keyRecord, PRIVATE_KEY } from './signed-mail.ts';

export interface DkimKey {
  pem: string;
  /** The key's DNS record. */
  record: string;
}

/** Shared with the tests of incoming mail, because generating a key is slow. */
export const FIRST_KEY: DkimKey = { pem: PRIVATE_KEY, record: keyRecord() };

export function anotherKey(): DkimKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { pem, record: keyRecord(createPublicKey(privateKey)) };
}

/** The settings of a node that signs. */
export const signingWith = (selector: string, { pem }: DkimKey, domain: string) => ({
  ROTA_DKIM_DOMAIN: domain,
  ROTA_DKIM_SELECTOR: selector,
  ROTA_DKIM_KEY: pem,
});

export function signingOfKey(selector: string, { pem }: DkimKey, domain: string) {
  const signing = signingOf({ dkimDomain: domain, dkimSelector: selector, dkimKey: signingKey(pem) });
  if (!signing) throw new Error('all three are given');
  return signing;
}

/** The value of each record, by name, such as `first._domainkey.example.com`. */
export type Published = Record<string, string>;

/** mailauth's verdict on each signature of the mail, such as `pass mail.example.com first`. */
export async function verdictsOn(bytes: Buffer, published: Published): Promise<string[]> {
  const { results } = await dkimVerify(bytes, {
    resolver: async (name: string) => {
      const value = published[name];
      if (value === undefined) throw Object.assign(new Error(`${name} is unknown`), { code: 'ENOTFOUND' });
      return [[value]];
    },
  });
  return results.map(({ status, signingDomain, selector }) =>
    [status.result, signingDomain, selector].filter(Boolean).join(' '),
  );
}
