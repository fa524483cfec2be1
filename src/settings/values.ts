// Parses the text of a setting. Each error completes the sentence "NAME …".
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { isLoopback, isNetwork } from '../text/networks.ts';

export function text(raw: string): string {
  return raw;
}

export function domain(raw: string): string {
  const name = raw.toLowerCase();
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
  if (name.length <= 253 && new RegExp(`^${label}(?:\\.${label})*$`).test(name)) return name;
  throw new Error('must be a domain name such as mail.example.com');
}

/** The name of a DKIM key, which becomes part of a domain name. */
export function selector(raw: string): string {
  try {
    return domain(raw);
  } catch {
    throw new Error('must be a name such as mail2026');
  }
}

/** The lengths that every receiver supports (RFC 8301). Shorter keys can be broken. */
const RSA_BITS = { least: 2_048, most: 4_096 };

/** A key object, which reveals nothing of the key if it is printed. */
export function signingKey(raw: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(raw);
  } catch {
    // The reason is left out because it may repeat a part of the key.
    throw new Error('must be a private key in PEM without a passphrase, as `rota mail dkim` makes one');
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: { modulusLength: bits = 0 } = {} } = key;
  // Large receivers don't support ed25519, and treat such mail as unsigned.
  if (type !== 'rsa') throw new Error(`must be an RSA key: not every receiver reads ${type}`);
  if (bits >= RSA_BITS.least && bits <= RSA_BITS.most) return key;
  throw new Error(`must have ${RSA_BITS.least} to ${RSA_BITS.most} bits: it has ${bits}`);
}

export function domains(raw: string): string[] {
  const items = raw.split(',').map((item) => item.trim());
  try {
    return items.filter(Boolean).map(domain);
  } catch {
    throw new Error('must be domain names such as example.com, separated by commas');
  }
}

export function networks(raw: string): string[] {
  const items = raw
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
  if (items.every(isNetwork)) return items;
  throw new Error('must be addresses or networks such as 10.0.0.0/8, separated by commas');
}

export interface ListenAddress {
  host: string;
  port: number;
}

export function listenAddress(raw: string): ListenAddress | 'off' {
  if (raw === 'off') return raw;
  const { host, ipv6, port } =
    /^(?:\[(?<ipv6>[0-9a-f:.]+)\]|(?<host>[^:\s[\]]+)):(?<port>\d{1,5})$/i.exec(raw)?.groups ?? {};
  const name = ipv6 ?? host;
  if (name && Number(port) <= 65_535) return { host: name, port: Number(port) };
  throw new Error('must be an address and a port such as 0.0.0.0:25, or off');
}

/** Lists as OpenTelemetry writes them: `key=value,other=value`, with percent-encoded values. */
export function pairs(raw: string): Record<string, string> {
  const items = raw.split(',').filter((item) => item.trim() !== '');
  try {
    return Object.fromEntries(
      items.map((item) => {
        const [, key, value] = /^\s*([\w.-]+)\s*=(.*)$/.exec(item) as RegExpExecArray;
        return [key, printable(decodeURIComponent((value as string).trim()))];
      }),
    );
  } catch {
    throw new Error('must be pairs such as key=value, separated by commas, with percent-encoded values');
  }
}

function printable(value: string): string {
  if (/^[\x20-\x7e]*$/.test(value)) return value;
  throw new Error('must be printable');
}

export function ratio(raw: string): number {
  const value = /^\d*\.?\d+$/.test(raw) ? Number(raw) : Number.NaN;
  if (value <= 1) return value;
  throw new Error('must be a number from 0 to 1');
}

export function integer(min: number, max: number): (raw: string) => number {
  return (raw) => {
    const value = /^\d+$/.test(raw) ? Number(raw) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new Error(`must be a whole number from ${min} to ${max}`);
  };
}

/** 0 turns the cap off. */
export function cap(raw: string): number {
  return integer(0, 1_000_000)(raw);
}

export function flag(raw: string): boolean {
  if (raw === 'true' || raw === 'false') return raw === 'true';
  throw new Error('must be true or false');
}

export function oneOf<const Choice extends string>(...choices: Choice[]): (raw: string) => Choice {
  return (raw) => {
    const choice = choices.find((candidate) => candidate === raw);
    if (choice) return choice;
    throw new Error(`must be one of ${choices.join(', ')}`);
  };
}

/** All modes after `no-verify` are as strict as the last one. */
const SSL_MODES = ['disable', 'no-verify', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

export function postgresUrl(raw: string): string {
  if (!/^postgres(ql)?:\/\//.test(raw) || !URL.canParse(raw)) {
    throw new Error('must be an address that starts with postgres://');
  }
  const mode = new URL(raw).searchParams.get('sslmode');
  if (mode && !SSL_MODES.includes(mode)) {
    throw new Error('must have an sslmode of disable, no-verify or verify-full');
  }
  return raw;
}

export function httpUrl(raw: string): string {
  if (/^https?:\/\//i.test(raw) && URL.canParse(raw)) return raw;
  throw new Error('must be an address that starts with http:// or https://');
}

/** Without a trailing slash: paths are appended. */
export function publicUrl(raw: string): string {
  const url = httpUrl(raw);
  const { search, hash, username, password } = new URL(url);
  if (search || hash || username || password) {
    throw new Error('must have neither a query nor a fragment nor a user in it');
  }
  return url.replace(/\/+$/, '');
}

/** Where accounts of others are asked for. Over http only on this machine, where tests and emulators are. */
export function providerUrl(raw: string): string {
  const url = publicUrl(raw);
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))) return url;
  throw new Error('must start with https://, except on this machine');
}

/** Becomes part of a path. */
export function tenant(raw: string): string {
  if (/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i.test(raw)) return raw;
  throw new Error('must be common, organizations, consumers, or the id or domain of a company');
}

export function smtpUrl(raw: string): string {
  if (!/^smtps?:\/\/./i.test(raw) || !URL.canParse(raw) || new URL(raw).hostname === '') {
    throw new Error('must be an address that starts with smtp:// or smtps://');
  }
  const { username, password } = new URL(raw);
  if ((username === '') !== (password === ''))
    throw new Error('must have a user with a password, or neither');
  if ([username, password].some((part) => /%(?![0-9a-f]{2})/i.test(part))) {
    throw new Error('must have % in its user and password written as %25');
  }
  return raw;
}

export const isSecretKey = (text: string) => /^[0-9a-f]{64}$/i.test(text);

export function secretKey(raw: string): string {
  if (isSecretKey(raw)) return raw;
  throw new Error('must be 64 hexadecimal digits, as `openssl rand -hex 32` makes them');
}

export function delays(raw: string): number[] {
  const items = raw.split(',').map((item) => item.trim());
  // At most a week.
  if (items.every((item) => /^\d+(\.\d+)?$/.test(item) && Number(item) <= 604_800)) return items.map(Number);
  throw new Error('must be seconds such as 5,30,120, separated by commas');
}

export function rawKey(raw: string): string {
  if (/^[\x21-\x7e]{20,}$/.test(raw)) return raw;
  throw new Error('must be at least 20 printable ASCII characters without spaces');
}
