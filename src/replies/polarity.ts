// Whether a clause says yes or no if its own words don't tell: its neighbours in the sentence decide.
import type { Clause, Polarity, Reading } from './clause.ts';
import { hasDay, isOnlyDay } from './when.ts';

export function withNeighbours(clauses: Clause[], reading: Reading, isUnfinished: boolean): Clause[] {
  if (isUnfinished) reading.problems.push('no_form');
  const answers = clauses.filter(({ kind }) => kind === 'answer');
  for (const [place, clause] of answers.entries()) {
    if (clause.polarity !== null || clause.mentions.length === 0) continue;
    const before = answers[place - 1];
    const isLed =
      before &&
      !before.isBare &&
      !before.startsWithMention &&
      (clause.link === 'and' || clause.link === 'or' || isListBegun(answers, place));
    const later = fromLaterClause(answers, place, reading);
    const verb = answers.slice(0, place).findLast(({ isBare }) => !isBare);
    // `I can do Tuesday, Wednesday and Friday don't work`: which one does Wednesday go with?
    const isBetween = later !== null && verb && !verb.startsWithMention && verb.polarity !== later;
    // `Tuesday works, not Wednesday, and Friday`
    const isBack =
      clause.isParted &&
      verb?.polarity === 'no' &&
      answers.slice(0, place).some(({ polarity }) => polarity === 'yes');
    if (isBack) reading.problems.push('contradiction');
    // `Tuesday is out and Friday, Wednesday works`
    const isEndOfNo =
      later === 'yes' &&
      (clause.link === 'and' || clause.link === 'or') &&
      before?.polarity === 'no' &&
      answers[place + 1]?.link === 'comma';
    if (isEndOfNo) reading.problems.push('contradiction');
    // `Tuesday and I'm away Wednesday, so Friday`: what about Tuesday?
    const after = answers[place + 1];
    const isCutOff =
      later === null &&
      !isLed &&
      (after?.link === 'and' || after?.link === 'or') &&
      !after.isParted &&
      after.polarity === 'no' &&
      !after.startsWithMention;
    if (isCutOff) reading.problems.push('contradiction');
    if (isBetween && clause.link !== 'but' && !clause.isConclusion) reading.problems.push('contradiction');
    clause.polarity =
      clause.isSame || isLed
        ? (before?.polarity ?? 'yes')
        : (later ?? fromEarlierClause(clause, before, reading));
  }
  const isOdd =
    answers.some((clause, place) => isOddBut(clause, answers[place - 1])) ||
    clauses.some(
      (clause, place) =>
        isCorrection(clause, clauses[place - 1]) ||
        isAlsoUnlike(clause, clauses[place - 1]) ||
        isTailOfList(clauses, place) ||
        isUnlikeBefore(clauses, place),
    );
  if (isOdd) reading.problems.push('contradiction');
  return clauses;
}

/**
 * `I can do 1, 2 and 3`: what follows the comma is another option, not a second name. With a no, it isn't clear where the list
 * ends.
 */
function isListBegun(clauses: Clause[], place: number): boolean {
  const [before, ...list] = clauses.slice(place - 1);
  const last = list.findIndex(({ link }) => link === 'and' || link === 'or');
  const isList = last > 0 && list.every((clause) => clause.isBare && isAlike(clause, before));
  return isList && before?.polarity === 'yes' && list.slice(0, last).every(({ link }) => link === 'comma');
}

/** Both are numbers, both are days, or both are hours. */
function isAlike(one: Clause, other: Clause | undefined): boolean {
  const [first, second] = [one.mentions[0], other?.mentions[0]];
  if (one.mentions.length !== 1 || other?.mentions.length !== 1) return false;
  if (first?.kind !== 'when' || second?.kind !== 'when')
    return first?.kind === 'places' && second?.kind === 'places';
  return isOnlyDay(first.when) === isOnlyDay(second.when) && hasDay(first.when) === hasDay(second.when);
}

/** `Ich kann Dienstag und Freitag nicht`, `I'd like Tuesday and Friday off`: the end may apply to both. */
function isTailOfList(clauses: Clause[], place: number): boolean {
  const { isVerbless, link, startsWithMention } = clauses[place] as Clause;
  const verb = clauses.slice(0, place).findLast(({ isBare }) => !isBare);
  return (
    isVerbless &&
    startsWithMention &&
    (link === 'and' || link === 'or') &&
    verb?.kind === 'answer' &&
    !verb.startsWithMention &&
    verb.mentions.length > 0
  );
}

