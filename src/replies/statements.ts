// From clauses to what they say about the options: which work, which do not, and what was said about other times.
import type { Clause, Reading } from './clauses.ts';
import type { Mention } from './mentions.ts';
import type { Question } from './understanding.ts';
import { hoursOf, isOnlyDay, type Match, match, merged, seenIn, type When } from './when.ts';

export interface Statements {
  accepted: Set<number>;
  refused: Set<number>;
  /** Times that would work but are not offered. */
  wished: When[];
  /** Times in general that do not work. */
  unwished: When[];
  /** `none of these` in so many words. */
  isNone: boolean;
  /** Something is preferred. */
  isPreference: boolean;
  /** Something was said about the only option, or about nothing that can be named. */
  pending: ('yes' | 'no')[];
  kinds: Set<Mention['kind']>;
  /** How many clauses name something. */
  naming: number;
}

export function statementsOf({ sentences, problems }: Reading, question: Question): Statements {
  const said: Statements = {
    ...{
      accepted: new Set(),
      refused: new Set(),
      wished: [],
      unwished: [],
      isNone: false,
      isPreference: false,
    },
    ...{ pending: [], kinds: new Set(), naming: 0 },
  };
  const others: Clause[] = [];
  for (const clauses of sentences) {
    for (const [place, clause] of clauses.entries()) {
      if (clause.mentions.some(({ kind }) => kind === 'others')) others.push(clause);
      else say(clause, neighboursOf(clauses, place), said, question, problems);
    }
  }
  for (const clause of others) sayOfOthers(clause, said, question, problems);
  return said;
}

/** Clauses of the same list: an hour that one of them names may be meant for all. */
const neighboursOf = (clauses: Clause[], place: number): Clause[] =>
  [clauses[place - 1], clauses[place + 1]].filter((clause) => clause !== undefined);

function say(clause: Clause, beside: Clause[], said: Statements, question: Question, problems: string[]) {
  const { mentions, polarity } = clause;
  const named = mentions.filter(({ kind }) => kind !== 'that');
  if (clause.isPreference) said.isPreference = true;
  if (named.length === 0) {
    if (polarity && !clause.isPraise) said.pending.push(polarity);
    else if (polarity && mentions.length > 0) said.pending.push(polarity);
    return;
  }
  said.naming++;
  for (const { kind } of named) said.kinds.add(kind);
  const every = named.find(({ kind }) => kind === 'every');
  if (every?.kind === 'every') {
    if (named.length > 1) problems.push('contradiction');
    sayOfEvery(every, clause, said, question, problems);
    return;
  }
  const resolved = resolve(named, question, problems);
  if (!resolved) return;
  const { places, when } = resolved;
  if (when && isHourShared(clause, when, beside, question)) problems.push('ambiguous_time');
  if (places.size === 0 && !when) problems.push('contradiction');
  const isYes = polarity !== 'no';
  for (const place of places) (isYes ? said.accepted : said.refused).add(place);
  if (!when) return;
  if (isYes && places.size === 0) said.wished.push(when);
  if (!isYes) said.unwished.push(when);
}

interface Resolved {
  places: Set<number>;
  /** What was named by time, and by nothing else. */
  when: When | null;
}

/** What several mentions in one clause mean together: `2, the one on Tuesday`. */
function resolve(mentions: Mention[], question: Question, problems: string[]): Resolved | null {
  let when: When | null = null;
  for (const mention of mentions) {
    if (mention.kind !== 'when') continue;
    when = when ? merged(when, mention.when) : mention.when;
    if (!when) {
      problems.push('contradiction');
      return null;
    }
  }
  const byTime = when && matchOf(when, question, problems);
  const sets = byTime ? [byTime.places] : [];
  for (const mention of mentions) {
    if (mention.kind === 'places') {
      if (mention.is_bare && when) checkHour(mention.places, when, question, problems);
      sets.push(new Set(mention.places));
    }
    if (mention.kind === 'either') sets.push(eitherOf(mention, question, problems));
  }
  const [first = new Set<number>(), ...rest] = sets;
  const places = rest.reduce((both, one) => both.intersection(one), first);
  const isOnlyTime = sets.length === 1 && byTime !== null;
  if (places.size === 0 && !isOnlyTime) problems.push('contradiction');
  return { places, when: isOnlyTime ? when : null };
}

