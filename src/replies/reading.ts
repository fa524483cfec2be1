import type { Token } from './tokens.ts';

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
