import type { Figure } from './figures.ts';

/** One of the things that `npm run bench` can measure. */
export interface Measurement {
  name: string;
  about: string;
  measure(progress: (step: string) => void): Promise<Figure[]>;
}
