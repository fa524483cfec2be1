// The colours of a style sheet, and which of them must be told apart.

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

/** Text colours by background. Text needs a contrast of 4.5. */
const TEXTS: Record<string, string[]> = {
  paper: ['ink', 'soft', 'accent', 'good', 'warn', 'bad'],
  card: ['ink', 'soft', 'accent', 'good', 'warn', 'bad'],
  wash: ['ink', 'soft', 'accent'],
  tint: ['ink', 'soft', 'accent'],
  'good-tint': ['ink', 'good'],
  'warn-tint': ['ink', 'warn'],
  'bad-tint': ['ink', 'bad'],
  fill: ['on-accent'],
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
