import { type Lexicon, lexicons } from './lexicon.ts';
import type { Piece } from './text.ts';
import { piecesIn, type Token, tokensOf } from './tokens.ts';

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
