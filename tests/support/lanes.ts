// The lanes of the suite. `npm test` is the fast lane: the behaviour of every feature, every entrance and every refusal.
// `npm run test:rest` is what it leaves out. A lane is chosen where something is defined, at the top of a file:
// - `describe`, `test`: fast. `describe.full`, `inFullLane`: full.
// - `describe.inBothLanes`, `inBothLanes`: properties, with fewer runs in the fast lane (see chance.ts).
// - A file whose first line begins with "// Full lane, because" is in the full lane as a whole.
// Why there are two: docs/decisions/0002-two-lanes-of-tests.md.
import { describe as nodeDescribe, test as nodeTest, type TestOptions } from 'node:test';

export type Lane = 'fast' | 'full' | 'both';

/** Tests of other lanes aren't even defined. A single file runs both lanes. */
const runs: Record<Lane, boolean> = {
  fast: process.env.ROTA_TEST_LANE !== 'rest',
  full: process.env.ROTA_TEST_LANE !== 'fast',
  both: true,
};
export const isFastLane = process.env.ROTA_TEST_LANE === 'fast';

let laneOfFile: Lane = 'fast';
/** The lane of the enclosing suite, while its contents are being defined. */
let inside: Lane | undefined;

const leftOut = (async () => {}) as unknown as typeof nodeTest;

/** Node's own function, so that it knows the line of each test. At the top of a file in another lane, one that does nothing. */
export let test: typeof nodeTest = nodeTest;

function choose(): void {
  test = inside !== undefined || runs[laneOfFile] ? nodeTest : leftOut;
}

/** Sets the lane of everything defined at the top of a file from now on, unless it says otherwise. */
export function beginFile(lane: Lane): void {
  laneOfFile = lane;
  choose();
}

/** The lane of definitions here that don't name one. */
export const laneHere = (): Lane => inside ?? laneOfFile;

/** Whether the enclosing suite, or the first line of the file, has already chosen the lane. */
export const isLaneChosen = (): boolean => inside !== undefined || laneOfFile === 'full';

/** Puts everything that `define` defines into this lane. */
export function inLane(lane: Lane, define: () => void): void {
  const outer = inside;
  if (outer !== undefined && outer !== lane) {
    throw new Error(
      `A part of something in the lane "${outer}" can't be in "${lane}": define it at the top of the file`,
    );
  }
  if (outer === undefined && laneOfFile === 'full' && lane !== 'full') {
    throw new Error(
      `This file is in the full lane as a whole, by its first line: nothing in it can be in "${lane}"`,
    );
  }
  if (!runs[lane]) return;
  inside = lane;
  choose();
  try {
    define();
  } finally {
    inside = outer;
    choose();
  }
}

export const inFullLane = (define: () => void): void => inLane('full', define);
export const inBothLanes = (define: () => void): void => inLane('both', define);

interface Describe {
  (name: string, define: () => void): void;
  (name: string, options: TestOptions, define: () => void): void;
}

const describeIn =
  (lane: () => Lane): Describe =>
  (name: string, ...definition: unknown[]) =>
    inLane(lane(), () => void nodeDescribe(name, ...(definition as [TestOptions, () => void])));

export const describe = Object.assign(describeIn(laneHere), {
  full: describeIn(() => 'full'),
  inBothLanes: describeIn(() => 'both'),
});
