import { createHmac, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';
import type { LinkKeys } from './link-tokens.ts';

// A token in a form proves that this service rendered it, for which page and when. Nothing is stored.

const FORM = /^([0-9a-z]{1,10})\.([0-9a-f-]{36})\.([\w-]{22})$/;
const PROOF_BYTES = 16;

export interface MadeForm {
  /** Milliseconds since 1970. */
  made_at: number;
  /** Tells forms apart. The same nonce twice means that a form was sent twice. */
  nonce: string;
}

/** `page` is the token of the page with the form. */
export function makeFormToken({ making }: LinkKeys, page: string, now: number): string {
  const named = `${now.toString(36)}.${randomUUID()}`;
  return `${named}.${proofOf(making, page, named)}`;
}

/** Undefined unless this service made it for this page. */
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