/** `Tuesday is no problem, Friday neither`: no problem either? `1 doesn't work, 2 too`: also not? */
function isAlsoUnlike(
  { isAlso, isSame, isEmphatic, isConclusion, polarity, isRefusal }: Clause,
  before: Clause | undefined,
): boolean {
  // `Tuesday is full, Wednesday is too`, `Tuesday clashes, Friday does`
  if (
    isEmphatic &&
    (isAlso || !isConclusion) &&
    before &&
    (before.isBusy || (isAlso && before.polarity === 'no'))
  )
    return true;
  if (before?.kind !== 'answer') return false;
  const isNoAfterYes = isAlso && polarity === 'no' && !isRefusal && before.polarity === 'yes';
  return isNoAfterYes || (isSame && before.polarity === 'no' && !before.isRefusal);
}

/** `Tuesday, so Friday` */
const isCorrection = ({ isBare, isConclusion, link, mentions }: Clause, before: Clause | undefined) =>
  isBare &&
  isConclusion &&
  link === 'comma' &&
  mentions.length > 0 &&
  before?.kind === 'answer' &&
  before.isBare;

/** `Wednesday I'm busy, Thursday not`: not busy. */
function isUnlikeBefore(clauses: Clause[], place: number): boolean {
  const { isVerbless, polarity, kind, isBusy } = clauses[place] as Clause;
  const before = clauses.slice(0, place).findLast(({ isBare }) => !isBare);
  return kind === 'answer' && isVerbless && polarity === 'no' && !isBusy && before?.isBusy === true;
}

/** It says that nothing suits. */
export const isNoneOf = ({ mentions, polarity }: Clause) =>
  mentions.some((mention) => mention.kind === 'every' && (mention.quantity === 'none' || polarity === 'no'));

/** `1 works but 3 works`: something was left unsaid. */
const isOddBut = ({ link, mentions, polarity }: Clause, before: Clause | undefined) =>
  link === 'but' &&
  mentions.length > 0 &&
  polarity === 'yes' &&
  before?.polarity === 'yes' &&
  !isNoneOf(before);

/** `1, 3 and 4 work`: the last clause speaks for all of them. */
function fromLaterClause(clauses: Clause[], place: number, reading: Reading): Polarity | null {
  let hasConjunction = false;
  const joints = new Set<string>();
  for (const later of clauses.slice(place + 1)) {
    if (later.link === 'but' || !later.startsWithMention) return null;
    if (later.link !== 'comma') hasConjunction = true;
    if (later.link === 'and' || later.link === 'or') joints.add(later.link);
    if (later.polarity === null) continue;
    // `Only Tuesday, Wednesday and Friday don't work`, `1, and 2 doesn't work`
    const isTorn = clauses[place]?.isOnly || later.isParted;
    if (later.polarity === 'no' && isTorn) reading.problems.push('contradiction');
    // `Tuesday or Wednesday and Friday not`
    if (later.polarity === 'no' && joints.size > 1) reading.problems.push('contradiction');
    // `2, 3 doesn't work` is a yes and a no, or twice no.
    if (later.polarity === 'no' && !hasConjunction) reading.problems.push('contradiction');
    return later.polarity;
  }
  return null;
}

function fromEarlierClause(clause: Clause, before: Clause | undefined, reading: Reading): Polarity {
  // `none of these, in December please` names what would work instead.
  if (before && isNoneOf(before)) return 'yes';
  const earlier = before && before.mentions.length > 0 ? before.polarity : null;
  const isNone = isNoneOf(clause);
  if (before && before.polarity === 'no' && earlier === null && !isNone)
    reading.problems.push('contradiction');
  if (earlier === null) return 'yes';
  // `Monday or Tuesday, any of them`
  const isEvery = clause.mentions.some(({ kind }) => kind === 'every');
  if (isEvery && earlier === 'yes' && clause.link === 'comma') {
    clause.isApposition = true;
    return 'yes';
  }
  // `Not Tuesday or Wednesday, Friday`
  if (
    before?.isBare &&
    before.link !== 'comma' &&
    before.link !== 'start' &&
    clause.link === 'comma' &&
    earlier === 'no'
  )
    reading.problems.push('contradiction');
  if (before?.isBare && clause.link !== 'but') return earlier;
  if (clause.link === 'or') return earlier;
  if (clause.link === 'and' && earlier === 'yes') return 'yes';
  if (clause.link === 'but' && earlier === 'no') return 'yes';
  // `I'm away on Tuesday, so Friday.`
  if (clause.isConclusion && earlier === 'no' && !before?.isBare) return 'yes';
  // `the later one, 3pm`
  if (earlier === 'yes' && (clause.link === 'comma' || clause.link === 'aside')) {
    clause.isApposition = true;
    return 'yes';
  }
  reading.problems.push('contradiction');
  return 'yes';
}
