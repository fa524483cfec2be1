// Damage to a reply: slips of letters, swapped words, and texts that were cut. The same for each run.
import type { Entry } from './corpus.ts';

const SLIPS_EACH = 12;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Numbers below what is asked for, always the same after the same seed. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export function mutationsOf({ text, label }: Entry): string[] {
  const random = randomFrom(
    [...text].reduce((sum, letter) => Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0), 7),
  );
  const slips = Array.from({ length: SLIPS_EACH }, () => slip(text, random));
  const words = text.split(/(?<=\s)/);
  const swaps = words.flatMap((word, place) =>
    isFixed(word) || isFixed(words[place + 1]) ? [] : [swapped(words, place)],
  );
  // Half a sentence may say the opposite: `2 works` of `2 works only without Ben`. So texts are cut between sentences.
  // `25.` is a date.
  const sentences = text.split(/(?<=[!?\n]|(?<!\d)\.)\s/);
  const cuts = sentences.flatMap((_, place) => [sentences.slice(0, place), sentences.slice(place)]);
  const kept = label.meaning === 'options' ? cuts.map((cut) => cut.join(' ')) : [];
  return [...slips, ...swaps, ...kept];
}

/** `is 2 free` asks and `2 is free` answers; what `not` and `but` stand before is what they are about. */
const isFixed = (word: string | undefined) =>
  word === undefined ||
  /^(?:not|don't|but|except|all|any|anything|alle|außer|is|wäre|passt|nicht|i|or|oder|second|only|nur|work|no|ne|pas|non|que)\b/i.test(
    word,
  );

/** One letter of a word is another, is missing, is there twice, or has changed places. Digits stay. */
function slip(text: string, random: (below: number) => number): string {
  const places = [...text.matchAll(/\p{L}/gu)].map(({ index }) => index);
  const at = places[random(places.length)];
  if (at === undefined) return text;
  const [before, letter, after] = [text.slice(0, at), text[at] as string, text.slice(at + 1)];
  const other = LETTERS[random(LETTERS.length)] as string;
  return [
    `${before}${other}${after}`,
    `${before}${after}`,
    `${before}${letter}${letter}${after}`,
    `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`,
  ][random(4)] as string;
}

function swapped(words: string[], place: number): string {
  const copy = [...words];
  [copy[place], copy[place + 1]] = [copy[place + 1] as string, copy[place] as string];
  return copy.map((word) => word.trim()).join(' ');
}
