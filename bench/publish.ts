import { readFile, writeFile } from 'node:fs/promises';
import { tableOf } from './figures.ts';
import { type Files, type Measured, type Results, readResults, writeResults } from './results.ts';

/**
 * Publishes the last measurements of these names, or of all, and updates the two pages that show them. Other published
 * figures stay.
 */
export async function publish(files: Files, names: string[]): Promise<void> {
  const published = await readResults(files.published);
  const results = await readResults(files.results);
  for (const name of names.length > 0 ? names : Object.keys(results)) {
    const measured = results[name];
    if (!measured) throw new Error(`${name} has not been measured here: npm run bench -- ${name}`);
    published[name] = measured;
  }
  await writeResults(files.published, published);
  // The file has rounded values.
  const written = await readResults(files.published);
  await rewrite(files.page, (text) => pageWith(text, written));
  await rewrite(files.readme, (text) => readmeWith(text, written));
}

async function rewrite(file: URL, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')));
}

/** The tables of bench/README.md are between these two. */
const [BEGIN, END] = ['<!-- figures -->', '<!-- end of figures -->'];

/** bench/README.md with all published figures. */
export function pageWith(text: string, published: Results): string {
  const tables = Object.entries(published).flatMap(([name, { about, measuredAt, machine, figures }]) => [
    `### ${name}`,
    `${about}, ${measuredAt.slice(0, 10)}.`,
    `Measured on: ${Object.values(machine).join(', ')}.`,
    tableOf(figures),
  ]);
  const [before, after] = [text.split(BEGIN)[0], text.split(END)[1]];
  return `${before}${[BEGIN, ...tables, END].join('\n\n')}${after}`;
}

const HEAD = '| | deliveries/s |\n|---|---:|\n';

/** README.md with the published deliveries/s, highest first. */
export function readmeWith(text: string, published: Results): string {
  const rows = deliveriesPerSecond(published).map(
    ([who, perSecond]) => `| ${who} | ${Math.round(perSecond).toLocaleString('en')} |\n`,
  );
  const [before, after = ''] = text.split(HEAD);
  return `${before}${HEAD}${rows.join('')}${after.replace(/^(?:\|.*\n)*/, '')}`;
}

function deliveriesPerSecond({ deliveries }: Results): [who: string, perSecond: number][] {
  const { figures } = deliveries as Measured;
  const own = (engine: string) =>
    figures.find(({ name }) => name === `deliveries, ${engine}`)?.measured.value as number;
  const others = figures
    .filter(({ beside: { unit, what } }) => unit === '/s' && what !== 'raw loop')
    .map(({ beside: { what, value } }) => [what, value] as const);
  return [
    ...new Map([['Rota on SQLite', own('sqlite')], ['Rota on PostgreSQL', own('postgres')], ...others]),
  ].sort(([, one], [, other]) => other - one);
}
