// Full lane, because it starts many processes: Nothing of MCP is loaded before the first call to /mcp.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '../support/lanes.ts';
import { BOTH_TYPES, MCP, request } from '../support/server/mcp-wire.ts';
import { EmptyStorage } from '../support/server/process.ts';

const NOTE_MODULES = fileURLToPath(new URL('../support/server/note-modules.mjs', import.meta.url));

const KEY = 'a-key-for-the-first-call-0123456789';

/** What `rota serve` has loaded of MCP, from its start to its end. */
async function loadedOf(isCalled: boolean): Promise<string[]> {
  await using storage = await EmptyStorage.make('sqlite');
  const file = path.join(storage.environment.ROTA_DATA_DIR as string, '..', 'modules');
  await using server = await storage.serve({
    NODE_OPTIONS: `--import=${NOTE_MODULES}`,
    MODULES_FILE: file,
    ROTA_BOOTSTRAP_API_KEY: KEY,
  });
  assert.equal((await server.call('GET', '/api/v1/teams', { key: KEY })).status, 200);
  // Who has no key loads nothing.
  const refused = await server.call('POST', MCP, { body: request('tools/list') });
  assert.equal(refused.status, 401);
  if (isCalled) {
    const answer = await server.call('POST', MCP, {
      key: KEY,
      body: request('tools/list'),
      headers: { accept: BOTH_TYPES },
    });
    assert.equal(answer.status, 200, answer.text);
  }
  server.signal('SIGTERM');
  await server.ended;
  const modules = (await readFile(file, 'utf8')).split('\n');
  assert.ok(modules.length > 100, 'modules were noted');
  return modules.filter((url) => /\/src\/mcp\/|\/@modelcontextprotocol\/|\/zod\//.test(url));
}

test('tools and the protocol are loaded with the first call, and not before', async () => {
  const [without, having] = await Promise.all([loadedOf(false), loadedOf(true)]);
  assert.deepEqual(
    without.map((url) => path.basename(url)),
    ['mount.ts'],
  );
  assert.ok(having.some((url) => url.includes('/@modelcontextprotocol/')));
  assert.ok(having.some((url) => url.endsWith('/src/mcp/tools.ts')));
});
