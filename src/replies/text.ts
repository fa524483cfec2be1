// Splits a text into pieces: words, numbers and marks. Takes linear time, and doesn't read the end of a long text: somebody who
// writes that much says more than a choice.

export const MAX_LENGTH = 10_000;

export interface Piece {
  kind: 'word' | 'number' | 'mark' | 'symbol';
  /** Folded: lower case, umlauts as two letters, without accents. */
  text: string;
  /** In lower case, with its accents. */
  accented: string;
  /** Begins with a capital letter. */
  isCapital: boolean;
  /** There is no space between it and the piece before. */
  isGlued: boolean;
}

const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** The form in which words are compared. People leave out accents, and `ñ` is one of them. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => UMLAUTS[letter] as string)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');

const INVISIBLE = /\p{Cf}|\ufe0f|(?![\n\t])\p{Cc}/gu;
/** A line of this length was wrapped by a mail program, not by its author. */
const WRAPPED = /^([^\n]{60,})\n(?=\p{Ll})/gmu;

/** Replaces variants of characters by one form. */
export function normalised(text: string): string {
  return text
    .slice(0, MAX_LENGTH)
    .replace(/(\d)\ufe0f?\u20e3/g, ' $1 ')
    .replace(/\bn\s?[°º]\s?(?=\d)/gi, 'no. ')
    .normalize('NFKC')
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(INVISIBLE, '')
    .replace(/[‘’‛′´`]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/\b([ap])\.\s?m\b\.?/gi, '$1m')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(WRAPPED, '$1 ')
    .trim();
}

const PIECE =
  /(?<gap>\s+)|(?<word>[\p{L}\p{M}]+(?:'\p{L}+)*)|(?<number>\d[\d.:/]*)|(?<symbol>(?<=\s|^)[:;]-?[()DP/](?=[\s.,!]|$)|\p{Extended_Pictographic}\p{Emoji_Modifier}*)|(?<mark>.)/gsu;

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let isGlued = true;
  for (const { groups } of text.matchAll(PIECE)) {
    const { gap, word, number, symbol, mark } = groups as Record<string, string | undefined>;
    if (gap !== undefined) {
      if (gap.includes('\n'))
        pieces.push({ kind: 'mark', text: '\n', accented: '\n', isCapital: false, isGlued: false });
      isGlued = false;
      continue;
    }
    const raw = (word ?? number ?? symbol ?? mark) as string;
    const kind = word ? 'word' : number ? 'number' : symbol ? 'symbol' : 'mark';
    pieces.push({
      ...{ kind, text: folded(raw), accented: raw.toLowerCase() },
      isCapital: /^\p{Lu}/u.test(raw),
      isGlued,
    });
    isGlued = true;
  }
  return pieces;
}
