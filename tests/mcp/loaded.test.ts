// Full lane, because it starts processes: Nothing of MCP is loaded before the first call to /mcp.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from '../support/lanes.ts';
import { KEY, modulesLoadedBy } from '../support/server/loaded-modules.ts';
import { BOTH_TYPES, MCP, request } from '../support/server/mcp-wire.ts';

const isOfMcp = (url: string) => /\/src\/mcp\/|\/@modelcontextprotocol\/|\/zod\//.test(url);

test('tools and the protocol are loaded with the first call, and not before', async () => {
  const body = request('tools/list');
  const [without, having] = await Promise.all([
    // Who has no key loads nothing.
    modulesLoadedBy(async (server) => {
      assert.equal((await server.call('POST', MCP, { body })).status, 401);
    }),
    modulesLoadedBy(async (server) => {
      const answer = await server.call('POST', MCP, { key: KEY, body, headers: { accept: BOTH_TYPES } });
      assert.equal(answer.status, 200, answer.text);
    }),
  ]);
  assert.deepEqual(
    without.filter(isOfMcp).map((url) => path.basename(url)),
    ['mount.ts'],
  );
  assert.ok(having.some((url) => url.includes('/@modelcontextprotocol/')));
  assert.ok(having.some((url) => url.endsWith('/src/mcp/tools.ts')));
});