function matchOf(when: When, { options, timezone }: Question, problems: string[]): Match {
  const found = match(when, options, timezone);
  if (found.isAmbiguous) problems.push('ambiguous_time');
  // `2pm works`, with two days to choose from.
  const isHourOnly = when.starts && !when.dates && !when.weekdays && !when.span;
  if (isHourOnly && found.places.size > 1) problems.push('ambiguous_time');
  return found;
}

/** `Tuesday 2` could be two o'clock. */
function checkHour(places: number[], when: When, { options, timezone }: Question, problems: string[]) {
  if (when.starts || when.window) return;
  const [zone = timezone] = when.zones ?? [];
  const { places: onDay } = match(when, options, timezone);
  for (const place of onDay) {
    const option = options[place];
    const { start } = option ? seenIn(zone, option) : { start: -1 };
    const isHour = places.some((number) => start === (number + 1) * 60 || start === (number + 13) * 60);
    if (isHour && !places.includes(place)) problems.push('ambiguous_number');
  }
}

/** `the 2nd` is the second option, or a day. */
function eitherOf(
  { places, when }: { places: number[]; when: When },
  { options, timezone }: Question,
  problems: string[],
): Set<number> {
  const byDay = match(when, options, timezone).places;
  const byPlace = new Set(places);
  if (byDay.size > 0 && byDay.symmetricDifference(byPlace).size > 0) problems.push('ambiguous_number');
  return byPlace;
}

/** `Tuesday and Wednesday afternoon`: nobody can say whether Tuesday is meant in the afternoon, too. */
function isHourShared(
  clause: Clause,
  when: When,
  beside: Clause[],
  { options, timezone }: Question,
): boolean {
  const isDay = isOnlyDay(when);
  return beside.some((other) => {
    if (other.link === 'but' || clause.link === 'but') return false;
    const [mention] = other.mentions;
    if (mention?.kind !== 'when' || isOnlyDay(mention.when) === isDay) return false;
    const [day, hours] = isDay ? [when, hoursOf(mention.when)] : [mention.when, hoursOf(when)];
    if (!isDay) return false;
    const both = merged(day, hours);
    if (!both) return false;
    const alone = match(day, options, timezone);
    const shared = match(both, options, timezone);
    return (
      alone.places.symmetricDifference(shared.places).size > 0 ||
      shared.isAmbiguous ||
      alone.places.size === 0
    );
  });
}

function sayOfEvery(
  { quantity, except }: Extract<Mention, { kind: 'every' }>,
  { polarity }: Clause,
  said: Statements,
  question: Question,
  problems: string[],
) {
  const all = new Set(question.options.keys());
  const left = new Set<number>();
  for (const mention of except) {
    const resolved = resolve([mention], question, problems);
    if (!resolved || resolved.places.size === 0) problems.push('contradiction');
    for (const place of resolved?.places ?? []) left.add(place);
  }
  const isNone = quantity === 'none' || polarity === 'no';
  if (quantity === 'none' && polarity === 'no') problems.push('contradiction');
  if (quantity === 'all' && polarity === 'no') problems.push('contradiction');
  if (isNone && left.size === 0) said.isNone = true;
  const rest = all.difference(left);
  for (const place of rest) (isNone ? said.refused : said.accepted).add(place);
  for (const place of left) (isNone ? said.accepted : said.refused).add(place);
}

/** `the others`: those that nobody has named. */
function sayOfOthers(
  { polarity, mentions }: Clause,
  said: Statements,
  { options }: Question,
  problems: string[],
) {
  if (mentions.length > 1 || said.accepted.size + said.refused.size === 0) problems.push('contradiction');
  said.naming++;
  const isYes = polarity !== 'no';
  for (const place of options.keys()) {
    if (said.accepted.has(place) || said.refused.has(place)) continue;
    (isYes ? said.accepted : said.refused).add(place);
  }
}
