// Contestants take turns, so that other load on the machine, and whatever one leaves behind for the next, affects all of them.
import { now } from './clock.ts';
import { type Figure, type Goal, median, type Quantity } from './figures.ts';

const WARM_UP_MS = 5_000;
const ROUNDS = 5;

export interface Contestant<Result> {
  name: string;
  run(): Promise<Result>;
  /** Finishes leftover work after a run, so that the next contestant doesn't pay for it. Not timed. */
  settle?(): Promise<unknown>;
}

/** By the name of the contestant: its result of each round. */
export type Rounds<Result> = Map<string, Result[]>;

/**
 * Warms up every contestant before measuring the first: a process runs new code at half its later speed. Then each runs once in every
 * round.
 */
export async function inRounds<Result>(
  contestants: Contestant<Result>[],
  progress: (step: string) => void,
): Promise<Rounds<Result>> {
  const turnOf = async (contestant: Contestant<Result>) => {
    const result = await contestant.run();
    await contestant.settle?.();
    return result;
  };
  for (const each of contestants) {
    progress(`warm-up: ${each.name}`);
    for (const start = now(); now() - start < WARM_UP_MS; ) await turnOf(each);
  }
  const results: Rounds<Result> = new Map(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    progress(`round ${round + 1} of ${ROUNDS}`);
    for (const each of orderOf(round, contestants)) results.get(each.name)?.push(await turnOf(each));
  }
  return results;
}

/** Each round starts with a different contestant, and every second one runs backwards, so nobody always runs after the same one. */
function orderOf<Each>(round: number, all: Each[]): Each[] {
  const first = Math.floor((round * all.length) / ROUNDS);
  const rotated = [...all.slice(first), ...all.slice(0, first)];
  return round % 2 === 0 ? rotated : rotated.toReversed();
}

interface Pair {
  name: string;
  measured: string;
  beside: string;
  /** What it is compared with, in words. By default, the contestant's name. */
  what?: string;
  goal?: Goal | undefined;
}

/** The medians of two contestants, and the ratio of each round. */
export function compare(rounds: Rounds<Quantity>, { name, measured, beside, what, goal }: Pair): Figure {
  const [own, other] = [rounds.get(measured) ?? [], rounds.get(beside) ?? []];
  const ratios = own.map(({ value }, round) => value / (other[round]?.value ?? Number.NaN));
  return {
    name,
    measured: medianOf(own),
    beside: { what: what ?? beside, ...medianOf(other) },
    ratio: median(ratios),
    range: { lowest: Math.min(...ratios), highest: Math.max(...ratios) },
    ...(goal && { goal }),
  };
}

function medianOf(quantities: Quantity[]): Quantity {
  const processors = quantities.flatMap(({ processor }) => processor ?? []);
  const databases = processors.flatMap(({ database }) => database ?? []);
  return {
    value: median(quantities.map(({ value }) => value)),
    unit: quantities[0]?.unit ?? '/s',
    ...(processors.length > 0 && {
      processor: {
        process: median(processors.map(({ process }) => process)),
        ...(databases.length > 0 && { database: median(databases) }),
      },
    }),
  };
}
