// Published figures change only by publishing, each machine's apart; a measurement elsewhere changes nothing in git.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { scalingWith } from '../../bench/costs/page.ts';
import { perRequest } from '../../bench/costs/plan.ts';
import { atLeastAndAlwaysAhead, type Figure, figure, isReached, tableOf } from '../../bench/figures.ts';
import { comparisonWith, pageWith, publish } from '../../bench/publish.ts';
import {
  type Files,
  filesIn,
  keepResult,
  kindOf,
  type Measured,
  readPublished,
  readResults,
  writeFigures,
} from '../../bench/results.ts';
import { compare } from '../../bench/rounds.ts';
import { describe, test } from '../support/lanes.ts';

const ROOT = new URL('../../', import.meta.url);
const own = filesIn(ROOT);

/** Checks that all pages show the published figures. */
async function assertThatAllAgree({ published, page, comparison, scaling }: Files): Promise<void> {
  const figures = await readPublished(published);
  const [pageText, comparisonText] = [await readFile(page, 'utf8'), await readFile(comparison, 'utf8')];
  assert.equal(pageText, pageWith(pageText, figures));
  assert.equal(comparisonText, comparisonWith(comparisonText, figures));
  const scalingText = await readFile(scaling, 'utf8');
  assert.equal(scalingText, scalingWith(scalingText, figures));
}

/** The texts of the files in git. */
const textsOf = ({ published, page, comparison }: Files) =>
  Promise.all([published, page, comparison].map((file) => readFile(file, 'utf8')));

