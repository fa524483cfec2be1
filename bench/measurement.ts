import type { Figure } from './figures.ts';

/** One measurement of `npm run bench`. */
export interface Measurement {
  name: string;
  about: string;
  measure(progress: (step: string) => void): Promise<Figure[]>;
}
