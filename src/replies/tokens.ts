import { type Entry, type Lexicon, longestPhrase, MAX_WORDS_IN_PHRASE } from './lexicon.ts';
import { normalised, type Piece, piecesOf } from './text.ts';

/** A day as far as it was written. */
export interface WrittenDate {
  day: number;
  month: number;
  year: number | null;
}

export type Token = { text: string; isCapital: boolean; isGlued: boolean } & (
  | Entry
  /** `2.` may be the second, or a two at the end of a sentence. */
  | { sense: 'digits'; number: number }
  | { sense: 'nth'; number: number }
  /** Several if day and month could be the other way round. */
  | { sense: 'date'; dates: WrittenDate[] }
  /** Minutes since midnight. */
  | { sense: 'time'; minute: number }
  /** `17.11` or `14.30`: the words next to it decide. */
  | { sense: 'dotted'; first: number; second: number }
  /** `,` `.` `?` `-` `(` `)` `\n` */
  | { sense: 'mark' }
  | { sense: 'unknown' }
);

const END_MARKS = new Set(['.', '!', ';', '?', '\n', ',', '-', '(', ')', '…']);
const SILENT_MARKS = new Set(['"', '[', ']', ':', '*', '_', "'", '¡']);
const YES_SYMBOLS = new Set(['👍', '👌', '✅', '✔', '☑']);
/** These say nothing. Any other one may: a flag, a plane, a medal. */
const FRIENDLY_SYMBOLS = new Set([
  ...'😊🙂😀😃😄😁😉😎🤗🥰😍🙏🎉👋☕🙌💪❤♥✨🌞☀😂🤣🙈😇😌😋🤩🥳👏🌷🌸🍀😆☺💐',
]);
/** These express regret. */
const SAD_SYMBOLS = new Set([...'😢😭😞😩😫😕☹🙁😟😔😣😖😥😓🥺💔']);
/** A German weekday that is also a word: it counts only before a date. */
const WEEKDAY_BEFORE_DATE = new Map([['so', 6]]);
/** German words that are made of two: `Dienstagnachmittag`, `Mittwochstermin`. */
const COMPOUND =
  /^((?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|vormittag|nachmittag|abend)s?(vormittags?|nachmittags?|abends?|frueh|termine?|slots?)$/;
const FOOTERS = [
  'sent from my',
  'sent from outlook',
  'sent from yahoo',
  'sent via',
  'sent with',
  'get outlook for',
  'von meinem',
  'gesendet von',
  'gesendet mit',
  'von meiner',
  'diese nachricht wurde von meinem',
];

/** Splits a text into pieces, which are the same in every language. */
export const piecesIn = (text: string): Piece[] => piecesOf(withoutFooters(normalised(text)));

/** The meaning of each piece in one language. */
export const tokensOf = (pieces: Piece[], lexicon: Lexicon): Token[] =>
  tokensFrom(inFull(pieces, lexicon), lexicon);

/** Removes what phones add below a message. */
function withoutFooters(text: string): string {
  return text
    .split('\n')
    .filter((line) => !FOOTERS.some((footer) => line.toLowerCase().startsWith(footer)))
    .join('\n');
}

/** `i'm` is two words. */
function inFull(pieces: Piece[], { vocabulary: { contracted } }: Lexicon): Piece[] {
  if (!contracted) return pieces;
  return pieces.flatMap((piece) => {
    const words = piece.kind === 'word' ? contracted(piece.text) : null;
    return words ? words.map((text) => ({ ...piece, text, accented: text })) : [piece];
  });
}

function tokensFrom(pieces: Piece[], lexicon: Lexicon): Token[] {
  const tokens: Token[] = [];
  for (let place = 0; place < pieces.length; ) {
    const { tokens: found, length } = tokensAt(pieces, place, lexicon);
    tokens.push(...found);
    place += length;
  }
  return tokens;
}

type Found = { tokens: Token[]; length: number };

const look = ({ text, isCapital, isGlued }: Piece) => ({ text, isCapital, isGlued });

function tokensAt(pieces: Piece[], place: number, lexicon: Lexicon): Found {
  const piece = pieces[place] as Piece;
  if (piece.kind === 'word') return wordAt(pieces, place, lexicon);
  if (piece.kind === 'number') return numberAt(pieces, place, lexicon);
  if (piece.kind === 'symbol') return { tokens: symbolAt(pieces, place), length: 1 };
  return markAt(pieces, place);
}

function wordAt(pieces: Piece[], place: number, lexicon: Lexicon): Found {
  const piece = pieces[place] as Piece;
  const next = pieces[place + 1];
  const special = lexicon.language === 'de' ? germanWordAt(pieces, place, lexicon) : null;
  if (special) return special;
  const after = pieces[place + 2];
  const isAbbreviated =
    next?.text === '.' && next.isGlued && (after?.kind === 'number' || after?.text === ',');
  if (piece.text === 'no' && isAbbreviated)
    return { tokens: [{ ...look(piece), sense: 'option' }], length: 2 };
  const { words, ends } = wordsFrom(pieces, place);
  const phrase = longestPhrase(lexicon, words);
  const one = (sense: Token['sense']): Found => ({
    tokens: [{ ...look(piece), sense } as Token],
    length: 1,
  });
  const accented = lexicon.accented.get(piece.accented);
  if (accented && (phrase?.length ?? 1) === 1) return one(accented);
  // `10 am`, not `I am`.
  if (piece.text === 'am' && lexicon.language === 'en' && pieces[place - 1]?.kind === 'number')
    return one('am');
  // `si` without its accent is a yes if nothing follows.
  if (piece.text === 'si' && lexicon.language === 'es' && (!next || next.kind === 'mark')) return one('yes');
  // `Uy no, ninguna`: an answer by itself; `el martes no` is none.
  const isFirst =
    place === 0 || pieces[place - 1]?.kind === 'mark' || /^[ua]y$/.test(pieces[place - 1]?.text ?? '');
  if (piece.text === 'no' && lexicon.language === 'es' && isFirst && next?.text === ',') return one('no');
  // `…, que tengo médico`; `me dicen que` is somebody else's.
  if (piece.text === 'que' && lexicon.language === 'es' && (phrase?.length ?? 1) === 1)
    return one(
      pieces[place - 1]?.text === ',' && /(?:o|oy|mos)$/.test(next?.text ?? '') ? 'because' : 'more',
    );
  if (!phrase) return one('unknown');
  const { entry, length } = phrase;
  // `2 h` is how long it takes, but in French and Spanish it is a time.
  const isHour = piece.text === 'h' && ['fr', 'es'].includes(lexicon.language);
  const text = isHour ? 'hours' : words.slice(0, length).join(' ');
  const token = { ...look(piece), text, ...entry };
  const hasDot = ['weekday', 'month', 'option'].includes(entry.sense) && length === 1 && isAbbreviated;
  return { tokens: [token], length: hasDot ? 2 : (ends[length - 1] as number) };
}

/** `So. 22.11.`; `Dienstagnachmittag`. */
function germanWordAt(pieces: Piece[], place: number, lexicon: Lexicon): Found | null {
  const piece = pieces[place] as Piece;
  const day = WEEKDAY_BEFORE_DATE.get(piece.text);
  if (day !== undefined) {
    const next = pieces[place + 1]?.text;
    const skipped = next === '.' || next === ',' ? 1 : 0;
    if (/^\d+\.\d+/.test(pieces[place + 1 + skipped]?.text ?? '')) {
      return { tokens: [{ ...look(piece), sense: 'weekday', day, every: false }], length: 1 + skipped };
    }
  }
  const [, first, second] = COMPOUND.exec(piece.text) ?? [];
  if (!first || !second) return null;
  const parts = [first, second].map((text) => ({ ...piece, text, kind: 'word' as const }));
  return { tokens: tokensFrom(parts, lexicon), length: 1 };
}

/**
 * The words that could form one phrase, and after how many pieces each ends. It may include a number (`in 2 weeks`) or a hyphen.
 */
function wordsFrom(pieces: Piece[], place: number): { words: string[]; ends: number[] } {
  const words: string[] = [];
  const ends: number[] = [];
  for (let at = place; words.length < MAX_WORDS_IN_PHRASE; at++) {
    const { kind, text, isGlued } = pieces[at] ?? { kind: 'mark', text: '', isGlued: false };
    const after = pieces[at + 1];
    if (text === '-' && isGlued && after?.isGlued && after.kind === 'word' && words.length > 0) continue;
    if (kind !== 'word' && !(kind === 'number' && words.length > 0 && /^\d$/.test(text))) break;
    words.push(text);
    ends.push(at - place + 1);
  }
  return { words, ends };
}

function numberAt(pieces: Piece[], place: number, lexicon: Lexicon): Found {
  const piece = pieces[place] as Piece;
  const text = piece.text.replace(/[.:/]+$/, '');
  const tail = piece.text.slice(text.length);
  const end: Token[] = tail.includes('.') ? [{ ...look(piece), text: '.', sense: 'mark' }] : [];
  const one = (token: Token): Found => ({ tokens: [token], length: 1 });
  const numbers = text.split(/[.:/]/).map(Number) as [number, ...number[]];
  const [first, second, third] = numbers;
  const next = pieces[place + 1];

  if (/^\d{1,2}$/.test(text)) {
    if (next?.isGlued && lexicon.vocabulary.nth.includes(next.text)) {
      return { tokens: [{ ...look(piece), sense: 'nth', number: first }], length: 2 };
    }
    if (next?.isGlued && lexicon.vocabulary.ordinalEndings?.includes(next.text)) {
      return { tokens: [{ ...look(piece), sense: 'ordinal', number: first }], length: 2 };
    }
    // `1a`, `2x`
    if (next?.isGlued && next.kind === 'word' && !isUnit(next.text, lexicon))
      return one({ ...look(piece), sense: 'unknown' });
    if (tail === '') return one({ ...look(piece), sense: 'digits', number: first });
    if (tail === '.' && !next && ARTICLES.includes(pieces[place - 1]?.text ?? '')) {
      return { tokens: [{ ...look(piece), sense: 'nth', number: first }, ...end], length: 1 };
    }
    if (tail === '.' && isOrdinal(pieces, place, lexicon))
      return one({ ...look(piece), sense: 'nth', number: first });
    return { tokens: [{ ...look(piece), text, sense: 'digits', number: first }, ...end], length: 1 };
  }
  if (/^\d{1,2}:\d{2}$/.test(text) && first <= 24 && (second as number) < 60) {
    return {
      tokens: [{ ...look(piece), sense: 'time', minute: first * 60 + (second as number) }, ...end],
      length: 1,
    };
  }
  if (/^\d{1,2}\.\d{1,2}$/.test(text)) {
    if (tail === '.' && isDate(first, second as number) && !isClock(next)) {
      return one({
        ...look(piece),
        sense: 'date',
        dates: [{ day: first, month: second as number, year: null }],
      });
    }
    return {
      tokens: [{ ...look(piece), sense: 'dotted', first, second: second as number }, ...end],
      length: 1,
    };
  }
  if (/^\d{1,2}\.\d{1,2}\.(?:\d{2}|\d{4})$/.test(text) && isDate(first, second as number)) {
    const date: Token = {
      ...look(piece),
      sense: 'date',
      dates: [{ day: first, month: second as number, year: yearOf(third) }],
    };
    return { tokens: [date, ...end], length: 1 };
  }
  if (/^\d{1,2}\/\d{1,2}(?:\/(?:\d{2}|\d{4}))?$/.test(text)) {
    const year = third === undefined ? null : yearOf(third);
    const ways = [
      { day: first, month: second as number, year },
      { day: second as number, month: first, year },
    ].filter(({ day, month }) => isDate(day, month));
    const dates = first === second ? ways.slice(0, 1) : ways;
    if (dates.length > 0) return { tokens: [{ ...look(piece), sense: 'date', dates }, ...end], length: 1 };
  }
  // `930am`
  if (/^\d{3,4}$/.test(text) && next?.isGlued && ['am', 'pm'].includes(next.text)) {
    const [hour, minute] = [Math.floor(first / 100), first % 100];
    if (hour <= 12 && minute < 60) {
      return { tokens: [{ ...look(piece), sense: 'time', minute: hour * 60 + minute }], length: 1 };
    }
  }
  if (/^20\d{2}$/.test(text)) {
    const iso = isoDateAt(pieces, place);
    if (iso) return iso;
    return { tokens: [{ ...look(piece), text, sense: 'digits', number: first }, ...end], length: 1 };
  }
  return { tokens: [{ ...look(piece), sense: 'unknown' }, ...end], length: 1 };
}

/** Words that may follow a number without a space. */
const isUnit = (word: string, lexicon: Lexicon) =>
  /^(?:[ap]m|h)$/.test(word) ||
  ['clock', 'month', 'weekday'].includes(longestPhrase(lexicon, [word])?.entry.sense ?? '');

const isDate = (day: number, month: number) => day >= 1 && day <= 31 && month >= 1 && month <= 12;
const yearOf = (year: number | undefined) => (year === undefined ? null : year < 100 ? 2000 + year : year);
const isClock = (piece: Piece | undefined) =>
  piece !== undefined && ['uhr', 'h', 'am', 'pm'].includes(piece.text);

const ARTICLES = ['der', 'die', 'den', 'dem', 'das', 'am', 'vom', 'zum'];

/** `2.` before a month or `Option`, or after an article. */
function isOrdinal(pieces: Piece[], place: number, lexicon: Lexicon): boolean {
  const next = pieces[place + 1];
  const entry = next?.kind === 'word' ? longestPhrase(lexicon, [next.text])?.entry : undefined;
  if (entry?.sense === 'month' || entry?.sense === 'option') return true;
  const before = pieces[place - 1]?.text ?? '';
  return ARTICLES.includes(before) && (next?.kind === 'word' || next?.text === ',');
}

/** `2026-11-17`. */
function isoDateAt(pieces: Piece[], place: number): Found | null {
  const [year, dash, month, other, day] = pieces.slice(place, place + 5);
  if (!year || !month || !day || dash?.text !== '-' || other?.text !== '-' || !dash.isGlued) return null;
  if (!/^\d{2}$/.test(month.text) || !/^\d{2}\.?$/.test(day.text)) return null;
  const date = { day: Number.parseInt(day.text, 10), month: Number(month.text), year: Number(year.text) };
  if (!isDate(date.day, date.month)) return null;
  return { tokens: [{ ...look(year), sense: 'date', dates: [date] }], length: 5 };
}

function symbolAt(pieces: Piece[], place: number): Token[] {
  const piece = pieces[place] as Piece;
  const [first = ''] = piece.text;
  if (YES_SYMBOLS.has(first)) return [{ ...look(piece), sense: 'yes' }];
  const isSad = SAD_SYMBOLS.has(first) || /^:-?[(/]$/.test(piece.text);
  const isFriendly = FRIENDLY_SYMBOLS.has(first) || /^[:;]/.test(piece.text);
  if (!isSad && !isFriendly) return [{ ...look(piece), sense: 'unknown' }];
  // `none of these 😩 have you got others?`
  const isBetween = pieces[place - 1]?.kind === 'word' && pieces[place + 1]?.kind === 'word';
  return [
    ...(isSad ? [{ ...look(piece), sense: 'regret' } as const] : []),
    ...(isBetween ? [{ ...look(piece), text: ',', sense: 'mark' } as const] : []),
  ];
}

function markAt(pieces: Piece[], place: number): Found {
  const piece = pieces[place] as Piece;
  const { text } = piece;
  const next = pieces[place + 1];
  if (SILENT_MARKS.has(text)) return { tokens: [], length: 1 };
  if (text === '#' && next?.kind === 'number')
    return { tokens: [{ ...look(piece), sense: 'option' }], length: 1 };
  // `+1` means `me too`.
  if (text === '&' || (text === '+' && !next?.isGlued))
    return { tokens: [{ ...look(piece), sense: 'and' }], length: 1 };
  if (text === '¿') return { tokens: [{ ...look(piece), text: ',', sense: 'mark' }], length: 1 };
  if (text === '/') return { tokens: [{ ...look(piece), sense: 'or' }], length: 1 };
  if (text === '@') return { tokens: [{ ...look(piece), sense: 'at' }], length: 1 };
  return { tokens: [{ ...look(piece), sense: END_MARKS.has(text) ? 'mark' : 'unknown' }], length: 1 };
}
