import { now } from '../clock.ts';
import { type Figure, figure, median, ratioBelow } from '../figures.ts';

const RUNS = 150;
const WARM_UP_RUNS = 25;

/** One measurement, made in several databases. */
export interface Work<World, Made, Result> {
  /** Not timed. */
  before?(world: World): Promise<Made>;
  run(world: World, made: Made): Promise<Result>;
  /** Not timed. */
  after?(world: World, made: Made, result: Result): Promise<unknown>;
}

/** The median in each database, in milliseconds. Runs alternate, so that other load on the machine affects all. */
export async function mediansOf<World, Made, Result>(
  worlds: World[],
  work: Work<World, Made, Result>,
): Promise<number[]> {
  const times = worlds.map(() => [] as number[]);
  for (let run = 0; run < WARM_UP_RUNS + RUNS; run += 1) {
    for (const [place, world] of worlds.entries()) {
      const made = (await work.before?.(world)) as Made;
      const start = now();
      const result = await work.run(world, made);
      times[place]?.push(now() - start);
      await work.after?.(world, made, result);
    }
  }
  return times.map((all) => median(all.slice(WARM_UP_RUNS)));
}

/** Compares the cost in a large database with that in a small one. */
export function grown(name: string, large: number, small: { what: string; value: number }): Figure {
  return figure(name, { value: large, unit: 'ms' }, { ...small, unit: 'ms' }, ratioBelow(1.5));
}
