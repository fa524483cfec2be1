import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { BASE62, randomBase62 } from '../../random-text.ts';
import type { Scope } from '../../scopes.ts';
import { DAY_MS } from '../../timestamps.ts';

/** A raw key: this prefix, 32 random characters, and a checksum of both in 6 characters. */
const PREFIX = 'sk_live_';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
/** Of a generated key: the prefix and four random characters. */
const SHOWN_LENGTH = 12;
/** Of a key that an operator chose: it may be short, and every character may be secret. */
const SHOWN_OF_CHOSEN = 4;

const OUR_FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

export function generateRawKey(): string {
  const unsigned = PREFIX + randomBase62(RANDOM_LENGTH);
  return unsigned + checksum(unsigned);
}

/** Whether the key has the form and the checksum of a generated one. Others were chosen, or are not keys. */
export function isWellFormed(rawKey: string): boolean {
  return (
    OUR_FORM.test(rawKey) && checksum(rawKey.slice(0, -CHECKSUM_LENGTH)) === rawKey.slice(-CHECKSUM_LENGTH)
  );
}

/** The only form in which a key is stored. Its randomness makes a slow hash unnecessary. */
export function hashKey(rawKey: string): string {
  return hash('sha256', rawKey);
}

export function isExpired(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** How long before a key expires that is announced. */
const NOTICES_MS = [7 * DAY_MS, DAY_MS];

/** When it is next announced that a key expires; null if not any more. What was missed is not made up for. */
export function nextNoticeAt(expiresAt: number | null, now: number): number | null {
  if (expiresAt === null) return null;
  return NOTICES_MS.map((ms) => expiresAt - ms).find((at) => at > now) ?? null;
}

/** What is shown of a key after its creation. */
export function keyPrefix(rawKey: string): string {
  return `${rawKey.slice(0, OUR_FORM.test(rawKey) ? SHOWN_LENGTH : SHOWN_OF_CHOSEN)}....`;
}

/** The first scope that is not held: a key can't grant what it does not hold. */
export function firstScopeNotHeld(wanted: readonly Scope[], held: readonly Scope[]): Scope | undefined {
  return wanted.find((scope) => !held.includes(scope));
}

/** The keys that `id` has made, those that these have made, and so on. */
export function descendantsOf<Key extends { id: string; maker_id: string }>(id: string, keys: Key[]): Key[] {
  const family = new Set([id]);
  // One pass is enough when makers come before their keys, as they nearly always do.
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const key of keys) if (family.has(key.maker_id)) family.add(key.id);
  }
  return keys.filter((key) => key.id !== id && family.has(key.id));
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
