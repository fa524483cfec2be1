// Full lane, because it makes a bundle: An unexpected error is reported with the files and lines of the sources, also from a bundle.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '../support/lanes.ts';
import { EmptyStorage, NodeProcess, ROOT, rotaProcess } from '../support/server/process.ts';

const NOTE_MODULES = fileURLToPath(new URL('../support/server/note-modules.mjs', import.meta.url));
const KEY = 'a-key-for-stack-traces-0123456789';

/** SQLite fails in a way that nobody expects, with every statement that reads BROKEN_TABLE. */
const BREAK_SQLITE = `data:text/javascript,${encodeURIComponent(`
  import { DatabaseSync } from 'node:sqlite';
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (sql) {
    if (sql.includes('from ' + process.env.BROKEN_TABLE)) throw new TypeError('broken on purpose');
    return prepare.call(this, sql);
  };
`)}`;

/** The sources that a trace names. The first line that it names is where the statement is prepared. */
async function assertNamesSources(trace: string): Promise<void> {
  assert.match(trace, /^(rota: )?TypeError: broken on purpose\n/);
  assert.doesNotMatch(trace, /rota-bundle/);
  const frames = [...trace.matchAll(/\/(src\/[^:]+\.ts):(\d+):\d+/g)];
  assert.ok(frames.length > 2, trace);
  const [, file = '', line] = frames[0] ?? [];
  const source = (await readFile(path.join(ROOT, file), 'utf8')).split('\n');
  assert.match(String(source[Number(line) - 1]), /\.prepare\(/, `${file}:${line}`);
}

test('an unexpected error names the lines of the sources, in the log and on standard error', async () => {
  assert.equal((await new NodeProcess([path.join(ROOT, 'scripts/bundle.mjs')]).ended).code, 0);
  await using storage = await EmptyStorage.make('sqlite');
  const modules = path.join(storage.environment.ROTA_DATA_DIR as string, '..', 'modules');
  const environment = {
    ...storage.environment,
    NODE_OPTIONS: `--import=${NOTE_MODULES} --import=${BREAK_SQLITE}`,
    MODULES_FILE: modules,
    ROTA_BOOTSTRAP_API_KEY: KEY,
  };
  const assertWasBundle = async () => assert.match(await readFile(modules, 'utf8'), /\/rota-bundle\//);

  await using server = await storage.serve({ ...environment, BROKEN_TABLE: 'teams' });
  assert.equal((await server.call('GET', '/api/v1/teams', { key: KEY })).status, 500);
  const { err } = await server.logged('request failed');
  await assertNamesSources((err as { stack: string }).stack);
  server.signal('SIGTERM');
  await server.ended;
  await assertWasBundle();

  const { code, stderr } = await rotaProcess(['key', 'list'], { ...environment, BROKEN_TABLE: 'workspaces' });
  assert.equal(code, 1);
  await assertNamesSources(stderr);
  await assertWasBundle();
});
