// Nothing is sent to a deleted endpoint, and its deliveries are swept.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from '../../../support/lanes.ts';
import { makeRequest } from '../../../support/makers/meeting-requests.ts';
import {
  countRows,
  deliveryRows,
  writeDeliveries,
  writeEvents,
} from '../../../support/makers/webhook-rows.ts';
import {
  createEndpoint,
  ENDPOINTS,
  eventually,
  listDeliveries,
  tryOnce,
} from '../../../support/makers/webhooks.ts';
import { Receiver } from '../../../support/receivers/receiver.ts';
import { figure } from '../../../support/server/metrics.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import { type Node, onBothEngines } from '../../../support/server/rota.ts';

const SWEEP_MS = 10 * 60 * 1000;
const NOT_FOUND = ['not_found', 'Webhook endpoint not found'] as const;
const IN_FLIGHT = 'rota_webhook_in_flight';
const LOST = 'rota_webhook_claims_lost_total';
// An attempt may still be in flight when the sweep comes.
const options = { environment: { ROTA_WEBHOOK_TIMEOUT_MS: '600000' } };

/** An endpoint that responds when the test says so. */
async function makeSlow(node: Node) {
  const responses: ServerResponse[] = [];
  const receiver = await Receiver.start((response) => void responses.push(response));
  const { id } = await createEndpoint(node, receiver.url);
  return { id, receiver, responses, [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose]() };
}

onBothEngines(
  'A deleted endpoint',
  (node) => {
    test('204: nothing more is sent to it, neither what waited nor what is to be retried', async () => {
      await using slow = await makeSlow(node());
      await using healthy = await Receiver.start();
      const other = await createEndpoint(node(), healthy.url);
      const [first] = await writeDeliveries(node(), slow.id, 70);
      await slow.receiver.atLeast(50);
      const { status, text } = await node().delete(`${ENDPOINTS}/${slow.id}`);
      assert.deepEqual([status, text], [204, '']);

      const { database } = node().services;
      const tried = () =>
        countRows(database, 'webhook_deliveries', `endpoint_id = '${slow.id}' and attempts = 1`);
      // Each response releases a permit, which a waiting delivery would take.
      for (const response of slow.responses.slice(0, 20)) response.writeHead(200).end();
      for (const response of slow.responses.slice(20, 45)) response.writeHead(500).end();
      await eventually(async () => (await tried()) === 45);
      const { id: requestId } = await makeRequest(node());
      assert.equal((await healthy.atLeast(1))[0]?.payload.id, requestId);
      // All retries are due by now.
      node().clock.advance(5_000);
      assert.equal((await tryOnce(node(), other.id)).status, 'success');
      assert.equal(slow.receiver.received.length, 50);
      // Nothing was claimed in vain.
      const isClaimed = `endpoint_id = '${slow.id}' and claim_id is not null`;
      assert.equal(await countRows(database, 'webhook_deliveries', isClaimed), 5);
      assert.deepEqual(
        node().logLines.filter((line) => line.includes('not sent')),
        [],
      );

      // It gets no new delivery, and every call about it is 404.
      assert.equal((await deliveryRows(database, slow.id)).length, 70);
      const path = `${ENDPOINTS}/${slow.id}`;
      const delivery = `${path}/deliveries/${first?.id}`;
      await assertRefused(node(), [
        [() => node().get(path), ...NOT_FOUND],
        [() => node().get(`${path}/deliveries`), ...NOT_FOUND],
        [() => node().get(delivery), ...NOT_FOUND],
        [() => node().post(`${delivery}/retry`), ...NOT_FOUND],
        [() => node().post(`${path}/recover`, { since: '2026-01-01T00:00:00Z' }), ...NOT_FOUND],
        [() => node().post(`${path}/test`), ...NOT_FOUND],
        [() => node().post(`${path}/rotate_secret`), ...NOT_FOUND],
        [() => node().patch(path, { enabled: true }), ...NOT_FOUND],
        [() => node().delete(path), ...NOT_FOUND],
      ]);
      const { body } = await node().get(ENDPOINTS);
      const listed = (body as { data: { id: string }[] }).data.map(({ id }) => id);
      assert.deepEqual(listed, [other.id]);
      const delivered = await listDeliveries(node(), other.id);
      assert.deepEqual(
        delivered.map(({ event_type, status }) => [event_type, status]),
        [
          ['test', 'success'],
          ['meeting_request.created', 'success'],
        ],
      );
      assert.equal((await node().delete(`${ENDPOINTS}/${other.id}`)).status, 204);
    });
  },
  options,
);

onBothEngines(
  'A deleted endpoint, ten minutes later',
  (node) => {
    test('is swept away with its deliveries and attempts; events and others stay', async () => {
      // Attempts that begin now end after the first sweep.
      node().clock.advance(1_000);
      await using slow = await makeSlow(node());
      await using healthy = await Receiver.start();
      const other = await createEndpoint(node(), healthy.url);
      const { database, clock } = node().services;
      const now = clock.now();
      // More than one batch of each, in every state. 50 are in flight, and their responses come too late.
      const done = (status: 'success' | 'failed', attempts: number, response_code: number) => ({
        isTold: false,
        fieldsOf: () => ({ status, attempts, response_code, due_at: null }),
      });
      await writeDeliveries(node(), slow.id, 600, done('success', 1, 200));
      await writeDeliveries(node(), slow.id, 70, done('failed', 8, 500));
      await writeDeliveries(node(), slow.id, 600, { fieldsOf: () => ({ due_at: now + 3_600_000 }) });
      await writeDeliveries(node(), slow.id, 70);
      const kept = await writeDeliveries(node(), other.id, 20, done('failed', 8, 500));
      await slow.receiver.atLeast(50);
      const lone = await writeEvents(node(), 3, now);
      const events = await countRows(database, 'events');
      assert.ok(events >= 1_360 + lone.length);

      assert.equal((await node().delete(`${ENDPOINTS}/${slow.id}`)).status, 204);
      node().clock.advance(SWEEP_MS - 1_001);
      const count = (table: string, column: string, id: string) =>
        countRows(database, table, `${column} = '${id}'`);
      assert.equal(await count('webhook_deliveries', 'endpoint_id', slow.id), 1_340);
      const leftOver = () => count('webhook_endpoints', 'id', slow.id);
      assert.equal(await leftOver(), 1);

      node().clock.advance(1);
      await eventually(async () => (await leftOver()) === 0);
      assert.equal(await count('webhook_deliveries', 'endpoint_id', slow.id), 0);
      assert.equal(await countRows(database, 'webhook_endpoints', 'deleted_at is not null'), 0);
      assert.equal(await countRows(database, 'events'), events);
      assert.deepEqual(await deliveryRows(database, other.id), kept);
      assert.equal(await countRows(database, 'webhook_attempts'), kept.length * 8, 'no others are left');

      assert.equal(await figure(node(), IN_FLIGHT), 50);
      for (const response of slow.responses) response.writeHead(200).end();
      await eventually(async () => (await figure(node(), IN_FLIGHT)) === 0);
      assert.equal(await figure(node(), LOST), 50);
      assert.equal(await countRows(database, 'webhook_attempts'), kept.length * 8);
      assert.equal((await tryOnce(node(), other.id)).status, 'success');
      assert.equal(slow.receiver.received.length, 50);
    });
  },
  options,
);
