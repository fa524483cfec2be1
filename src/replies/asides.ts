// Asides: what a reply says in addition to its answers, such as what somebody does at that time, and why.
import { MINUTES_OF_DAY, weekdayOf } from '../time/zones.ts';
import type { Clause, Reading } from './clause.ts';
import { type Draft, hasTimesApart } from './draft.ts';
import { isNearAnswer, type Lexicon } from './lexicon.ts';
import type { Mention } from './mention.ts';
import { placesNamed, whenOf } from './places.ts';
import { isNoneOf } from './polarity.ts';
import type { Statements } from './statement.ts';
import type { Question } from './understanding.ts';
import { daysOf, hasDay, match, seenIn, type When } from './when.ts';

/** Senses that a word in a reason can't have, because they would say something about what suits. */
export const ANSWERING = new Set(
  `not suit good ok free availability can cannot take meet choice prefer yes no praise condition doubt usual ask more but
   postscript any all none both except gladly would`.split(/\s+/),
);

/** Words left over before a time that is ambiguous. */
const BOUNDS = new Set(['from', 'until', 'since', 'before', 'after', 'past', 'between']);
const MAX_WORDS_OF_REASON = 14;
const MAX_WORDS_ASIDE = 5;

/** `I'm teaching`, `que tengo médico`: unknown words, and none about what suits. `checkAsides` decides whether to accept them. */
export function mayBeReason({ parts, link }: Draft, lexicon: Lexicon): boolean {
  if (parts.length > (link === 'aside' ? MAX_WORDS_ASIDE : MAX_WORDS_OF_REASON)) return false;
  const hasTime = parts.some(({ mention }) => mention?.kind === 'when');
  // `away from Monday`, said on a Monday: from which?
  if (parts.some(({ sense }, place) => BOUNDS.has(sense) && parts[place + 1]?.mention)) return false;
  if (hasTimesApart(parts)) return false;
  // `I am on Tuesday (and on Friday free)`: half a sentence.
  if (!parts.some(({ sense }) => ['unknown', 'doing', 'back', 'refuse'].includes(sense))) return false;
  return parts.every(({ sense, text, mention }) => {
    // `unlss Ben can come`
    if (sense === 'unknown') return !isNearAnswer(lexicon, text);
    const isNamed = mention === undefined || ['when', 'that', 'others'].includes(mention.kind);
    // `Fridays I don't work`
    return isNamed && (!ANSWERING.has(sense) || (sense === 'not' && hasTime));
  });
}

/**
 * Checks what an open clause may be about: in `I thought, Tuesday works` it is about what follows, in `Tuesday, I sign the
 * contract` about what comes before.
 */
export function checkOpen(clauses: Clause[], reading: Reading) {
  for (const [place, clause] of clauses.entries()) {
    if (clause.kind !== 'open' && clause.kind !== 'doing') continue;
    const [before, after] = [clauses[place - 1], clauses[place + 1]];
    const isTopic =
      before?.kind === 'answer' && before.isBare && before.mentions.length > 0 && !clause.isApart;
    const isNamed = clause.mentions.some(({ kind }) => kind !== 'that');
    const isList = clause.link === 'and' || clause.link === 'or';
    if (isTopic && clause.link !== 'start' && (!isNamed || isList)) {
      // `Thursday yes, but only at 11, I'm at the dentist then`: the hour refers to Thursday.
      if (place > 1 && !hasDayIn(before)) reading.problems.push('contradiction');
      // `11 or 15, I'm in the office all day`: the whole list.
      for (let at = place - 1; at >= 0 && clauses[at]?.kind === 'answer' && clauses[at]?.isBare; at--)
        (clauses[at] as Clause).kind = clause.kind;
    }
    // `Tuesday, Friday I work`: both?
    if (isTopic && clause.link === 'comma' && clause.startsWithMention)
      reading.problems.push('contradiction');
    // `Tuesday works or Friday at the office`
    if (clause.kind === 'doing' && clause.link === 'or') reading.problems.push('contradiction');
    if (clause.kind === 'doing') continue;
    // `Ignore that and book 2`, `anythng but Tuesday`, `rathr Friday, Tuesday works too`; but `Monday I teach, Tuesday works`.
    const hasTime = clause.mentions.some(({ kind }) => kind === 'when');
    const isReason =
      clause.link === 'aside' ||
      after?.isConclusion ||
      (hasTime && (clause.isOwn || after?.link === 'comma'));
    const isAlso = clauses.slice(place + 1).some((later) => later.isAlso);
    const isGoverning = after?.kind === 'answer' && (isAlso || !isReason);
    if (isGoverning || clause.link === 'but') reading.problems.push('no_form');
  }
}

