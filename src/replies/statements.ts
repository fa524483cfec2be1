// Turns clauses into statements about the options: which work, which don't, and what was said about other times.

import { checkAsides, placesOfAsides, timesOfReasons } from './asides.ts';
import { isAlsoNo, isBefore, isHourOrNumber, isNone, isTornApart, mayHideYes } from './choices.ts';
import type { Clause, Reading } from './clause.ts';
import type { Mention } from './mention.ts';
import { matchOf, placesOf, whenOf } from './places.ts';
import type { Statements } from './statement.ts';
import type { OfferedOption, Question } from './understanding.ts';
import { daysOf, hasDay, hoursOf, isOnlyDay, isSame, match, merged, seenIn, type When } from './when.ts';

export function statementsOf({ sentences, problems }: Reading, question: Question): Statements {
  const said: Statements = {
    ...{
      accepted: new Set(),
      refused: new Set(),
      suitable: [],
      unsuitable: [],
      isNone: false,
      saysNone: false,
      isPreference: false,
    },
    ...{
      pending: [],
      refusesThat: null,
      kinds: new Set(),
      naming: 0,
      asides: 0,
      partings: [],
      isSorry: false,
      pairs: 0,
      hasRemark: false,
      choosing: 0,
      general: [],
      isBare: false,
      takesAll: false,
    },
  };
  if (sentences.some((clauses, place) => isAlsoNo(clauses, sentences[place - 1])))
    problems.push('contradiction');
  const saysNone = sentences.flat().some(({ mentions }) => mentions.some(isNone));
  if (!saysNone && isTornApart(sentences, question)) problems.push('contradiction');
  const others: Clause[] = [];
  const times: NamedTime[] = [];
  /** What would suit instead if none of these does. */
  const better: When[] = [];
  for (const clauses of sentences) {
    const answers = clauses.filter(({ kind }) => kind === 'answer');
    for (const clause of clauses.filter(({ kind }) => kind === 'seeking' || kind === 'back')) {
      const when = whenOf(clause.mentions);
      // `Better not on Monday`
      if (when === null || (clause.polarity === 'no' && when)) problems.push('contradiction');
      const isDate = clause.kind === 'seeking' || (when?.span && !when.weekdays);
      const [date] = when?.dates ?? [];
      // `I'm back next week`: from then on.
      const isSince = clause.kind === 'back' && when?.span && when.span.from !== null;
      if (isSince) better.push({ ...when, span: { from: when.span?.from ?? null, to: null } });
      else if (when && isDate) better.push(when);
      else if (clause.kind === 'back') said.asides++;
      if (when && !isDate && date !== undefined) better.push({ span: { from: date, to: null } });
    }
    for (const [place, clause] of answers.entries()) {
      if (clause.mentions.some(({ kind }) => kind === 'others')) others.push(clause);
      else times.push(...say(clause, neighboursOf(answers, place), said, question, problems));
    }
  }
  said.saysNone = said.isNone;
  // `That doesn't work`, of the only option, is none of these.
  const isOnlyRefused =
    question.options.length === 1 &&
    (said.refusesThat === 'that' || (said.refusesThat === 'all' && said.naming === 0)) &&
    said.pending.includes('no') &&
    !said.pending.includes('yes');
  if (isOnlyRefused) said.isNone = true;
  for (const time of times.filter(({ isYes }) => !isYes)) sayOfTime(time, said, question, problems);
  // `Not this week. Next week is fine.`
  const isSaid = said.isNone;
  const isAllRefused = said.refused.size > 0 && said.refused.size === question.options.length;
  const isWhole =
    (isOneDay(question) && question.options.length > 1) ||
    said.unsuitable.every((when) => isGeneral(when) || hasDay(when));
  if (isAllRefused && said.accepted.size === 0 && isWhole) said.isNone = true;
  // `Away until Monday`: and on Monday?
  if (isAllRefused && !isSaid && said.unsuitable.some(({ span }) => span?.edge !== undefined))
    problems.push('ambiguous_time');
  // `None of these. I'm back on Monday.`: which?
  const isBackSome = sentences
    .flat()
    .some(({ kind, mentions }) => kind === 'back' && whenOf(mentions)?.weekdays && !whenOf(mentions)?.dates);
  if (said.isNone && isBackSome) problems.push('ambiguous_time');
  // `None of these. I'm at a fair until the 27th.`: not then, either.
  if (said.isNone) said.unsuitable.push(...timesOfReasons(sentences, question));
  const chosen = times.filter(({ isYes }) => isYes);
  // `Wednesday works. I'm busy in the morning.`, of Thursday morning.
  const isOfOther = chosen.some(({ when }) => hasDay(when)) && said.unsuitable.every((when) => !hasDay(when));
  if (said.isNone && !isSaid && isOfOther && said.unsuitable.length > 0) problems.push('ambiguous_time');
  if (isTorn(chosen, question)) problems.push('ambiguous_time');
  for (const time of chosen) sayOfTime(time, said, question, problems);
  const isRefused = said.accepted.size === 0 && said.refused.size === question.options.length;
  if (said.isNone || isRefused) said.suitable.push(...better);
  else said.asides += better.length;
  const elsewhere = placesOfAsides(sentences, question);
  for (const clause of others) sayOfOthers(clause, said, elsewhere, question, problems);
  // `I can only do mornings, so the first or the third.`
  const isCovered =
    said.accepted.size > 0 && said.general.every((places) => said.accepted.isSubsetOf(places));
  if (said.general.length > 0 && !isCovered) problems.push('too_general');
  // `All of them, but not the first.`
  if (said.takesAll && said.refused.size < question.options.length)
    said.accepted = said.accepted.difference(said.refused);
  if (said.pairs > 0 && said.accepted.size !== 2) problems.push('count_differs');
  const all = sentences.flat();
  if (isHourOrNumber(all, question)) problems.push('ambiguous_number');
  const isTooEarly = all.some(
    (clause) => clause.kind === 'back' && isBefore(said.accepted, clause, question),
  );
  // `I'm in London in December. Friday works then.`
  const isLater =
    all.some(({ kind, isThen }) => kind === 'answer' && isThen) &&
    all.some((clause) => clause.kind !== 'answer' && hasTime(clause));
  // `Tuesday doesn't work. Friday, sadly.`
  const isSadly = ({ kind, polarity, isSorry, isBare, mentions }: Clause) =>
    kind === 'answer' &&
    polarity === 'yes' &&
    isSorry &&
    isBare &&
    mentions.some(({ kind }) => kind === 'when' || kind === 'places');
  if (all.some(isSadly)) problems.push('regret');
  if (said.accepted.size > 0 && mayHideYes(sentences)) problems.push('contradiction');
  if (isTooEarly || (isLater && said.accepted.size > 0)) problems.push('contradiction');
  for (const clauses of sentences) checkAsides(clauses, said, question, problems);
  return said;
}

