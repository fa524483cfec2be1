// Full lane, because it starts processes: Nothing of the console is loaded before its first page, or before 30 seconds are over.
import assert from 'node:assert/strict';
import { test } from '../support/lanes.ts';
import { modulesLoadedBy } from '../support/server/loaded-modules.ts';
import { NodeProcess, ROOT } from '../support/server/process.ts';

const isOfConsole = (url: string) => /\/src\/console\/(?!annex)/.test(url);

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

test('without a visitor, it is loaded after 30 seconds', async () => {
  const script = `
    import { registerHooks } from 'node:module';
    let seconds = 0;
    const loaded = new Promise((resolve) => registerHooks({
      load(url, context, next) {
        if (url.endsWith('/src/console/routes.ts')) resolve(seconds);
        return next(url, context);
      },
    }));
    const { freshStorage, startNode } = await import('${ROOT}tests/support/server/rota.ts');
    const storage = await freshStorage('sqlite');
    const node = await startNode(storage);
    while (seconds < 30) {
      seconds += 1;
      node.clock.advance(1_000);
      await new Promise(setImmediate);
    }
    console.log('loaded after', await loaded);
    await node.stop();
    await storage.remove();`;
  await using program = new NodeProcess(['--input-type=module', '--eval', script]);
  const { code, stdout, stderr } = await program.ended;
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: 'loaded after 30\n', stderr: '' });
});
