// Each word that the grammar knows has one sense, and names of zones are known to the platform.
import assert from 'node:assert/strict';
import { lexicons } from '../../src/replies/lexicon.ts';
import { folded } from '../../src/replies/text.ts';
import { dutch, italian, polish, portuguese } from '../../src/replies/words/times-only.ts';
import type { Vocabulary } from '../../src/replies/words/vocabulary.ts';
import { zoneNames } from '../../src/replies/words/zones.ts';
import { isTimeZone } from '../../src/time/zone-names.ts';
import { test } from '../support/lanes.ts';

function sensesIn({ senses, weekdays, everyWeekday, months, parts }: Vocabulary): [string, string][] {
  const numbered = (name: string, texts: string[]) =>
    texts.map((text, place): [string, string] => [`${name} ${place}`, text]);
  return [
    ...Object.entries(senses),
    ...numbered('weekday', weekdays),
    ...numbered('every', everyWeekday),
    ...numbered('month', months),
    ...Object.entries(parts),
  ];
}

for (const { language, vocabulary } of lexicons) {
  test(`A phrase has one sense (${language})`, () => {
    const known = new Map<string, string>();
    const twice: string[] = [];
    for (const [sense, text] of sensesIn(vocabulary)) {
      for (const phrase of text.split(',').map((one) => folded(one.trim().replace(/\s+/g, ' ')))) {
        if (phrase === '') continue;
        const before = known.get(phrase);
        if (before !== undefined) twice.push(`${phrase}: ${before}, ${sense}`);
        known.set(phrase, sense);
      }
    }
    assert.deepEqual(twice, []);
    assert.ok(known.size > 1_000, `${known.size}`);
  });
}

test('A language has all weekdays, months and numbers', () => {
  for (const { vocabulary } of lexicons) {
    const { weekdays, everyWeekday, months, numbers, ordinals } = vocabulary;
    const counts = [weekdays, everyWeekday, months, numbers, ordinals].map(({ length }) => length);
    assert.deepEqual(counts, [7, 7, 12, 12, 10]);
  }
  for (const { weekdays, months } of [dutch, italian, portuguese, polish]) {
    assert.deepEqual([weekdays.length, months.length], [7, 12]);
  }
});

test('A zone that people name is one', () => {
  const zones = Object.values(zoneNames).flat();
  assert.deepEqual(
    zones.filter((zone) => !isTimeZone(zone)),
    [],
  );
});
