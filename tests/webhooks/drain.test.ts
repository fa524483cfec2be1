// A node that stops records what is in flight, and releases the rest for other nodes.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, test } from '../support/lanes.ts';
import { countRows, deliveryRow, writeDeliveries } from '../support/makers/webhook-rows.ts';
import { createEndpoint, eventually, sendTest } from '../support/makers/webhooks.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import { startCutProxy } from '../support/server/cut-proxy.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import { figure } from '../support/server/metrics.ts';
import { freshStorage, type Node, onEachEngine, type Storage, startNode } from '../support/server/rota.ts';

const DRAIN_MS = 10_000;
/** With this timeout, an attempt outlasts the drain. */
const PATIENT = { ROTA_WEBHOOK_TIMEOUT_MS: '60000' };

onEachEngine((engine) => {
  describe(`A node that stops (${engine})`, () => {
    test('waits for what is in flight, and records it', async () => {
      await using stopping = await Stopping.start(await freshStorage(engine));
      const { node, clock, endpointId, responses } = stopping;
      const deliveryId = await sendTest(node, endpointId);
      await stopping.receiver.atLeast(1);
      const startedAt = clock.now();

      const stopped = stopping.stop();
      clock.advance(DRAIN_MS - 1);
      responses[0]?.writeHead(201).end('just in time');
      await stopped;
      const { event_id, ...row } = await deliveryRow(node.services.database, endpointId);
      assert.deepEqual(row, {
        id: deliveryId,
        status: 'success',
        attempts: 1,
        response_code: 201,
        delivered_at: startedAt + DRAIN_MS - 1,
        last_attempted_at: startedAt,
        due_at: null,
        claim_id: null,
        lease_until: null,
      });
      assert.equal(await countRows(node.services.database, 'webhook_attempts', 'response_code = 201'), 1);
    });

    test('records an attempt that reaches its deadline meanwhile', async () => {
      await using stopping = await Stopping.start(await freshStorage(engine));
      const { node, clock, endpointId } = stopping;
      await sendTest(node, endpointId);
      await stopping.receiver.atLeast(1);
      clock.advance(4_000);
      const stopped = stopping.stop();
      clock.advance(6_000);
      // Nothing is left to wait for, so that the stop does not take its ten seconds.
      await stopped;
      const { status, attempts, claim_id, lease_until } = await deliveryRow(
        node.services.database,
        endpointId,
      );
      assert.deepEqual([status, attempts, claim_id, lease_until], ['pending', 1, null, null]);
    });

    test('releases what gets no response in time, and the next node sends it at once', async () => {
      await using stopping = await Stopping.start(await freshStorage(engine), PATIENT);
      const { node, clock, storage, receiver, endpointId, responses } = stopping;
      const deliveryId = await sendTest(node, endpointId);
      await receiver.atLeast(1);
      const { claim_id, lease_until, ...before } = await deliveryRow(node.services.database, endpointId);
      assert.ok(claim_id !== null && lease_until === clock.now() + 180_000);

      const stopped = stopping.stop();
      clock.advance(DRAIN_MS);
      await stopped;
      const { database } = node.services;
      const released = { ...before, claim_id: null, lease_until: null };
      assert.deepEqual([before.status, before.attempts], ['pending', 0]);
      assert.deepEqual(await deliveryRow(database, endpointId), released);
      // Its connections are closed, so that a response reaches nobody.
      await eventually(async () => responses[0]?.closed);
      responses[0]?.writeHead(200).end();
      assert.deepEqual(await deliveryRow(database, endpointId), released);
      assert.equal(await countRows(database, 'webhook_attempts'), 0);

      receiver.answer = 200;
      const next = await startNode(storage, { clock, environment: PATIENT });
      try {
        const [, again] = await receiver.atLeast(2);
        assert.equal(again?.deliveryId, deliveryId);
        const { status, attempts } = await eventually(async () => {
          const row = await deliveryRow(next.services.database, endpointId);
          return row.status !== 'pending' && row;
        });
        assert.deepEqual([status, attempts], ['success', 1]);
      } finally {
        await next.stop();
      }
    });

    test('releases hundreds at once, and records those that got a response', async () => {
      await using stopping = await Stopping.start(await freshStorage(engine), PATIENT);
      const { node, clock, receiver, responses } = stopping;
      for (let number = 0; number < 4; number += 1) {
        const { id } = await createEndpoint(node, `${receiver.url}/${number}`);
        await writeDeliveries(node, id, 60);
      }
      await receiver.atLeast(200);
      const stopped = stopping.stop();
      for (const response of responses.slice(0, 75)) response.writeHead(500).end();
      const { database } = node.services;
      const count = (condition: string) => countRows(database, 'webhook_deliveries', condition);
      await eventually(async () => (await count('attempts = 1')) === 75);
      clock.advance(DRAIN_MS);
      await stopped;
      assert.equal(receiver.received.length, 200, 'nothing new was begun');
      assert.equal(await count('claim_id is not null or lease_until is not null'), 0);
      assert.equal(await count("status = 'pending' and attempts = 0"), 240 - 75);
      assert.equal(await countRows(database, 'webhook_attempts'), 75);
    });
  });
});

