// `npm run bench [-- NAME …]`: measures, prints tables, and writes bench/results.json, which is not in git.
// `npm run bench -- --publish [NAME …]`: publishes the last measurements.
import type { Figure } from './figures.ts';
import { isReached, tableOf } from './figures.ts';
import type { Measurement } from './measurement.ts';
import { api, apiPostgres } from './measurements/api.ts';
import { calendars } from './measurements/calendars.ts';
import { consolePages } from './measurements/console.ts';
import { costs } from './measurements/costs.ts';
import { deliveries } from './measurements/deliveries.ts';
import { footprint } from './measurements/footprint.ts';
import { growth } from './measurements/growth.ts';
import { inbound } from './measurements/inbound.ts';
import { isolation } from './measurements/isolation.ts';
import { latency } from './measurements/latency.ts';
import { mail } from './measurements/mail.ts';
import { nodes } from './measurements/nodes.ts';
import { page } from './measurements/page.ts';
import { slots } from './measurements/slots.ts';
import { publish } from './publish.ts';
import { filesIn, keepResult } from './results.ts';
import { stopPostgres } from './servers.ts';

const all: Measurement[] = [
  ...[api, apiPostgres, deliveries, latency, isolation],
  ...[calendars, mail, inbound, page, consolePages, growth, slots, footprint, costs, nodes],
];
const files = filesIn(new URL('../', import.meta.url));

async function main(words: string[]): Promise<void> {
  const names = words.filter((word) => word !== '--publish');
  const unknown = names.find((name) => !all.some((each) => each.name === name));
  if (unknown !== undefined) {
    const known = all.map(({ name, about }) => `  ${name.padEnd(14)}${about}`).join('\n');
    console.error(`There is no benchmark "${unknown}". There are:\n${known}`);
    process.exitCode = 1;
    return;
  }
  if (words.includes('--publish')) {
    await publish(files, names).catch((error: Error) => {
      console.error(error.message);
      process.exitCode = 1;
    });
  } else await measure(all.filter(({ name }) => names.length === 0 || names.includes(name)));
}

async function measure(chosen: Measurement[]): Promise<void> {
  const missed: Figure[] = [];
  for (const measurement of chosen) {
    const { name, about } = measurement;
    console.error(`${name}: ${about}`);
    const figures = await measurement.measure((step) => console.error(`  ${step}`));
    await stopPostgres();
    console.log(`\n${tableOf(figures)}\n`);
    // After each measurement, so that an interrupted run keeps its results.
    await keepResult(files, name, { about, figures });
    missed.push(...figures.filter((each) => !isReached(each)));
  }
  console.log(
    missed.length === 0
      ? 'Every goal is reached.'
      : `Goals not reached: ${missed.map(({ name }) => name).join('; ')}`,
  );
}

try {
  await main(process.argv.slice(2));
} finally {
  await stopPostgres();
}
