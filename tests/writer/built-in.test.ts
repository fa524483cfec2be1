// The introduction that Rota composes: one paragraph of what it was told, and nothing else.
import assert from 'node:assert/strict';
import { composeIntroduction } from '../../src/writer/built-in.ts';
import { describe, test } from '../support/lanes.ts';

const nothing = { name: null, title: null, introduction: null, guidance: null };
const ada = {
  name: 'Ada Lovelace',
  title: 'Solutions engineer',
  introduction: 'Ada has helped forty teams to move their reporting.',
};

describe('A composed introduction', () => {
  for (const [known, facts, expected] of [
    [
      'everything',
      ada,
      'Ada Lovelace, Solutions engineer. Ada has helped forty teams to move their reporting.',
    ],
    [
      'no title',
      { ...ada, title: null },
      'Ada Lovelace. Ada has helped forty teams to move their reporting.',
    ],
    ['no introduction', { ...ada, introduction: null }, 'Ada Lovelace, Solutions engineer.'],
    ['no name', { ...ada, name: null }, 'Ada has helped forty teams to move their reporting.'],
    ['a name only', { name: 'Ada Lovelace' }, null],
    ['a title only', { title: 'Solutions engineer' }, null],
    ['guidance only', { name: 'Ada Lovelace', guidance: 'Be brief.' }, null],
    ['blanks', { name: ' ', title: '\t', introduction: '\n\n' }, null],
  ] as const) {
    test(`with ${known}`, () => assert.equal(composeIntroduction({ ...nothing, ...facts }), expected));
  }

  test('is one line, whatever the facts have in them', () => {
    const facts = {
      ...nothing,
      name: 'Ada\r\nBcc: eve@example.com',
      introduction: 'One.\n\n\u2029Two.\u0000',
    };
    assert.equal(composeIntroduction(facts), 'Ada Bcc: eve@example.com. One. Two.');
  });

  test('says nothing of the guidance', () => {
    const facts = { ...nothing, ...ada, guidance: 'Mention the discount.' };
    assert.ok(!composeIntroduction(facts)?.includes('discount'));
  });
});
