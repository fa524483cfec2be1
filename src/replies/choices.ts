// Choices in several sentences.
import type { Clause } from './clause.ts';
import type { Mention } from './mention.ts';
import type { Question } from './understanding.ts';
import { isSame, match } from './when.ts';

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

/** All options that a clause names, whatever it says of them. */
export function placesNamed({ mentions }: Clause, { options, timezone }: Question): Set<number> {
  const places = new Set<number>();
  for (const mention of mentions) {
    if (mention.kind === 'places' || mention.kind === 'either')
      for (const one of mention.places) places.add(one);
    if (mention.kind === 'when')
      for (const one of match(mention.when, options, timezone).places) places.add(one);
    if (mention.kind === 'every' && mention.quantity !== 'none')
      for (const one of options.keys()) places.add(one);
  }
  return places;
}
