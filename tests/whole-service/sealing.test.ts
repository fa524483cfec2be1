// A sealed text cannot be changed, moved or opened with another key.
import assert from 'node:assert/strict';
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import {
  isBound,
  SealBroken,
  seal as sealAt,
  unseal as unsealAt,
  unsealUnbound,
} from '../../src/secrets/sealing.ts';
import { describe, test } from '../support/lanes.ts';
import { sealUnbound } from '../support/makers/sealed.ts';

const KEY = createSecretKey(randomBytes(32));
const TEXT = 'whsec_0123456789ABCDEFGHIJKLMNOPQRSTUV';
/** A nonce of 12 bytes and a tag of 16 come before the ciphertext. */
const BEFORE_TEXT = 28;

const PLACE = ['endpoints', 'secret', 'ws_1', 'we_1'] as const;
const seal = (text: string, key: KeyObject | Buffer) => sealAt(text, key, PLACE);
const unseal = (sealed: string, key: KeyObject | Buffer) => unsealAt(sealed, key, PLACE);
/** The bytes after the mark. */
const bytesOf = (sealed: string) => Buffer.from(sealed.slice(2), 'base64');
const refuses = (bytes: Buffer, what: string) =>
  assert.throws(() => unseal(`2.${bytes.toString('base64')}`, KEY), SealBroken, what);

