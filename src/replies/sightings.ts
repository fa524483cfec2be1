// Finds offered times that a reply mentions, even in languages in which replies aren't acted on. A hint for the person who reads
// it: nothing is decided by it.
import { type Entry, everyLexicon } from './lexicon.ts';
import { readWhen } from './read-when.ts';
import { hasSense, isMark, type Read, sentencesOf } from './reading.ts';
import { piecesIn, type Token, tokensOf } from './tokens.ts';
import type { Question } from './understanding.ts';
import { daysOf, hasDay, isOnlyDay, match, todayOn, type When } from './when.ts';

/** As much of a reply as the mail to the organizer shows. */
const MAX_READ = 2_000;
/** Words, numbers and marks. More of them in so little text aren't sentences, and cost time. */
const MAX_PIECES = 600;
/** A reply that could be in more languages says little more than numbers, which are the same in all of them. */
const MAX_READINGS = 2;
const DASHED_DATE =
  /(?<![\d-])(\d{1,2})-(0?[1-9]|1[0-2])(?:-(20\d\d))?(?![\d:.-]|\s?(?:h|u|uur|uhr|am|pm)\b)/gi;

/** `do` and `mi` are days in one language, and other words in another. */
const isShort = (word: string) => word.length < 3;
const isName = (entry: Entry | undefined) => entry?.sense === 'weekday' || entry?.sense === 'month';

/** In the order of the options. A person has to read whether the reply accepts or refuses them. */
export function optionsMentioned(question: Question, text: string): string[] {
  const { options } = question;
  if (options.length === 0) return [];
  const places = new Set<number>();
  for (const tokens of likelyReadings(legible(text))) {
    for (const sentence of sentencesOf(tokens)) {
      for (const place of placesIn(sentence, question)) places.add(place);
    }
  }
  return options.filter((_, place) => places.has(place)).map(({ id }) => id);
}

/** `ł` isn't a letter with an accent that folding removes. Reads `24-11` as `24.11.`, unless it is part of something longer. */
const legible = (text: string) =>
  text.slice(0, MAX_READ).replace(/[łŁ]/g, 'l').replace(DASHED_DATE, '$1.$2.$3');

/** Readings in the languages that know most of its days and months, and among these, most of its words. */
function likelyReadings(text: string): Token[][] {
  const pieces = piecesIn(text);
  if (pieces.length > MAX_PIECES) return [];
  const words = pieces.filter(({ kind }) => kind === 'word');
  const known = everyLexicon.map((lexicon) => {
    const found = words.filter(({ text }) => lexicon.entries.has(text));
    const names = found.filter(({ text }) => !isShort(text) && isName(lexicon.entries.get(text)));
    return { lexicon, all: found.length, names: names.length };
  });
  const best = known.toSorted((one, other) => other.names - one.names || other.all - one.all);
  return best
    .filter(({ names, all }) => names === best[0]?.names && all === best[0]?.all)
    .slice(0, MAX_READINGS)
    .map(({ lexicon }) => tokensOf(pieces, lexicon));
}

function placesIn(sentence: Token[], question: Question): Set<number> {
  const { options, timezone } = question;
  const { whens, numbers } = mentionsIn(sentence, todayOn(question));
  const matching = (when: When) => [...match(when, options, timezone).places];
  const places = new Set(numbers.map((number) => number - 1));
  for (const { day, hours } of besideEachOther(whens)) {
    const atHours = hours.flatMap((hour) => matching({ ...(day && daysOf(day)), ...hour }));
    // `Tuesday works, but I have to leave at 3`: an hour away from its day narrows the day down only if that time is offered.
    const isWhole = day && (!isOnlyDay(day) || atHours.length === 0);
    for (const place of [...atHours, ...(isWhole ? matching(day) : [])]) places.add(place);
  }
  return places;
}

/** Pairs each day with the hours after it, and the first day also with those before it. */
function besideEachOther(whens: When[]): { day?: When; hours: When[] }[] {
  let last: { day?: When; hours: When[] } = { hours: [] };
  const groups = [last];
  for (const when of whens) {
    if (!hasDay(when)) last.hours.push(when);
    else if (!last.day) last.day = when;
    else {
      last = { day: when, hours: [] };
      groups.push(last);
    }
  }
  return groups;
}

/** Specific days and hours (not `next week`), and numbers of options after a word such as `option`. */
function mentionsIn(sentence: Token[], today: number): { whens: When[]; numbers: number[] } {
  const whens: When[] = [];
  const numbers: number[] = [];
  for (let at = 0; at < sentence.length; ) {
    const listed = hasSense(sentence[at], 'option') ? readNumbers(sentence, at + 1) : null;
    const read = listed ? null : readWhen(sentence, at, today);
    if (listed) numbers.push(...listed.found);
    if (read && isNaming(read, sentence, at)) whens.push(read.found);
    at = (listed ?? read)?.next ?? at + 1;
  }
  return { whens, numbers };
}

function isNaming({ found, next }: Read<When>, sentence: Token[], place: number): boolean {
  if (found.starts) return true;
  const isWord = next === place + 1 && isShort(sentence[place]?.text ?? '');
  return !isWord && (found.weekdays ?? found.dates) !== undefined;
}

/** `1`, `1 and 3`, `1, 2 or 3`. A number before a month or a clock isn't that of an option. */
function readNumbers(sentence: Token[], place: number): Read<number[]> | null {
  const found: number[] = [];
  let next = place;
  for (let at = place; ; ) {
    const token = sentence[at];
    if (!hasSense(token, 'digits') || hasSense(sentence[at + 1], 'month', 'of', 'clock', 'am', 'pm')) break;
    found.push(token.number);
    next = at + 1;
    if (!hasSense(sentence[next], 'and', 'or') && !isMark(sentence[next], ',')) break;
    at = hasSense(sentence[next + 1], 'the') ? next + 2 : next + 1;
  }
  return found.length > 0 ? { found, next } : null;
}