const hasDayIn = ({ mentions }: Clause) =>
  mentions.some((mention) => mention.kind !== 'when' || hasDay(mention.when));

/** `I mixed up the 27th and the 25th`: anything merely named after such a clause belongs to it. */
export function asBefore(
  clause: Clause,
  before: Clause | undefined,
  isContinued: boolean,
  reading: Reading,
): Clause {
  const isListed = ['and', 'or', 'comma'].includes(clause.link) && !clause.isConclusion;
  const isAdded = clause.isBare && clause.mentions.length > 0 && isListed;
  const isAside = before !== undefined && before.kind !== 'answer';
  if (!isAdded || !isAside) return clause;
  if (isContinued && before.startsWithMention && clause.link === 'comma') return clause;
  // `I'm at the dentist Tuesday, Wednesday`: it isn't clear which one is meant.
  if (clause.link === 'comma' && before.kind !== 'seeking') reading.problems.push('contradiction');
  if (clause.mentions.some(({ kind }) => kind !== 'when')) reading.problems.push('contradiction');
  return { ...clause, kind: before.kind };
}

/**
 * Checks that what somebody says about their plans isn't about the time that they choose. Accepts unknown words only as a reason:
 * about the author and another time, or right after a no. Anything else could take back the answer, so a person has to read it.
 */
export function checkAsides(clauses: Clause[], said: Statements, question: Question, problems: string[]) {
  for (const [place, clause] of clauses.entries()) {
    if (clause.kind === 'parting') said.partings.push(...daysOfParting(clause));
    if (clause.isRefusal && isWithin(clause, said, question)) problems.push('contradiction');
    if (clause.kind !== 'doing' && clause.kind !== 'open') continue;
    said.asides++;
    const when = clause.mentions.find(({ kind }) => kind === 'when');
    if (clause.mentions.some(isOdd) || placesNamed(clause, question).intersection(said.accepted).size > 0)
      problems.push('contradiction');
    const [before, after] = [clauses[place - 1], clauses[place + 1]];
    const isJoined =
      clause.link === 'start' || clause.link === 'comma' || (clause.link === 'and' && !isYes(before));
    const time = whenOf(clause.mentions);
    // `Je suis de garde du 16 au 22`: and in between?
    if (time === null) problems.push('ambiguous_time');
    // `I land at 5pm`: on which day?
    const isHourAlone = time && !hasDay(time) && (time.starts ?? time.range) !== undefined;
    // `Monday I teach`: about the author and a time that isn't offered, or with a known reason. After `none of these` it may be a
    // wish.
    const isSafe = clause.hasReason || (placesNamed(clause, question).size === 0 && !isHourAlone);
    // `I favour Monday` is about Monday; `on Monday I favour the garden` isn't.
    const isThen = clause.isState || (!clause.isApart && (clause.startsWithMention || clause.isOnDay));
    const isBeside =
      isJoined &&
      (when !== undefined || clause.isApart) &&
      clause.isOwn &&
      isThen &&
      isSafe &&
      said.accepted.size > 0 &&
      !said.isBare;
    // `Tuesday I have no class`
    const isDenied = clause.kind === 'doing' && clause.polarity === 'no';
    if (isDenied || isWithin(clause, said, question)) problems.push('contradiction');
    const isReasoned = !when && isReason(clause, before);
    const isPassed = isBeside || isReasoned || isConcluded(clause, after) || isBecause(clause, before);
    // `Tuesday works. I'm teaching then.`
    const isOther = clause.mentions.some(({ kind }) => kind === 'others');
    const isDoubtful = clause.kind === 'doing' && !when && !isOther && !isReasoned && !clause.isApart;
    if (isDoubtful && said.accepted.size > 0) problems.push('contradiction');
    if (clause.kind === 'open' && isPassed) said.hasRemark = true;
    if (clause.kind === 'open' && !isPassed) problems.push('unknown_words');
  }
}

