import { type PartOfDay, partsOfDay } from '../time/wishes.ts';
import { folded } from './text.ts';
import { english } from './words/english.ts';
import { french } from './words/french.ts';
import { german } from './words/german.ts';
import { spanish } from './words/spanish.ts';
import { dutch, italian, polish, portuguese } from './words/times-only.ts';
import type { Sense, Vocabulary } from './words/vocabulary.ts';
import { zoneNames } from './words/zones.ts';

/** Words that people use in all languages. A language's own sense of a word comes first. */
const shared: Partial<Record<Sense, string>> = {
  option: `option, nr, slot`,
  ok: `ok, okay`,
  good: `super, top, perfect, perfekt, ideal`,
  yes: `👍`,
  thanks: `thx, thanks, merci`,
  regret: `sorry`,
  greeting: `hi, hello, hey, hallo, ciao`,
  doing: `meeting, workshop, homeoffice`,
};

/** The meaning of a phrase. */
export type Entry =
  | { [Word in Sense]: { sense: Word } }[Sense]
  /** From 0 for Monday. */
  | { sense: 'weekday'; day: number; every: boolean }
  /** From 1 for January. */
  | { sense: 'month'; month: number }
  | { sense: 'part'; part: PartOfDay }
  | { sense: 'number'; number: number }
  /** `thirty`, after an hour. */
  | { sense: 'minutes'; number: number }
  | { sense: 'ordinal'; number: number }
  /** Names of zones: several if a name is used for both the standard and the local time of a place. */
  | { sense: 'zone'; zones: readonly string[] };

type Language = 'en' | 'de' | 'fr' | 'es' | 'nl' | 'it' | 'pt' | 'pl';

/** The words of one language. */
export interface Lexicon {
  language: Language;
  vocabulary: Vocabulary;
  entries: Map<string, Entry>;
  /** How many words the longest phrase beginning with this word has. */
  longest: Map<string, number>;
  /** Words that mean something else with an accent. */
  accented: Map<string, Sense>;
  /** Words that look like typos but aren't. */
  plain: ReadonlySet<string>;
  /** Words that would change what a reply means. */
  meant: string[];
  /** Words that would be an answer. */
  answering: string[];
}

export const MAX_WORDS_IN_PHRASE = 10;

/** The words of a text in the form of phrases: folded, with contractions expanded. */
const inFull = ({ contracted }: Vocabulary, words: string[]): string[] =>
  words.flatMap((word) => contracted?.(folded(word)) ?? [folded(word)]);

const phrasesOf = (text: string, vocabulary: Vocabulary) =>
  text
    .split(',')
    .map((phrase) => inFull(vocabulary, phrase.trim().split(/[\s-]+/)).join(' '))
    .filter((phrase) => phrase !== '');

const MEANT: readonly string[] = [...['not', 'cannot', 'no', 'none', 'except', 'condition', 'but', 'prefer']];

const ANSWERS: readonly string[] = [
  'suit',
  'take',
  'can',
  'meet',
  'prefer',
  'free',
  'good',
  'doubt',
  'refuse',
];

function lexiconOf(language: Language, vocabulary: Vocabulary): Lexicon {
  const entries = new Map<string, Entry>();
  /** Keeps the first sense of a phrase. `tests/replies/words.test.ts` requires that each has only one. */
  const add = (text: string, entry: Entry) => {
    for (const phrase of phrasesOf(text, vocabulary)) {
      if (!entries.has(phrase)) entries.set(phrase, entry);
    }
  };
  const { senses, weekdays, everyWeekday, months, parts, numbers, minutes = {}, ordinals } = vocabulary;
  for (const [day, text] of weekdays.entries()) add(text, { sense: 'weekday', day, every: false });
  for (const [day, text] of everyWeekday.entries()) add(text, { sense: 'weekday', day, every: true });
  for (const [place, text] of months.entries()) add(text, { sense: 'month', month: place + 1 });
  for (const part of partsOfDay) add(parts[part], { sense: 'part', part });
  for (const [place, text] of numbers.entries()) add(text, { sense: 'number', number: place + 1 });
  for (const [text, number] of Object.entries(minutes)) add(text, { sense: 'minutes', number });
  for (const [sense, text] of Object.entries(senses)) add(text, { sense } as Entry);
  for (const [place, text] of ordinals.entries()) add(text, { sense: 'ordinal', number: place + 1 });
  for (const [sense, text] of Object.entries(shared)) add(text, { sense } as Entry);
  for (const [name, zones] of Object.entries(zoneNames)) add(name, { sense: 'zone', zones });
  const meant = [...entries].flatMap(([phrase, { sense }]) =>
    MEANT.includes(sense) && !phrase.includes(' ') && (phrase.length > 3 || phrase === 'not') ? [phrase] : [],
  );
  for (const weekday of weekdays)
    meant.push(...phrasesOf(weekday, vocabulary).filter(({ length }) => length > 4));
  const answering = [...entries].flatMap(([phrase, { sense }]) =>
    ANSWERS.includes(sense) && !phrase.includes(' ') && phrase.length > 3 ? [phrase] : [],
  );
  const longest = new Map<string, number>();
  for (const phrase of entries.keys()) {
    const words = phrase.split(' ');
    const [first = ''] = words;
    longest.set(first, Math.max(longest.get(first) ?? 0, words.length));
  }
  const accented = new Map(Object.entries(vocabulary.accented ?? {}));
  const plain = new Set(phrasesOf(vocabulary.plain ?? '', vocabulary));
  return { language, vocabulary, entries, longest, accented, plain, meant, answering };
}

/** The languages in which replies are acted on. */
export const lexicons: readonly Lexicon[] = [
  lexiconOf('en', english),
  lexiconOf('de', german),
  lexiconOf('fr', french),
  lexiconOf('es', spanish),
];

/** Those, and languages in which only words for times are known. */
export const everyLexicon: readonly Lexicon[] = [
  ...lexicons,
  lexiconOf('nl', dutch),
  lexiconOf('it', italian),
  lexiconOf('pt', portuguese),
  lexiconOf('pl', polish),
];

/** The longest phrase that these words begin with. */
export function longestPhrase(
  { entries, longest }: Lexicon,
  words: readonly string[],
): { entry: Entry; length: number } | null {
  const [first = ''] = words;
  for (let length = Math.min(words.length, longest.get(first) ?? 0); length > 0; length--) {
    const entry = entries.get(words.slice(0, length).join(' '));
    if (entry) return { entry, length };
  }
  return null;
}

/** True for a typo of a word that would change what a reply means: `nto`. Nobody is called that. */
export const isNearMeaning = ({ meant, plain }: Lexicon, word: string): boolean =>
  !plain.has(word) && meant.some((one) => isSlip(word, one));

/** The same for words of an answer: `I tkae Friday` isn't a reason. */
export const isNearAnswer = (lexicon: Lexicon, word: string): boolean =>
  isNearMeaning(lexicon, word) ||
  (!lexicon.plain.has(word) && lexicon.answering.some((one) => isSlip(word, one)));

/** One letter added, missing or wrong, or two letters swapped. */
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
