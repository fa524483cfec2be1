// Workers run from listen() to stop(), and a sweep that fails does not hold up the others.

import assert from 'node:assert/strict';
import { createApp } from '../../src/app.ts';
import { createLog } from '../../src/log.ts';
import { createServices } from '../../src/services.ts';
import { DAY_MS } from '../../src/time/timestamps.ts';
import { createSweeper } from '../../src/workers/sweeps.ts';
import { stopWorkers, type Worker } from '../../src/workers/worker.ts';
import { test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import { type engines, freshStorage, type Node, onEachEngine, startNode } from '../support/server/rota.ts';

const SWEEP_MS = 10 * 60 * 1000;

async function withNode(
  engine: (typeof engines)[number],
  work: (node: Node) => Promise<void>,
): Promise<void> {
  const storage = await freshStorage(engine);
  const node = await startNode(storage);
  try {
    await work(node);
  } finally {
    await node.stop();
    await storage.remove();
  }
}

onEachEngine((engine) => {
  test(`an app that does not listen waits for nothing, describes itself and can be stopped (${engine})`, async () => {
    await withNode(engine, async (node) => {
      const clock = new ManualClock();
      const services = createServices(node.services.config, node.services.storage, clock);
      const app = createApp(services, createLog('silent'));
      assert.equal(clock.isAwaited(DAY_MS), false);
      assert.equal(Object.keys(app.describeApi().paths).length > 0, true);
      await app.stop();
      assert.equal(clock.isAwaited(DAY_MS), false);
    });
  });
});

test('an app that has stopped waits for nothing any more', async () => {
  const storage = await freshStorage('sqlite');
  const node = await startNode(storage);
  assert.equal(node.clock.isAwaited(SWEEP_MS), true);
  await node.stop();
  assert.equal(node.clock.isAwaited(DAY_MS), false);
  await storage.remove();
});

test('a sweep that fails is logged, and the others go on', async () => {
  await withNode('sqlite', async ({ services, clock }) => {
    const swept: string[] = [];
    const lines: string[] = [];
    const sweeper = createSweeper({
      services,
      log: createLog('info', { write: (line) => void lines.push(line) }),
      workspaceIds: async () => ['ws_1'],
      sweeps: [
        { name: 'one', sweep: async () => Promise.reject(new Error('on purpose')) },
        { name: 'other', sweep: async ({ lock }, ids) => void swept.push(lock, ...ids) },
      ],
    });
    sweeper.start();
    clock.advance(SWEEP_MS);
    await eventually(async () => swept.length > 0);
    assert.deepEqual(swept, ['sweep other', 'ws_1']);
    assert.equal(JSON.parse(lines[0] as string).sweep, 'one');
    await sweeper.stop();
  });
});

test('workers that stop last do so after the last request and all others, in their order', async () => {
  const stopped: string[] = [];
  const worker = (name: string, stopsLast?: true): Worker => ({
    name,
    start() {},
    stop: async () => void stopped.push(name),
    ...(stopsLast && { stopsLast }),
  });
  const requests = Promise.resolve().then(() => Promise.resolve().then(() => stopped.push('requests')));
  await stopWorkers([worker('third', true), worker('first'), worker('fourth', true)], requests);
  assert.deepEqual(stopped, ['first', 'requests', 'third', 'fourth']);
});
