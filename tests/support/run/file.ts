// Runs one test file in a process shared with others: its tests become a suite with its name, and their cost is recorded.
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { beginFile } from '../lanes.ts';
import { COSTS, type Cost } from './costs.ts';
import { laneOf } from './test-files.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** The unit in which /proc counts the CPU time of ended processes. */
const TICKS_A_SECOND = 100;

const endings: (() => unknown)[] = [];
const everyFile = Promise.withResolvers<void>();

/** Call once every file of the process is defined. No test begins earlier: the first one would pay for importing the other files. */
export const beginTests = everyFile.resolve;

/** Closes something that all tests of a file share, after the last one. */
export function whenFileEnds(close: () => unknown): void {
  endings.push(close);
}

/** Imports the file. Its tests run after those of the files before it. */
export async function defineFile(file: string): Promise<void> {
  const absolute = path.join(ROOT, file);
  const importing = Promise.withResolvers<void>();
  describe(file, async () => {
    const begin = cpuSeconds();
    let beforeTests = { cpu: 0, at: 0 };
    before(async () => {
      await everyFile.promise;
      beforeTests = { cpu: cpuSeconds(), at: performance.now() };
    });
    beginFile(laneOf(absolute));
    try {
      await import(pathToFileURL(absolute).href);
    } finally {
      importing.resolve();
    }
    const importCost = cpuSeconds() - begin;
    // Registered last, so that it runs last.
    after(async () => {
      for (const close of endings.splice(0)) await close();
      note({
        file,
        cpu: importCost + cpuSeconds() - beforeTests.cpu,
        seconds: (performance.now() - beforeTests.at) / 1000,
      });
    });
  });
  // Files are imported one after another, because the lane of a file is global during its import.
  await importing.promise;
}

function note(cost: Cost): void {
  const costs = process.env[COSTS];
  if (costs) appendFileSync(costs, `${JSON.stringify(cost)}\n`);
}

/** CPU time of this process and, on Linux, of the child processes it has waited for. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenSeconds();
}

function childrenSeconds(): number {
  if (process.platform !== 'linux') return 0;
  // The fields after the name, which is in parentheses and may have spaces.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
}
