// Full lane, because it starts whole runs of tests: Which Chromium the browser tests run in, and what a run without any says.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { startChromium } from '../../scripts/chromium/server.ts';
import { type Machine, waysToChromium } from '../../scripts/chromium/ways.ts';
import { describe, test } from '../support/lanes.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const FILE = 'tests/browser/twice.test.ts';

const namesOn = (machine: Partial<Machine>) =>
  waysToChromium({ env: {}, arch: 'arm64', platform: 'linux', ...machine }).map(({ name }) => name);

describe('A Chromium for tests', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'rota-chromium-'));
  });
  after(() => rm(folder, { recursive: true }));

  test('is the one of npm on x64, else the one of the system, else the one of Debian', () => {
    const [system, debian] = ['of the system', "of Debian's packages"];
    assert.deepEqual(namesOn({ arch: 'x64' }), ['of @sparticuz/chromium', system, debian]);
    assert.deepEqual(namesOn({ arch: 'arm64' }), [system, debian]);
    assert.deepEqual(namesOn({ arch: 'x64', platform: 'darwin' }), [system]);
    assert.deepEqual(namesOn({ env: { ROTA_CHROMIUM: '/opt/chromium' } }), ['ROTA_CHROMIUM']);
    assert.deepEqual(namesOn({ env: { ROTA_CHROMIUM: 'none' } }), []);
  });

  test('of the system is the first program in PATH that has one of its names', async () => {
    const find = (...folders: string[]) => {
      const env = { PATH: folders.join(path.delimiter) };
      return waysToChromium({ env, arch: 'arm64', platform: 'linux' })[0]?.find();
    };
    const file = path.join(folder, 'google-chrome');
    await assert.rejects(async () => find('/nowhere', folder), /none of chromium, .* is in PATH/);
    await writeFile(file, '#!/bin/sh\n');
    await assert.rejects(async () => find('/nowhere', folder), /is in PATH/, 'it is no program yet');
    await chmod(file, 0o755);
    assert.deepEqual(await find('/nowhere', folder), { executable: file, environment: {} });
  });

  test('in ROTA_CHROMIUM has to be one: no other is tried', async () => {
    const startOf = (file: string) =>
      startChromium(waysToChromium({ ...process, env: { ROTA_CHROMIUM: file } }));
    await assert.rejects(startOf('/nowhere'), {
      message: "The Chromium of ROTA_CHROMIUM can't be started: /nowhere is not a program",
    });
    await assert.rejects(
      startOf(process.execPath),
      /^Error: The Chromium of ROTA_CHROMIUM can't be started: /,
    );
  });

  test('can be missing: the run says how many tests were not run, and fails with CI=true', async () => {
    const runs = await Promise.all([runWithout('false'), runWithout('true')]);
    assert.deepEqual(
      runs.map(({ code }) => code),
      [0, 1],
    );
    for (const { output } of runs) {
      const skipped = Number(/skipped (\d+)/.exec(output)?.[1]);
      assert.ok(skipped > 0, output);
      const line = `\n${skipped} browser tests not run: no Chromium, set ROTA_CHROMIUM`;
      assert.ok(output.trimEnd().endsWith(line), output);
    }
  });
});

/** A run of one file, on the PostgreSQL of this run. */
function runWithout(ci: string): Promise<{ code: number; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>();
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    ROTA_CHROMIUM: 'none',
    CI: ci,
    TEST_DATABASE_URL: process.env.ROTA_TEST_POSTGRES_URL,
  };
  execFile(process.execPath, ['tests/run.ts', FILE], { cwd: ROOT, env }, (error, stdout, stderr) => {
    resolve({ code: (error?.code as number | undefined) ?? 0, output: stdout + stderr });
  });
  return promise;
}
