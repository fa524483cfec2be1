import { now } from '../clock.ts';
import { type Figure, figure, median, ratioBelow } from '../figures.ts';

const RUNS = 150;
const WARM_UP_RUNS = 25;

/** One thing to measure in several worlds. */
export interface Work<World, Made, Result> {
  /** Not timed. */
  before?(world: World): Promise<Made>;
  run(world: World, made: Made): Promise<Result>;
  /** Nor is this. */
  after?(world: World, made: Made, result: Result): Promise<unknown>;
}

/** The median in each world, in milliseconds: run by turns, so that whatever else the machine does meets all of them. */
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

/** What a large world costs beside a small one. */
export function grown(name: string, large: number, small: { what: string; value: number }): Figure {
  return figure(name, { value: large, unit: 'ms' }, { ...small, unit: 'ms' }, ratioBelow(1.5));
}
