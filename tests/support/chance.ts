// One seed for everything random in a test run, so that the run can be repeated.
import { createHash, randomInt } from 'node:crypto';
import { isFastLane } from './lanes.ts';

const SEED_LIMIT = 2 ** 31;
/** With two runs, a second one that differs from the first still shows. */
const LEAST_RUNS = 2;

/** From ROTA_TEST_SEED, or a new one. With the same seed, a file that runs alone draws the same values as in the whole run. */
export const seed = readSeed(process.env.ROTA_TEST_SEED);

function readSeed(given: string | undefined): number {
  if (!given) return randomInt(SEED_LIMIT);
  const number = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (number < SEED_LIMIT) return number;
  throw new Error(`ROTA_TEST_SEED must be a whole number below ${SEED_LIMIT}`);
}

/** Settings for fast-check. A different `apart` makes the same arbitrary draw different values. */
export function runs(count: number, apart = ''): { numRuns: number; seed: number } {
  return { numRuns: forLane(count), seed: seedApart(apart) };
}

/** The fast lane does a tenth of the runs. */
export function forLane(count: number): number {
  if (!isFastLane) return count;
  return Math.min(count, Math.max(LEAST_RUNS, Math.ceil(count / 10)));
}

function seedApart(word: string): number {
  if (word === '') return seed;
  return createHash('sha256').update(`${seed} ${word}`).digest().readUInt32BE() % SEED_LIMIT;
}

/** Prints the seed of the run, and passes it to its processes. */
export function announceSeed(): { ROTA_TEST_SEED: string } {
  console.log(`Random values are of the seed ${seed}`);
  return { ROTA_TEST_SEED: String(seed) };
}

/** Called at the end of a failed run. `words` are its arguments. */
export function sayHowToRepeat(words: readonly string[]): void {
  const rest = words.length === 0 ? '' : ` -- ${words.join(' ')}`;
  console.log(`To repeat it with the same random values: ROTA_TEST_SEED=${seed} npm test${rest}`);
}
