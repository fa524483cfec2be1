// Clocks set back, or apart between nodes, neither repeat nor lose anything.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type DatabaseClock, openClock } from '../../src/storage/database-clock.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { HOUR_MS } from '../../src/time/timestamps.ts';
import { runs } from '../support/chance.ts';
import { describe, test } from '../support/lanes.ts';
import { makeRequest } from '../support/makers/meeting-requests.ts';
import { countRows, writeDeliveries } from '../support/makers/webhook-rows.ts';
import { createEndpoint, eventually, tryOnce } from '../support/makers/webhooks.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import { dataOf, freshStorage, type Node, onEachEngine, startNode } from '../support/server/rota.ts';
import { freshPlace } from '../support/server/storage.ts';
import { Follower } from '../support/server/stream.ts';

const newestRequests = async (node: Node, count: number) =>
  dataOf<{ id: string }[]>(await node.get(`/api/v1/meeting_requests?limit=${count}`)).map(({ id }) => id);

onEachEngine.fast((engine) => {
  describe(`A machine whose clock is set back by an hour (${engine})`, () => {
    test('makes retries at their time, lists what is new first, and tells of it', async () => {
      await using stack = new AsyncDisposableStack();
      const storage = await freshStorage(engine);
      stack.defer(storage.remove);
      const clock = new ManualClock();
      const options = { clock, isMachineClock: true };
      let node = await startNode(storage, options);
      stack.defer(() => node.stop());
      await using receiver = await Receiver.start(500);
      await createEndpoint(node, receiver.url);
      await makeRequest(node);
      await receiver.atLeast(1);
      await eventually(async () => (await countRows(node.services.database, 'webhook_attempts')) === 1);
      const before = node.services.clock.now();

      clock.set(-HOUR_MS);
      await using follower = await Follower.open(node);
      const made: string[] = [];
      for (let number = 0; number < 5; number += 1) made.unshift((await makeRequest(node)).id);
      assert.ok(node.services.clock.now() >= before);
      assert.deepEqual(await newestRequests(node, 5), made);
      await receiver.atLeast(6);
      await follower.until(() => follower.events.length >= 5);
      assert.deepEqual(follower.events.map(({ payload }) => payload.id).reverse(), made);

      // The first wait is three seconds. Time passes at half speed until the clock has caught up.
      await eventually(async () => (await countRows(node.services.database, 'webhook_attempts')) === 6);
      clock.advance(2 * 3_200);
      const received = await receiver.atLeast(12);
      // Receivers compare the signature's time with their own clocks.
      const seconds = Math.floor(node.services.clock.wall() / 1000);
      assert.equal(received.at(-1)?.headers['x-webhook-timestamp'], String(seconds));

      // A node that starts now continues from there.
      await node.stop();
      const stopped = node.services.clock.now();
      node = await startNode(storage, options);
      assert.ok(node.services.clock.now() >= stopped);
      const { id } = await makeRequest(node);
      assert.deepEqual(await newestRequests(node, 2), [id, made[0]]);
    });

    test('knows what time it was, also when nothing has been changed since', async () => {
      const place = await freshPlace(engine);
      const database = await place.open();
      const machine = new ManualClock();
      await migrate(database, machine);
      const clock = await openClock(database, machine);
      machine.advance(60_000);
      const shown = clock.now();
      const kept = 'select latest from clock';
      await eventually(async () => (await database.get<{ latest: number }>(kept))?.latest === shown);
      clock.stop();
      machine.set(-HOUR_MS);
      const next = await openClock(database, machine);
      assert.ok(next.now() >= shown);
      next.stop();
      await database.close();
      await place.remove();
    });
  });
});

describe.inBothLanes('The clock of a database', () => {
  test('never goes back, and is that of the machine again in time', async () => {
    const place = await freshPlace('sqlite');
    const database = await place.open();
    await migrate(database, new ManualClock());
    const steps = fc.array(
      fc.record({ set: fc.integer({ min: -HOUR_MS, max: HOUR_MS }), pass: fc.nat({ max: HOUR_MS }) }),
      { maxLength: 20 },
    );
    const check = (
      clock: DatabaseClock,
      machine: ManualClock,
      { set, pass }: { set: number; pass: number },
    ) => {
      const before = clock.now();
      const wallBefore = machine.wall();
      machine.set(set);
      assert.ok(clock.now() >= before);
      machine.advance(pass);
      const now = clock.now();
      assert.ok(now >= before + Math.floor(pass / 2) && now >= machine.wall());
      assert.ok(now <= Math.max(before, wallBefore + set) + pass + 1, 'it never runs ahead by itself');
    };
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const machine = new ManualClock();
        const clock = await openClock(database, machine);
        for (const step of all) check(clock, machine, step);
        machine.advance(2 * (clock.now() - clock.wall()) + 2);
        assert.equal(clock.now(), machine.wall());
        clock.stop();
        await database.change('update clock set latest = 0');
      }),
      runs(200),
    );
    await database.close();
    await place.remove();
  });
});

test('two nodes whose clocks are ten minutes apart send nothing twice', async () => {
  await using stack = new AsyncDisposableStack();
  const storage = await freshStorage('postgres');
  stack.defer(storage.remove);
  const [clock, ahead] = [new ManualClock(), new ManualClock()];
  ahead.set(10 * 60 * 1000);
  const nodes: Node[] = [];
  for (const each of [clock, ahead]) {
    const node = await startNode(storage, { clock: each, isMachineClock: true });
    stack.defer(() => node.stop());
    nodes.push(node);
  }
  const [node, other] = nodes as [Node, Node];
  await using silent = await Receiver.start(() => {});
  await using healthy = await Receiver.start();
  const { id } = await createEndpoint(node, silent.url, { events: ['member.deactivated'] });
  const { id: healthyId } = await createEndpoint(node, healthy.url);
  await writeDeliveries(node, id, 40);
  await silent.atLeast(40);
  // Each node looks for work, and finds all of it claimed.
  for (const each of [node, other, node, other]) await tryOnce(each, healthyId);
  assert.equal(silent.received.length, 40);
  const apart = Math.abs(node.services.clock.now() - other.services.clock.now());
  assert.ok(apart < 60_000, `they are ${apart} ms apart`);
});
