// A delivery is sent by one node at a time, for as long as its lease lasts.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { readConfig } from '../../src/settings/config.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { test } from '../support/lanes.ts';
import { countRows, deliveryRow, writeDeliveries } from '../support/makers/webhook-rows.ts';
import {
  afterAttempts,
  createEndpoint,
  eventually,
  readDelivery,
  sendTest,
  tryOnce,
} from '../support/makers/webhooks.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import { startCutProxy } from '../support/server/cut-proxy.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import { figure } from '../support/server/metrics.ts';
import type { Endpoint } from '../support/server/resources.ts';
import { freshStorage, type Node, onBothEngines, startNode, startTwoNodes } from '../support/server/rota.ts';

/** Three times the timeout of an attempt. */
const LEASE_MS = 30_000;
const POLL_MS = 5_000;
const CONTENDED_BACK_OFF_MS = 10;
const LOST = 'rota_webhook_claims_lost_total';
const SUCCESSES = 'rota_webhook_attempts_total{outcome="success"}';

const outcomesOf = ({ logLines }: Node) =>
  logLines
    .map((line) => JSON.parse(line) as { msg: string; outcome?: string; delivery_id?: string })
    .filter(({ msg }) => msg === 'attempt')
    .map(({ outcome, delivery_id }) => [delivery_id, outcome]);

onBothEngines.fast('A claim', (node) => {
  test('holds for three times as long as an attempt may take, and ends with its result', async () => {
    await using receiver = await Receiver.start(() => {});
    const { id } = await createEndpoint(node(), receiver.url);
    await sendTest(node(), id);
    await receiver.atLeast(1);
    const { database } = node().services;
    const { claim_id, ...claimed } = await deliveryRow(database, id);
    assert.match(String(claim_id), /^[0-9a-f-]{36}\.\d+$/);
    assert.equal(claimed.lease_until, node().clock.now() + LEASE_MS);

    node().clock.advance(10_000);
    const free = await eventually(async () => {
      const row = await deliveryRow(database, id);
      return row.claim_id === null && row;
    });
    assert.deepEqual([free.lease_until, free.attempts], [null, 1]);
  });

  test('that another node has taken over keeps a late result from being recorded', async () => {
    const responses: ServerResponse[] = [];
    await using receiver = await Receiver.start((response) => void responses.push(response));
    await using healthy = await Receiver.start();
    const { id } = await createEndpoint(node(), receiver.url);
    const other = await createEndpoint(node(), healthy.url);
    const deliveryId = await sendTest(node(), id);
    await receiver.atLeast(1);
    const { database } = node().services;
    await database.change(
      "update webhook_deliveries set claim_id = 'of another node', lease_until = $2 where id = $1",
      [deliveryId, node().clock.now() + LEASE_MS],
    );
    const before = await deliveryRow(database, id);
    const successes = await figure(node(), SUCCESSES);

    responses[0]?.writeHead(200).end();
    await eventually(async () => (await figure(node(), LOST)) === 1);
    assert.deepEqual(await deliveryRow(database, id), before);
    assert.deepEqual((await readDelivery(node(), id, deliveryId)).attempt_log, []);
    assert.equal(await figure(node(), SUCCESSES), successes);
    assert.deepEqual(
      outcomesOf(node()).filter(([about]) => about === deliveryId),
      [[deliveryId, 'claim lost']],
    );

    // The other node never records a result: the delivery is sent again, not before the lease ends.
    receiver.answer = 204;
    node().clock.advance(LEASE_MS - 1);
    await tryOnce(node(), other.id);
    assert.equal(receiver.received.length, 1);
    node().clock.advance(1);
    await tryOnce(node(), other.id);
    const { status, attempts, response_code } = await afterAttempts(node(), id, deliveryId, 1);
    assert.deepEqual([status, attempts, response_code], ['success', 1, 204]);
    assert.deepEqual(
      receiver.received.map((received) => received.deliveryId),
      [deliveryId, deliveryId],
    );
    assert.equal(await figure(node(), LOST), 1);
  });

  test('is made by a poll every five seconds, also without a wake-up', async () => {
    await using receiver = await Receiver.start();
    const { id } = await createEndpoint(node(), receiver.url);
    const [row] = await writeDeliveries(node(), id, 1, { isTold: false });
    // A poll comes five seconds after the end of the last, whenever that was.
    await eventually(async () => {
      node().clock.advance(POLL_MS);
      return receiver.received.length > 0;
    });
    assert.equal(receiver.received[0]?.deliveryId, row?.id);
  });
});

test('a delivery committed on one node is sent by another, without any time passing', async () => {
  const storage = await freshStorage('postgres');
  await using stack = new AsyncDisposableStack();
  stack.defer(storage.remove);
  await using receiver = await Receiver.start();
  const node = await startNode(storage);
  stack.defer(() => node.stop());
  // A database handle without an engine, like that of the command line, or of a node that can't send.
  const database = await openDatabase(readConfig(storage.environment));
  stack.defer(() => database.close());
  const { id } = await createEndpoint(node, receiver.url);
  const { services, workspaceId } = node;
  for (let place = 1; place <= 5; place += 1) {
    const [row] = await writeDeliveries({ services: { ...services, database }, workspaceId }, id, 1);
    const received = await receiver.atLeast(place);
    assert.equal(received.at(-1)?.deliveryId, row?.id);
  }
});

