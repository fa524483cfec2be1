// Endpoints that are deleted, and what they leave behind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveriesTo } from './support/events.ts';
import { makeRequest } from './support/meeting-requests.ts';
import { Receiver } from './support/receiver.ts';
import { assertRefused } from './support/refusal.ts';
import { onBothEngines } from './support/rota.ts';
import { timeOf } from './support/team-members.ts';
import {
  changeEndpoint,
  listEndpoints,
  pathOf,
  untilEngineHasLooked,
  withoutSecret,
} from './support/webhook-endpoints.ts';
import { afterAttempts, createEndpoint, eventually, readDelivery, tryOnce } from './support/webhooks.ts';

const SWEEP_MS = 10 * 60 * 1000;

onBothEngines('the deletion of webhook endpoints', (node) => {
  test('204: a deleted endpoint is gone for everybody at once', async () => {
    const endpoint = await createEndpoint(node(), 'http://127.0.0.1:1/hook');
    const { id: delivery } = await tryOnce(node(), endpoint.id);
    const other = withoutSecret(await createEndpoint(node(), endpoint.url));
    const answer = await node().delete(pathOf(endpoint));
    assert.deepEqual([answer.status, answer.text], [204, '']);
    await assertRefused(
      node(),
      [
        () => node().get(pathOf(endpoint)),
        () => node().patch(pathOf(endpoint), { enabled: true }),
        () => node().delete(pathOf(endpoint)),
        () => node().post(pathOf(endpoint, '/rotate_secret')),
        () => node().post(pathOf(endpoint, '/test')),
        () => node().post(pathOf(endpoint, '/recover'), { since: timeOf(node()) }),
        () => node().get(pathOf(endpoint, '/deliveries')),
        () => node().get(pathOf(endpoint, `/deliveries/${delivery}`)),
        () => node().post(pathOf(endpoint, `/deliveries/${delivery}/retry`)),
      ].map((call) => [call, 'not_found', 'Webhook endpoint not found']),
    );
    assert.deepEqual((await listEndpoints(node(), '?limit=1')).data, [other]);
    const listed = (await listEndpoints(node(), '?limit=100')).data.map(({ id }) => id);
    assert.ok(!listed.includes(endpoint.id));
  });

  test('what waits for a deleted endpoint is never sent, and what happens later not kept for it', async () => {
    await using receiver = await Receiver.start(500);
    const [failing, disabled] = [
      await createEndpoint(node(), receiver.url),
      await createEndpoint(node(), `${receiver.url}/disabled`),
    ];
    await changeEndpoint(node(), disabled, { enabled: false });
    await makeRequest(node());
    const [retried] = await deliveriesTo(node(), failing.id);
    await afterAttempts(node(), failing.id, retried?.id as string, 1);
    for (const endpoint of [failing, disabled]) {
      assert.equal((await node().delete(pathOf(endpoint))).status, 204);
    }
    await makeRequest(node());
    // Its second attempt would be due after three seconds.
    node().clock.advance(60_000);
    await untilEngineHasLooked(node());
    assert.deepEqual(
      receiver.received.map(({ deliveryId }) => deliveryId),
      [retried?.id],
    );
    for (const { id } of [failing, disabled]) assert.equal((await deliveriesTo(node(), id)).length, 1);
  });

  test('what a deleted endpoint has left is removed for good, and nothing of another', async () => {
    const { database } = node().services;
    const [deleted, kept] = [
      await createEndpoint(node(), 'http://127.0.0.1:1/hook'),
      await createEndpoint(node(), 'http://127.0.0.1:1/hook'),
    ];
    const [gone, stays] = [await tryOnce(node(), deleted.id), await tryOnce(node(), kept.id)];
    const idsIn = async (table: string, column: string) => {
      const sql = `select ${column} as id from ${table} where ${column} in ($1, $2)`;
      const rows = await database.all<{ id: string }>(sql, [deleted.id, kept.id]);
      return rows.map(({ id }) => id);
    };
    const attempts = (id: string) =>
      database.all('select number from webhook_attempts where delivery_id = $1', [id]);
    assert.equal((await attempts(gone.id)).length, 1);
    assert.equal((await node().delete(pathOf(deleted))).status, 204);
    node().clock.advance(SWEEP_MS);
    await eventually(async () => (await idsIn('webhook_endpoints', 'id')).length < 2);
    assert.deepEqual(await idsIn('webhook_endpoints', 'id'), [kept.id]);
    assert.deepEqual(await idsIn('webhook_deliveries', 'endpoint_id'), [kept.id]);
    assert.deepEqual(await attempts(gone.id), []);
    assert.equal((await readDelivery(node(), kept.id, stays.id)).id, stays.id);
  });
});
