// The check that every entrance uses: what it returns, what it leaves alone, how it names a mistake.
import assert from 'node:assert/strict';
import type { RotaError } from '../../src/errors.ts';
import { check, examine } from '../../src/shapes/check.ts';
import { Clearable, Email, Name, OneOf } from '../../src/shapes/fields.ts';
import { type Static, Type } from '../../src/shapes/type.ts';
import { test } from '../support/lanes.ts';

const Person = Type.Object({ email: Email('Where to write to.'), name: Clearable(Name('Ada')) });
const Party = Type.Object({
  name: Name('Birthday'),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  theme: Type.Optional(OneOf(['red', 'blue'])),
  guests: Type.Optional(Type.Array(Person, { maxItems: 2 })),
  anything: Type.Optional(Type.Unsafe<object>({ type: 'object' })),
});

test('the value has the known fields, trimmed; the input stays as it was', () => {
  const input = {
    guests: [{ name: ' Ada ', email: ' ada@example.com\n', colour: 'red' }],
    name: ' Birthday ',
    size: undefined,
    colour: 'red',
    anything: { at: ' all ' },
  };
  const before = structuredClone(input);
  const party: Static<typeof Party> = check(Party, input);
  assert.deepEqual(party, {
    name: 'Birthday',
    guests: [{ email: 'ada@example.com', name: 'Ada' }],
    anything: { at: ' all ' },
  });
  assert.ok(!('size' in party), 'a field that is undefined is left out');
  assert.deepEqual(input, before);
  assert.deepEqual(check(Party, { name: 'x', guests: [{ email: 'a@b.example', name: null }] }).guests, [
    { email: 'a@b.example', name: null },
  ]);
});

const mistakes = [
  [null, 'type', 'body must be a JSON object'],
  [[], 'type', 'body must be a JSON object'],
  [{}, 'required', 'name is required'],
  [{ name: undefined }, 'required', 'name is required'],
  [{ name: ' ' }, 'minLength', 'name must not be empty'],
  [{ name: `${'N'.repeat(201)}` }, 'maxLength', 'name must be at most 200 characters'],
  [{ name: 'x', size: '3' }, 'type', 'size must be an integer'],
  [{ name: 'x', size: 11 }, 'maximum', 'size must be at most 10'],
  [{ name: 'x', theme: 'green' }, 'enum', 'theme must be one of red, blue'],
  [{ name: 'x', guests: [{ email: 'a@b.example' }, {}] }, 'required', 'guests[1].email is required'],
  [{ name: 'x', guests: [1, 2, 3] }, 'maxItems', 'guests must have at most 2 items'],
  [{ name: 'x\0' }, 'text', 'name must not contain a null character'],
  [
    { name: 'x', anything: { deep: ['\ud800'] } },
    'text',
    'anything.deep[0] must be well-formed Unicode text',
  ],
] as const;

test('a mistake is an invalid request that names the field', () => {
  for (const [input, keyword, message] of mistakes) {
    assert.throws(() => check(Party, input), { name: 'RotaError', type: 'invalid_request', message });
    const { mistake } = examine(Party, input);
    assert.deepEqual([mistake?.rule.keyword, mistake?.message], [keyword, message]);
    assert.ok(message.startsWith(`${mistake?.field} `), 'the field is given apart from the message, too');
  }
});

test('a refusal carries the field and the rule with its bound, for pages to put into words', () => {
  const refusalOf = (input: unknown) => {
    try {
      check(Party, input);
    } catch (error) {
      return (error as RotaError).refusal;
    }
    assert.fail('it was not refused');
  };
  assert.deepEqual(refusalOf({}), { field: 'name', rule: { keyword: 'required' } });
  assert.deepEqual(refusalOf({ name: '' }), { field: 'name', rule: { keyword: 'minLength', limit: 1 } });
  assert.deepEqual(refusalOf({ name: 'x', guests: [{ email: 'ada' }] }), {
    field: 'guests[0].email',
    rule: { keyword: 'format', expected: 'idn-email' },
  });
});

test('an entrance has its own names for fields, and for all that is below them', () => {
  const names = { name: 'NAME', guests: '--guest' };
  for (const [input, message] of [
    [{}, 'NAME is required'],
    [{ name: '' }, 'NAME must not be empty'],
    [{ name: 'x', guests: [{}] }, '--guest is required'],
    [{ name: 'x', size: 0 }, 'size must be at least 1'],
    [
      { name: 'x', guests: [{ email: 'a@b.example', name: '\0' }] },
      '--guest must not contain a null character',
    ],
  ] as const) {
    assert.equal(examine(Party, input, names).mistake?.message, message);
  }
});

test('input that is nested thousands deep does no harm', () => {
  const nest = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
  assert.deepEqual(check(Party, { name: 'x', colour: nest(5_000) }), { name: 'x' });
  assert.throws(() => check(Party, { name: nest(5_000) }), { message: 'name must be a string' });
  const anything = { deep: nest(5_000) };
  assert.equal(check(Party, { name: 'x', anything }).anything, anything);
});
