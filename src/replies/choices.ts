// Choices in several sentences.
import type { Clause } from './clause.ts';
import type { Mention } from './mention.ts';
import { placesNamed } from './places.ts';
import type { Question } from './understanding.ts';
import { isSame } from './when.ts';

/** `Tuesday works. Let's do Friday.`: a second choice may take the place of the first, or be added to it. */
export function isTornApart(sentences: Clause[][], question: Question): boolean {
  const choices = sentences.flatMap((clauses, sentence) =>
    clauses
      .filter(
        (clause) => clause.kind === 'answer' && clause.polarity === 'yes' && clause.mentions.some(isNaming),
      )
      .map((clause) => ({ clause, sentence, places: placesNamed(clause, question) })),
  );
  return choices.some((one, place) =>
    choices.slice(place + 1).some((other) => {
      const { clause } = other;
      const isListed =
        one.sentence === other.sentence && (clause.isBare || one.clause.isBare || clause.link !== 'comma');
      const isJoined =
        isListed || clause.isAlso || clause.isApposition || (clause.isListed && one.clause.isListed);
      return !isJoined && !isSame(one.places, other.places);
    }),
  );
}

export const isNone = (mention: Mention) => mention.kind === 'every' && mention.quantity === 'none';
const isNaming = ({ kind }: Mention) =>
  kind === 'places' || kind === 'when' || kind === 'either' || kind === 'every';
