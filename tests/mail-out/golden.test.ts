// Messages of every kind read as they did when somebody last looked at them. `npm run generate` rewrites the files.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { renderSample, sampleDrafts } from '../../scripts/mail-samples.ts';
import { templateNameOf, vocabularies } from '../../src/mail-out/vocabularies.ts';
import { describe, test } from '../support/lanes.ts';

const FOLDER = new URL('golden/', import.meta.url);

describe('A message', () => {
  for (const [name, draft] of Object.entries(sampleDrafts)) {
    test(`reads as before: ${name}`, () => {
      const golden = readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8');
      assert.equal(renderSample(draft), golden, 'if it is meant, run `npm run generate`');
    });
  }

  test('of each template is among them, and there are no others', () => {
    const used = new Set(Object.values(sampleDrafts).map(templateNameOf));
    assert.deepEqual([...used].sort(), Object.keys(vocabularies).sort());
    const names = readdirSync(FOLDER).map((file) => file.replace('.txt', ''));
    assert.deepEqual(names.sort(), Object.keys(sampleDrafts).sort());
  });
});
