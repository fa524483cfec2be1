import { createHmac, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';
import type { LinkKeys } from './link-tokens.ts';

// A form proves that this service has made it, for this page and at that time. Nothing is stored.

const FORM = /^([0-9a-z]{1,10})\.([0-9a-f-]{36})\.([\w-]{22})$/;
const PROOF_BYTES = 16;

export interface MadeForm {
  /** In milliseconds. */
  made_at: number;
  /** Tells one form from another: sent twice, it is the same. */
  nonce: string;
}

/** `page` is the token of the page that the form is on. */
export function makeFormToken({ making }: LinkKeys, page: string, now: number): string {
  const named = `${now.toString(36)}.${randomUUID()}`;
  return `${named}.${proofOf(making, page, named)}`;
}

/** Undefined for what this service has not made for this page. */
export function readFormToken({ reading }: LinkKeys, page: string, token: unknown): MadeForm | undefined {
  const [, time, nonce, proof] = (typeof token === 'string' && FORM.exec(token)) || [];
  if (!time || !nonce || !proof) return undefined;
  const given = Buffer.from(proof);
  const isRight = (key: KeyObject) =>
    timingSafeEqual(given, Buffer.from(proofOf(key, page, `${time}.${nonce}`)));
  if (!reading.some(isRight)) return undefined;
  return { made_at: Number.parseInt(time, 36), nonce };
}

function proofOf(key: KeyObject, page: string, named: string): string {
  const hash = createHmac('sha256', key).update(`form ${page} ${named}`);
  return hash.digest().subarray(0, PROOF_BYTES).toString('base64url');
}