/** Copies of the files, to measure and publish without touching git. */
async function withCopies(work: (files: Files) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-figures-'));
  const copies = filesIn(pathToFileURL(`${folder}/`));
  try {
    for (const name of ['published', 'page', 'comparison', 'scaling'] as const)
      await cp(own[name], copies[name]);
    await work(copies);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Beside a queue, as a benchmark run stores it. */
const besideQueue = (engine: string, perSecond: number, [lowest, highest]: [number, number]): Figure => ({
  ...figure(
    `deliveries, ${engine}`,
    { value: perSecond, unit: '/s', processor: { process: 200, database: 90.5 } },
    { what: 'Queue', value: 1000, unit: '/s' },
    atLeastAndAlwaysAhead(1.3),
  ),
  range: { lowest, highest },
});

const measured = [besideQueue('sqlite', 2000, [1.8, 2.2]), besideQueue('postgres', 1350, [1.05, 1.5])];

const elsewhere: Measured = {
  about: 'as here',
  measuredAt: '2026-11-01T10:00:00.000Z',
  machine: { cpu: 'Other CPU', cores: '8 cores', memory: '16 GB', platform: 'linux x64', node: 'Node v24' },
  figures: [besideQueue('sqlite', 3000, [2.5, 3.1]), besideQueue('postgres', 1500, [0.9, 1.6])],
};

const measure = (files: Files, name: string) =>
  keepResult(files, name, { about: 'as before', figures: measured });

describe('The published figures', () => {
  test('are those of all pages', () => assertThatAllAgree(own));

  test('have one table of each kind of machine', async () => {
    for (const [name, all] of Object.entries(await readPublished(own.published))) {
      assert.equal(new Set(all.map(kindOf)).size, all.length, name);
    }
  });

  test('are left alone by whoever measures others', async () => {
    assert.match(await readFile(new URL('.gitignore', ROOT), 'utf8'), /^bench\/results\.json$/m);
    await withCopies(async (files) => {
      const before = await textsOf(files);
      await measure(files, 'deliveries');
      await measure(files, 'growth');
      assert.deepEqual(Object.keys(await readResults(files.results)), ['deliveries', 'growth']);
      assert.deepEqual(await textsOf(files), before);
      await assertThatAllAgree(files);
    });
  });

  test('become those that were measured last, beside those of other machines', async () => {
    await withCopies(async (files) => {
      const before = { ...(await readPublished(files.published)), deliveries: [elsewhere] };
      await writeFigures(files.published, before);
      await measure(files, 'deliveries');
      await measure(files, 'growth');
      await publish(files, ['deliveries']);
      await publish(files, ['deliveries']);
      const { deliveries: here } = (await readResults(files.results)) as { deliveries: Measured };
      const published = await readPublished(files.published);
      assert.deepEqual(new Set(published.deliveries), new Set([here, elsewhere]));
      assert.deepEqual({ ...published, deliveries: [elsewhere] }, before);
      await assertThatAllAgree(files);

      const [, page = '', comparison = ''] = await textsOf(files);
      assert.ok(page.includes('Other CPU, 8 cores, 16 GB, linux x64, Node v24, 2026-11-01:\n\n|'));
      assert.ok(
        page.includes(`${Object.values(here.machine).join(', ')}, ${here.measuredAt.slice(0, 10)}:\n\n|`),
      );
      const kinds = published.deliveries?.map(kindOf).join(' | ');
      assert.ok(comparison.includes(`| deliveries/s | ${kinds} |\n`));
      assert.match(comparison, /^\| Rota on SQLite \| (?:2,000 \| 3,000|3,000 \| 2,000) \|$/m);
      assert.match(comparison, /^\| Queue \| 1,000 \| 1,000 \|$/m);
    });
  });

  test('claim of other queues only what held in every round on every machine', async () => {
    await withCopies(async (files) => {
      await writeFigures(files.published, { deliveries: [elsewhere] });
      await measure(files, 'deliveries');
      await publish(files, []);
      const [, , comparison = ''] = await textsOf(files);
      assert.ok(
        comparison.includes(
          'In every round on all 2 kinds of machine, Rota delivered on SQLite at least 1.80 times as much (in the median 2.00), ' +
            'and on PostgreSQL at least 0.90 times as much (in the median 1.35) as each of the others.',
        ),
        comparison,
      );
    });
  });

  test('of everything that was measured, where nothing is named', async () => {
    await withCopies(async (files) => {
      await measure(files, 'growth');
      await publish(files, []);
      const { growth } = (await readResults(files.results)) as { growth: Measured };
      const published = await readPublished(files.published);
      assert.ok(published.growth?.some((each) => kindOf(each) === kindOf(growth)));
      await assertThatAllAgree(files);
    });
  });

  test('stay as they are when there is nothing to publish', async () => {
    await withCopies(async (files) => {
      const before = await textsOf(files);
      await assert.rejects(
        publish(files, ['growth']),
        /growth has not been measured here: npm run bench -- growth/,
      );
      assert.deepEqual(await textsOf(files), before);
    });
  });
});

describe('docs/operate/capacity.md', () => {
  test('computes what so many requests a day take from the costs of one', async () => {
    const use = { inserted: 1, updated: 0, hot: 0, deleted: 0, bytes: 100 };
    const tables = { events: use, turns: use };
    const spent = { rotaMicros: 1_000, postgresMicros: 500, statements: 2, walBytes: 1_000 };
    const cost = { ...spent, bytes: 200, tables };
    const figures = Object.keys(perRequest).map((name) => ({
      ...figure(name, { value: 1_500, unit: 'µs' }, { what: 'SQLite', value: 500, unit: 'µs' }),
      costs: { postgres: cost, sqlite: { rotaMicros: 500, bytes: 150, tables: {} } },
    }));
    const page = scalingWith(await readFile(own.scaling, 'utf8'), { costs: [{ ...elsewhere, figures }] });
    // 16.7 units of work with each request; events are kept for 30 days, turns for good.
    for (const line of [
      '| mail | 1 ms | 500 µs | 2 | 1 kB | 2 | 0 | 200 B |',
      '| mail | `events` 1, `turns` 1 |',
      '| Rota | 16.7 ms | 621,000 requests a day |',
      '| cores of Rota | 0.0016 | 0.16 | 16.1 |',
      '| connections | 30 | 30 | 255 |',
      '| WAL a day | 16.7 MB | 1.67 GB | 167 GB |',
      '| disk after a year | 660 MB | 66 GB | 6.6 TB |',
    ]) {
      assert.ok(page.includes(`\n${line}\n`), line);
    }
  });
});

describe('A figure of rounds', () => {
  test('has the median and the range of the ratios of the rounds', () => {
    const perSecond = (...values: number[]) => values.map((value) => ({ value, unit: '/s' as const }));
    const rounds = new Map([
      ['Rota', perSecond(100, 300, 260)],
      ['Queue', perSecond(100, 100, 200)],
    ]);
    const goal = atLeastAndAlwaysAhead(1.3);
    const found = compare(rounds, { name: 'deliveries', measured: 'Rota', beside: 'Queue', goal });
    assert.deepEqual([found.ratio, found.range], [1.3, { lowest: 1, highest: 3 }]);
    assert.equal(isReached(found), false, 'one round was not ahead');
    assert.match(tableOf([found]), /\| 260\/s +\| Queue 100\/s +\| 1\.30 \(1\.00–3\.00\) \|/);
    assert.match(tableOf([found]), /at least 1\.3, always above 1: NO/);
  });
});
