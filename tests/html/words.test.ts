// Every language says everything that English does, and nothing is left in English.
import assert from 'node:assert/strict';
import { readerOf } from '../../src/html/reader.ts';
import { languages, wordsOf } from '../../src/html/words/words.ts';
import { describe, test } from '../support/lanes.ts';

/** Texts by their place, such as `errors.404.title`. Those with a gap are given a word for each. */
function textsIn(words: object, place = ''): [place: string, text: string][] {
  return Object.entries(words).flatMap(([name, value]): [string, string][] => {
    const here = place ? `${place}.${name}` : name;
    if (typeof value === 'object') return textsIn(value, here);
    return [[here, typeof value === 'function' ? String(value(...fill(value.length))) : value]];
  });
}
const fill = (count: number) => Array.from({ length: count }, (_, place) => place + 2);

/** Words that are written as in English. */
const SAME: Record<string, string[]> = {
  de: ['booking.name', 'booking.optional'],
  fr: ['zones.regions.Europe'],
  es: ['zones.regions.Asia', 'zones.regions.Australia'],
};

describe('The words of pages', () => {
  const english = textsIn(wordsOf('en'));
  for (const language of languages.filter((name) => name !== 'en')) {
    const others = new Map(textsIn(wordsOf(language)));

    test(`are complete in ${wordsOf(language).name}`, () => {
      assert.deepEqual(
        [...others.keys()],
        english.map(([place]) => place),
        'in the same order, too',
      );
      for (const [place, text] of others) assert.equal(text.trim(), text, place);
      for (const [place, text] of others) assert.notEqual(text, '', place);
    });

    test(`are none of English left in ${wordsOf(language).name}`, () => {
      const left = english.filter(
        ([place, text]) => others.get(place) === text && !SAME[language]?.includes(place),
      );
      assert.deepEqual(left, [], 'translate it, or add its place to SAME');
    });
  }

  test('keep together in French what a line must not begin or end with', () => {
    for (const [place, text] of textsIn(wordsOf('fr'))) {
      assert.doesNotMatch(text, / [:;?!»]|« |[^\s\d][;?!»]|\p{L}:/u, place);
    }
  });

  test('are chosen by the address, else by what the browser prefers, else English', () => {
    const languageOf = (header?: string, lang?: unknown) => readerOf(header, lang).language;
    assert.equal(languageOf(), 'en');
    assert.equal(languageOf('de-AT,de;q=0.9,en;q=0.8'), 'de');
    assert.equal(languageOf('it, en;q=0.2, de;q=0.7'), 'de');
    assert.equal(languageOf('fr-CH'), 'fr');
    assert.equal(languageOf('es-419,es;q=0.9'), 'es');
    assert.equal(languageOf('it'), 'en');
    assert.equal(languageOf('de', 'en'), 'en');
    assert.equal(languageOf('de', 'xx'), 'de');
    assert.equal(languageOf('de', ['en']), 'de');
    assert.equal(languageOf('de;q=0, *'), 'en');
  });

  test('come with dates of the region that the browser names', () => {
    const localeOf = (header?: string, lang?: unknown) => readerOf(header, lang).locale;
    assert.equal(localeOf('en-US,en;q=0.9'), 'en-US');
    assert.equal(localeOf('de,de-CH;q=0.5'), 'de-CH');
    assert.equal(localeOf('en'), 'en-GB');
    assert.equal(localeOf('de-AT', 'en'), 'en-GB');
    // Extensions would choose another calendar or other digits.
    assert.equal(localeOf('de-u-ca-buddhist'), 'de-DE');
  });
});
