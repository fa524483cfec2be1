// What is random in tests comes from one seed for the whole run, so that a run can be repeated.
import { createHash, randomInt } from 'node:crypto';
import { isFastLane } from './lanes.ts';

const SEED_LIMIT = 2 ** 31;
/** A history of two runs still tells one from the next. */
const LEAST_RUNS = 2;

/** That of ROTA_TEST_SEED, else a new one. A file that is run alone with it draws the same values as in the whole run. */
export const seed = readSeed(process.env.ROTA_TEST_SEED);

function readSeed(given: string | undefined): number {
  if (!given) return randomInt(SEED_LIMIT);
  const number = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (number < SEED_LIMIT) return number;
  throw new Error(`ROTA_TEST_SEED must be a whole number below ${SEED_LIMIT}`);
}

/** Settings of fast-check. With `apart`, the same arbitrary draws other values than with another word. */
export function runs(count: number, apart = ''): { numRuns: number; seed: number } {
  return { numRuns: forLane(count), seed: seedApart(apart) };
}

/** The fast lane makes do with a tenth. */
export function forLane(count: number): number {
  if (!isFastLane) return count;
  return Math.min(count, Math.max(LEAST_RUNS, Math.ceil(count / 10)));
}

function seedApart(word: string): number {
  if (word === '') return seed;
  return createHash('sha256').update(`${seed} ${word}`).digest().readUInt32BE() % SEED_LIMIT;
}

/** For the run: says its seed, and hands it to its processes. */
export function announceSeed(): { ROTA_TEST_SEED: string } {
  console.log(`Random values are of the seed ${seed}`);
  return { ROTA_TEST_SEED: String(seed) };
}

/** For the end of a run that has failed. `words` are what it was called with. */
export function sayHowToRepeat(words: readonly string[]): void {
  const rest = words.length === 0 ? '' : ` -- ${words.join(' ')}`;
  console.log(`To repeat it with the same random values: ROTA_TEST_SEED=${seed} npm test${rest}`);
}
