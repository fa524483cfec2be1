// Whatever colour a company chooses, what is drawn in it can be read, and still looks like its colour.
import assert from 'node:assert/strict';
import { coloursIn } from '../../scripts/style-guide/colour-pairs.ts';
import { mailShadesOf } from '../../src/features/workspace/letterhead/operations.ts';
import { type Shades, shadesOf } from '../../src/html/brand/accent.ts';
import { accentStyle } from '../../src/html/brand/accent-style.ts';
import { contrast } from '../../src/html/brand/contrast.ts';
import { hexOf, oklchOf } from '../../src/html/brand/oklch.ts';
import { style } from '../../src/html/browser-files.ts';
import { usualShades } from '../../src/mail-out/shades.ts';
import { describe, test } from '../support/lanes.ts';

/** The colours of all pages. */
const pages = coloursIn(style.text);
const long = (colour: string) =>
  colour.length === 4 ? `#${[...colour.slice(1)].map((digit) => digit + digit).join('')}` : colour;

/** By hue, saturation and lightness, in degrees and percent. */
function hsl(hue: number, saturation: number, lightness: number): string {
  const amount = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100);
  const part = (offset: number) => {
    const place = (offset + hue / 30) % 12;
    const value = lightness / 100 - amount * Math.max(-1, Math.min(place - 3, 9 - place, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

const steps = (from: number, to: number, by: number) =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, step) => from + step * by);
const grid = [
  ...new Set(
    steps(0, 330, 30).flatMap((hue) =>
      steps(0, 100, 25).flatMap((saturation) =>
        steps(0, 100, 5).map((lightness) => hsl(hue, saturation, lightness)),
      ),
    ),
  ),
];

/** What can't be read or seen. */
function faultsOf(shades: Shades, scheme: 'light' | 'dark'): string[] {
  const { paper, card, wash, ink } = pages[scheme] as Record<string, string>;
  const { accent, fill, onAccent, tint } = shades;
  const needs: [name: string, one: string | undefined, other: string | undefined, least: number][] = [
    ['accent on paper', accent, paper, 4.5],
    ['accent on card', accent, card, 4.5],
    ['accent on wash', accent, wash, 4.5],
    ['accent on tint', accent, tint, 4.5],
    ['ink on tint', ink, tint, 4.5],
    ['letters on fill', onAccent, fill, 4.5],
    // In the dark, a button that hardly stands out looks switched off. In the light, its letters and its shape are enough.
    ['fill on card', fill, card, scheme === 'dark' ? 3 : 1.3],
  ];
  return needs.flatMap(([name, one, other, least]) => {
    const ratio = contrast(one as string, other as string);
    return ratio < least ? `${name}: ${ratio.toFixed(2)}` : [];
  });
}

/** How far the hues of two colours are apart, in degrees. */
function turned(one: string, other: string): number {
  const apart = Math.abs(oklchOf(one).hue - oklchOf(other).hue) * (180 / Math.PI);
  return Math.min(apart, 360 - apart);
}

describe('The shades of a colour', () => {
  for (const scheme of ['light', 'dark'] as const) {
    test(`can be read in every colour there is, ${scheme}`, () => {
      assert.ok(grid.length > 900);
      for (const colour of grid) {
        assert.deepEqual(faultsOf(shadesOf(colour)[scheme], scheme), [], colour);
      }
    });

    test(`keep the hue of the colour, ${scheme}`, () => {
      for (const colour of grid.filter((each) => oklchOf(each).chroma > 0.06)) {
        const { accent, fill } = shadesOf(colour)[scheme];
        for (const shade of [accent, fill]) {
          // The last bit of a very dark or very light shade turns it by some degrees.
          if (oklchOf(shade).chroma > 0.03) assert.ok(turned(colour, shade) < 8, `${colour} → ${shade}`);
        }
      }
    });
  }

  test('leave a colour alone that can be read', () => {
    for (const colour of ['#1f5fd0', '#0a6f46', '#b3261e', '#6b21a8', '#000000']) {
      const { accent, fill } = shadesOf(colour).light;
      assert.deepEqual([accent, fill], [colour, colour]);
    }
  });

  test('of a yellow are a yellow button with dark letters, and links in a dark yellow', () => {
    const { light, dark } = shadesOf('#f5c400');
    assert.deepEqual([light.fill, light.onAccent], ['#f5c400', '#161513']);
    assert.deepEqual([dark.fill, dark.onAccent, dark.accent], ['#f5c400', '#161513', '#f5c400']);
    assert.ok(oklchOf(light.accent).lightness < 0.6, light.accent);
  });

  test('of black and white are ink on the page, and the other way round', () => {
    const { ink: inkOfLight } = pages.light;
    const { ink: inkOfDark } = pages.dark;
    assert.equal(shadesOf('#000000').light.fill, '#000000');
    assert.equal(shadesOf('#000000').dark.fill, inkOfDark);
    assert.equal(shadesOf('#ffffff').light.fill, inkOfLight);
    assert.equal(shadesOf('#ffffff').dark.fill, '#ffffff');
    assert.equal(shadesOf('#ffffff').light.onAccent, '#ffffff');
    assert.equal(shadesOf('#000000').dark.onAccent, '#161513');
  });

  test('are made for the grounds of page/tokens.css, and without a colour are its own', () => {
    for (const scheme of ['light', 'dark'] as const) {
      const page = pages[scheme];
      const { accent, fill, onAccent, tint, accentLine } = shadesOf(null)[scheme];
      assert.deepEqual(
        [accent, fill, onAccent, tint, accentLine],
        ['accent', 'fill', 'on-accent', 'tint', 'accent-line'].map((name) => long(page[name] as string)),
      );
    }
  });

  test('are a style sheet, which overrides each of these properties and no other', () => {
    const { url, text } = accentStyle('#f5c400');
    assert.match(url, /^\/pages\/accent\.css\?v=[\w-]{12}&color=f5c400$/);
    assert.ok(text.length < 500);
    const set = [...text.matchAll(/--([\w-]+):(#[\da-f]{6})[;}]/g)].map(([, name]) => name as string);
    assert.deepEqual(set, [...set.slice(0, 5), ...set.slice(0, 5)]);
    for (const name of set) assert.ok(pages.light[name], name);
  });
});

describe('A colour by lightness, chroma and hue', () => {
  test('is the same colour again', () => {
    for (const colour of [...grid.filter((_, place) => place % 7 === 0), '#000000', '#ffffff', '#f5c400']) {
      assert.equal(hexOf(oklchOf(colour)), colour);
    }
  });
});

test('A message without a company has the colours of a company that chose none', () => {
  const { light, dark } = shadesOf(null);
  assert.deepEqual(usualShades, { light: mailShadesOf(light), dark: mailShadesOf(dark) });
});
