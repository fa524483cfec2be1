// What a reply says besides its answers: what somebody does then, and why.
import { weekdayOf } from '../time/zones.ts';
import type { Clause } from './clause.ts';
import type { Mention } from './mention.ts';
import type { Statements } from './statement.ts';
import type { Question } from './understanding.ts';
import { match, type When } from './when.ts';

/** Fewer may take back what was said before: `On reflection: don't.` */
const FEWEST_WORDS_OF_REMARK = 4;

/**
 * What somebody does then may not be about what they choose. Words that are not known pass only as a reason: about another time, after
 * `because`, right after a no, or as a remark beside a clear answer, which the organizer gets to read.
 */
export function checkAsides(clauses: Clause[], said: Statements, question: Question, problems: string[]) {
  for (const [place, clause] of clauses.entries()) {
    if (clause.kind === 'parting') said.partings.push(...daysOfParting(clause));
    if (clause.kind !== 'doing' && clause.kind !== 'open') continue;
    said.asides++;
    const when = clause.mentions.find(({ kind }) => kind === 'when');
    for (const mention of clause.mentions) {
      if (mention.kind !== 'when') continue;
      const { places } = match(mention.when, question.options, question.timezone);
      const isOdd = mention.when.dates?.every(
        (day) => mention.when.weekdays?.includes(weekdayOf(day)) === false,
      );
      if (isOdd || places.intersection(said.accepted).size > 0) problems.push('contradiction');
    }
    // After `none of these` it may be a wish.
    // `Tuesday works, more or less` is a hedge; `Tuesday works. Lovely weather!` is not.
    const isAlone = !clauses.slice(0, place).some(({ kind }) => kind === 'answer');
    const isJoined = clause.link === 'comma' && (when !== undefined || clause.isOwn || isAlone);
    const isApart = clause.link === 'start' || isJoined;
    const isBeside = isApart && ((said.accepted.size > 0 && !said.isBare) || (said.saysNone && !when));
    // `Scrap that`, in however few other words.
    const isLong = when !== undefined || clause.words >= FEWEST_WORDS_OF_REMARK;
    const isPassed =
      (isBeside && isLong) || clause.link === 'because' || (!when && isReason(clause, clauses[place - 1]));
    if (clause.kind === 'open' && isPassed) said.hasRemark = true;
    if (clause.kind === 'open' && !isPassed) problems.push('unknown_words');
  }
}

function isReason({ link }: Clause, before: Clause | undefined): boolean {
  const isNo =
    before !== undefined &&
    (before.kind !== 'answer' || before.polarity === 'no' || before.mentions.some(leavesOut));
  return isNo && link !== 'start' && link !== 'but';
}

const leavesOut = (mention: Mention) =>
  mention.kind === 'every' && (mention.except.length > 0 || mention.quantity === 'none');

/** What is offered at times when they do something else. */
export function placesOfAsides(sentences: Clause[][], { options, timezone }: Question): Set<number> {
  const places = new Set<number>();
  for (const { kind, mentions } of sentences.flat()) {
    if (kind !== 'doing' && kind !== 'open') continue;
    for (const mention of mentions) {
      if (mention.kind !== 'when') continue;
      for (const place of match(mention.when, options, timezone).places) places.add(place);
    }
  }
  return places;
}

/** The days on which they say that they will meet. */
function daysOfParting({ mentions }: Clause): When[] {
  return mentions.map((mention) => {
    const { weekdays, dates, span } = mention.kind === 'when' ? mention.when : {};
    const last = span?.to ?? null;
    return {
      ...(weekdays && { weekdays }),
      ...(dates && { dates }),
      ...(last !== null && { dates: [last] }),
    };
  });
}
