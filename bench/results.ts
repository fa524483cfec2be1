// Measurements: the last ones made here (not in git), and the published ones (in git).
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import type { Figure } from './figures.ts';

/** One measurement, with its machine and time. */
export interface Measured {
  about: string;
  measuredAt: string;
  machine: Record<string, string>;
  figures: Figure[];
}

/** By the name of the measurement. */
export type Results = Record<string, Measured>;

/** By the name of the measurement: one of each kind of machine. */
export type Published = Record<string, Measured[]>;

/** Figures of machines of the same kind replace each other. */
export const kindOf = ({ machine: { cpu, cores, platform } }: Measured) => `${cpu}, ${cores}, ${platform}`;

/** Of one measurement on several machines. */
export const newest = (measured: Measured[]) =>
  measured.toSorted((one, other) => one.measuredAt.localeCompare(other.measuredAt)).at(-1) as Measured;

/** The files with figures. */
export function filesIn(root: URL) {
  return {
    results: new URL('bench/results.json', root),
    published: new URL('bench/published.json', root),
    page: new URL('bench/README.md', root),
    comparison: new URL('docs/start/what-it-replaces.md', root),
    scaling: new URL('docs/operate/capacity.md', root),
  };
}

export type Files = ReturnType<typeof filesIn>;

/** Empty before the first measurement. */
export function readResults(file: URL): Promise<Results> {
  return readFile(file, 'utf8').then(JSON.parse, () => ({}));
}

export async function readPublished(file: URL): Promise<Published> {
  return JSON.parse(await readFile(file, 'utf8'));
}

export async function writeFigures(file: URL, figures: Results | Published): Promise<void> {
  await writeFile(file, `${JSON.stringify(figures, rounded, 2)}\n`);
}

/** Results of other names stay. */
export async function keepResult(
  { results }: Files,
  name: string,
  measured: Pick<Measured, 'about' | 'figures'>,
): Promise<void> {
  const { about, figures } = measured;
  const made = { about, measuredAt: new Date().toISOString(), machine: thisMachine(), figures };
  await writeFigures(results, { ...(await readResults(results)), [name]: made });
}

function thisMachine(): Record<string, string> {
  return {
    cpu: cpus()[0]?.model ?? process.arch,
    cores: `${availableParallelism()} cores`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    platform: `${process.platform} ${process.arch}`,
    node: `Node ${process.version}`,
  };
}

const rounded = (_name: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toPrecision(4)) : value;
