import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The prefix of a bound value. Base64 has no period, so no unbound value starts with it. */
const BOUND_PREFIX = '2.';

/** Where a sealed value belongs: table, column, and the key of the row. */
export type SealedPlace = readonly [table: string, column: string, ...row: (string | number)[]];

/** The value was sealed with another key or for another place, has been changed since, or is bound to no place. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/**
 * Encrypts and authenticates text or bytes with a 32-byte key. The result opens only in this place, so write access to
 * the database is not enough to reuse it in another row.
 */
export function seal(content: string | Buffer, key: KeyObject | Buffer, place: SealedPlace): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(bytesOf(place));
  const sealed = Buffer.concat([cipher.update(toBytes(content)), cipher.final()]);
  return BOUND_PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

const toBytes = (content: string | Buffer) => (typeof content === 'string' ? Buffer.from(content) : content);

/** Throws `SealBroken` unless it was sealed with this key for this place. */
export function unseal(sealed: string, key: KeyObject | Buffer, place: SealedPlace): string {
  return unsealBytes(sealed, key, place).toString('utf8');
}

export function unsealBytes(sealed: string, key: KeyObject | Buffer, place: SealedPlace): Buffer {
  if (!isBound(sealed)) throw new SealBroken('it is not bound to its place');
  return open(sealed.slice(BOUND_PREFIX.length), key, bytesOf(place));
}

/** Calls `open`; undefined if it throws `SealBroken`. */
export function unlessBroken(open: () => string): string | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}

/** For values that an earlier version sealed without a place. */
export function unsealUnbound(sealed: string, key: KeyObject | Buffer): string {
  return open(sealed, key).toString('utf8');
}

export function isBound(sealed: string): boolean {
  return sealed.startsWith(BOUND_PREFIX);
}

/** JSON keeps the parts distinct; joined text would not. */
const bytesOf = (place: SealedPlace) => Buffer.from(JSON.stringify(place));

function open(base64: string, key: KeyObject | Buffer, place?: Buffer): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    if (place) decipher.setAAD(place);
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new SealBroken('it was sealed with another key or for another place, or has been changed', {
      cause,
    });
  }
}
