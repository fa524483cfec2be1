// Which modules `rota serve` loads, from its start to its end.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { EmptyStorage, type Environment, type Served } from './process.ts';

const NOTE_MODULES = fileURLToPath(new URL('note-modules.mjs', import.meta.url));

export const KEY = 'a-key-for-the-first-call-0123456789';

/** Their URLs, after the server has answered a call, and those that `use` makes. */
export async function modulesLoadedBy(
  use: (server: Served) => Promise<void>,
  environment: Environment = {},
): Promise<string[]> {
  await using storage = await EmptyStorage.make('sqlite');
  const file = path.join(storage.environment.ROTA_DATA_DIR as string, '..', 'modules');
  await using server = await storage.serve({
    ...environment,
    NODE_OPTIONS: `--import=${NOTE_MODULES}`,
    MODULES_FILE: file,
    ROTA_BOOTSTRAP_API_KEY: KEY,
  });
  assert.equal((await server.call('GET', '/api/v1/teams', { key: KEY })).status, 200);
  await use(server);
  server.signal('SIGTERM');
  await server.ended;
  const modules = (await readFile(file, 'utf8')).split('\n');
  assert.ok(modules.length > 100, 'modules were noted');
  return modules;
}
