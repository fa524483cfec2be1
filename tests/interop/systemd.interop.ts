// deploy/systemd/rota.service by systemd's own judgement: it can be loaded, and leaves the service few ways to do harm.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { test } from '../support/lanes.ts';
import { libraries } from './package-libraries.ts';
import { systemdFiles } from './servers/systemd.ts';

/** Of 0 (nothing is left to do) to 10; systemd calls everything below 2 safe. */
const MOST_EXPOSED = 2;

let folder: string;
let unit: string;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rota-systemd-'));
  unit = path.join(folder, 'rota.service');
  const text = await readFile(new URL('../../deploy/systemd/rota.service', import.meta.url), 'utf8');
  // Rota is not installed in /opt here.
  await writeFile(unit, text.replace('/opt/rota/node_modules/.bin/node', process.execPath));
});
after(() => rm(folder, { recursive: true, force: true }));

async function analyze(...words: string[]): Promise<{ code: number; told: string }> {
  const files = await systemdFiles();
  const env = { LD_LIBRARY_PATH: libraries(files, '', 'systemd') };
  return new Promise((resolve) => {
    execFile(path.join(files, 'usr/bin/systemd-analyze'), words, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), told: stdout + stderr }),
    );
  });
}

test('systemd finds nothing wrong with the unit', async () => {
  const { code, told } = await analyze('verify', '--man=no', unit);
  assert.deepEqual(
    { code, told: told.split('\n').filter((line) => line.includes('rota.service')) },
    { code: 0, told: [] },
  );
});

test('the unit leaves little exposed', async () => {
  const { told } = await analyze('security', '--offline=true', unit);
  const level = Number(/exposure level for rota\.service: ([\d.]+)/.exec(told)?.[1]);
  assert.ok(level < MOST_EXPOSED, told);
});
