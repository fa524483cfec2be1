import type { Scope } from '../../../scopes.ts';
import { DAY_MS } from '../../../time/timestamps.ts';
import { API_KEY_PREFIX, rawKeyForm } from '../../../tokens/raw-keys.ts';

export { hashKey, isExpired } from '../../../tokens/raw-keys.ts';

const form = rawKeyForm(API_KEY_PREFIX);
/** Characters shown of a key that an operator chose: it may be short, and every character may be secret. */
const SHOWN_OF_CHOSEN = 4;

export const generateRawKey = form.generate;

/** Whether the key has the form and the checksum of a generated one. Others were chosen, or are not keys. */
export const isWellFormed = form.isWellFormed;

/** How long before the expiry of a key admins are told. */
const NOTICES_MS = [7 * DAY_MS, DAY_MS] as const;

export const firstNoticeAt = (expiresAt: number): number => expiresAt - NOTICES_MS[0];

/** When to announce next that a key expires; null for never again. Missed announcements are not made up for. */
export function nextNoticeAt(expiresAt: number | null, now: number): number | null {
  if (expiresAt === null) return null;
  return NOTICES_MS.map((ms) => expiresAt - ms).find((at) => at > now) ?? null;
}

/** The part of a key that is shown after its creation. */
export function keyPrefix(rawKey: string): string {
  return form.fits(rawKey) ? form.shown(rawKey) : `${rawKey.slice(0, SHOWN_OF_CHOSEN)}....`;
}

/** The first of these scopes that a key lacks: it can't grant what it doesn't have. */
export function firstMissingScope(wanted: readonly Scope[], own: readonly Scope[]): Scope | undefined {
  return wanted.find((scope) => !own.includes(scope));
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
