// `npm run bench [-- NAME …]`: measures, prints a table, and keeps the figures in bench/results.json.
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import type { Figure } from './figures.ts';
import { isReached, tableOf } from './figures.ts';
import type { Measurement } from './measurement.ts';
import { api, apiPostgres } from './measurements/api.ts';
import { deliveries } from './measurements/deliveries.ts';
import { footprint } from './measurements/footprint.ts';
import { growth } from './measurements/growth.ts';
import { isolation } from './measurements/isolation.ts';
import { latency } from './measurements/latency.ts';
import { stopPostgres } from './servers.ts';

const all: Measurement[] = [api, apiPostgres, deliveries, latency, isolation, growth, footprint];
const RESULTS = new URL('results.json', import.meta.url);
const README = new URL('README.md', import.meta.url);
/** Between these two, the README has the last figures. */
const [BEGIN, END] = ['<!-- figures -->', '<!-- end of figures -->'];

interface Results {
  machine: object;
  measurements: Record<string, { measuredAt: string; figures: Figure[] }>;
}

async function main(names: string[]): Promise<void> {
  const unknown = names.find((name) => !all.some((each) => each.name === name));
  if (unknown !== undefined) {
    const known = all.map(({ name, about }) => `  ${name.padEnd(14)}${about}`).join('\n');
    console.error(`There is no benchmark "${unknown}". There are:\n${known}`);
    process.exitCode = 1;
    return;
  }
  const results = await readResults();
  for (const measurement of all) {
    if (names.length > 0 && !names.includes(measurement.name)) continue;
    console.error(`${measurement.name}: ${measurement.about}`);
    const figures = await measurement.measure((step) => console.error(`  ${step}`));
    await stopPostgres();
    console.log(`\n${tableOf(figures)}\n`);
    results.measurements[measurement.name] = { measuredAt: new Date().toISOString(), figures };
    // After each, so that what is cut short has kept what it measured.
    await writeFile(RESULTS, `${JSON.stringify(results, rounded, 2)}\n`);
    await writeReadme(results);
  }
  const missed = Object.values(results.measurements).flatMap(({ figures }) =>
    figures.filter((each) => !isReached(each)),
  );
  console.log(
    missed.length === 0
      ? 'Every goal is reached.'
      : `Goals not reached: ${missed.map(({ name }) => name).join('; ')}`,
  );
}

async function writeReadme({ machine, measurements }: Results): Promise<void> {
  const tables = all.flatMap(({ name, about }) => {
    const measured = measurements[name];
    return measured
      ? [`### ${name}`, `${about}, ${measured.measuredAt.slice(0, 10)}.`, tableOf(measured.figures)]
      : [];
  });
  const figures = [BEGIN, `Measured on: ${Object.values(machine).join(', ')}.`, ...tables, END].join('\n\n');
  const text = await readFile(README, 'utf8');
  const [before, after] = [text.split(BEGIN)[0], text.split(END)[1]];
  await writeFile(README, `${before}${figures}${after}`);
}

/** What was measured before and is not measured now stays as it is. */
async function readResults(): Promise<Results> {
  const kept: Partial<Results> = await readFile(RESULTS, 'utf8').then(JSON.parse, () => ({}));
  const machine = {
    cpu: cpus()[0]?.model ?? process.arch,
    cores: `${availableParallelism()} cores`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    platform: `${process.platform} ${process.arch}`,
    node: `Node ${process.version}`,
  };
  return { machine, measurements: kept.measurements ?? {} };
}

const rounded = (_name: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toPrecision(4)) : value;

try {
  await main(process.argv.slice(2));
} finally {
  await stopPostgres();
}
