// A finished delivery can be sent again by hand, under the same id and once at a time.

import assert from 'node:assert/strict';
import { MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { makeRequest } from '../../../support/makers/meeting-requests.ts';
import { timeOf } from '../../../support/makers/team-members.ts';
import { auditOf, changeEndpoint } from '../../../support/makers/webhook-endpoints.ts';
import {
  afterAttempts,
  createEndpoint,
  ENDPOINTS,
  listDeliveries,
  readDelivery,
  sendTest,
  tryOnce,
} from '../../../support/makers/webhooks.ts';
import {
  failedNow,
  firstKey,
  startedAgain,
  startTest,
  type Tried,
  tried,
  withoutLog,
} from '../../../support/receivers/attempts.ts';
import { failForGood, NO_DELAYS } from '../../../support/receivers/failed-deliveries.ts';
import { Receiver } from '../../../support/receivers/receiver.ts';
import { Witness } from '../../../support/receivers/witness.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { AuditEntry, DeliveryWithLog } from '../../../support/server/resources.ts';
import { type Node, onBothEngines } from '../../../support/server/rota.ts';

const PENDING = ['invalid_request', 'The delivery is pending already'] as const;
const SUCCESS: Tried = { status: 'success', response_code: 200 };

/** Not subscribed to anything that these tests cause, unless `events` says so. */
const make = (node: Node, { url }: Receiver, events = ['member.deactivated']) =>
  createEndpoint(node, url, { events });

const retry = (node: Node, endpointId: string, id: string) =>
  node.post(`${ENDPOINTS}/${endpointId}/deliveries/${id}/retry`);

async function assertRetried(node: Node, endpointId: string, before: DeliveryWithLog): Promise<void> {
  const { status, body } = await retry(node, endpointId, before.id);
  assert.deepEqual({ status, body }, { status: 202, body: { data: withoutLog(startedAgain(before)) } });
}

/** The audit entry of a retry at this moment. */
async function entryOf(node: Node, { id, status }: DeliveryWithLog): Promise<Omit<AuditEntry, 'id'>> {
  return {
    action: 'webhook_delivery.retried',
    actor: await firstKey(node),
    target: { type: 'webhook_delivery', id },
    changes: { status: [status, 'pending'] },
    tool: null,
    reason: null,
    created_at: timeOf(node),
  };
}

onBothEngines(
  'retries by hand',
  (node) => {
    test('202: a failed delivery gets eight more attempts under the same id, and the log goes on', async () => {
      await using receiver = await Receiver.start(500);
      const { id } = await make(node(), receiver);
      let expected = failedNow(await startTest(node(), id), timeOf(node()));
      assert.deepEqual(await afterAttempts(node(), id, expected.id, 8), expected);

      node().clock.advance(MINUTE_MS);
      await assertRetried(node(), id, expected);
      expected = failedNow(startedAgain(expected), timeOf(node()));
      assert.deepEqual([expected.attempts, expected.attempt_log.at(-1)?.number], [8, 16]);
      assert.deepEqual(await afterAttempts(node(), id, expected.id, 16), expected);

      node().clock.advance(MINUTE_MS);
      receiver.answer = (response, _received, place) => response.writeHead(place < 18 ? 500 : 200).end();
      await assertRetried(node(), id, expected);
      const empty = { response_body: '' };
      expected = tried(startedAgain(expected), timeOf(node()), empty);
      expected = tried(expected, timeOf(node()), empty);
      expected = tried(expected, timeOf(node()), { ...SUCCESS, ...empty });
      assert.deepEqual(await afterAttempts(node(), id, expected.id, 19), expected);

      assert.equal(receiver.received.length, 19);
      assert.deepEqual([...new Set(receiver.received.map(({ deliveryId }) => deliveryId))], [expected.id]);
      assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
    });

    test('202: a successful delivery is sent once more, and can fail', async () => {
      await using receiver = await Receiver.start();
      const { id } = await make(node(), receiver);
      const first = await startTest(node(), id);
      let expected = tried(first, timeOf(node()), SUCCESS);
      assert.deepEqual(await afterAttempts(node(), id, first.id, 1), expected);
      node().clock.advance(MINUTE_MS);
      await assertRetried(node(), id, expected);
      expected = tried(startedAgain(expected), timeOf(node()), SUCCESS);
      assert.deepEqual(await afterAttempts(node(), id, first.id, 2), expected);

      node().clock.advance(MINUTE_MS);
      receiver.answer = 500;
      await assertRetried(node(), id, expected);
      expected = failedNow(startedAgain(expected), timeOf(node()));
      assert.deepEqual(await afterAttempts(node(), id, first.id, 10), expected);
      assert.deepEqual([...new Set(receiver.received.map(({ deliveryId }) => deliveryId))], [first.id]);
    });

    test('422: a pending delivery: in flight, waiting for its endpoint, or just retried', async () => {
      await using receiver = await Receiver.start();
      const { id } = await make(node(), receiver, ['meeting_request.created']);
      const done = await tryOnce(node(), id);
      receiver.answer = () => {};
      const inFlight = await sendTest(node(), id);
      await receiver.atLeast(2);
      await changeEndpoint(node(), { id }, { enabled: false });
      await makeRequest(node());
      const [waiting] = await listDeliveries(node(), id);
      await assertRetried(node(), id, done);
      await assertRefused(
        node(),
        [inFlight, waiting?.id as string, done.id].map((each) => [() => retry(node(), id, each), ...PENDING]),
      );
    });

    test('of many simultaneous retries exactly one is 202, and leaves one audit entry', async () => {
      await using receiver = await Receiver.start();
      const { id } = await make(node(), receiver);
      const done = await tryOnce(node(), id);
      await changeEndpoint(node(), { id }, { enabled: false });
      const answers = await Promise.all(Array.from({ length: 10 }, () => retry(node(), id, done.id)));
      const [won, ...others] = answers.sort((one, other) => one.status - other.status);
      assert.deepEqual([won?.status, won?.body], [202, { data: withoutLog(startedAgain(done)) }]);
      const [type, message] = PENDING;
      for (const { status, body } of others) {
        assert.deepEqual({ status, body }, { status: 422, body: { error: { type, message } } });
      }
      assert.deepEqual(await readDelivery(node(), id, done.id), startedAgain(done));
      assert.deepEqual(await auditOf(node(), done), [await entryOf(node(), done)]);
    });

    test('retried while its endpoint is disabled, a delivery waits until that is enabled', async () => {
      await using receiver = await Receiver.start(500);
      await using witness = await Witness.start(node());
      const { id } = await make(node(), receiver);
      const [failed] = await failForGood(node(), id);
      const before = await readDelivery(node(), id, failed as string);
      await changeEndpoint(node(), { id }, { enabled: false });
      await assertRetried(node(), id, before);
      await witness.assertNothingSentTo(id);
      assert.deepEqual(await readDelivery(node(), id, before.id), startedAgain(before));
      assert.deepEqual(await auditOf(node(), before), [await entryOf(node(), before)]);

      receiver.answer = 200;
      await changeEndpoint(node(), { id }, { enabled: true });
      const after = tried(startedAgain(before), timeOf(node()), SUCCESS);
      assert.deepEqual(await afterAttempts(node(), id, before.id, 9), after);
    });
  },
  NO_DELAYS,
);

onBothEngines(
  'the schedule of a retry by hand',
  (node) => {
    const delays = [10_000, 20_000, 30_000, 30_000, 30_000, 30_000, 30_000];

    test('it begins anew: at once, then with the delay after a first attempt', async () => {
      await using receiver = await Receiver.start(500);
      await using witness = await Witness.start(node());
      const { id } = await make(node(), receiver);
      let expected = tried(await startTest(node(), id), timeOf(node()));
      for (const round of [0, 8]) {
        for (const [place, delay] of delays.entries()) {
          assert.deepEqual(await afterAttempts(node(), id, expected.id, round + place + 1), expected);
          node().clock.advance(delay - 1);
          await witness.assertNothingSentTo(id);
          assert.deepEqual(await readDelivery(node(), id, expected.id), expected);
          node().clock.advance(1);
          expected = tried(expected, timeOf(node()), { status: place === 6 ? 'failed' : 'pending' });
        }
        assert.deepEqual(await afterAttempts(node(), id, expected.id, round + 8), expected);
        if (round > 0) break;
        node().clock.advance(MINUTE_MS);
        await assertRetried(node(), id, expected);
        expected = tried(startedAgain(expected), timeOf(node()));
      }
      assert.equal(receiver.received.length, 16);
    });
  },
  { environment: { ROTA_WEBHOOK_RETRY_DELAYS: '10,20,30' } },
);
