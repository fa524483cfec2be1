// Endpoints are disabled and enabled by hand; what happened meanwhile is sent afterwards.

import assert from 'node:assert/strict';
import { HOUR_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { deliveriesTo } from '../../../support/makers/events.ts';
import { makeRequest } from '../../../support/makers/meeting-requests.ts';
import { timeOf } from '../../../support/makers/team-members.ts';
import {
  auditOf,
  changeEndpoint,
  listEndpoints,
  pathOf,
  withoutSecret,
} from '../../../support/makers/webhook-endpoints.ts';
import {
  afterAttempts,
  createEndpoint,
  readDelivery,
  readEndpoint,
  sendTest,
  tryOnce,
} from '../../../support/makers/webhooks.ts';
import { Receiver } from '../../../support/receivers/receiver.ts';
import { Witness } from '../../../support/receivers/witness.ts';
import { onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('the states of webhook endpoints', (node) => {
  test('200: disabled by hand with the time and the reason, and enabled again without them', async () => {
    let endpoint = withoutSecret(await createEndpoint(node(), 'http://127.0.0.1:1/hook'));
    for (let round = 1; round <= 2; round++) {
      node().clock.advance(1_000);
      const now = timeOf(node());
      const off = {
        ...endpoint,
        enabled: false,
        disabled_at: now,
        disabled_reason: 'manual',
        updated_at: now,
      };
      const disabled = await node().patch(pathOf(endpoint), { enabled: false });
      assert.deepEqual([disabled.status, disabled.body], [200, { data: off }]);
      // Disabling it again changes nothing.
      node().clock.advance(1_000);
      assert.deepEqual(await changeEndpoint(node(), endpoint, { enabled: false }), off);
      assert.deepEqual(await readEndpoint(node(), endpoint.id), off);
      assert.deepEqual((await listEndpoints(node(), '?limit=1')).data, [off]);
      // A change of another field does not enable it.
      const described = { ...off, description: `Round ${round}`, updated_at: timeOf(node()) };
      const { description } = described;
      assert.deepEqual(await changeEndpoint(node(), endpoint, { description }), described);

      node().clock.advance(1_000);
      endpoint = { ...endpoint, description, updated_at: timeOf(node()) };
      const enabled = await node().patch(pathOf(endpoint), { enabled: true });
      assert.deepEqual([enabled.status, enabled.body], [200, { data: endpoint }]);
      node().clock.advance(1_000);
      assert.deepEqual(await changeEndpoint(node(), endpoint, { enabled: true }), endpoint);
      assert.deepEqual(await readEndpoint(node(), endpoint.id), endpoint);
    }
  });

  test('200: one that was disabled for its failures keeps the time and the reason until it is enabled', async () => {
    const endpoint = withoutSecret(await createEndpoint(node(), 'http://127.0.0.1:1/hook'));
    const [disabled_at, disabled_reason] = [timeOf(node()), 'too_many_failures'];
    await node().services.database.change(
      'update webhook_endpoints set disabled_at = $2, disabled_reason = $3 where id = $1',
      [endpoint.id, Date.parse(disabled_at), disabled_reason],
    );
    const off = { ...endpoint, enabled: false, disabled_at, disabled_reason };
    node().clock.advance(1_000);
    assert.deepEqual(await changeEndpoint(node(), endpoint, { enabled: false }), off);
    assert.deepEqual(await readEndpoint(node(), endpoint.id), off);
    const on = { ...endpoint, updated_at: timeOf(node()) };
    assert.deepEqual(await changeEndpoint(node(), endpoint, { enabled: true }), on);
    const [, ...entries] = await auditOf(node(), endpoint);
    assert.deepEqual(
      entries.map(({ changes }) => changes),
      [{ enabled: [false, true], disabled_reason: ['too_many_failures', null] }],
    );
  });

  test('while it is disabled nothing is sent to it, but deliveries are kept; enabling sends them', async () => {
    await using receiver = await Receiver.start();
    await using witness = await Witness.start(node());
    const { id } = await createEndpoint(node(), receiver.url);
    await changeEndpoint(node(), { id }, { enabled: false });
    const request = await makeRequest(node());
    const [waiting] = await deliveriesTo(node(), id);
    node().clock.advance(HOUR_MS);
    await witness.assertNothingSentTo(id);
    assert.deepEqual(receiver.received, []);
    assert.deepEqual(await deliveriesTo(node(), id), [waiting]);
    assert.deepEqual([waiting?.status, waiting?.attempts], ['pending', 0]);

    await changeEndpoint(node(), { id }, { enabled: true });
    const [received] = await receiver.atLeast(1);
    assert.deepEqual([received?.deliveryId, received?.payload.id], [waiting?.id, request.id]);
    const { status, attempts } = await afterAttempts(node(), id, waiting?.id as string, 1);
    assert.deepEqual([status, attempts], ['success', 1]);
  });

  test('while it is disabled nothing is retried; enabling retries at once, before the due time', async () => {
    await using receiver = await Receiver.start(500);
    await using witness = await Witness.start(node());
    const { id } = await createEndpoint(node(), receiver.url);
    const tried = await tryOnce(node(), id);
    assert.equal(tried.status, 'pending');
    await changeEndpoint(node(), { id }, { enabled: false });
    node().clock.advance(HOUR_MS);
    await witness.assertNothingSentTo(id);
    assert.deepEqual(await readDelivery(node(), id, tried.id), tried);

    await changeEndpoint(node(), { id }, { enabled: true });
    assert.equal((await afterAttempts(node(), id, tried.id, 2)).attempts, 2);
    // The third is due in 18 seconds, and the clock stands still.
    await changeEndpoint(node(), { id }, { enabled: false });
    receiver.answer = 204;
    await changeEndpoint(node(), { id }, { enabled: true });
    const { status, attempts } = await afterAttempts(node(), id, tried.id, 3);
    assert.deepEqual([status, attempts, receiver.received.length], ['success', 3, 3]);
  });

  test('deliveries that have waited go to the current URL, with the current headers', async () => {
    await using former = await Receiver.start();
    await using present = await Receiver.start();
    const headers = [
      { key: 'X-Token', value: 'former' },
      { key: 'X-Gone', value: 'yes' },
    ];
    const { id } = await createEndpoint(node(), former.url, { headers });
    await tryOnce(node(), id);
    await changeEndpoint(node(), { id }, { enabled: false });
    await makeRequest(node());
    const moved = { url: `${present.url}/moved`, headers: [{ key: 'X-Token', value: 'present' }] };
    await changeEndpoint(node(), { id }, { ...moved, enabled: true });
    const [received] = await present.atLeast(1);
    assert.equal(received?.path, '/hook/moved');
    const customHeaders = ({ headers }: { headers: object }) =>
      Object.entries(headers).filter(([name]) => /^x-(?:token|gone)$/.test(name));
    assert.deepEqual(former.received.map(customHeaders), [
      [
        ['x-token', 'former'],
        ['x-gone', 'yes'],
      ],
    ]);
    assert.deepEqual(present.received.map(customHeaders), [[['x-token', 'present']]]);
    await changeEndpoint(node(), { id }, { headers: null });
    await sendTest(node(), id);
    assert.deepEqual(customHeaders((await present.atLeast(2))[1] ?? { headers: { 'x-token': 1 } }), []);
  });

  test('of many simultaneous calls exactly one disables and exactly one enables; all get the same', async () => {
    const endpoint = withoutSecret(await createEndpoint(node(), 'http://127.0.0.1:1/hook'));
    for (const enabled of [false, true]) {
      node().clock.advance(1_000);
      const calls = Array.from({ length: 10 }, () => changeEndpoint(node(), endpoint, { enabled }));
      const now = timeOf(node());
      const off = { enabled: false, disabled_at: now, disabled_reason: 'manual' };
      const expected = { ...endpoint, ...(enabled ? {} : off), updated_at: now };
      assert.deepEqual(await Promise.all(calls), Array(10).fill(expected));
    }
    const actions = (await auditOf(node(), endpoint)).map(({ action }) => action);
    assert.deepEqual(actions, [
      'webhook_endpoint.created',
      'webhook_endpoint.updated',
      'webhook_endpoint.updated',
    ]);
  });
});