const hasTime = ({ mentions }: Clause) => mentions.some(({ kind }) => kind === 'when');

/** Clauses of the same list: an hour that one of them names may apply to all. */
const neighboursOf = (clauses: Clause[], place: number): Clause[] =>
  [clauses[place - 1], clauses[place + 1]].filter((clause) => clause !== undefined);

/** A clause that names something by time alone. Its meaning depends on whether another clause says `none of these`. */
interface NamedTime {
  when: When;
  isYes: boolean;
  /** Another clause of the list names hours or days that may apply here, too. */
  isShared: boolean;
  /** It means whatever is offered then: `any time before Friday`. */
  isAny: boolean;
  /** It means the only option at that time: `the Monday slot`. */
  isOne: boolean;
  /** It must match what was chosen before. */
  isApposition: boolean;
  /** It has no verb. */
  isBare: boolean;
  /** How many it means: `both afternoon slots`. */
  count?: number;
}

function say(
  clause: Clause,
  beside: Clause[],
  said: Statements,
  question: Question,
  problems: string[],
): NamedTime[] {
  const { mentions, polarity } = clause;
  if (mentions.some(({ kind }) => kind === 'pair')) said.pairs++;
  const named = mentions.filter(({ kind }) => kind !== 'that' && kind !== 'pair');
  if (mentions.length > 0 && named.length === 0 && mentions.some(({ kind }) => kind === 'pair')) return [];
  // `Tuesday or Friday, both at 4`
  const isPair = mentions.some(({ kind }) => kind === 'pair');
  if (isPair && named.some((one) => one.kind === 'when' && !hasDay(one.when))) problems.push('contradiction');
  if (clause.isPreference) said.isPreference = true;
  // `A bit early, but fine`
  if (clause.isPraise && clause.link === 'but') problems.push('contradiction');
  // `Tuesday works, Friday would be rather`
  if (clause.isPreference && mentions.length === 0) said.choosing++;
  if (named.length === 0) {
    // `Thursday: no, on leave`
    const isSaid =
      polarity === 'no' && beside.some((one) => one.polarity === 'no' && one.mentions.length > 0);
    if (polarity && !isSaid && (!clause.isPraise || mentions.length > 0)) said.pending.push(polarity);
    const isThat = mentions.some(({ kind }) => kind === 'that');
    if (polarity === 'no' && !clause.isNow) said.refusesThat = isThat ? 'that' : (said.refusesThat ?? 'all');
    return [];
  }
  said.naming++;
  for (const { kind } of named) said.kinds.add(kind);
  const every = named.find(({ kind }) => kind === 'every');
  // `Monday works, either slot`
  if (clause.isApposition && every?.kind === 'every') {
    // `All of them work, none on Tuesday.`
    const isOther = every.quantity === 'none' || named.length > 1;
    if (every.except.length > 0 || isOther) problems.push('contradiction');
    return [];
  }
  // `On Tuesday, all of them work`: all on Tuesday.
  const isTopic =
    every &&
    clause.link === 'comma' &&
    beside.some((one) => one.isBare && one.link === 'start' && hasTime(one));
  if (isTopic) problems.push('contradiction');
  const others = named.filter(({ kind }) => kind !== 'every');
  const isYes = polarity !== 'no';
  if (isYes) said.choosing++;
  if (isYes && clause.isSorry) said.isSorry = true;
  if (isYes && clause.isBare && beside.every((one) => one.isBare)) said.isBare = true;
  if (every?.kind === 'every' && every.quantity === 'these' && clause.isBare) {
    // `Thanks for these options`
    if (!clause.isThanks || others.length > 0) problems.push('unknown_words');
    said.naming--;
    return [];
  }
  if (every?.kind === 'every') {
    // `all on Monday work` is Monday.
    const isNarrowed = every.quantity !== 'none' && isYes;
    if (others.length > 0 && (!isNarrowed || every.except.length > 0)) problems.push('contradiction');
    if (others.length === 0) sayOfEvery(every, clause, said, question, problems);
  }
  if (others.length === 0) return [];
  const when = whenOf(others);
  if (when === null) problems.push('contradiction');
  if (when && others.every(({ kind }) => kind === 'when')) {
    const isAny = every !== undefined || others.some((mention) => mention.kind === 'when' && mention.is_any);
    const isOne = clause.isOne || others.some((mention) => mention.kind === 'when' && mention.is_one);
    const [count] = others.flatMap((mention) => (mention.kind === 'when' ? (mention.count ?? []) : []));
    const isShared = isHourShared(clause, when, beside, question);
    const { isApposition, isBare } = clause;
    return [
      { when, isYes, isAny, isOne, isApposition, isBare, isShared, ...(count !== undefined && { count }) },
    ];
  }
  const places = placesOf(others, when ?? null, question, problems);
  if (clause.isApposition && !isSame(places, said.accepted)) problems.push('contradiction');
  for (const place of places) (isYes ? said.accepted : said.refused).add(place);
  return [];
}

