// Whatever bytes come in, each mail is read: none throws, none is left out, and all of it can be stored.
import assert from 'node:assert/strict';
import type { Mail } from '../../src/mail-in/mail.ts';
import { readMail } from '../../src/mail-in/read.ts';
import { forLane, seed } from '../support/chance.ts';
import { describe, test } from '../support/lanes.ts';
import { mailCases } from './mail-cases.ts';
import { mailIn } from './mails.ts';

/** `ROTA_TEST_FUZZ_MAILS=1000000` for a long run. */
const COUNT = Number(process.env.ROTA_TEST_FUZZ_MAILS ?? forLane(20_000));

/** What readers stumble over. */
const PIECES = [
  ...[
    '\r\n',
    '\n',
    '\r',
    '\r\n\r\n',
    '\0',
    '\t',
    ' ',
    '\x1b$B',
    '\xff\xfe',
    '\xc3',
    '\xef\xbb\xbf',
    '=',
    '=\r\n',
    '=3D',
  ],
  ...[
    '--',
    '----',
    '"',
    '\\',
    '(',
    ')',
    '<',
    '>',
    '@',
    ',',
    ';',
    ':',
    '*0*=',
    "utf-8''%",
    '=?utf-8?Q?',
    '?=',
  ],
  ...[
    '\r\n--',
    '\r\n--a',
    '\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n',
    '\r\nFrom: b@example.com',
  ],
  ...[
    '\r\nContent-Type: text/html\r\n',
    '\r\nContent-Transfer-Encoding: base64\r\n',
    'charset=utf-16le',
    'charset=x',
  ],
  ...[
    '<blockquote>',
    '</blockquote>',
    '<div id="appendonsend">',
    '<!--',
    '<script>',
    '&#0;',
    '&#xd800;',
    '&#55555;',
  ],
  ...[
    '\r\n> ',
    '\r\nOn 1 May, a wrote:\r\n',
    '\r\n-- \r\n',
    'BEGIN:VEVENT\r\n',
    'END:VCALENDAR\r\n',
    'METHOD:REPLY\r\n',
  ],
  ...[
    'DTSTART;TZID=x:20261118T110000',
    'Action: failed\r\n',
    'Auto-Submitted: auto-replied\r\n',
    'until 30.2.2027',
  ],
].map((piece) => Buffer.from(piece, 'latin1'));

/** Mulberry32: the same numbers for the same seed. */
function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const one = <T>(list: T[]) => list[below(list.length)] as T;
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => below(256)));
  return { below, one, bytes };
}

type Random = ReturnType<typeof createRandom>;

function mutated(mail: Buffer, others: Buffer[], random: Random): Buffer {
  let bytes = mail;
  for (let changes = 1 + random.below(6); changes > 0; changes -= 1) {
    const at = random.below(bytes.length + 1);
    const end = Math.min(bytes.length, at + random.below(random.one([2, 20, 400])));
    const put = random.one<() => Buffer>([
      () => random.one(PIECES),
      () => random.bytes(random.below(8)),
      () => Buffer.alloc(0),
      () => Buffer.concat([bytes.subarray(at, end), bytes.subarray(at, end)]),
      () => random.one(others).subarray(random.below(1_000), 1_000 + random.below(1_000)),
    ])();
    const rest = random.below(4) === 0 ? bytes.subarray(end) : bytes.subarray(at);
    bytes = Buffer.concat([bytes.subarray(0, at), put, random.below(40) === 0 ? Buffer.alloc(0) : rest]);
  }
  return bytes;
}

/** Every text in it, with where it stands. */
function textsIn(value: unknown, path = 'mail'): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`));
}

function check(mail: Mail) {
  for (const [path, text] of textsIn(mail)) {
    assert.ok(text.isWellFormed(), `${path} has half a character`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for
    assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f]/, `${path} has a control character`);
    assert.ok(text.length <= 100_000, path);
  }
  assert.ok(mail.reply.length <= 10_000 && mail.subject.length <= 500);
  for (const time of [mail.written_at]) assert.ok(time === null || Number.isSafeInteger(time));
  if (mail.is_encrypted) assert.equal(mail.text, '');
  if (mail.nature.nature === 'calendar') {
    const { sequence, starts_at, ends_at } = mail.nature.reply;
    assert.ok(Number.isSafeInteger(sequence) && sequence >= 0);
    assert.equal(starts_at === null, ends_at === null);
  }
}

describe.inBothLanes('Random mails', () => {
  test(`are all read: ${COUNT} of seed ${seed}`, { timeout: 600_000 }, async () => {
    const random = createRandom(seed);
    const mails = mailCases.map(({ file }) => mailIn(file));
    for (let number = 0; number < COUNT; number += 1) {
      const isNoise = random.below(20) === 0;
      const raw = isNoise ? random.bytes(random.below(500)) : mutated(random.one(mails), mails, random);
      try {
        check(await readMail(raw, random.one([undefined, '', 'grace@example.com'])));
      } catch (error) {
        throw new Error(`mail ${number} of seed ${seed}:\n${raw.toString('latin1')}`, { cause: error });
      }
    }
  });
});
