// Sentences that are labelled by how they are built: whatever is not certainly a choice is left to a person.
import assert from 'node:assert/strict';
import { runs } from '../support/chance.ts';
import { describe, test } from '../support/lanes.ts';
import type { LanguageCode } from './adversarial/language.ts';
import {
  adversarialSentences,
  described,
  faultIn,
  isClear,
  isUnderstood,
  PROPERTIES,
  type Property,
  type Sentence,
  understandingOf,
} from './adversarial.ts';
import { randomFrom } from './mutations.ts';

/** The least share of clear choices that is understood. */
const LEAST_UNDERSTOOD: Record<LanguageCode, number> = { en: 0.93, de: 0.9, fr: 0.92, es: 0.9 };
/** Of a thousand that fail for one reason, a few say what it is. */
const SHOWN = 25;

const LABELS: Record<Property, string> = {
  negative: 'names an option and chooses nothing does nothing',
  'beside a choice': 'names an option beside a clear choice of another does not choose it too',
  positive: 'chooses is acted on as it says, if at all',
  combined: 'refuses some and chooses others is acted on as it says, if at all',
};

const sentences = adversarialSentences();

/** All of them in the full lane, a tenth in the fast one. */
function sampleOf(some: Sentence[], word: string): Sentence[] {
  const { numRuns, seed } = runs(some.length, word);
  const random = randomFrom(seed);
  return some.filter(() => random(some.length) < numRuns);
}

describe.inBothLanes('A sentence by construction', () => {
  for (const language of Object.keys(LEAST_UNDERSTOOD) as LanguageCode[]) {
    for (const property of PROPERTIES) {
      const some = sentences.filter((one) => one.language === language && one.property === property);

      test(`of ${language} that ${LABELS[property]}`, () => {
        assert.ok(some.length > 500, `${some.length} sentences`);
        const faults = sampleOf(some, `${language} ${property}`).flatMap((sentence) => {
          const found = understandingOf(sentence);
          const fault = faultIn(sentence, found);
          return fault ? [`${fault}: ${described(sentence, found)}`] : [];
        });
        const shown = faults.slice(0, SHOWN).join('\n');
        assert.equal(faults.length, 0, `${faults.length} of ${some.length} and a sample of them:\n${shown}`);
      });
    }

    test(`of ${language} that says clearly what it chooses is mostly understood`, () => {
      const clear = sentences.filter((one) => one.language === language && isClear(one));
      // Always the same ones: a floor is no matter of chance.
      const step = Math.round(clear.length / runs(clear.length, language).numRuns);
      const sample = clear.filter((_, place) => place % step === 0);
      const understood = sample.filter((sentence) => isUnderstood(sentence, understandingOf(sentence)));
      const share = understood.length / sample.length;
      assert.ok(share >= LEAST_UNDERSTOOD[language], `${understood.length} of ${sample.length}`);
    });
  }
});
