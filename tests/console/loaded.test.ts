// Full lane, because it starts processes: Nothing of the console is loaded before its first page.
import assert from 'node:assert/strict';
import { test } from '../support/lanes.ts';
import { modulesLoadedBy } from '../support/server/loaded-modules.ts';

const isOfConsole = (url: string) => url.includes('/src/console/');

test('the console is loaded with its first page, and not before', async () => {
  const [without, having] = await Promise.all([
    modulesLoadedBy(async (server) => {
      assert.equal((await server.call('GET', '/consoles')).status, 404);
    }),
    modulesLoadedBy(async (server) => {
      assert.equal((await server.call('GET', '/console/sign-in')).status, 200);
    }),
  ]);
  assert.deepEqual(without.filter(isOfConsole), []);
  assert.ok(having.some((url) => url.endsWith('/src/console/routes.ts')));
});