/** After `none of these`, times in general are wishes, even if options are among them. */
const isGeneral = ({ starts, dates, weekdays, is_every, span }: When) =>
  !starts && !dates && (!weekdays || is_every === true || span !== undefined);

function sayOfTime(
  { when, isYes, isShared, isAny, isOne, isApposition, count }: NamedTime,
  said: Statements,
  question: Question,
  problems: string[],
) {
  if (!isYes) said.unsuitable.push(when);
  if (said.isNone && isGeneral(when)) {
    // `Away all week`, with options in the next one.
    const isLoose = when.span?.is_loose && match(when, question.options, question.timezone).isAmbiguous;
    if (when.is_doubtful || isLoose) problems.push('ambiguous_time');
    if (isYes) said.suitable.push(when);
    return;
  }
  // A zone alone names nothing.
  if (Object.keys(when).every((key) => key === 'zones')) problems.push('no_form');
  const { places } = matchOf(when, question, problems);
  if (isApposition && !isSame(places, said.accepted)) problems.push('contradiction');
  if (isShared && !isApposition) problems.push('ambiguous_time');
  // `mornings work` is about mornings in general; it doesn't choose an offered one.
  const isPart = !when.is_usual && !when.span && !when.range && places.size === 1;
  const isPicked = (isOne || isPart) && isOneDay(question);
  if (isYes && !isAny && !isPicked && isGeneral(when)) {
    said.general.push(places);
    return;
  }
  if (isOne && places.size > 1) problems.push('ambiguous_time');
  if (count !== undefined && places.size !== count) problems.push('count_differs');
  for (const place of places) (isYes ? said.accepted : said.refused).add(place);
  if (isYes && places.size === 0) said.suitable.push(when);
}

/** `10am. The 23rd.`: a day and an hour in separate sentences, which may belong together. */
function isTorn(times: NamedTime[], { options, timezone }: Question): boolean {
  const placesAt = ({ when }: NamedTime) => match(when, options, timezone).places;
  return times.some((one) =>
    times.some(
      (other) =>
        (one.isBare || other.isBare) &&
        isOnlyDay(one.when) &&
        !hasDay(other.when) &&
        !isSame(placesAt(one), placesAt(other)),
    ),
  );
}

