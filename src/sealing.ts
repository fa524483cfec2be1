import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Makes a text, or bytes, unreadable and unchangeable for whoever has not got the key, which is 32 bytes. */
export function seal(content: string | Buffer, key: KeyObject | Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const sealed = Buffer.concat([cipher.update(toBytes(content)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

const toBytes = (content: string | Buffer) => (typeof content === 'string' ? Buffer.from(content) : content);

/** Throws when it was sealed with another key, or has been changed since. */
export function unseal(sealed: string, key: KeyObject | Buffer): string {
  return unsealBytes(sealed, key).toString('utf8');
}

export function unsealBytes(sealed: string, key: KeyObject | Buffer): Buffer {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
