// One test file in a process that it shares with others: its tests are a suite with its name, and what they cost is noted.
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { beginFile } from '../lanes.ts';
import { COSTS, type Cost } from './costs.ts';
import { laneOf } from './test-files.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** In which /proc counts the time of processes that have ended. */
const TICKS_A_SECOND = 100;

const endings: (() => unknown)[] = [];
const everyFile = Promise.withResolvers<void>();

/** Every file of the process is defined. Until then no test begins: the first one would pay for importing the other files. */
export const beginTests = everyFile.resolve;

/** For what a process opens once and a file shares: it is closed after the last test of the file. */
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
    // The last one to be registered is the last one to run.
    after(async () => {
      for (const close of endings.splice(0)) await close();
      note({
        file,
        cpu: importCost + cpuSeconds() - beforeTests.cpu,
        seconds: (performance.now() - beforeTests.at) / 1000,
      });
    });
  });
  // One after another: the lane of a file holds while it is imported.
  await importing.promise;
}

function note(cost: Cost): void {
  const costs = process.env[COSTS];
  if (costs) appendFileSync(costs, `${JSON.stringify(cost)}\n`);
}

/** Of this process and of those it has waited for. Elsewhere than on Linux, of this process. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenSeconds();
}

function childrenSeconds(): number {
  if (process.platform !== 'linux') return 0;
  // The fields behind the name, which is in parentheses and may have spaces.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
}
