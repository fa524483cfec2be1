// Contrasts of the colours in a style sheet, by the formula of WCAG 2.2.

export type Scheme = 'light' | 'dark';
export type Colours = Record<string, string>;

const DARK = /@media \(prefers-color-scheme: dark\) \{(.*?)\n\}/gs;

/** The custom properties that are colours. The dark scheme overrides some of the light one. */
export function coloursIn(styles: string): Record<Scheme, Colours> {
  const light = propertiesIn(styles.replaceAll(DARK, ''));
  const dark = [...styles.matchAll(DARK)].map(([, rules]) => propertiesIn(rules as string));
  return { light, dark: Object.assign({ ...light }, ...dark) };
}

const propertiesIn = (text: string): Colours =>
  Object.fromEntries(
    [...text.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value as string]),
  );

/** From 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const digits =
    colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit) : colour.slice(1).match(/../g);
  const [red = 0, green = 0, blue = 0] = (digits ?? []).map((pair) => {
    const part = Number.parseInt(pair, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Text colours by background. Text needs a contrast of 4.5. */
const TEXTS: Record<string, string[]> = {
  paper: ['ink', 'soft', 'accent', 'good', 'warn', 'bad'],
  card: ['ink', 'soft', 'accent', 'good', 'warn', 'bad'],
  wash: ['ink', 'soft', 'accent'],
  tint: ['ink', 'soft', 'accent'],
  'good-tint': ['ink', 'good'],
  'warn-tint': ['ink', 'warn'],
  'bad-tint': ['ink', 'bad'],
  accent: ['on-accent'],
  bad: ['on-bad'],
};
/** Shape colours by background. Borders of controls and drawings need a contrast of 3. */
const SHAPES: Record<string, string[]> = {
  paper: ['edge', 'accent'],
  card: ['edge', 'accent'],
  wash: ['accent', 'ink'],
};

export interface Pair {
  front: string;
  ground: string;
  needs: number;
}

/** Every pair that the style sheets use. */
export const pairs: Pair[] = [...pairsOf(TEXTS, 4.5), ...pairsOf(SHAPES, 3)];

function pairsOf(table: Record<string, string[]>, needs: number): Pair[] {
  return Object.entries(table).flatMap(([ground, fronts]) =>
    fronts.map((front) => ({ front, ground, needs })),
  );
}
