// Published figures change only by publishing; a measurement elsewhere changes nothing in git.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { figure } from '../../bench/figures.ts';
import { pageWith, publish, readmeWith } from '../../bench/publish.ts';
import { type Files, filesIn, keepResult, readResults } from '../../bench/results.ts';

const ROOT = new URL('../../', import.meta.url);
const own = filesIn(ROOT);

/** Checks that both pages show the published figures. */
async function assertThatAllAgree({ published, page, readme }: Files): Promise<void> {
  const results = await readResults(published);
  const [pageText, readmeText] = [await readFile(page, 'utf8'), await readFile(readme, 'utf8')];
  assert.equal(pageText, pageWith(pageText, results));
  assert.equal(readmeText, readmeWith(readmeText, results));
}

/** The texts of the files in git. */
const textsOf = ({ published, page, readme }: Files) =>
  Promise.all([published, page, readme].map((file) => readFile(file, 'utf8')));

/** Copies of the files, to measure and publish without touching git. */
async function withCopies(work: (files: Files) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-figures-'));
  const copies = filesIn(pathToFileURL(`${folder}/`));
  try {
    for (const name of ['published', 'page', 'readme'] as const) await cp(own[name], copies[name]);
    await work(copies);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Stores results like a benchmark run: the published names, with other values. */
async function measureOthers(files: Files, name: string): Promise<void> {
  const { about = '', figures = [] } = (await readResults(files.published))[name] ?? {};
  await keepResult(files, name, {
    about,
    figures: figures.map(({ name, measured, beside, goal }) =>
      figure(name, { ...measured, value: 2 * measured.value }, { ...beside, value: 3 * beside.value }, goal),
    ),
  });
}

describe('The published figures', () => {
  test('are those of both pages', () => assertThatAllAgree(own));

  test('are left alone by whoever measures others', async () => {
    assert.match(await readFile(new URL('.gitignore', ROOT), 'utf8'), /^bench\/results\.json$/m);
    await withCopies(async (files) => {
      const before = await textsOf(files);
      await measureOthers(files, 'deliveries');
      await measureOthers(files, 'growth');
      assert.deepEqual(Object.keys(await readResults(files.results)), ['deliveries', 'growth']);
      assert.deepEqual(await textsOf(files), before);
      await assertThatAllAgree(files);
    });
  });

  test('become those that were measured last when they are published, with their machine', async () => {
    await withCopies(async (files) => {
      const before = await readResults(files.published);
      await measureOthers(files, 'deliveries');
      await measureOthers(files, 'growth');
      await publish(files, ['deliveries']);
      const { deliveries } = await readResults(files.results);
      assert.deepEqual(await readResults(files.published), { ...before, deliveries });
      await assertThatAllAgree(files);
      const [, page = '', readme = ''] = await textsOf(files);
      assert.ok(page.includes(`Measured on: ${Object.values(deliveries?.machine ?? {}).join(', ')}.`));
      const perSecond = deliveries?.figures.find(({ name }) => name === 'deliveries, sqlite')?.measured.value;
      assert.ok(readme.includes(`| Rota on SQLite | ${perSecond?.toLocaleString('en')} |\n`));
    });
  });

  test('of everything that was measured, where nothing is named', async () => {
    await withCopies(async (files) => {
      await measureOthers(files, 'growth');
      const before = await readResults(files.published);
      await publish(files, []);
      assert.deepEqual(await readResults(files.published), {
        ...before,
        ...(await readResults(files.results)),
      });
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
