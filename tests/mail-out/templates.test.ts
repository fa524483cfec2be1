// The templates of messages say nothing that there is not, and a mistake in one is named with its line.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { sampleDrafts } from '../../scripts/mail-samples.ts';
import { attentionReasons } from '../../src/features/events/events/event-types.ts';
import { readTemplates } from '../../src/mail-out/compose.ts';
import { blockNames, readTemplate, type Vocabulary } from '../../src/mail-out/template.ts';
import { valuesOf, vocabularies } from '../../src/mail-out/words.ts';
import { describe, test } from '../support/lanes.ts';

const FOLDER = new URL('../../src/mail-out/templates/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, FOLDER), 'utf8');

describe('The templates', () => {
  test('are one for each kind, and all can be read', () => {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.txt'));
    assert.deepEqual(
      files.sort(),
      Object.keys(vocabularies)
        .map((kind) => `${kind}.txt`)
        .sort(),
    );
    readTemplates();
  });

  test('say something for each reason', () => {
    assert.deepEqual(vocabularies.attention.choices.reason, attentionReasons);
    for (const [kind, { choices }] of Object.entries(vocabularies)) {
      const paragraphs = read(`${kind}.txt`)
        .split('\n')
        .filter((line) => !/(?:Subject|Preview):|@/.test(line));
      for (const [name, values] of Object.entries(choices)) {
        for (const value of values) {
          assert.ok(
            paragraphs.some((line) => line.startsWith('[') && line.includes(`${name} is ${value}`)),
            `${kind}.txt has words for ${value}`,
          );
        }
      }
    }
  });

  test('get a value for every word and reason', () => {
    for (const draft of Object.values(sampleDrafts)) {
      const { words, choices } = vocabularies[draft.kind];
      const given = valuesOf(draft);
      const missing = [...words, ...Object.keys(choices)].filter((name) => given[name] === undefined);
      assert.deepEqual(missing, [], draft.kind);
    }
  });

  test('are described with every word, reason and block', () => {
    const rows = read('README.md').matchAll(/^\| `(\w+)\.txt` \| (.*) \| (.*) \| (.*) \|$/gm);
    const namesIn = (cell = '') => [...cell.matchAll(/`(\w+)`(?!:)/g)].map(([, name]) => name);
    const described = [...rows].map(([, kind, words, reasons, blocks]) => [
      kind,
      { words: namesIn(words), reasons: namesIn(reasons), blocks: namesIn(blocks) },
    ]);
    const known = Object.entries(vocabularies).map(([kind, { words, choices, blocks }]) => [
      kind,
      { words, reasons: Object.values(choices).flat(), blocks },
    ]);
    assert.deepEqual(Object.fromEntries(described), Object.fromEntries(known));
  });
});

describe('A template', () => {
  const vocabulary: Vocabulary = {
    words: ['title', 'reader'],
    choices: { because: ['new', 'taken'] },
    blocks: blockNames,
  };
  const good = 'Subject: A meeting\nPreview: Times\n\nHello {reader},\n\n[because is new, no title] Now.\n';
  const readWith = (line: string) => readTemplate('x.txt', `${good}\n${line}\n`, vocabulary);

  test('may have comments, conditions, words and blocks', () => {
    const { stanzas } = readWith(
      '# A comment\n[title] @fact What: {title}\n@signature\n[because is not taken] {reader}',
    );
    assert.deepEqual(
      stanzas.map((stanza) => stanza.map(({ block }) => block)),
      [[null], [null], ['fact', 'signature', null]],
    );
  });

  const mistakes: [line: string, said: RegExp][] = [
    ['Dear {titel}', /x\.txt, line 8: there is no \{titel\} here\. Words: title, reader/],
    ['Dear {because}', /there is no \{because\} here/],
    ['Dear {title', /a brace without the other/],
    ['Dear title}', /a brace without the other/],
    ['Dear {}', /there is no \{\} here/],
    ['[title Dear', /"\[" without "\]"/],
    ['[title]', /nothing follows the condition/],
    ['[] Dear', /"" is no condition here/],
    ['[titel] Dear', /"titel" is no condition here\. Words: title, reader/],
    ['[because] Dear', /"because" is no condition here/],
    ['[because is old] Dear', /"because is old" is no condition here\. There are: because is new \| taken/],
    ['[title is new] Dear', /"title is new" is no condition here/],
    ['[no because is new] Dear', /"no because is new" is no condition here/],
    ['@table', /there is no @table here\. Blocks: times, button/],
    ['@', /there is no @ here/],
    ['@button', /@button needs words/],
    ['@times all', /@times stands alone/],
    ['@fact {title}', /a fact is "@fact Name: words"/],
    ['[title] Subject: {title}', /the last line with "Subject:" must have no condition/],
  ];
  for (const [line, said] of mistakes) {
    test(`with "${line}" is refused`, () => {
      assert.throws(() => readWith(line), said);
    });
  }

  test('without a subject or a preview is refused', () => {
    assert.throws(() => readTemplate('x.txt', 'Hello', vocabulary), /"Subject:"/);
    assert.throws(() => readTemplate('x.txt', 'Subject: A meeting', vocabulary), /"Preview:"/);
  });
});
