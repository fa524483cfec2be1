import { type PartOfDay, partsOfDay } from '../time/wishes.ts';
import { folded } from './text.ts';
import { english } from './words/english.ts';
import { german } from './words/german.ts';
import type { Sense, Vocabulary } from './words/vocabulary.ts';
import { zoneNames } from './words/zones.ts';

/** What a phrase says. */
export type Entry =
  | { [Word in Sense]: { sense: Word } }[Sense]
  /** From 0 for Monday. */
  | { sense: 'weekday'; day: number; every: boolean }
  /** From 1 for January. */
  | { sense: 'month'; month: number }
  | { sense: 'part'; part: PartOfDay }
  | { sense: 'number'; number: number }
  | { sense: 'ordinal'; number: number }
  /** Names of zones: several where a name is used for both the standard and the local time of a place. */
  | { sense: 'zone'; zones: readonly string[] };

const MOST_WORDS = 7;
const GERMAN_ENDINGS = ['e', 'er', 'en', 'es', 'em', 'ens'];

const entries = new Map<string, Entry>();

const phrasesOf = (text: string) =>
  text
    .split(',')
    .map((phrase) => folded(phrase.trim().replace(/\s+/g, ' ')))
    .filter((phrase) => phrase !== '');

/** The first sense of a phrase stays. `tests/replies/words.test.ts` asks for one sense each. */
function add(text: string, entry: Entry) {
  for (const phrase of phrasesOf(text)) {
    if (!entries.has(phrase)) entries.set(phrase, entry);
  }
}

function addVocabulary({ senses, weekdays, everyWeekday, months, parts, numbers }: Vocabulary) {
  for (const [day, text] of weekdays.entries()) add(text, { sense: 'weekday', day, every: false });
  for (const [day, text] of everyWeekday.entries()) add(text, { sense: 'weekday', day, every: true });
  for (const [place, text] of months.entries()) add(text, { sense: 'month', month: place + 1 });
  for (const part of partsOfDay) add(parts[part], { sense: 'part', part });
  for (const [place, text] of numbers.entries()) add(text, { sense: 'number', number: place + 1 });
  for (const [sense, text] of Object.entries(senses)) add(text, { sense } as Entry);
}

addVocabulary(english);
addVocabulary(german);
for (const [place, text] of english.ordinals.entries()) add(text, { sense: 'ordinal', number: place + 1 });
for (const [place, stem] of german.ordinals.entries()) {
  const forms = GERMAN_ENDINGS.map((ending) => stem + ending).join(',');
  add(forms, { sense: 'ordinal', number: place + 1 });
}
for (const [name, zones] of Object.entries(zoneNames)) add(name, { sense: 'zone', zones });

/** The longest phrase that these words begin with. */
export function longestPhrase(words: readonly string[]): { entry: Entry; length: number } | null {
  for (let length = Math.min(words.length, MOST_WORDS); length > 0; length--) {
    const entry = entries.get(words.slice(0, length).join(' '));
    if (entry) return { entry, length };
  }
  return null;
}

const MEANT: readonly string[] = [
  'not',
  'cannot',
  'refuse',
  'no',
  'none',
  'except',
  'condition',
  'doubt',
  'but',
];
const meantWords = [...entries].filter(
  ([phrase, { sense }]) => MEANT.includes(sense) && !phrase.includes(' '),
);

/** True for a slip of a word that would change what a reply means: `nto`. Nobody is called that. */
export const isNearMeaning = (word: string): boolean =>
  meantWords.some(([meant]) => meant.length > 2 && isSlip(word, meant));

/** One letter more, less, other, or two letters swapped. */
function isSlip(word: string, meant: string): boolean {
  if (Math.abs(word.length - meant.length) > 1) return false;
  let start = 0;
  while (start < word.length && word[start] === meant[start]) start++;
  let end = 0;
  while (end < word.length - start && end < meant.length - start && word.at(-1 - end) === meant.at(-1 - end))
    end++;
  const left = word.slice(start, word.length - end);
  const other = meant.slice(start, meant.length - end);
  if (left.length + other.length <= 2 && left.length <= 1 && other.length <= 1) return true;
  return left.length === 2 && other.length === 2 && left[0] === other[1] && left[1] === other[0];
}
