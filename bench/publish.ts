import { readFile, writeFile } from 'node:fs/promises';
import { withBlock } from './blocks.ts';
import { scalingWith } from './costs/page.ts';
import { type Figure, inBrief, tableOf } from './figures.ts';
import {
  type Files,
  kindOf,
  type Measured,
  newest,
  type Published,
  readPublished,
  readResults,
  writeFigures,
} from './results.ts';

/**
 * Publishes the last measurements of these names, or of all, and updates the pages that show them. Other published
 * figures stay, and so do those of other kinds of machine.
 */
export async function publish(files: Files, names: string[]): Promise<void> {
  const published = await readPublished(files.published);
  const results = await readResults(files.results);
  for (const name of names.length > 0 ? names : Object.keys(results)) {
    const measured = results[name];
    if (!measured) throw new Error(`${name} has not been measured here: npm run bench -- ${name}`);
    const elsewhere = (published[name] ?? []).filter((each) => kindOf(each) !== kindOf(measured));
    published[name] = [...elsewhere, measured].sort((one, other) =>
      kindOf(one).localeCompare(kindOf(other), 'en'),
    );
  }
  await writeFigures(files.published, published);
  // The file has rounded values.
  const written = await readPublished(files.published);
  await rewrite(files.page, (text) => pageWith(text, written));
  await rewrite(files.comparison, (text) => comparisonWith(text, written));
  await rewrite(files.scaling, (text) => scalingWith(text, written));
}

async function rewrite(file: URL, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')));
}

/** Longer tables are folded. */
const LONG = 40;

/** bench/README.md with all published figures: for each measurement, a table of each kind of machine. */
export function pageWith(text: string, published: Published): string {
  const tables = Object.entries(published).flatMap(([name, measured]) => [
    `### ${name}`,
    `${newest(measured).about}.`,
    ...measured.flatMap(({ measuredAt, machine, figures }) => {
      const title = `${Object.values(machine).join(', ')}, ${measuredAt.slice(0, 10)}`;
      if (figures.length <= LONG) return [`${title}:`, tableOf(figures)];
      return [
        `<details><summary>${title}: ${figures.length} lines</summary>`,
        tableOf(figures),
        '</details>',
      ];
    }),
  ]);
  return withBlock(text, 'figures', tables);
}

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** docs/start/what-it-replaces.md with the published deliveries/s of each kind of machine, and what held on all of them. */
export function comparisonWith(text: string, { deliveries = [] }: Published): string {
  if (deliveries.length === 0) return withBlock(text, 'deliveries', []);
  return withBlock(text, 'deliveries', [whatHeld(deliveries), perSecondTable(deliveries)]);
}

/** Figures that compare Rota with other queues. */
const besideQueues = ({ figures }: Measured, engine: string): Figure[] =>
  figures.filter(({ name, beside: { what } }) => name === `deliveries, ${engine}` && what !== 'raw loop');

/** Names only the lowest ratio of all rounds on all machines, because that is what everybody can rely on. */
function whatHeld(deliveries: Measured[]): string {
  const held = Object.entries(engines).map(([engine, name]) => {
    const figures = deliveries.flatMap((each) => besideQueues(each, engine));
    const lowest = Math.min(...figures.map(({ ratio, range }) => range?.lowest ?? ratio));
    const median = Math.min(...figures.map(({ ratio }) => ratio));
    return `on ${name} at least ${inBrief(lowest)} times as much (in the median ${inBrief(median)})`;
  });
  const machines = deliveries.length === 1 ? 'this machine' : `all ${deliveries.length} kinds of machine`;
  return `In every round on ${machines}, Rota delivered ${held.join(', and ')} as each of the others.`;
}

function perSecondTable(deliveries: Measured[]): string {
  const columns = deliveries.map(perSecond);
  const all = new Set(columns.flatMap((column) => [...column.keys()]));
  const first = (who: string) => columns[0]?.get(who) ?? 0;
  const rows = [...all]
    .sort((one, other) => first(other) - first(one))
    .map((who) => [who, ...columns.map((column) => roundedOf(column.get(who)))]);
  const lines = [['deliveries/s', ...deliveries.map(kindOf)], ['---', ...columns.map(() => '---:')], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const roundedOf = (value: number | undefined) =>
  value === undefined ? '–' : Math.round(value).toLocaleString('en');

/** By contestant. */
function perSecond(measured: Measured): Map<string, number> {
  return new Map(
    Object.entries(engines).flatMap(([engine, name]) =>
      besideQueues(measured, engine).flatMap(({ measured: own, beside }): [string, number][] => [
        [`Rota on ${name}`, own.value],
        [beside.what, beside.value],
      ]),
    ),
  );
}
