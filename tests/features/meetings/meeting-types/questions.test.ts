// What can be asked, and what counts as an answer: typed into a form, or as JSON.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import {
  type AnswerProblem,
  answersFrom,
  checkQuestions,
  type GivenQuestion,
  presentAnswers,
} from '../../../../src/features/meetings/meeting-types/questions.ts';
import { test } from '../../../support/lanes.ts';

const text = { key: 'company', label: 'Company', kind: 'text' } as const;

describe('Questions', () => {
  test('are brought into one form', () => {
    assert.deepEqual(checkQuestions([{ ...text, label: ' Which\n company? ', choices: [] }]), [
      { key: 'company', label: 'Which company?', kind: 'text', required: false, choices: null },
    ]);
  });

  test('that could not be asked are refused by the field', () => {
    const choice = { key: 'a', label: 'A', kind: 'choice' } as const;
    const cases: [GivenQuestion[], string][] = [
      [[{ ...text, key: 'Company' }], 'questions[0].key'],
      [[{ ...text, key: '1st' }], 'questions[0].key'],
      [[{ ...text, key: '__proto__' }], 'questions[0].key'],
      [[{ ...text, key: 'email' }], 'questions[0].key'],
      [[text, { ...text, label: 'Again' }], 'questions[1].key'],
      [[choice], 'questions[0].choices'],
      [[{ ...choice, choices: ['A', 'A '] }], 'questions[0].choices'],
      [[{ ...choice, choices: ['A', '\u0007'] }], 'questions[0].choices'],
      [[{ ...text, choices: ['A'] }], 'questions[0].choices'],
    ];
    for (const [questions, field] of cases) {
      assert.throws(
        () => checkQuestions(questions),
        ({ refusal }: { refusal: { field: string } }) => refusal.field === field,
        JSON.stringify(questions),
      );
    }
  });
});

describe('Answers', () => {
  const questions = checkQuestions([
    { key: 'line', label: 'Line', kind: 'text' },
    { key: 'lines', label: 'Lines', kind: 'long_text' },
    { key: 'one', label: 'One', kind: 'choice', choices: ['A', 'B'] },
    { key: 'some', label: 'Some', kind: 'choices', choices: ['A', 'B', 'C'] },
    { key: 'phone', label: 'Phone', kind: 'phone' },
    { key: 'count', label: 'Count', kind: 'number' },
    { key: 'agreed', label: 'Agreed', kind: 'checkbox' },
    { key: 'constructor', label: 'Constructor', kind: 'text' },
  ]);
  const read = (given: Record<string, unknown>, rules = {}) => {
    const { answers, problems } = answersFrom(questions, given, rules);
    return answers ? presentAnswers(answers) : { problems };
  };

  test('of every kind, from a form and as JSON', () => {
    const expected = {
      line: 'Acme Ltd',
      lines: 'one\ntwo',
      one: 'B',
      some: ['A', 'C'],
      phone: '+442079460018',
      count: 12.5,
      agreed: true,
    };
    const typed = {
      line: ' Acme\tLtd ',
      lines: 'one\r\ntwo\u0000',
      one: 'B',
      some: ['C', 'A', 'A'],
      phone: '020 7946 0018',
      count: ' 12.5 ',
      agreed: 'on',
    };
    assert.deepEqual(read(typed, { country: 'GB' }), expected);
    assert.deepEqual(read({ ...expected, phone: '+44 20 7946 0018' }), expected);
    assert.deepEqual(read({ some: 'B' }), { some: ['B'] });
  });

  test('nothing is no answer, and a box that is not ticked neither', () => {
    assert.deepEqual(read({}), {});
    assert.deepEqual(
      read({ line: ' ', lines: '', one: '', some: [], phone: '', count: '', agreed: false }),
      {},
    );
    assert.deepEqual(read({ line: null, agreed: 'off', some: null }), {});
  });

  test('what is wrong is said for each', () => {
    const cases: [key: string, given: unknown, problem: AnswerProblem][] = [
      ['line', 'x'.repeat(501), 'too_long'],
      ['line', 5, 'no_text'],
      ['line', ['a'], 'no_text'],
      ['lines', 'x'.repeat(5_001), 'too_long'],
      ['one', 'C', 'no_choice'],
      ['one', ['A'], 'no_choice'],
      ['some', ['A', 'D'], 'no_choice'],
      ['some', { A: true }, 'no_choice'],
      ['phone', '12', 'no_phone_number'],
      ['phone', 442079460018, 'no_phone_number'],
      ['count', '1,000', 'no_number'],
      ['count', 'Infinity', 'no_number'],
      ['count', Number.NaN, 'no_number'],
      ['count', '1e999', 'no_number'],
      ['agreed', 'maybe', 'no_checkbox'],
      ['agreed', 1, 'no_checkbox'],
      ['other', 'x', 'unknown'],
    ];
    for (const [key, given, problem] of cases)
      assert.deepEqual(read({ [key]: given }), { problems: { [key]: problem } }, `${key}: ${given}`);
  });

  test('required ones are missed where they are demanded', () => {
    const required = questions.map((question) => ({ ...question, required: true }));
    const missing = answersFrom(required, { line: 'x', agreed: 'off' });
    assert.deepEqual(
      Object.entries(missing.problems ?? {}),
      ['lines', 'one', 'some', 'phone', 'count', 'agreed', 'constructor'].map((key) => [key, 'missing']),
    );
    assert.deepEqual(answersFrom(required, {}, { areRequired: false }), { answers: [] });
  });
});
