// Certificates for test servers, generated when needed, so that no key is in the repository.

import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { DAY_MS } from '../../../src/time/timestamps.ts';

export interface Certificate {
  /** Both in PEM, as a TLS server takes them. */
  key: string;
  cert: string;
}

export interface CertificateOptions {
  /** The IPv4 address that it is good for. */
  address?: string;
  /** The name that it is good for, instead of an address. */
  name?: string;
  /** The end of its validity, which begins the day before yesterday. TLS uses the machine's time. */
  until?: number;
}

/** Self-signed: valid only for clients that were told to trust it. */
export function makeCertificate(options: CertificateOptions = {}): Certificate {
  const { address = '127.0.0.1', name, until = Date.now() + DAY_MS } = options;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signed = toBeSigned(publicKey, name ?? address, alternativeOf(address, name), until);
  const signature = sign('sha256', signed, privateKey);
  const certificate = sequence(signed, ECDSA_WITH_SHA256, bitString(signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

function alternativeOf(address: string, name: string | undefined): Buffer {
  if (name !== undefined) return element(0x82, Buffer.from(name));
  return element(0x87, Buffer.from(address.split('.').map(Number)));
}

function toBeSigned(publicKey: KeyObject, subject: string, alternative: Buffer, until: number): Buffer {
  // A self-signed certificate is its own issuer. The random part tells two of them apart in a list of trusted ones.
  const name = nameOf(`${subject} ${randomBytes(4).toString('hex')}`);
  const extension = sequence(SUBJECT_ALT_NAME, element(0x04, sequence(alternative)));
  return sequence(
    element(0xa0, integer(VERSION_3)),
    integer(1),
    ECDSA_WITH_SHA256,
    name,
    sequence(timeAt(Date.now() - 2 * DAY_MS), timeAt(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(extension)),
  );
}

// DER: a tag, a length, and the content.

function element(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const bytes = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : bytes)]), content]);
}

const sequence = (...parts: Buffer[]) => element(0x30, ...parts);
const integer = (value: number) => element(0x02, Buffer.from([value]));
const bitString = (bits: Buffer) => element(0x03, Buffer.from([0]), bits);
const identifier = (hex: string) => element(0x06, Buffer.from(hex, 'hex'));
const nameOf = (text: string) =>
  sequence(element(0x31, sequence(COMMON_NAME, element(0x0c, Buffer.from(text)))));
/** 260302090000Z; from 2050 on, 20500302090000Z. */
function timeAt(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14);
  if (digits < '2050') return element(0x17, Buffer.from(`${digits.slice(2)}Z`));
  return element(0x18, Buffer.from(`${digits}Z`));
}

const VERSION_3 = 2;
/** 1.2.840.10045.4.3.2 */
const ECDSA_WITH_SHA256 = sequence(identifier('2a8648ce3d040302'));
/** 2.5.29.17 */
const SUBJECT_ALT_NAME = identifier('551d11');
/** 2.5.4.3 */
const COMMON_NAME = identifier('550403');
