// Removes what surrounds the text of a mail: a salutation with a name, and a signature. Names are the only words that may be
// unknown.
import { isNearMeaning, type Lexicon } from './lexicon.ts';
import { hasSense, isMark } from './reading.ts';
import type { Token } from './tokens.ts';

const TITLES = new Set([
  'mr',
  'mrs',
  'ms',
  'dr',
  'prof',
  'herr',
  'herrn',
  'frau',
  'team',
  'all',
  'zusammen',
  'everyone',
  'rota',
]);
const MAX_NAME_WORDS = 6;
const MAX_TAIL_TOKENS = 120;
/** Titles and pronouns in a signature: `Executive Assistant`, `(She/Her)`. */
const PROFESSIONAL = new Set<Token['sense']>(['month', 'doing']);
const IN_TITLES =
  /^(?:assistant|assistentin|manager|team|teams|she|her|he|him|his|they|their|sie|ihr|er|ihm|elle|il|lui|ella|online|video|phone|email|mail|document|equipo|equipe|person|people|partner|lawyer)$/;
/** Senses of words that are also names: Will, April, Grace's colleague Don. */
const ALSO_NAMES = new Set<Token['sense']>(['unknown', 'will', 'adverb', 'and', 'good', 'of']);
/** Senses allowed in the lines below the author's name. */
const IN_TAIL = new Set<Token['sense']>([
  ...([
    'mark',
    'and',
    'the',
    'of',
    'in',
    'to',
    'for',
    'digits',
    'thanks',
    'farewell',
    'closing',
    'greeting',
    'unknown',
  ] as const),
]);

/** `Provisoirement`, `Anulado`, `Remotely`: below the name, but part of the answer. */
const ADVERBIAL = /(?:.{4}ment|mente|.{5}ly|weise|.{5}[ai]d[oa])$/;

const isName = (token: Token | undefined, lexicon: Lexicon): boolean =>
  token !== undefined &&
  (TITLES.has(token.text) ||
    (token.sense === 'unknown' &&
      !ADVERBIAL.test(token.text) &&
      /^\p{L}/u.test(token.text) &&
      !isNearMeaning(lexicon, token.text)));

/** The text of a mail; null if something that could matter follows the author's name. */
export function bodyOf(tokens: Token[], lexicon: Lexicon): Token[] | null {
  const start = afterSalutation(tokens, lexicon);
  if (isNameOrTime(tokens, start)) return null;
  const end = beforeName(tokens, start, lexicon);
  return end === null ? null : withoutNamesIn(tokens.slice(start, end), lexicon);
}

/** `Julio` or `Domingo`, after the last line: who, or when? */
function isNameOrTime(tokens: Token[], start: number): boolean {
  let end = tokens.length;
  while (end > start && isMark(tokens[end - 1], '\n', '.', ',', '!')) end--;
  const last = tokens[end - 1];
  const isName = hasSense(last, 'month') || /^(?:domingo|sam)$/.test(last?.text ?? '');
  return (
    end - 1 > start && isName && last?.isCapital === true && isMark(tokens[end - 2], '\n', '.', ',', '!')
  );
}

function afterSalutation(tokens: Token[], lexicon: Lexicon): number {
  let start = 0;
  while (isMark(tokens[start], '\n')) start++;
  const first = tokens[start];
  const isGreeting =
    hasSense(first, 'greeting') ||
    (first?.text === 'lieber' && isName(tokens[start + 1], lexicon)) ||
    // `Morgen!`, not `morgen um zehn`.
    (first?.text === 'morgen' && isMark(tokens[start + 1], '!', '\n'));
  let at = isGreeting ? start + 1 : start;
  // `Hola, Ada:`
  const after = tokens[at + 1];
  const isLine = isMark(tokens[at + 2], '\n');
  if (isGreeting && isMark(tokens[at], ',') && isLine && after?.isCapital && after.sense === 'unknown') at++;
  while (at - start <= MAX_NAME_WORDS && isInSalutation(tokens, at, isGreeting, lexicon)) at++;
  if (isMark(tokens[at], ',', '!', '\n', '.', '-') && (isGreeting || isNameLine(tokens, start, at)))
    return at + 1;
  return isGreeting ? start + 1 : start;
}

function isInSalutation(tokens: Token[], at: number, isGreeting: boolean, lexicon: Lexicon): boolean {
  const token = tokens[at];
  if (isName(token, lexicon) || (isGreeting && hasSense(token, 'greeting'))) return true;
  if (isMark(token, '.')) return TITLES.has(tokens[at - 1]?.text ?? '');
  return (
    isGreeting && token?.isCapital === true && ALSO_NAMES.has(token.sense) && !ADVERBIAL.test(token.text)
  );
}

