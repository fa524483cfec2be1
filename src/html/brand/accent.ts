// Makes shades that can be read of any colour that a company chooses, for light and dark pages. The hue stays: a yellow company has
// yellow buttons with dark letters, and links in a dark yellow.
import { contrast } from './contrast.ts';
import { hexOf, mixed, type Oklch, oklchOf } from './oklch.ts';

/** Named after the properties of the style sheet that they set. */
export interface Shades {
  /** Links, borders of what is chosen, focus: 4.5 or more on every ground, the tint included. */
  accent: string;
  /** The ground of buttons: as close to the chosen colour as can be told from the page. */
  fill: string;
  /** Letters on the fill: 4.5 or more. */
  onAccent: string;
  /** A ground with a touch of the colour, for letters in ink or accent. */
  tint: string;
  /** Decorates. */
  accentLine: string;
}

interface SchemeShades {
  light: Shades;
  dark: Shades;
}

/** The colours of page/tokens.css that shades are made for. */
interface Ground {
  card: string;
  /** Everything that letters in the accent may stand on, besides the tint. */
  grounds: string[];
  ink: string;
  line: string;
  /** Away from the grounds: -1 is darker. */
  away: -1 | 1;
  /** How well a button stands out from the page. In the dark, a colour that hardly does looks switched off. */
  visible: number;
  /** The share of the colour in the tint. */
  tint: number;
}

const schemes: { light: Ground; dark: Ground } = {
  light: {
    card: '#ffffff',
    grounds: ['#ffffff', '#f7f6f3', '#efece6'],
    ink: '#1c1b19',
    line: '#e5e2db',
    away: -1,
    visible: 1.3,
    tint: 0.14,
  },
  dark: {
    card: '#1f1e1b',
    grounds: ['#1f1e1b', '#161513', '#2a2824'],
    ink: '#f1efea',
    line: '#35332e',
    away: 1,
    visible: 3,
    tint: 0.14,
  },
};

const TEXT = 4.5;
/** White letters on a colour that almost carries them: the colour gives way a little, because dark letters would look wrong on it. */
const ALMOST = 3;
const WHITE = '#ffffff';
/** Letters on light fills. */
const DARK = '#161513';
/** Below this chroma, people see a grey. */
const GREY = 0.03;
const LINE = 0.32;

/** For companies that chose none: the colours of page/tokens.css. */
const house: SchemeShades = {
  light: { accent: '#1f5fd0', fill: '#1f5fd0', onAccent: '#ffffff', tint: '#e9effb', accentLine: '#b7ccf3' },
  dark: { accent: '#8db4ff', fill: '#8db4ff', onAccent: '#0c1b38', tint: '#222a3b', accentLine: '#3d5480' },
};

const made = new Map<string, SchemeShades>();
/** More than the companies that one service shows in a day. */
const MAX_MADE = 1_000;

/** `accent` is `#rrggbb`, or null for a company that chose none. */
export function shadesOf(accent: string | null): SchemeShades {
  if (accent === null) return house;
  const known = made.get(accent);
  if (known) return known;
  if (made.size >= MAX_MADE) made.clear();
  const shades = { light: shadesOn(schemes.light, accent), dark: shadesOn(schemes.dark, accent) };
  made.set(accent, shades);
  return shades;
}

function shadesOn(scheme: Ground, colour: string): Shades {
  const { card, grounds, line, away } = scheme;
  const seen = fillOn(scheme, colour);
  const tint = mixed(seen, card, scheme.tint);
  const accent = nearest(oklchOf(seen), away, (shade) =>
    [...grounds, tint].every((ground) => contrast(shade, ground) >= TEXT),
  );
  return { accent, ...withLetters(seen), tint, accentLine: mixed(accent, line, LINE) };
}

/** A black or white that can't be told from the page becomes the other: any grey between them would look switched off. */
function fillOn({ card, ink, away, visible }: Ground, colour: string): string {
  if (contrast(colour, card) >= visible) return colour;
  const chosen = oklchOf(colour);
  if (chosen.chroma < GREY) return ink;
  return nearest(chosen, away, (shade) => contrast(shade, card) >= visible);
}

function withLetters(fill: string): Pick<Shades, 'fill' | 'onAccent'> {
  if (contrast(fill, WHITE) < ALMOST) return { fill, onAccent: DARK };
  const darker = nearest(oklchOf(fill), -1, (shade) => contrast(shade, WHITE) >= TEXT);
  return { fill: darker, onAccent: WHITE };
}

/** The first lightness, from the colour's own on, at which it fits. */
function nearest(colour: Oklch, direction: -1 | 1, fits: (shade: string) => boolean): string {
  const own = hexOf(colour);
  if (fits(own)) return own;
  const end = direction === 1 ? 1 : 0;
  let [wrong, right] = [colour.lightness, end];
  // Ten steps come within a thousandth: less than a screen can show.
  for (let step = 0; step < 10; step++) {
    const middle = (wrong + right) / 2;
    if (fits(hexOf({ ...colour, lightness: middle }))) right = middle;
    else wrong = middle;
  }
  return hexOf({ ...colour, lightness: right });
}
