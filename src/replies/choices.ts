// What several clauses mean together when each is an answer of its own.
import { weekdayOf } from '../time/zones.ts';
import type { Clause } from './clause.ts';
import type { Mention } from './mention.ts';
import { placesNamed, whenOf } from './places.ts';
import type { Question } from './understanding.ts';
import { isSame, seenIn, todayOn } from './when.ts';

/** `Tuesday works. Let's do Friday.`: the second choice may replace the first, or add to it. */
export function isTornApart(sentences: Clause[][], question: Question): boolean {
  const choices = sentences.flatMap((clauses, sentence) =>
    clauses
      .filter(
        (clause) => clause.kind === 'answer' && clause.polarity === 'yes' && clause.mentions.some(isNaming),
      )
      .map((clause) => ({ clause, sentence, places: placesNamed(clause, question) })),
  );
  const isPicked = choices.some(({ clause, sentence, places }, place) => {
    const before = new Set(
      choices.slice(0, place).flatMap((one) => (one.sentence === sentence ? [...one.places] : [])),
    );
    const isJoined = clause.link === 'and' || clause.link === 'or' || clause.link === 'start';
    return (!isJoined || !clause.isBare) && places.size < before.size && places.isSubsetOf(before);
  });
  // `Tuesday or Friday, let's do Friday.`
  if (isPicked) return true;
  // `Thursday or Friday, the last one`
  const isMixed = choices.some(({ clause, sentence, places }, place) => {
    const before = choices[place - 1];
    return (
      before?.sentence === sentence &&
      clause.link === 'comma' &&
      before.clause.link === 'or' &&
      clause.mentions.every(({ kind }) => kind !== 'every') &&
      !isSame(places, before.places)
    );
  });
  if (isMixed) return true;
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

/**
 * Whether a clause about what somebody does at that time may still mean yes: `I'm away on Tuesday, but I can make it`, `I'm at
 * home on Tuesday, Friday works too`, `I'm in Berlin on Tuesday anyway`.
 */
export function mayHideYes(sentences: Clause[][]): boolean {
  const isPlainYes = ({ kind, polarity, mentions }: Clause) =>
    kind === 'answer' && polarity === 'yes' && mentions.every((one) => one.kind === 'that');
  const isNamedYes = ({ kind, polarity, mentions }: Clause) =>
    kind === 'answer' && polarity === 'yes' && mentions.some(isNaming);
  const isAside = (clause: Clause | undefined) =>
    clause !== undefined && ['doing', 'open', 'back'].includes(clause.kind) && clause.mentions.some(isNaming);
  const isReason = (clause: Clause) =>
    isAside(clause) || (clause.isRefusal && clause.mentions.some(isNaming));
  const isNo = (clause: Clause | undefined) =>
    clause !== undefined &&
    (isReason(clause) || (clause.polarity === 'no' && clause.mentions.some(isNaming)));
  const all = sentences.flat();
  return (
    sentences.some((clauses) =>
      clauses.some((clause, place) => isPlainYes(clause) && isNo(clauses[place - 1])),
    ) ||
    all.some(
      (clause, place) =>
        clause.isAlso &&
        isNamedYes(clause) &&
        (isAside(all[place - 1]) ||
          (!all.slice(0, place).some(isNamedYes) && all.slice(0, place).some(isReason))),
    ) ||
    all.some((clause) => clause.isAnyway && isReason(clause))
  );
}

/** `Tuesday at 2 or 3`, `2 or 4pm`, `2pm is too early, 3 works`: the third option, or three o'clock? */
export function isHourOrNumber(clauses: Clause[], question: Question): boolean {
  const numbered = clauses.filter(({ mentions }) =>
    mentions.some((one) => one.kind === 'places' && one.is_bare),
  );
  const timed = clauses.filter(({ mentions }) =>
    mentions.some((one) => one.kind === 'when' && (one.when.starts ?? one.when.range) !== undefined),
  );
  return numbered.some((one) =>
    timed.some((other) => one !== other && !isSame(placesNamed(one, question), placesNamed(other, question))),
  );
}

/** `Tuesday doesn't work. Friday too.` */
export function isAlsoNo([first]: Clause[], before: Clause[] | undefined): boolean {
  const last = before?.findLast(({ kind }) => kind !== 'parting');
  const isAlso = first?.isSame === true || (first?.isEmphatic === true && first.isAlso);
  return isAlso && last !== undefined && (last.kind !== 'answer' || last.polarity === 'no');
}

/** `I'm back next week. Friday works.`, and Friday of this week was offered. */
export function isBefore(accepted: Set<number>, { mentions }: Clause, question: Question): boolean {
  const when = whenOf(mentions);
  if (!when) return false;
  const { span, dates, weekdays } = when;
  const today = todayOn(question);
  const next = weekdays?.map((day) => today + ((day - weekdayOf(today) + 7) % 7)) ?? [];
  const from = span?.from ?? span?.to ?? Math.min(...(dates ?? next));
  return [...accepted].some((place) => {
    const option = question.options[place];
    return option !== undefined && seenIn(question.timezone, option).day < from;
  });
}
