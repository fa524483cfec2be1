import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

// Tokens in links and addresses. Nothing is stored: a token names a thing, and proves that this service made it.
// Lower-case base 32, because mail servers may change the case of an address and allow at most 64 characters before its
// @.

/** What a token is for. One made for a link doesn't work in an address. */
export type TokenPurpose = 'page' | 'stop' | 'reply' | 'bounce' | 'booking' | 'confirm' | 'sign_in';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const PROOF_BYTES = 16;
const PROOF_LENGTH = 26;
const ULID_LENGTH = 26;
const PLACE_LENGTH = 2;
const FORM = new RegExp(`^[${ALPHABET}]{${ULID_LENGTH + PLACE_LENGTH + PROOF_LENGTH}}$`);

/** The keys of tokens. Retired keys are still accepted, so that links in old mails keep working. */
export interface LinkKeys {
  making: KeyObject;
  reading: readonly KeyObject[];
}

/** A thing, by the ULID of its id, and a position in it up to 1,023. */
export interface Named {
  ulid: string;
  place: number;
}

/** 54 characters, 128 bits of them proof. */
export function makeToken({ making }: LinkKeys, purpose: TokenPurpose, { ulid, place }: Named): string {
  const named = ulid.toLowerCase() + digit(place >> 5) + digit(place & 31);
  return named + proofOf(making, purpose, named);
}

/** Undefined unless this service made it. */
export function readToken({ reading }: LinkKeys, purpose: TokenPurpose, token: string): Named | undefined {
  const folded = token.toLowerCase();
  if (!FORM.test(folded)) return undefined;
  const named = folded.slice(0, -PROOF_LENGTH);
  const proof = Buffer.from(folded.slice(-PROOF_LENGTH));
  const isRight = (key: KeyObject) => timingSafeEqual(proof, Buffer.from(proofOf(key, purpose, named)));
  if (!reading.some(isRight)) return undefined;
  const [high = '', low = ''] = named.slice(ULID_LENGTH);
  return {
    ulid: named.slice(0, ULID_LENGTH).toUpperCase(),
    place: ALPHABET.indexOf(high) * 32 + ALPHABET.indexOf(low),
  };
}

const digit = (value: number) => ALPHABET[value] as string;

function proofOf(key: KeyObject, purpose: TokenPurpose, named: string): string {
  const bytes = createHmac('sha256', key).update(`${purpose} ${named}`).digest();
  // Five bits per digit. The first has only three, so that the last one ends exactly with the proof.
  let text = '';
  let bits = 0;
  let left = PROOF_LENGTH * 5 - PROOF_BYTES * 8;
  for (let place = 0; place < PROOF_BYTES; place += 1) {
    bits = (bits << 8) | (bytes[place] as number);
    for (left += 8; left >= 5; left -= 5) text += digit((bits >> (left - 5)) & 31);
    bits &= 31;
  }
  return text;
}
