// Mail inside of mail: what a less strict server would take for the end of one ends none here (December 2023).
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { faultOf } from '../../src/smtp/acceptable.ts';
import { describe, test } from '../support/lanes.ts';
import { BareListener, SALES } from './bare-listener.ts';
import { Wire } from './wire.ts';

const SENDER = 'grace@example.org';
const SMUGGLED = `MAIL FROM:<ceo@example.com>\r\nRCPT TO:<${SALES}>\r\nDATA\r\nSubject: smuggled\r\n\r\nPay!`;

/** From the disclosure, and what others have found since. */
const ends = ['\n.\n', '\n.\r\n', '\r.\r', '\r.\r\n', '\r\n.\n', '\r\n.\r', '\n.\r', '\r.\n', '\r\n\0.\r\n'];
/** These end in nothing that looks like the end of a line. */
const harmless = ['\r\n .\r\n', '\r\n.\t\r\n', '\x85.\x85'];

describe('What is smuggled in', { concurrency: 8 }, () => {
  let bare: BareListener;
  before(async () => {
    bare = await BareListener.start();
  });
  after(() => bare[Symbol.asyncDispose]());

  for (const end of ends) {
    const name = JSON.stringify(end);
    test(`550: after ${name}, in one write, there is no second mail and no second reply`, async () => {
      await using wire = await Wire.open(bare.smtp);
      wire.write(
        `MAIL FROM:<${SENDER}>\r\nRCPT TO:<${SALES}>\r\nDATA\r\nSubject: x\r\n\r\nHello${end}${SMUGGLED}\r\n.\r\nNOOP\r\n`,
      );
      for (const code of [250, 250, 354]) assert.match(await wire.reply(), new RegExp(`^${code}`));
      assert.match(await wire.reply(), /^550 5\.6\.0/);
      assert.match(await wire.reply(), /^250 OK/);
    });

    test(`550: after ${name}, in pieces that end before and after each byte of it`, async () => {
      await using wire = await Wire.open(bare.smtp);
      await wire.envelope(SENDER, SALES);
      const text = `Subject: x\r\n\r\nHello${end}`;
      for (const piece of [...text, SMUGGLED]) {
        wire.write(Buffer.from(piece, 'latin1'));
        await new Promise((resolve) => setImmediate(resolve));
      }
      assert.match(await wire.say('\r\n.'), /^550 5\.6\.0/);
      assert.match(await wire.say('NOOP'), /^250 OK/);
    });

    test(`550: ${name} as the first bytes of the mail`, async () => {
      await using wire = await Wire.open(bare.smtp);
      await wire.envelope(SENDER, SALES);
      wire.write(Buffer.from(`${end}${SMUGGLED}`, 'latin1'));
      // A real end, if it begins with the CR LF of the line before.
      const reply = await wire.say('\r\n.');
      assert.match(reply, /^550 5\.6\.0/);
    });
  }

  test('nothing of it was stored', () => {
    assert.deepEqual(bare.texts, []);
  });
});

describe('The bytes of a mail', () => {
  const faultIn = (text: string) => faultOf(Buffer.from(text, 'latin1'));

  test('have a fault with each of these ends, wherever it is', () => {
    for (const end of ends) {
      for (const text of [`a: b\r\n\r\nc${end}d\r\n`, `${end}\r\n`, `a: b\r\n\r\n${'x'.repeat(100)}${end}`]) {
        assert.ok(faultIn(text), JSON.stringify(text));
      }
    }
    assert.ok(faultIn('.\nSubject: x\r\n\r\n'), 'at the beginning');
    assert.ok(faultIn('.\r'), 'at the beginning and at the end');
  });

  test('have none with a dot that was doubled, with dots in lines, and with line ends of any kind', () => {
    for (const text of [
      'a: b\r\n\r\n.\r\nc\r\n',
      '.\r\n',
      'a: b\r\n\r\n.c\n..\nd.\r\n',
      'a: b\n\nc\rd\n',
      '...',
      '',
      '.',
    ]) {
      assert.equal(faultIn(text), undefined, JSON.stringify(text));
    }
    for (const end of harmless) {
      assert.equal(faultIn(`a: b\r\n\r\nc${end}d\r\n`), undefined, JSON.stringify(end));
    }
  });

  test('may have 64 KiB of header, and not more', () => {
    const header = (bytes: number) => `A: ${'x'.repeat(bytes - 5)}\r\n`;
    assert.equal(faultIn(`${header(65_534)}\r\n${'body\r\n'.repeat(20_000)}`), undefined);
    assert.match(faultIn(`${header(65_536)}\r\n${'body\r\n'.repeat(20_000)}`) ?? '', /^The header/);
    assert.equal(faultIn(`\n${'body\n'.repeat(20_000)}`), undefined, 'a mail without a header');
  });
});