const isOneDay = ({ options, timezone }: Question) =>
  new Set(options.map((option) => seenIn(timezone, option).day)).size === 1;

/** `Tuesday and Wednesday afternoon`, `Tuesday at 2 or 4`: it isn't clear what applies to both. */
function isHourShared(
  clause: Clause,
  when: When,
  beside: Clause[],
  { options, timezone }: Question,
): boolean {
  return beside.some((other) => {
    const [mention] = other.mentions;
    if (mention?.kind !== 'when') return false;
    const isAnotherTime =
      isOnlyDay(when) === isOnlyDay(mention.when) && hasDay(when) === hasDay(mention.when);
    // `Thursday: 10 no, 11 yes`
    const isOfDay = !hasDay(when) && hasDay(mention.when);
    if (isAnotherTime || (isApart(clause, other) && !isOfDay)) return false;
    const added = isOnlyDay(when) ? hoursOf(mention.when) : daysOf(mention.when);
    const both = merged(when, added);
    if (!both || Object.keys(added).length === 0) return false;
    const alone = match(when, options, timezone);
    const shared = match(both, options, timezone);
    return (
      alone.places.symmetricDifference(shared.places).size > 0 ||
      shared.isAmbiguous ||
      alone.places.size === 0
    );
  });
}

/** One says yes and the other no, each with its own verb. */
const isApart = (one: Clause, other: Clause) =>
  one.polarity !== other.polarity || (!one.isBare && !other.isBare);

function sayOfEvery(
  { quantity, except, is_counted }: Extract<Mention, { kind: 'every' }>,
  { polarity, isRefusal, isSorry, isPreference, isPartial }: Clause,
  said: Statements,
  question: Question,
  problems: string[],
) {
  const all = new Set(question.options.keys());
  const left = new Set<number>();
  for (const mention of except) {
    const when = whenOf([mention]) ?? null;
    const places = placesOf([mention], when, question, problems);
    // `All but one on Monday`
    if (mention.kind === 'when' && mention.is_one && places.size > 1) problems.push('ambiguous_time');
    for (const place of places) left.add(place);
  }
  const isNone = quantity === 'none' || polarity === 'no';
  if (!isNone && left.size === 0) said.takesAll = true;
  if (quantity === 'none' && (polarity === 'no' || isPreference)) problems.push('contradiction');
  // `All three don't work` is none; `all don't work` may be some.
  const isAll = (isRefusal || isSorry || is_counted === true) && !isPartial;
  if ((quantity === 'all' || isPartial) && polarity === 'no' && !isAll) problems.push('contradiction');
  if (isNone && left.size === 0) said.isNone = true;
  const rest = all.difference(left);
  for (const place of rest) (isNone ? said.refused : said.accepted).add(place);
  for (const place of left) (isNone ? said.accepted : said.refused).add(place);
}

/** `the others`: the options that weren't named. */
function sayOfOthers(
  { polarity, mentions, isBare, isAlso, isPreference }: Clause,
  said: Statements,
  elsewhere: Set<number>,
  { options, timezone }: Question,
  problems: string[],
) {
  const named = said.accepted.size + said.refused.size + elsewhere.size;
  const isNone = mentions.some((mention) => mention.kind === 'others' && mention.is_none);
  if (mentions.length > 1 || named === 0 || (isBare && !isNone) || isAlso) problems.push('contradiction');
  if (isNone && polarity === 'no') problems.push('contradiction');
  said.naming++;
  // `The 19th doesn't work. Any other day is fine.`, and only the 19th is offered.
  const isDay = mentions.some((mention) => mention.kind === 'others' && mention.is_day);
  const dayAt = (place: number) => seenIn(timezone, options[place] as OfferedOption).day;
  const refusedDays = new Set(isDay ? [...said.refused, ...elsewhere].map(dayAt) : []);
  const places = [...options.keys()].filter(
    (place) =>
      !said.accepted.has(place) &&
      !said.refused.has(place) &&
      !elsewhere.has(place) &&
      !refusedDays.has(dayAt(place)),
  );
  const isSome = places.length > 0 || (isDay && said.refused.size === options.length && polarity === 'yes');
  if (isDay && places.length === 0)
    said.unsuitable.push(...[...refusedDays].map((day) => ({ dates: [day] })));
  if (polarity === 'yes' && !isNone) said.choosing++;
  if (isPreference) said.isPreference = true;
  // `The other one works`, and two are left.
  const isCounted = mentions.every(
    (mention) => mention.kind !== 'others' || mention.count === undefined || mention.count === places.length,
  );
  if (!isCounted || !isSome) problems.push('count_differs');
  for (const place of places) (polarity === 'no' || isNone ? said.refused : said.accepted).add(place);
}
