// Recovery sends again everything that failed for one endpoint since a given time.

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
  tryOnce,
} from '../../../support/makers/webhooks.ts';
import {
  firstKey,
  startedAgain,
  type Tried,
  tried,
  withoutLog,
} from '../../../support/receivers/attempts.ts';
import { failForGood, NO_DELAYS } from '../../../support/receivers/failed-deliveries.ts';
import { Receiver } from '../../../support/receivers/receiver.ts';
import { Witness } from '../../../support/receivers/witness.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { Delivery, DeliveryWithLog } from '../../../support/server/resources.ts';
import { type Node, onBothEngines } from '../../../support/server/rota.ts';

const SUCCESS: Tried = { status: 'success', response_code: 200 };

/** Not subscribed to anything that these tests cause, unless `events` says so. */
const make = (node: Node, { url }: Receiver, events = ['member.deactivated']) =>
  createEndpoint(node, url, { events });

const recover = (node: Node, endpointId: string, body?: object) =>
  node.post(`${ENDPOINTS}/${endpointId}/recover`, body);

async function assertRecovered(node: Node, endpointId: string, since: string, recovered: number) {
  const { status, body } = await recover(node, endpointId, { since });
  assert.deepEqual({ status, body }, { status: 202, body: { data: { recovered } } }, since);
}

onBothEngines(
  'the recovery of deliveries',
  (node) => {
    test('202: recover starts again what has failed at this time or later, for this endpoint only', async () => {
      await using receiver = await Receiver.start(500);
      const { id } = await make(node(), receiver, ['meeting_request.created']);
      const other = await make(node(), receiver);
      const start = node().clock.now();
      const timeAfter = (ms: number) => new Date(start + ms).toISOString();
      const failed: DeliveryWithLog[] = [];
      for (let number = 0; number < 3; number++) {
        const [delivery] = await failForGood(node(), id);
        failed.push(await readDelivery(node(), id, delivery as string));
        node().clock.advance(1);
      }
      const [theirs] = await failForGood(node(), other.id);
      receiver.answer = 200;
      const taken = await tryOnce(node(), id);
      await changeEndpoint(node(), { id }, { enabled: false });
      await makeRequest(node());
      const [waiting] = await listDeliveries(node(), id);
      const untouched = [withoutLog(taken), waiting as Delivery];
      const theirsBefore = await readDelivery(node(), other.id, theirs as string);
      /** Compares all deliveries, when these failed ones have started again. */
      const assertAgain = async (isAgain: (place: number) => boolean) => {
        const expected = failed.map((delivery, place) =>
          isAgain(place) ? startedAgain(delivery) : delivery,
        );
        const listed = (await listDeliveries(node(), id)).reverse();
        assert.deepEqual(listed, [...expected.map(withoutLog), ...untouched]);
      };

      await assertRecovered(node(), id, timeAfter(3), 0);
      await assertAgain(() => false);
      await assertRecovered(node(), id, timeAfter(1), 2);
      await assertAgain((place) => place > 0);
      await assertRecovered(node(), id, timeAfter(1), 0);
      const early = new Date(start + 2 * 60 * MINUTE_MS).toISOString().replace('Z', '+02:00');
      await assertRecovered(node(), id, early, 1);
      await assertAgain(() => true);
      assert.deepEqual(await readDelivery(node(), other.id, theirs as string), theirsBefore);

      const actor = await firstKey(node());
      const entry = (since: string, recovered: number) => ({
        action: 'webhook_endpoint.recovered',
        actor,
        target: { type: 'webhook_endpoint', id },
        changes: { since: [null, since], recovered: [null, recovered] },
        reason: null,
        tool: null,
        created_at: timeOf(node()),
      });
      const entries = (await auditOf(node(), { id })).filter(({ action }) => action.endsWith('.recovered'));
      assert.deepEqual(entries, [entry(timeAfter(1), 2), entry(timeAfter(0), 1)]);

      await changeEndpoint(node(), { id }, { enabled: true });
      for (const delivery of failed) {
        const after = tried(startedAgain(delivery), timeOf(node()), SUCCESS);
        assert.deepEqual(await afterAttempts(node(), id, delivery.id, 9), after);
      }
    });

    test('after an outage: ten failures disable the endpoint, recover and enabling deliver them all', async () => {
      await using receiver = await Receiver.start(500);
      await using witness = await Witness.start(node());
      const { id } = await make(node(), receiver);
      const since = timeOf(node());
      const failed = (await failForGood(node(), id, 10)).sort();
      node().clock.advance(MINUTE_MS);
      await assertRecovered(node(), id, since, 10);
      await witness.assertNothingSentTo(id);
      assert.equal(receiver.received.length, 80);
      receiver.answer = 200;
      await changeEndpoint(node(), { id }, { enabled: true });
      for (const delivery of failed) {
        const { status, attempts } = await afterAttempts(node(), id, delivery, 9);
        assert.deepEqual([status, attempts], ['success', 1]);
      }
      const received = receiver.received.slice(80).map(({ deliveryId }) => deliveryId);
      assert.deepEqual(received.sort(), failed);
    });

    test('202: what is recovered is sent at once; nothing to recover changes nothing', async () => {
      await using receiver = await Receiver.start(500);
      const { id } = await make(node(), receiver);
      const [failed] = await failForGood(node(), id);
      const entries = await auditOf(node(), { id });
      await assertRecovered(node(), id, timeOf(node(), 1), 0);
      await assertRecovered(node(), id, '9999-12-31T23:59:59.999Z', 0);
      assert.deepEqual(await auditOf(node(), { id }), entries);
      receiver.answer = 200;
      await assertRecovered(node(), id, '1970-01-01', 1);
      assert.equal((await afterAttempts(node(), id, failed as string, 9)).status, 'success');
    });

    test('422: since is required, and a time', async () => {
      await using receiver = await Receiver.start(500);
      const { id } = await make(node(), receiver);
      await failForGood(node(), id);
      const noTime = 'since must be an ISO 8601 date and time such as 2026-11-15T09:30:00Z';
      const wrong = ['', 'yesterday', '2026-02-30', '2026-03-02T09:00:00', '1772442000000', ' 2026-03-02'];
      await assertRefused(
        node(),
        (
          [
            [undefined, 'since is required'],
            [{}, 'since is required'],
            [{ from: '2026-03-02' }, 'since is required'],
            [{ since: null }, 'since must be a string'],
            [{ since: 1_772_442_000_000 }, 'since must be a string'],
            [{ since: ['2026-03-02'] }, 'since must be a string'],
            ...wrong.map((since) => [{ since }, noTime] as const),
          ] as const
        ).map(([body, message]) => [() => recover(node(), id, body), 'invalid_request', message]),
      );
      assert.equal((await listDeliveries(node(), id, '&status=failed')).length, 1);
      assert.equal(receiver.received.length, 8);
    });
  },
  NO_DELAYS,
);