/** `I've got a long drive that morning, so let's go with 3pm`, `I'm at a fair in Leeds until Friday, so none of these.` */
function isConcluded(clause: Clause, after: Clause | undefined): boolean {
  if (after?.kind !== 'answer' || !after.isConclusion) return false;
  if (isNoneOf(after)) return clause.isOwn && clause.isState && !clause.isBare;
  // `I land at 5pm, so Friday works`, of 4pm
  const when = whenOf(clause.mentions);
  const hasHour = (when?.starts ?? when?.range) !== undefined;
  return after.polarity === 'yes' && !after.isBare && after.mentions.length > 0 && !hasHour;
}

/** `Friday works because I'm in town anyway` */
const isBecause = ({ kind, link, isOwn, isState }: Clause, before: Clause | undefined) =>
  kind === 'open' &&
  link === 'because' &&
  isOwn &&
  isState &&
  before?.kind === 'answer' &&
  before.polarity === 'yes' &&
  !before.isBare;

/** `Tuesday works. I have a call until 14:15.`, and they meet from 14:00 to 14:30. */
function isWithin({ mentions }: Clause, { accepted }: Statements, { options, timezone }: Question): boolean {
  const merged = whenOf(mentions);
  const times = merged ? [merged] : mentions.flatMap((one) => (one.kind === 'when' ? [one.when] : []));
  return times.some((time) => {
    const day = daysOf(time);
    const onDay = hasDay(day) ? match(day, options, timezone).places : accepted;
    return [...accepted.intersection(onDay)].some((place) => {
      const option = options[place];
      return option !== undefined && overlaps(time, seenIn(timezone, option));
    });
  });
}

const overlaps = ({ starts = [], range }: When, { start, end }: { start: number; end: number }) =>
  starts.some((minute) => start < minute && minute < end) ||
  (range !== undefined && (range.from ?? 0) < end && start < (range.to ?? MINUTES_OF_DAY));

/** `Tuesday the 25th`, which is a Wednesday. */
const isOdd = (mention: Mention) =>
  mention.kind === 'when' &&
  mention.when.dates?.every((day) => mention.when.weekdays?.includes(weekdayOf(day)) === false) === true;

const isYes = (clause: Clause | undefined) =>
  clause === undefined || (clause.kind === 'answer' && clause.polarity !== 'no');

function isReason({ kind, link, isOwn, isState }: Clause, before: Clause | undefined): boolean {
  const isNo =
    before !== undefined &&
    (before.kind !== 'answer' || before.polarity === 'no' || before.mentions.some(leavesOut));
  const isSaid = kind === 'doing' || link === 'aside' || link === 'because' || (isOwn && isState);
  return isNo && isSaid && link !== 'start' && link !== 'but';
}

const leavesOut = (mention: Mention) =>
  mention.kind === 'every' && (mention.except.length > 0 || mention.quantity === 'none');

/** Options at times when they do something else. */
export function placesOfAsides(sentences: Clause[][], question: Question): Set<number> {
  const asides = sentences.flat().filter(({ kind }) => kind === 'doing' || kind === 'open');
  return new Set(asides.flatMap((clause) => [...placesNamed(clause, question)]));
}

/** Times when they do something else, other than those offered. */
export function timesOfReasons(sentences: Clause[][], { options, timezone }: Question): When[] {
  const reasons = sentences.flat().filter(({ kind, isApart }) => kind === 'doing' && !isApart);
  return reasons.flatMap(({ mentions }) => {
    const when = whenOf(mentions);
    const isOther = when && (when.span ?? when.is_every ?? when.is_usual);
    return when && (isOther || match(when, options, timezone).places.size === 0) ? [when] : [];
  });
}

/** The days on which they say that they will meet. */
function daysOfParting({ mentions }: Clause): When[] {
  return mentions.map((mention) => {
    if (mention.kind !== 'when') return {};
    const { span, ...when } = mention.when;
    const last = span?.to ?? null;
    return { ...when, ...(last !== null && { dates: [last] }) };
  });
}
