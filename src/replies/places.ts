// Which options a clause means by what it names.
import type { Clause } from './clause.ts';
import type { Mention } from './mention.ts';
import type { Question } from './understanding.ts';
import { type Match, match, merged, seenIn, type When } from './when.ts';

/** All options that a clause names, whatever it says about them. */
export function placesNamed({ mentions }: Clause, { options, timezone }: Question): Set<number> {
  const places = new Set<number>();
  const when = whenOf(mentions);
  // `Monday I'm at the dentist in the afternoon`: not all Monday.
  if (when) for (const one of match(when, options, timezone).places) places.add(one);
  for (const mention of mentions) {
    if (mention.kind === 'places' || mention.kind === 'either')
      for (const one of mention.places) places.add(one);
    if (mention.kind === 'when' && !when)
      for (const one of match(mention.when, options, timezone).places) places.add(one);
    if (mention.kind === 'every' && mention.quantity !== 'none')
      for (const one of options.keys()) places.add(one);
  }
  return places;
}

/** Everything that a clause says about time; null if it contradicts itself, undefined if it says nothing. */
export function whenOf(mentions: Mention[]): When | null | undefined {
  let when: When | null | undefined;
  for (const mention of mentions) {
    if (mention.kind !== 'when' || when === null) continue;
    when = when ? merged(when, mention.when) : mention.when;
  }
  return when;
}

/** What several mentions in one clause mean together: `2, the one on Tuesday`. */
export function placesOf(
  mentions: Mention[],
  when: When | null,
  question: Question,
  problems: string[],
): Set<number> {
  const sets = when ? [matchOf(when, question, problems).places] : [];
  for (const mention of mentions) {
    if (mention.kind === 'places') {
      if (mention.is_bare && when) checkHour(mention.places, when, question, problems);
      sets.push(new Set(mention.places));
    }
    if (mention.kind === 'either') sets.push(eitherOf(mention, question, problems));
  }
  const [first = new Set<number>(), ...rest] = sets;
  const places = rest.reduce((both, one) => both.intersection(one), first);
  if (places.size === 0) problems.push('contradiction');
  return places;
}

export function matchOf(when: When, { options, timezone }: Question, problems: string[]): Match {
  const found = match(when, options, timezone);
  if (found.isAmbiguous) problems.push('ambiguous_time');
  // `2pm works`, with two days to choose from.
  const isHourOnly = when.starts && !when.dates && !when.weekdays && !when.span;
  if (isHourOnly && found.places.size > 1) problems.push('ambiguous_time');
  return found;
}

/** `Tuesday 2` could be two o'clock. */
function checkHour(places: number[], when: When, { options, timezone }: Question, problems: string[]) {
  if (when.starts || when.range) return;
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
