// What a model is shown of a reply, and what counts of its answer: only what was offered.
import assert from 'node:assert/strict';
import { dataFor, INSTRUCTIONS, understandingFrom } from '../../src/replies/model.ts';
import type { Question } from '../../src/replies/understanding.ts';
import { describe, test } from '../support/lanes.ts';

const at = (start: string) => ({ starts_at: Date.parse(start), ends_at: Date.parse(start) + 30 * 60_000 });
const question: Question = {
  options: [
    { id: 'opt_a', ...at('2026-11-17T13:00:00Z') },
    { id: 'opt_b', ...at('2026-11-18T09:30:00Z') },
    { id: 'opt_c', ...at('2026-11-19T15:00:00Z') },
  ],
  timezone: 'Europe/Berlin',
  now: Date.parse('2026-11-16T10:00:00Z'),
};

const meaningOf = (answer: unknown) => {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const { rule, ...meaning } = understandingFrom(text, question);
  assert.equal(rule, 'model');
  return meaning;
};
const unclear = { meaning: 'unclear' };

describe('A model', () => {
  test('is shown times with numbers on the clock of the participant, and the reply as data', () => {
    assert.deepEqual(dataFor(question, 'The Wednesday one.'), {
      options: [
        '1. Tuesday, 17 November 2026, 14:00–14:30',
        '2. Wednesday, 18 November 2026, 10:30–11:00',
        '3. Thursday, 19 November 2026, 16:00–16:30',
      ],
      timezone: 'Europe/Berlin',
      today: 'Monday, 16 November 2026',
      reply: 'The Wednesday one.',
    });
    assert.ok(!INSTRUCTIONS.includes('opt_'));
  });

  test('sees no address, no link, no token and no more than a page', () => {
    const secrets = [
      'grace@example.org',
      '<mailto:re-01kbm8p1kwg8q4t7m2n6p0r1s00@rota.test>',
      'https://rota.test/m/01kbm8p1kwg8q4t7m2n6p0r1s00',
      'www.example.org/x',
      '01kbm8p1kwg8q4t7m2n6p0r1s0023456789',
    ];
    const shown = JSON.stringify(dataFor(question, `Hello ${secrets.join(' or ')}. See (${secrets[2]}).`));
    for (const secret of secrets) assert.ok(!shown.includes(secret), secret);
    assert.ok(!/rota\.test|example\.org|01kbm8p1/.test(shown));
    assert.ok(JSON.stringify(dataFor(question, 'x '.repeat(100_000))).length < 5_000);
  });

  test('chooses among what was offered', () => {
    assert.deepEqual(meaningOf({ options: [2] }), {
      meaning: 'options',
      has_remark: true,
      option_ids: ['opt_b'],
    });
    assert.deepEqual(meaningOf('```json\n{"options":[3,1]}\n```'), {
      meaning: 'options',
      has_remark: true,
      option_ids: ['opt_c', 'opt_a'],
    });
    for (const options of [
      [],
      [0],
      [4],
      [1, 4],
      [1, 1],
      ['1'],
      [1.5],
      [null],
      1,
      '1',
      { 0: 1 },
      [1, 2, 3, 4],
    ]) {
      assert.deepEqual(meaningOf({ options }), unclear, JSON.stringify(options));
    }
  });

  test('says when it would suit better, in the words that it was given', () => {
    assert.deepEqual(meaningOf({ none: true }), { meaning: 'none', wishes: null, tells_organizer: false });
    assert.deepEqual(meaningOf({ none: true, wishes: {} }), {
      meaning: 'none',
      wishes: null,
      tells_organizer: false,
    });
    const wishes = {
      days: ['tue'],
      parts_of_day: ['morning'],
      except_dates: ['2026-11-24'],
      earliest_date: '2026-11-23',
      latest_time: '16:00',
    };
    assert.deepEqual(meaningOf({ none: true, wishes }), { meaning: 'none', wishes, tells_organizer: false });
    const wrong = [
      { days: ['someday'] },
      { days: 'tue' },
      { parts_of_day: ['night'] },
      { earliest_date: 'tomorrow' },
      { earliest_date: '2026-13-40' },
      { latest_time: '25:00' },
      { except_dates: ['2026-02-31x'] },
      { except_dates: Array(40).fill('2026-11-24') },
      [],
      'mornings',
    ];
    for (const given of wrong)
      assert.deepEqual(meaningOf({ none: true, wishes: given }), unclear, JSON.stringify(given));
    assert.deepEqual(meaningOf({ none: 'yes' }), unclear);
  });

  test('is not believed if it says anything else', () => {
    for (const answer of [
      '',
      'Option 2 works.',
      '2',
      'null',
      '[2]',
      '{"options":[2]',
      '{"options":[2]} and more',
      { unclear: true },
      { book: '2026-11-20T10:00:00Z' },
      { options: ['opt_b'] },
      { options: [9], none: true },
      'x'.repeat(1_000_000),
    ]) {
      assert.deepEqual(meaningOf(answer), unclear);
    }
  });
});
