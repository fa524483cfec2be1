// The cost of each test file: recorded by every run, printed at its end, and used by the next one.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The variable with the name of the file to which the processes of a run append their files' costs. */
export const COSTS = 'ROTA_TEST_COSTS';

export interface Cost {
  file: string;
  /** CPU time in seconds, including processes that the file started. PostgreSQL's and Chromium's isn't counted. */
  cpu: number;
  /** From its first test to the end of its last. */
  seconds: number;
}

/** The costs by lane and file. */
type Known = Record<string, Record<string, Omit<Cost, 'file'>>>;

const SHOWN = 20;
/** CPU time that a new file may take in the fast lane. */
const MOST_SECONDS = 5;
/**
 * The fraction of the total that any file may take: a ratio, because on a slow machine everything takes longer. The most expensive file
 * takes a sixtieth, and half as much again in a bad moment, which must not fail a run.
 */
const MOST_PART = 1 / 20;

export async function knownCosts(place: string, lane: string): Promise<Map<string, Omit<Cost, 'file'>>> {
  return new Map(Object.entries((await readKnown(place))[lane] ?? {}));
}

export async function rememberCosts(place: string, lane: string, costs: Cost[]): Promise<void> {
  const known = await readKnown(place);
  const ofLane = { ...known[lane] };
  for (const { file, cpu, seconds } of costs) ofLane[file] = { cpu, seconds };
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, JSON.stringify({ ...known, [lane]: ofLane }, undefined, 1));
}

/** Empty if there is no record, or an incomplete one. */
async function readKnown(place: string): Promise<Known> {
  try {
    return JSON.parse(await readFile(place, 'utf8'));
  } catch {
    return {};
  }
}

export async function readCosts(noted: string): Promise<Cost[]> {
  const lines = (await readFile(noted, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Cost);
}

/** The most expensive files, as a table. */
export function expensiveFiles(costs: Cost[]): string {
  const total = sumOf(costs);
  const rows = byCpu(costs)
    .slice(0, SHOWN)
    .map(({ file, cpu, seconds }) => `${inColumn(cpu)} ${inColumn(seconds)}  ${file}`);
  return [
    `The most expensive of ${costs.length} files (${total.toFixed(0)} s of CPU in all):`,
    '   CPU s  took s',
    ...rows,
  ].join('\n');
}

const inColumn = (seconds: number) => seconds.toFixed(1).padStart(8);

/** The files that cost too much for the fast lane. */
export function tooExpensive(costs: Cost[], newFiles: Set<string>): string[] {
  const most = sumOf(costs) * MOST_PART;
  return byCpu(costs)
    .filter(({ file, cpu }) => cpu > most || (newFiles.has(file) && cpu > MOST_SECONDS))
    .map(({ file, cpu }) => `${file}: ${cpu.toFixed(1)} s`);
}

const byCpu = (costs: Cost[]) => costs.toSorted((one, other) => other.cpu - one.cpu);
const sumOf = (costs: Cost[]) => costs.reduce((sum, { cpu }) => sum + cpu, 0);
