// Colours by lightness, chroma and hue as people see them (https://bottosson.github.io/posts/oklab/): another lightness of the same hue
// still looks like the same colour.
import { linearOf } from './contrast.ts';

export interface Oklch {
  /** From 0 to 1. */
  lightness: number;
  /** 0 is grey. */
  chroma: number;
  /** In radians. */
  hue: number;
}

type Triple = [number, number, number];

export function oklchOf(colour: string): Oklch {
  const [lightness, a, b] = oklabOf(colour);
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

/** The colour as `#rrggbb`, with as much of its chroma as a screen can show. */
export function hexOf({ lightness, chroma, hue }: Oklch): string {
  const at = (amount: number) => linearFrom([lightness, amount * Math.cos(hue), amount * Math.sin(hue)]);
  let [shown, beyond] = isShown(at(chroma)) ? [chroma, chroma] : [0, chroma];
  // Each step halves what is left: after 16, less than a screen can show.
  for (let step = 0; step < 16 && shown < beyond; step++) {
    const middle = (shown + beyond) / 2;
    if (isShown(at(middle))) shown = middle;
    else beyond = middle;
  }
  return hexFrom(at(shown));
}

/** `share` of the first colour, and the rest of the second. */
export function mixed(one: string, other: string, share: number): string {
  const [first, second] = [oklabOf(one), oklabOf(other)];
  const between = first.map((part, place) => part * share + (second[place] as number) * (1 - share));
  return hexFrom(linearFrom(between as Triple));
}

function oklabOf(colour: string): Triple {
  const [r, g, b] = linearOf(colour);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function linearFrom([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Rounding may lead a hair beyond what a screen shows. */
const SLACK = 0.0005;
const isShown = (parts: Triple) => parts.every((part) => part >= -SLACK && part <= 1 + SLACK);

function hexFrom(parts: Triple): string {
  const bytes = parts.map((part) => {
    const value = Math.min(Math.max(part, 0), 1);
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255);
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
