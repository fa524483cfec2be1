// Mails to guests are in four languages: each has all templates and conditions, and leaves nothing in English.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { NOW, sampleDraft, sampleDrafts } from '../../scripts/mail-samples.ts';
import { replyIn } from '../../src/mail-in/reply-text.ts';
import { compose } from '../../src/mail-out/compose.ts';
import { type Draft, isForGuest } from '../../src/mail-out/drafts.ts';
import { guestTemplates, memberTemplates } from '../../src/mail-out/vocabularies.ts';
import { understand } from '../../src/replies/understand.ts';
import { type Language, languages, localeOf } from '../../src/text/languages.ts';
import { describe, test } from '../support/lanes.ts';

const FOLDER = new URL('../../src/mail-out/templates/', import.meta.url);
const linesOf = (folder: string, name: string) =>
  readFileSync(new URL(`${folder}/${name}.txt`, FOLDER), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
const others = languages.filter((language) => language !== 'en');

/** What a line is, without its words. A greeting may use the whole name in one language, and the first one in another. */
function skeletonOf(line: string): string {
  const [, conditions = '', rest = ''] = /^(?:\[([^\]]*)\])?\s*(.*)$/.exec(line) ?? [];
  const kind =
    /^(?:Subject|Preview|Heading|Why|Stop):|^@(?:button|link) \w+:|^@\w+/.exec(rest)?.[0] ?? 'text';
  return `[${conditions.replace('reader_first', 'reader')}] ${kind}`;
}

/** A guest's samples in a language. */
const draftsIn = (language: Language): [name: string, draft: Draft][] =>
  Object.entries(sampleDrafts)
    .filter(([name, draft]) => isForGuest(draft) && !name.includes('.'))
    .map(([name, draft]) => [name, { ...draft, locale: localeOf(language) }]);

describe('The languages of messages', () => {
  test('have the same templates', () => {
    const filesIn = (folder: string) => readdirSync(new URL(`${folder}/`, FOLDER)).sort();
    const files = (names: readonly string[]) => names.map((name) => `${name}.txt`).sort();
    for (const language of languages) assert.deepEqual(filesIn(language), files(guestTemplates), language);
    assert.deepEqual(filesIn('members'), files(memberTemplates));
  });

  for (const name of guestTemplates) {
    test(`have the same conditions and blocks: ${name}`, () => {
      const english = linesOf('en', name).map(skeletonOf);
      for (const language of others)
        assert.deepEqual(linesOf(language, name).map(skeletonOf), english, language);
    });

    test(`leave no English behind: ${name}`, () => {
      const english = new Set(linesOf('en', name).map((line) => line.replace(/^\[[^\]]*\]\s*/, '')));
      // Values alone, and blocks without words, are the same everywhere.
      const isWordless = (line: string) => !/\p{L}{2}/u.test(line.replace(/\{\w+\}|@\w+( \w+:)?|^\w+:/g, ''));
      for (const language of others) {
        const same = linesOf(language, name)
          .map((line) => line.replace(/^\[[^\]]*\]\s*/, ''))
          .filter((line) => english.has(line) && !isWordless(line));
        assert.deepEqual(same, [], language);
      }
    });
  }

  for (const language of languages) {
    test(`suggest an answer that is understood: ${language}`, () => {
      const zone = { timezone: 'Europe/Berlin', now: NOW };
      let suggested = 0;
      for (const [name, draft] of draftsIn(language)) {
        if (!('options' in draft)) continue;
        const example = /(?:example|Beispiel|exemple|ejemplo)\s[“„«]\s?([^”“»]+?)\s?[”“»]/.exec(
          compose(draft, NOW).text,
        )?.[1];
        if (example === undefined) continue;
        suggested += 1;
        const options = draft.options.map((option, place) => ({ ...option, id: `opt_${place}` }));
        const { meaning } = understand({ options, ...zone, timezone: draft.timezone }, example);
        assert.equal(meaning, 'options', `${name}: ${example}`);
      }
      assert.ok(suggested > 10, `${suggested} messages suggest one`);
    });

    test(`are known again where a reply does not mark them as quoted: ${language}`, () => {
      for (const [name, draft] of draftsIn(language)) {
        const { text } = compose(draft, NOW);
        const { text: reply } = replyIn(`Mittwoch passt.\n\n${text}`, 'Grace Hopper');
        assert.equal(reply, 'Mittwoch passt.', name);
      }
    });
  }

  test('keep together in French what a line must not begin or end with', () => {
    for (const name of guestTemplates) {
      for (const line of linesOf('fr', name)) {
        const words = line.replace(/^\[[^\]]*\]\s*/, '').replace(/^(?:\w+|@\w+ \w+):/, '');
        assert.doesNotMatch(words, / [:;?!»]|« |[^\s\d][;?!»]|[\p{L})]:/u, `${name}: ${line}`);
      }
    }
  });

  test('say dates as their region does', () => {
    const draft = sampleDraft('booked');
    const saying = (tag: string) => compose({ ...draft, locale: localeOf(tag) }, NOW).text;
    assert.match(saying('en-US'), /Wednesday, November 18, 9:30 – 10:00 AM \(Berlin time\)/);
    assert.match(saying('de-AT'), /Mittwoch, 18\. November, 09:30–10:00 Uhr \(Ortszeit Berlin\)/);
  });
});
