// Replies are understood or left to a person: what is acted on by itself is always right, also if the text is damaged.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { lexicons } from '../../src/replies/lexicon.ts';
import { understand } from '../../src/replies/understand.ts';
import { runs } from '../support/chance.ts';
import { describe, test } from '../support/lanes.ts';
import {
  type Entry,
  isActing,
  type Label,
  type Language,
  meaningOf,
  type Offer,
  questionOf,
  readCorpus,
} from './corpus.ts';
import { mutationsOf } from './mutations.ts';

/** The share of what could be acted on. */
const LEAST_UNDERSTOOD: Partial<Record<Language, number>> = { en: 0.81, de: 0.82, fr: 0.71, es: 0.61 };

const corpus = readCorpus();
const read = ({ offer, text }: Pick<Entry, 'offer' | 'text'>): Label =>
  meaningOf(understand(questionOf(offer), text));
const offers: Offer[] = ['one', 'two', 'three', 'five', 'york', 'booked'];

describe('The corpus', () => {
  test('has replies of many kinds in four languages, no two of a group alike', () => {
    const counts = Object.groupBy(corpus, ({ language }) => language);
    for (const [language, least] of Object.entries({ en: 500, de: 400, fr: 150, es: 150 })) {
      const some = counts[language as Language]?.length ?? 0;
      assert.ok(some >= least, `${some} in ${language}`);
    }
    // Those of the clients repeat others on purpose, with quotes below.
    const texts = corpus
      .filter(({ group }) => group !== 'clients')
      .map(({ group, offer, text }) => `${group} ${offer} ${text.toLowerCase()}`);
    assert.deepEqual(
      texts.filter((text, place) => texts.indexOf(text) !== place),
      [],
    );
  });

  for (const [group, entries = []] of Object.entries(Object.groupBy(corpus, ({ group }) => group))) {
    test(`has no reply among ${group} that is acted on in another way than its label says`, () => {
      for (const entry of entries) {
        const found = read(entry);
        if (isActing(found)) assert.deepEqual(found, entry.label, entry.text);
      }
    });
  }

  test('is understood, as far as it could be acted on', () => {
    for (const [language, least] of Object.entries(LEAST_UNDERSTOOD)) {
      const some = corpus.filter(
        (entry) => entry.language === language && isActing(entry.label) && entry.group !== 'attacks',
      );
      const right = some.filter((entry) => isDeepStrictEqual(read(entry), entry.label)).length;
      assert.ok(right >= some.length * least, `${right} of ${some.length} in ${language}`);
    }
  });

  test('does nothing in a language that is not known', () => {
    const others = corpus.filter(({ language }) => !(language in LEAST_UNDERSTOOD));
    assert.ok(others.length >= 30);
    assert.deepEqual(
      others.filter((entry) => read(entry).meaning !== 'unclear'),
      [],
    );
  });
});

describe.full('A damaged reply', () => {
  test('never chooses an option that the whole reply does not choose', () => {
    // A slip in an attack may well make an answer of it: `Alles prima`, `Alle prima`.
    for (const entry of corpus.filter(({ group }) => group !== 'attacks')) {
      const allowed = entry.label.meaning === 'options' ? entry.label.option_ids : [];
      for (const text of mutationsOf(entry)) {
        const found = read({ ...entry, text });
        if (found.meaning !== 'options') continue;
        const others = found.option_ids.filter((id) => !allowed.includes(id));
        assert.deepEqual(others, [], `${JSON.stringify(text)} of ${JSON.stringify(entry.text)}`);
      }
    }
  });
});

describe.full('Any other text', () => {
  const some: Offer[] = ['one', 'three'];
  const acts = (text: string) => some.filter((offer) => isActing(read({ offer, text })));

  test('of random characters does nothing', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 9, maxLength: 300 }),
      fc.lorem({ mode: 'sentences' }).filter((text) => text.split(' ').length > 2),
    );
    fc.assert(
      fc.property(texts, (text) => {
        // A lone number is an answer.
        fc.pre(/\p{L}.*\p{L}/su.test(text));
        assert.deepEqual(acts(text), []);
      }),
      runs(3_000),
    );
  });

  test('that people write about something else does nothing', () => {
    const docs = new URL('../../docs/', import.meta.url);
    const texts = readdirSync(docs, { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(?!decisions|internals.replies).*\.md$/.test(file))
      .flatMap((file) => readFileSync(new URL(file, docs), 'utf8').split(/(?<=[.:!?])\s|\n/))
      .filter((text) => (text.match(/\p{L}+/gu) ?? []).length >= 6);
    assert.ok(texts.length > 1_000, `${texts.length} sentences`);
    assert.deepEqual(
      texts.filter((text) => acts(text).length > 0),
      [],
    );
  });

  test('of known words never chooses what is not offered', () => {
    const words = lexicons.flatMap(({ vocabulary: { senses, weekdays, parts, numbers } }) =>
      [...Object.values(senses), ...weekdays, ...Object.values(parts), ...numbers].flatMap((text) =>
        text.split(','),
      ),
    );
    const texts = fc
      .array(
        fc.oneof(
          fc.constantFrom(...words),
          fc.constantFrom('2', '3.', '17.11.', '14:00', ',', '.', '#1', '99'),
        ),
        {
          maxLength: 8,
        },
      )
      .map((parts) => parts.map((part) => part.trim()).join(' '));
    fc.assert(
      fc.property(texts, fc.constantFrom(...offers), (text, offer) => {
        const found = read({ offer, text });
        const ids = questionOf(offer).options.map(({ id }) => id);
        if (found.meaning === 'options')
          assert.ok(found.option_ids.length > 0 && found.option_ids.every((id) => ids.includes(id)));
        assert.deepEqual(read({ offer, text }), found, 'the same again');
      }),
      runs(5_000),
    );
  });

  test('however long is read to its end or left', () => {
    for (const unit of [
      '2 ',
      'not ',
      'Tuesday ',
      '17.11. ',
      '- ',
      'thanks ',
      'all but 2 and ',
      '\n',
      '1, ',
      'between ',
      '((',
      'ä'.normalize('NFD'),
    ]) {
      assert.notEqual(read({ offer: 'three', text: unit.repeat(100_000) }).meaning, 'options');
    }
  });
});