/** `Ada,` or `Dear Ms Lovelace` without the `Dear`: a line of its own. */
const isNameLine = (tokens: Token[], start: number, at: number): boolean =>
  at > start &&
  at - start <= 3 &&
  tokens[start]?.isCapital === true &&
  isMark(tokens[at], ',') &&
  isMark(tokens[at + 1], '\n');

const startsLine = (tokens: Token[], at: number) =>
  at === 0 || isMark(tokens[at - 1], '\n', '.', '!', ',', '-');

/** Where the signature begins. */
function beforeName(tokens: Token[], start: number, lexicon: Lexicon): number | null {
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const isBest =
      token.text === 'best' &&
      isMark(tokens[at + 1], ',', '\n') &&
      (at === start || isMark(tokens[at - 1], '\n', '.', '!'));
    if ((hasSense(token, 'closing') && startsLine(tokens, at)) || isBest)
      return isTail(tokens, at + 1, lexicon) ? at : null;
    if (hasSense(token, 'closing') && isNames(tokens.slice(at + 1), lexicon)) return at;
  }
  return beforeBareName(tokens, start, lexicon);
}

/** `lg grete`, in the last line. */
const isNames = (tokens: Token[], lexicon: Lexicon) =>
  tokens.length > 0 && tokens.length <= 3 && tokens.every((token) => isName(token, lexicon));

function isTail(tokens: Token[], start: number, lexicon: Lexicon): boolean {
  const tail = tokens.slice(start);
  if (tail.length > MAX_TAIL_TOKENS) return false;
  const isLoneNumber = tail.some(
    (token, place) =>
      hasSense(token, 'digits', 'number') && isEdge(tail[place - 1]) && isEdge(tail[place + 1]),
  );
  return (
    !isLoneNumber &&
    tail.every(
      (token, place) =>
        (IN_TAIL.has(token.sense) ||
          // `H. Wallner`
          (token.isCapital && token.text.length === 1) ||
          (token.isCapital && (PROFESSIONAL.has(token.sense) || IN_TITLES.test(token.text)))) &&
        !isMark(token, '?') &&
        !isNearMeaning(lexicon, token.text) &&
        // A name may be in lower case, words below it are titles.
        (token.sense !== 'unknown' ||
          token.isCapital ||
          !/^\p{L}/u.test(token.text) ||
          place < MAX_NAME_WORDS / 2),
    )
  );
}

const isEdge = (token: Token | undefined) => token === undefined || isMark(token);

/** `Thanks` / `Grace`. A last line without thanks before it could be `Cancel`. */
function beforeBareName(tokens: Token[], start: number, lexicon: Lexicon): number {
  let end = tokens.length;
  while (end > start && isMark(tokens[end - 1], '\n', '.', ',')) end--;
  let at = end;
  while (at > start && end - at <= 4 && isName(tokens[at - 1], lexicon)) at--;
  let before = at - 1;
  while (isMark(tokens[before], '\n', ',', '!', '.', '-')) before--;
  const isThanked = hasSense(tokens[before], 'thanks', 'farewell', 'regret');
  // In German nouns have capital letters, too: `Danke, Storno`.
  const isOwnLine = isMark(tokens[at - 1], '\n', '!') || lexicon.language !== 'de' || end - at > 1;
  const isSigned =
    (isThanked && isOwnLine) || isDashed(tokens, at, lexicon) || isInitial(tokens, at, end, lexicon);
  return at < end && isSigned && tokens[at]?.isCapital === true ? at : tokens.length;
}

/** `- Zoe`, in the last line. In the other languages a word alone is more often an afterthought. */
const isDashed = (tokens: Token[], at: number, { language }: Lexicon) =>
  isMark(tokens[at - 1], '-') && isMark(tokens[at - 2], '\n') && language === 'en';

/** `J.`, after the last sentence. Others may be options, weekdays or a no. */
const isInitial = (tokens: Token[], at: number, end: number, { language }: Lexicon) =>
  end - at === 1 &&
  language === 'en' &&
  /^[ghjklopqrvz]$/.test(tokens[at]?.text ?? '') &&
  isMark(tokens[at - 1], '\n', '.', '!');

/** `Thanks Ada, …`, `Danke, Herr Müller!` */
function withoutNamesIn(tokens: Token[], lexicon: Lexicon): Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    kept.push(token);
    if (!hasSense(token, 'thanks')) continue;
    let end = isMark(tokens[at + 1], ',') ? at + 2 : at + 1;
    const begin = end;
    while (end - begin < 3 && tokens[end]?.isCapital === true && isName(tokens[end], lexicon)) end++;
    // `Danke, Storno.`
    const isSure =
      lexicon.language !== 'de' || TITLES.has(tokens[begin]?.text ?? '') || isMark(tokens[end], ',', '!');
    if (end > begin && isEdge(tokens[end]) && isSure) at = end - 1;
  }
  return kept;
}