test('two nodes share what is due and send each delivery once', async (t) => {
  const responses: ServerResponse[] = [];
  await using receiver = await Receiver.start((response) => void responses.push(response));
  await using healthy = await Receiver.start();
  const nodes = await startTwoNodes(t);
  const [node] = nodes;
  const endpoints: Endpoint[] = [];
  for (let number = 0; number < 5; number += 1) {
    endpoints.push(await createEndpoint(node, `${receiver.url}/${number}`));
  }
  const other = await createEndpoint(node, healthy.url);
  const write = async () => {
    const rows = await Promise.all(endpoints.map(({ id }) => writeDeliveries(node, id, 100)));
    return rows.flat().map(({ id }) => id);
  };
  const succeeded = () => Promise.all(nodes.map(async (one) => (await figure(one, SUCCESSES)) ?? 0));

  // No response is sent before all requests have arrived. A node has 50 permits for an endpoint: each has to send half.
  const first = await write();
  const arrive = (count: number) =>
    eventually(async () => {
      // A node that found only contended deliveries polls again after its back-off.
      node.clock.advance(CONTENDED_BACK_OFF_MS);
      return receiver.received.length >= count;
    });
  await arrive(500);
  for (const response of responses) response.writeHead(200).end();
  await eventually(async () => (await succeeded()).join() === '250,250');

  // From now on, responses are sent at once.
  receiver.answer = 200;
  const second = await write();
  await arrive(1_000);
  const { database } = node.services;
  const left = () => countRows(database, 'webhook_deliveries', "status = 'pending'");
  await eventually(async () => (await left()) === 0);

  // Longer than any claim lasts.
  node.clock.advance(2 * LEASE_MS);
  for (const one of nodes) await tryOnce(one, other.id);
  const received = receiver.received.map(({ deliveryId }) => deliveryId);
  assert.deepEqual(received.sort(), [...first, ...second].sort());
  await eventually(async () => (await succeeded()).reduce((sum, count) => sum + count) === 1_000 + 2);
  assert.equal(await countRows(database, 'webhook_attempts'), 1_000 + 2);
  assert.equal(await countRows(database, 'webhook_deliveries', 'claim_id is not null'), 0);
  assert.deepEqual([await figure(nodes[0], LOST), await figure(nodes[1], LOST)], [0, 0]);
});

test('a delivery whose node hangs is sent by another when the lease ends, and the late result is dropped', async () => {
  await using stack = new AsyncDisposableStack();
  const storage = await freshStorage('postgres');
  stack.defer(storage.remove);
  const proxy = await startCutProxy(storage.environment.DATABASE_URL as string);
  stack.defer(proxy.stop);
  const responses: ServerResponse[] = [];
  await using receiver = await Receiver.start((response) => void responses.push(response));
  await using healthy = await Receiver.start();
  const clock = new ManualClock();
  const hanging = await startNode(storage, { clock, environment: { DATABASE_URL: proxy.url } });
  stack.defer(() => hanging.stop());
  const node = await startNode(storage, { clock });
  stack.defer(() => node.stop());
  const { database } = node.services;
  const { id } = await createEndpoint(node, receiver.url, { events: ['member.deactivated'] });
  const other = await createEndpoint(node, healthy.url);

  // Either node may claim it. Repeated until the node that will hang has claimed it.
  let deliveryId: string;
  do {
    for (const response of responses.splice(0)) response.writeHead(200).end();
    await eventually(
      async () => (await countRows(database, 'webhook_deliveries', 'claim_id is not null')) === 0,
    );
    const before = receiver.received.length;
    const [row] = await writeDeliveries(hanging, id, 1, { fieldsOf: () => ({ attempts: 7 }) });
    deliveryId = row?.id as string;
    await receiver.atLeast(before + 1);
  } while ((await figure(hanging, 'rota_webhook_in_flight')) !== 1);
  const before = receiver.received.length;
  proxy.freeze();
  responses[0]?.writeHead(500).end();

  clock.advance(LEASE_MS - 1);
  await tryOnce(node, other.id);
  assert.equal(receiver.received.length, before);
  receiver.answer = 200;
  clock.advance(1);
  await tryOnce(node, other.id);
  const recorded = await afterAttempts(node, id, deliveryId, 8);
  const { status, attempts, response_code, attempt_log } = recorded;
  assert.deepEqual(
    [status, attempts, response_code, attempt_log.at(-1)?.response_code],
    ['success', 8, 200, 200],
  );

  const lost = (await figure(hanging, LOST)) ?? 0;
  proxy.restore();
  await eventually(async () => {
    // It tries to record again a second later.
    clock.advance(1_000);
    return (await figure(hanging, LOST)) === lost + 1;
  });
  assert.deepEqual(await readDelivery(node, id, deliveryId), recorded);
  assert.equal(receiver.received.length, before + 1);
  assert.equal(receiver.received.at(-1)?.deliveryId, deliveryId);
  assert.equal(await figure(node, LOST), 0);
  assert.equal(await figure(hanging, 'rota_webhook_attempts_total{outcome="failed"}'), 0);
  assert.equal(await countRows(database, 'webhook_endpoints', "failures <> '[]'"), 0);
  assert.deepEqual(
    outcomesOf(hanging).filter(([about]) => about === deliveryId),
    [[deliveryId, 'claim lost']],
  );
});
