// The templates of messages say nothing that there is not, and a mistake in one is named with its line.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { NOW, sampleDrafts } from '../../scripts/mail-samples.ts';
import { attentionReasons } from '../../src/features/events/events/event-types.ts';
import { readTemplates } from '../../src/mail-out/compose.ts';
import { blockNames, readTemplate, type Vocabulary } from '../../src/mail-out/template.ts';
import { guestTemplates, templateNameOf, vocabularies } from '../../src/mail-out/vocabularies.ts';
import { valuesOf } from '../../src/mail-out/words.ts';
import { describe, test } from '../support/lanes.ts';

const FOLDER = new URL('../../src/mail-out/templates/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, FOLDER), 'utf8');
const isForGuests = (name: string) => (guestTemplates as readonly string[]).includes(name);

describe('The templates', () => {
  test('can all be read', () => readTemplates());

  test('say something for each reason', () => {
    assert.deepEqual(vocabularies.attention.choices.reason, attentionReasons);
    for (const [name, { choices }] of Object.entries(vocabularies)) {
      const file = `${isForGuests(name) ? 'en' : 'members'}/${name}.txt`;
      const paragraphs = read(file)
        .split('\n')
        .filter((line) => !/(?:Subject|Preview|Heading):|@/.test(line));
      for (const [choice, values] of Object.entries(choices)) {
        for (const value of values) {
          assert.ok(
            paragraphs.some((line) => line.startsWith('[') && line.includes(`${choice} is ${value}`)),
            `${file} has words for ${value}`,
          );
        }
      }
    }
  });

  test('get a value for every word and reason', () => {
    for (const draft of Object.values(sampleDrafts)) {
      const { words, choices } = vocabularies[templateNameOf(draft)];
      const given = valuesOf(draft, NOW);
      const missing = [...words, ...Object.keys(choices)].filter((name) => given[name] === undefined);
      assert.deepEqual(missing, [], draft.kind);
    }
  });

  test('are described with every word, reason and block', () => {
    const rows = read('README.md').matchAll(/^\| `(\w+)\.txt` \| (.*) \| (.*) \| (.*) \| (.*) \|$/gm);
    const namesIn = (cell = '') => [...cell.matchAll(/`(\w+)`(?!:)/g)].map(([, name]) => name);
    const described = [...rows].map(([, name, words, reasons, blocks, links]) => [
      name,
      { words: namesIn(words), reasons: namesIn(reasons), blocks: namesIn(blocks), links: namesIn(links) },
    ]);
    const known = Object.entries(vocabularies).map(([name, { words, choices, blocks, links }]) => [
      name,
      { words, reasons: Object.values(choices).flat(), blocks, links },
    ]);
    assert.deepEqual(Object.fromEntries(described), Object.fromEntries(known));
  });
});

describe('A template', () => {
  const vocabulary: Vocabulary = {
    words: ['title', 'reader'],
    choices: { because: ['new', 'taken'] },
    blocks: blockNames,
    links: ['page', 'cancel'],
  };
  const good =
    'Subject: A meeting\nPreview: Times\nWhy: A meeting.\nHello {reader},\n\n[because is new, no title] Now.\n';
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
    ['@times', /@times needs words/],
    ['@signature Best', /@signature stands alone/],
    ['@button Cancel', /@button must say where it leads: "@button name: words"\. Names: page, cancel/],
    ['@button confirm: Confirm', /@button must say where it leads/],
    ['@button page: <Cancel>', /the words of a link are/],
    ['@link page: See <more', /the words of a link are/],
    ['It is on <{title}', /words that stand out are "before <words> after"/],
    ['@fact {title}', /a fact is "@fact Name: words"/],
    ['[title] Subject: {title}', /the last line with "Subject:" must have no condition/],
  ];
  for (const [line, said] of mistakes) {
    test(`with "${line}" is refused`, () => {
      assert.throws(() => readWith(line), said);
    });
  }

  test('without a subject, a preview or a reason is refused', () => {
    assert.throws(() => readTemplate('x.txt', 'Hello', vocabulary), /"Subject:"/);
    assert.throws(() => readTemplate('x.txt', 'Subject: A meeting', vocabulary), /"Preview:"/);
    assert.throws(() => readTemplate('x.txt', 'Subject: A meeting\nPreview: Times', vocabulary), /"Why:"/);
  });
});