test('a delivery committed on a node that stops is sent by another', async () => {
  await using stopping = await Stopping.start(await freshStorage('postgres'));
  const { node, clock, storage, receiver, endpointId, responses } = stopping;
  await sendTest(node, endpointId);
  await receiver.atLeast(1);
  const next = await startNode(storage, { clock });
  await using healthy = await Receiver.start();
  const other = await createEndpoint(next, healthy.url);

  const stopped = stopping.stop();
  const [row] = await writeDeliveries(node, other.id, 1);
  const [received] = await healthy.atLeast(1);
  assert.equal(received?.deliveryId, row?.id);
  const successes = 'rota_webhook_attempts_total{outcome="success"}';
  await eventually(async () => (await figure(next, successes)) === 1);
  responses[0]?.writeHead(200).end();
  await stopped;
  await next.stop();
});

test('a node whose database is away still stops; what it had claimed is sent when the lease ends', async () => {
  const storage = await freshStorage('postgres');
  const proxy = await startCutProxy(storage.environment.DATABASE_URL as string);
  await using stopping = await Stopping.start(storage, { ...PATIENT, DATABASE_URL: proxy.url });
  const { node, clock, receiver, endpointId, responses } = stopping;
  await using _proxy = { [Symbol.asyncDispose]: () => proxy.stop() };
  const deliveryId = await sendTest(node, endpointId);
  await receiver.atLeast(1);
  proxy.cut();
  const stopped = stopping.stop();
  clock.advance(DRAIN_MS);
  await stopped;
  await eventually(async () => responses[0]?.closed);
  proxy.restore();

  receiver.answer = 200;
  clock.advance(180_000 - DRAIN_MS);
  const next = await startNode(storage, { clock });
  const [, again] = await receiver.atLeast(2);
  assert.equal(again?.deliveryId, deliveryId);
  await next.stop();
});

/** A node that the test stops, and an endpoint whose receiver responds when the test says so. */
class Stopping implements AsyncDisposable {
  readonly responses: ServerResponse[] = [];
  readonly clock = new ManualClock();
  readonly storage: Storage;
  receiver!: Receiver;
  node!: Node;
  endpointId = '';
  #stopped: Promise<void> | undefined;

  private constructor(storage: Storage) {
    this.storage = storage;
  }

  static async start(storage: Storage, environment: Record<string, string> = {}): Promise<Stopping> {
    const made = new Stopping(storage);
    made.receiver = await Receiver.start((response) => void made.responses.push(response));
    made.node = await startNode(storage, { clock: made.clock, environment });
    made.endpointId = (await createEndpoint(made.node, made.receiver.url)).id;
    return made;
  }

  stop(): Promise<void> {
    this.#stopped ??= this.node.app.stop();
    return this.#stopped;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // For a test that failed before it stopped the node. Any other has awaited the result itself.
    const stopped = this.stop();
    this.clock.advance(DRAIN_MS);
    await Promise.allSettled([stopped]);
    await this.receiver[Symbol.asyncDispose]();
    await this.node.services.storage.close();
    await this.storage.remove();
  }
}
