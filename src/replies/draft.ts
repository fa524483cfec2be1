// A clause before it is understood: its words, and what groups of words name.
import type { Link, Reading } from './clause.ts';
import type { Forms } from './forms.ts';
import type { Lexicon } from './lexicon.ts';
import type { Mention, Scene } from './mention.ts';

/** A word, or what a group of words names. */
export interface Part {
  sense: string;
  text: string;
  isCapital?: boolean;
  mention?: Mention;
}

export interface Draft {
  link: Link;
  parts: Part[];
  /** There is a comma before `and`. */
  isParted?: true;
  /** `neither … nor`: one `not` applies to each of them. */
  isNegated: boolean;
}

/** What a reply is read with, and what was found so far. */
export interface Grammar {
  forms: Forms;
  lexicon: Lexicon;
  scene: Scene;
  reading: Reading;
}

/** Words that say nothing about what is named, wherever they are in a clause. */
export const SILENT = new Set([
  'adverb',
  'me',
  'thanks',
  'greeting',
  'closing',
  'regret',
  'too',
  'yours',
  'own_zone',
  'gladly',
  'nor',
]);

export const isRef = ({ sense }: Part) => sense === 'ref' || sense === 'on_ref' || sense === 'every';

/** A clause without its silent words. */
export const spoken = (parts: Part[]) =>
  parts.filter(({ sense }) => !SILENT.has(sense) && sense !== 'farewell');

/** Two times with other words between them, such as the ends of a range: `de mardi à jeudi`. */
export function hasTimesApart(parts: Part[]): boolean {
  const times = parts.flatMap(({ mention }, place) => (mention?.kind === 'when' ? [place] : []));
  return times.some((place, nth) => nth > 0 && place !== (times[nth - 1] ?? 0) + 1);
}

/** Only what is named, without a verb: `Tuesday`. */
export const isBareRef = ({ parts }: Draft) =>
  spoken(parts).length > 0 && spoken(parts).every(isRef) && !parts.some(({ sense }) => sense === 'gladly');
