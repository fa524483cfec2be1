import { type Lexicon, lexicons } from './lexicon.ts';
import { type Token, tokensOf } from './tokens.ts';

/** A text, word by word, as it is read in one language. */
export interface Tokens {
  lexicon: Lexicon;
  tokens: Token[];
}

/** The text in the language that knows most of its words; in several if they know as many. */
export function bestReadings(text: string): Tokens[] {
  const readings = lexicons.map((lexicon) => ({ lexicon, tokens: tokensOf(text, lexicon) }));
  const unknown = readings.map(({ tokens }) => tokens.filter(({ sense }) => sense === 'unknown').length);
  const least = Math.min(...unknown);
  return readings.filter((_, place) => unknown[place] === least);
}
