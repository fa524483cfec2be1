// What a model may say about a person, and what is never sent.
import assert from 'node:assert/strict';
import { MAX_LENGTH, refusalOf } from '../../src/writer/rules.ts';
import { describe, test } from '../support/lanes.ts';

const TIME = 'the text has a time or a date';
const LINK = 'the text has a link';
const MARKUP = 'the text has markup';

const refused: Record<string, string[]> = {
  'the text is empty': [''],
  [`the text is longer than ${MAX_LENGTH} characters`]: [
    'a'.repeat(MAX_LENGTH + 1),
    'a'.repeat(10_000),
    '👋'.repeat(MAX_LENGTH + 1),
  ],
  'the text has several lines': ['Ada is kind.\nShe knows a lot.', 'Ada\r\n\r\nGrace', 'Ada\u2028Grace'],
  'the text has control characters': [
    'Ada\u0000',
    'Ada\u001b[31m',
    'Ada \u202e si',
    'A\u200bda',
    'Ada\ud800',
  ],
  [MARKUP]: [
    'Meet <b>Ada</b>.',
    'Meet **Ada**.',
    'Meet _Ada_.',
    '# Ada',
    'Meet `Ada`.',
    'See [Ada](x).',
    'Ada &amp; Grace',
    'Ada &#60;b',
    '<think>Hm.</think> Ada is kind.',
    'Dear {name}',
    '＜b＞Ada＜/b＞',
  ],
  'the text has an e-mail address': [
    'Write to ada@example.com.',
    'Write to ada ＠ example',
    'Find @ada there.',
  ],
  [LINK]: [
    'See https://example.com/ada.',
    'See HTTP://x',
    'See www.example.com.',
    'See example.com for more.',
    'See bücher.example now.',
    'See example．com now.',
    'See example dot com.',
    'See evil.co/x',
  ],
  'the text has a long number': [
    'Call +1 (555) 123-4567.',
    'On 2026-03-02.',
    'Call 030 / 123 45',
    'Call ٠١٢٣٤٥٦.',
    'Call ０３０１２３４５.',
  ],
  [TIME]: [
    'Ada will see you at 10:30.',
    'Ada will see you at 3 pm.',
    'Ada will see you at 3PM.',
    'Ada will see you at 3 p.m. sharp.',
    'Ada hat um 15 Uhr Zeit.',
    'Ada est libre à 15h.',
    'Ada est libre à 15 h 30.',
    'At three o’clock.',
    'See you at noon.',
    'See you on Tuesday.',
    'See you tomorrow.',
    'Free next week.',
    'On 03-02.',
    'On 3/4.',
    'On 2 March, with Ada.',
    'On the 2nd of March.',
    'On Mar 2nd.',
    'Since May 2019 she works here.',
  ],
  'the model speaks about itself': [
    "I'm sorry, but I can't help with that.",
    'Sure! Ada is a kind person.',
    'Here is the paragraph: Ada is kind.',
    'I cannot write about people.',
  ],
};

const allowed = [
  'Ada Lovelace is a solutions engineer who has helped forty teams to move their reporting.',
  'Ada has 12 years of practice, in 3 countries and 40 teams.',
  'Ada joined in 2015; she leads 20 decision makers and 4 junior engineers.',
  'Ada (Ph.D., Paris) may march to her own drum, but she is on your side: ask her anything!',
  'Zoë Ångström heeft “gevoel voor cijfers” – en voor mensen.',
  '田中さんは、報告の専門家です。',
  'Meet Ada 👋',
  'a'.repeat(MAX_LENGTH),
  '👋'.repeat(MAX_LENGTH),
];

describe('A text of a model', () => {
  for (const [reason, texts] of Object.entries(refused)) {
    test(`is refused: ${reason}`, () => {
      for (const text of texts) assert.equal(refusalOf(text), reason, JSON.stringify(text.slice(0, 60)));
    });
  }

  test('is taken when it is one plain paragraph', () => {
    for (const text of allowed) assert.equal(refusalOf(text), undefined, text.slice(0, 60));
  });
});