describe('sealing', () => {
  test('a sealed text comes back as it was, with the key as an object or as bytes', () => {
    const texts = ['', 'a', TEXT, 'Zoë 漢字 👩‍👩‍👧 ﷽', '\0\r\n"\\', 'é'.repeat(100_000)];
    for (const text of texts) {
      const sealed = seal(text, KEY);
      assert.equal(unseal(sealed, KEY), text);
      assert.equal(unseal(sealed, KEY.export()), text);
      assert.equal(unseal(seal(text, KEY.export()), KEY), text);
    }
  });

  test('a sealed text is a mark and base64 of a nonce, a tag and as many bytes as the text, which is not readable in them', () => {
    for (const text of ['', TEXT, 'é'.repeat(20)]) {
      const sealed = seal(text, KEY);
      assert.match(sealed, /^2\.[A-Za-z0-9+/]+=*$/);
      const bytes = bytesOf(sealed);
      assert.equal(`2.${bytes.toString('base64')}`, sealed);
      assert.equal(bytes.length, BEFORE_TEXT + Buffer.byteLength(text));
      if (text) assert.ok(!bytes.includes(text.slice(0, 4)));
    }
  });

  test('the same text sealed twice differs in every part, and both come back', () => {
    const sealed = Array.from({ length: 100 }, () => seal(TEXT, KEY));
    for (const [from, to] of [
      [0, 12],
      [12, BEFORE_TEXT],
      [BEFORE_TEXT, undefined],
    ] as const) {
      const parts = new Set(sealed.map((one) => bytesOf(one).subarray(from, to).toString('hex')));
      assert.equal(parts.size, 100, `bytes ${from} to ${to ?? 'the end'}`);
    }
    for (const one of sealed) assert.equal(unseal(one, KEY), TEXT);
  });

  test('a change of any bit of any byte is refused', () => {
    const bytes = bytesOf(seal(TEXT, KEY));
    for (let place = 0; place < bytes.length; place++) {
      for (let bit = 0; bit < 8; bit++) {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(bytes.readUInt8(place) ^ (1 << bit), place);
        refuses(changed, `bit ${bit} of byte ${place}`);
      }
    }
    assert.equal(unseal(`2.${bytes.toString('base64')}`, KEY), TEXT);
  });

  test('a change of any character is refused, or decodes to the same bytes: there is no way to another text', () => {
    const sealed = seal('four', KEY);
    // Characters of base64 with another meaning, and some that a decoder may skip or take for another.
    const others = [...'Aa09+/-_= \n.é\0'];
    for (let place = 2; place < sealed.length; place++) {
      for (const other of others) {
        const changed = sealed.slice(0, place) + other + sealed.slice(place + 1);
        if (bytesOf(changed).equals(bytesOf(sealed))) assert.equal(unseal(changed, KEY), 'four');
        else assert.throws(() => unseal(changed, KEY), Error, `${JSON.stringify(other)} at ${place}`);
      }
    }
  });

  test('a sealed text that is cut short or extended, at either end, is refused', () => {
    for (const text of [TEXT, '']) {
      const bytes = bytesOf(seal(text, KEY));
      for (let length = 0; length < bytes.length; length++) {
        refuses(bytes.subarray(0, length), `the first ${length} of ${bytes.length} bytes`);
        refuses(bytes.subarray(bytes.length - length), `the last ${length} of ${bytes.length} bytes`);
      }
      refuses(Buffer.concat([bytes, Buffer.of(0)]), 'a byte after the end');
      refuses(Buffer.concat([Buffer.of(0), bytes]), 'a byte before the beginning');
    }
  });

  test('text that was never sealed is refused', () => {
    for (const text of ['', 'whsec_in_the_clear', '👩‍👩‍👧', 'A'.repeat(100)]) {
      assert.throws(() => unseal(text, KEY), Error, text);
    }
  });

  test('parts of two texts that were sealed with the same key can not be combined', () => {
    const one = bytesOf(seal(TEXT, KEY));
    const other = bytesOf(seal(TEXT.toLowerCase(), KEY));
    for (const at of [12, BEFORE_TEXT]) {
      refuses(Buffer.concat([one.subarray(0, at), other.subarray(at)]), `joined at ${at}`);
    }
  });

  test('any other key is refused, also one that differs in one bit, and keys of other lengths', () => {
    const sealed = seal(TEXT, KEY);
    const key = KEY.export();
    for (let bit = 0; bit < 256; bit++) {
      const other = Buffer.from(key);
      other.writeUInt8(key.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      assert.throws(() => unseal(sealed, other), Error, `bit ${bit}`);
    }
    for (const length of [0, 16, 24, 31, 33]) {
      assert.throws(() => unseal(sealed, randomBytes(length)), Error, `${length} bytes`);
      assert.throws(() => seal(TEXT, randomBytes(length)), Error, `${length} bytes`);
    }
  });

  test('in any other place a sealed text is refused, also in one that differs only in how its parts are split', () => {
    const sealed = seal(TEXT, KEY);
    for (const place of [
      ['endpoints', 'secret', 'ws_1', 'we_2'],
      ['endpoints', 'secret', 'ws_2', 'we_1'],
      ['endpoints', 'headers', 'ws_1', 'we_1'],
      ['answers', 'secret', 'ws_1', 'we_1'],
      ['endpoints', 'secret', 'ws_1we_1'],
      ['endpoints', 'secret', 'ws_1,we_1'],
      ['endpoints', 'secret', 'ws_1","we_1'],
      ['endpoints', 'secret', 'ws_1', 'we_1', ''],
      ['endpoints', 'secretws_1', '', 'we_1'],
    ] as const) {
      assert.throws(() => unsealAt(sealed, KEY, place), SealBroken, String(place));
    }
    assert.throws(() => unsealAt(sealAt(TEXT, KEY, ['a', 'b', '1']), KEY, ['a', 'b', 1]), SealBroken);
  });

  test('a text that an earlier version sealed is opened only by unsealUnbound, and no mark makes it bound', () => {
    const former = sealUnbound(TEXT, KEY);
    assert.equal(isBound(former), false);
    assert.equal(unsealUnbound(former, KEY), TEXT);
    for (const sealed of [former, `2.${former}`]) assert.throws(() => unseal(sealed, KEY), SealBroken);
    const sealed = seal(TEXT, KEY);
    assert.equal(isBound(sealed), true);
    for (const other of [sealed, sealed.slice(2)]) {
      assert.throws(() => unsealUnbound(other, KEY), SealBroken, 'the binding can not be removed');
    }
  });
});
