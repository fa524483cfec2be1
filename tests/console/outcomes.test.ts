// What the console says once something is done names what it was done to.
import assert from 'node:assert/strict';
import { outcomes } from '../../src/console/outcomes.ts';
import { isGeneric, successIn } from '../support/console/success-words.ts';
import { test } from '../support/lanes.ts';

test('every outcome of a form names the thing', () => {
  const generic = Object.entries(outcomes).filter(([, text]) => isGeneric(text));
  assert.deepEqual(generic, []);
});

test('every outcome of a form is whole sentences', () => {
  for (const text of Object.values(outcomes)) assert.match(text, /^\p{Lu}.*\.$/u);
});

test('what could be said of anything is noticed', () => {
  for (const text of [
    'Saved.',
    'Changes saved.',
    'Created.',
    'Done. It was sent.',
    'They aren’t in it any more.',
  ]) {
    assert.ok(isGeneric(text), text);
  }
  for (const text of ['Team created.', 'Ada is active again.', 'Reading the calendar again.']) {
    assert.ok(!isGeneric(text), text);
  }
  assert.equal(
    successIn('<div class="notice success" role="status"><p>Key revoked.</p></div>'),
    'Key revoked.',
  );
});
