import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Unguessable letters and digits, for keys and secrets. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('');
}

export const API_KEY_PREFIX = 'sk_live_';
export const OPERATOR_KEY_PREFIX = 'sk_operator_';

const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
/** How many random characters to show after the prefix. */
const SHOWN_RANDOM = 4;

/** The format of raw keys of one kind: a prefix, 32 random characters, and a 6-character checksum of both. */
export function rawKeyForm(prefix: string) {
  const form = new RegExp(`^${prefix}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);
  return {
    prefix,
    generate(): string {
      const unsigned = prefix + randomBase62(RANDOM_LENGTH);
      return unsigned + checksum(unsigned);
    },
    /** Checks the characters only. */
    fits: (rawKey: string) => form.test(rawKey),
    /** Checks the format and the checksum of a generated key. */
    isWellFormed: (rawKey: string) =>
      form.test(rawKey) && checksum(rawKey.slice(0, -CHECKSUM_LENGTH)) === rawKey.slice(-CHECKSUM_LENGTH),
    /** The part of a key that is shown after its creation. */
    shown: (rawKey: string) => `${rawKey.slice(0, prefix.length + SHOWN_RANDOM)}....`,
  };
}

/** The only form in which a key is stored. Keys are random, so a slow hash is unnecessary. */
export function hashKey(rawKey: string): string {
  return hash('sha256', rawKey);
}

export function isExpired(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = BASE62[rest % BASE62.length] + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
