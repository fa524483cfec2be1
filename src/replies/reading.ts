import { type Lexicon, lexicons } from './lexicon.ts';
import type { Piece } from './text.ts';
import { piecesIn, type Token, tokensOf } from './tokens.ts';

/** What was found at a place, and where reading goes on. */
export interface Read<Found> {
  found: Found;
  next: number;
}

type Sensed<Sense extends Token['sense']> = Extract<Token, { sense: Sense }>;

export function hasSense<Sense extends Token['sense']>(
  token: Token | undefined,
  ...wanted: Sense[]
): token is Sensed<Sense> {
  return token !== undefined && (wanted as Token['sense'][]).includes(token.sense);
}

export const isMark = (token: Token | undefined, ...marks: string[]): boolean =>
  token?.sense === 'mark' && (marks.length === 0 || marks.includes(token.text));

export function sentencesOf(tokens: Token[]): Token[][] {
  const sentences: Token[][] = [[]];
  for (const token of tokens) {
    if (isMark(token, '.', '!', '?', ';', '\n')) sentences.push([]);
    else sentences.at(-1)?.push(token);
  }
  return sentences;
}

/** A text, word by word, as it is read in one language. */
export interface Tokens {
  lexicon: Lexicon;
  tokens: Token[];
}

/** A text in the language that knows most of its words; in several if they know as many. */
export const bestReadings = (text: string): Tokens[] => readingsOf(piecesIn(text));

export function readingsOf(pieces: Piece[]): Tokens[] {
  const readings = lexicons.map((lexicon) => ({ lexicon, tokens: tokensOf(pieces, lexicon) }));
  const unknown = readings.map(({ tokens }) => tokens.filter(({ sense }) => sense === 'unknown').length);
  const least = Math.min(...unknown);
  return readings.filter((_, place) => unknown[place] === least);
}
