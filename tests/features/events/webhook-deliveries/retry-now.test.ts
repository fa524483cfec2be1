// A delivery that waits for its next attempt can be sent at once, and never twice at a time.
import assert from 'node:assert/strict';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { timeOf } from '../../../support/makers/team-members.ts';
import { auditOf, changeEndpoint } from '../../../support/makers/webhook-endpoints.ts';
import {
  afterAttempts,
  createEndpoint,
  ENDPOINTS,
  readDelivery,
  sendTest,
  tryOnce,
} from '../../../support/makers/webhooks.ts';
import { firstKey, tried, withoutLog } from '../../../support/receivers/attempts.ts';
import { Receiver } from '../../../support/receivers/receiver.ts';
import { Witness } from '../../../support/receivers/witness.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import { type Node, onBothEngines } from '../../../support/server/rota.ts';

const SENDING = ['invalid_request', 'The delivery is being sent already'] as const;
const OVER = [
  'invalid_request',
  'The delivery does not wait for another attempt: retry it to send it again',
] as const;

/** Not subscribed to anything that these tests cause. */
const make = (node: Node, { url }: Receiver) => createEndpoint(node, url, { events: ['member.deactivated'] });

const retryNow = (node: Node, endpointId: string, id: string) =>
  node.post(`${ENDPOINTS}/${endpointId}/deliveries/${id}/retry_now`);

onBothEngines.fast(
  'The next attempt of a delivery, made by hand',
  (node) => {
    test('202: it is made at once and counts as one of the eight; the schedule goes on from there', async () => {
      await using receiver = await Receiver.start(501);
      await using witness = await Witness.start(node());
      const { id } = await make(node(), receiver);
      const first = await tryOnce(node(), id);
      node().clock.advance(MINUTE_MS);
      const due = timeOf(node(), HOUR_MS - MINUTE_MS);
      const answer = await retryNow(node(), id, first.id);
      assert.deepEqual([answer.status, answer.body], [202, { data: withoutLog(first) }]);
      const second = tried(first, timeOf(node()), { response_code: 501 });
      assert.deepEqual(await afterAttempts(node(), id, first.id, 2), second);
      assert.deepEqual(await auditOf(node(), first), [
        {
          action: 'webhook_delivery.retried_now',
          actor: await firstKey(node()),
          target: { type: 'webhook_delivery', id: first.id },
          changes: { next_attempt_at: [due, timeOf(node())] },
          tool: null,
          reason: null,
          created_at: timeOf(node()),
        },
      ]);

      receiver.answer = 200;
      node().clock.advance(HOUR_MS - 1);
      await witness.assertNothingSentTo(id);
      assert.deepEqual(await readDelivery(node(), id, first.id), second);
      node().clock.advance(1);
      assert.equal((await afterAttempts(node(), id, first.id, 3)).status, 'success');
      assert.equal(receiver.received.length, 3);
    });

    test('422: one that is being sent, one that was never tried, and one that has ended', async () => {
      await using receiver = await Receiver.start(500);
      const { id } = await make(node(), receiver);
      const waiting = await tryOnce(node(), id);
      receiver.answer = 200;
      const delivered = await tryOnce(node(), id);
      receiver.answer = () => {};
      assert.equal((await retryNow(node(), id, waiting.id)).status, 202);
      const untried = await sendTest(node(), id);
      await receiver.atLeast(4);
      await assertRefused(node(), [
        [() => retryNow(node(), id, waiting.id), ...SENDING],
        [() => retryNow(node(), id, untried), ...SENDING],
        [() => retryNow(node(), id, delivered.id), ...OVER],
      ]);
    });

    test('422: while its endpoint is disabled, it waits on', async () => {
      await using receiver = await Receiver.start(500);
      const { id } = await make(node(), receiver);
      const waiting = await tryOnce(node(), id);
      await changeEndpoint(node(), { id }, { enabled: false });
      await assertRefused(node(), [
        [() => retryNow(node(), id, waiting.id), 'invalid_request', 'The webhook endpoint is disabled'],
      ]);
    });

    test('of many at the same moment one is 202, and the receiver gets one request', async () => {
      await using receiver = await Receiver.start(500);
      await using witness = await Witness.start(node());
      const { id } = await make(node(), receiver);
      const waiting = await tryOnce(node(), id);
      // It answers nothing, so that the attempt is under way for all of them.
      receiver.answer = () => {};
      const answers = await Promise.all(Array.from({ length: 10 }, () => retryNow(node(), id, waiting.id)));
      const [won, ...others] = answers.sort((one, other) => one.status - other.status);
      assert.deepEqual([won?.status, won?.body], [202, { data: withoutLog(waiting) }]);
      const [type, message] = SENDING;
      for (const { status, body } of others) {
        assert.deepEqual({ status, body }, { status: 422, body: { error: { type, message } } });
      }
      // While the others held the row, the engine may have found it locked, and tries again a moment later.
      node().clock.advance(SECOND_MS);
      await receiver.atLeast(2);
      await witness.untilLooked();
      assert.equal(receiver.received.length, 2);
    });
  },
  { environment: { ROTA_WEBHOOK_RETRY_DELAYS: '3600' } },
);
