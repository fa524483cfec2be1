// Deliveries wait while their endpoint is disabled, and are sent once it is enabled.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from '../../../support/lanes.ts';
import { makeRequest } from '../../../support/makers/meeting-requests.ts';
import { makeMember, timeOf } from '../../../support/makers/team-members.ts';
import { auditOf, changeEndpoint, pathOf, withoutSecret } from '../../../support/makers/webhook-endpoints.ts';
import {
  afterAttempts,
  createEndpoint,
  listDeliveries,
  readDelivery,
  readEndpoint,
  sendTest,
} from '../../../support/makers/webhooks.ts';
import { startTest, tried } from '../../../support/receivers/attempts.ts';
import {
  failForGood,
  NO_DELAYS,
  StallingReceiver,
  untilFailed,
} from '../../../support/receivers/failed-deliveries.ts';
import { Receiver } from '../../../support/receivers/receiver.ts';
import { claimedOf, Witness } from '../../../support/receivers/witness.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { Delivery, DeliveryWithLog, Endpoint } from '../../../support/server/resources.ts';
import { type Node, onBothEngines } from '../../../support/server/rota.ts';

/** More than the permits of one endpoint. */
const MANY = 60;

const make = async (node: Node, { url }: Receiver) => withoutSecret(await createEndpoint(node, url));
const disable = (node: Node, endpoint: Endpoint) => changeEndpoint(node, endpoint, { enabled: false });
const enable = (node: Node, endpoint: Endpoint) => changeEndpoint(node, endpoint, { enabled: true });

async function reasonOf(node: Node, { id }: Endpoint): Promise<string | null> {
  return (await readEndpoint(node, id)).disabled_reason;
}

/** The changes of its state in the audit log, oldest first. */
async function statesOf(node: Node, endpoint: Endpoint) {
  const entries = (await auditOf(node, endpoint)).filter(({ changes }) => 'enabled' in changes);
  return entries.map(({ action, actor, changes }) => [action, actor.type, changes]);
}

/** Causes events for a disabled endpoint. Returns the deliveries that wait, oldest first. */
async function makeWaiting(node: Node, { id }: Endpoint, count: number): Promise<Delivery[]> {
  const { email: organizer_email } = await makeMember(node);
  const expected: Delivery[] = [];
  for (let number = 0; number < count; number++) {
    // Some in the same millisecond.
    if (number % 4 === 0) node.clock.advance(1);
    const request = await makeRequest(node, { organizer_email });
    const { participant_emails, status, created_at } = request;
    const payload = {
      id: request.id,
      organizer_email,
      participant_emails,
      meeting_type_id: null,
      status,
      created_at,
    };
    const event_type = 'meeting_request.created';
    expected.push({
      id: '',
      event_type,
      status: 'pending',
      payload: { event: event_type, timestamp: created_at, ...payload },
      response_code: null,
      attempts: 0,
      delivered_at: null,
      last_attempted_at: null,
      created_at,
    });
  }
  const found = (await listDeliveries(node, id, `&event_type=${expected[0]?.event_type}`)).reverse();
  const ids = found.map((delivery) => delivery.id);
  assert.deepEqual(
    found,
    expected.map((delivery, place) => ({ ...delivery, id: ids[place] as string })),
  );
  return found;
}

onBothEngines(
  'disabled endpoints',
  (node) => {
    test('after too many failures deliveries wait; enabling sends them at once, the oldest first, and none that failed', async () => {
      const open: ServerResponse[] = [];
      await using receiver = await Receiver.start((response) => void open.push(response));
      await using witness = await Witness.start(node());
      const endpoint = await make(node(), receiver);
      const { id } = endpoint;
      // One is in flight while others fail.
      const slow = await startTest(node(), id);
      await receiver.atLeast(1);
      receiver.answer = 500;
      const failed = await failForGood(node(), id, 10);
      assert.equal(await reasonOf(node(), endpoint), 'too_many_failures');
      open.shift()?.writeHead(500).end();
      const once = tried(slow, timeOf(node()), { response_body: '' });
      assert.deepEqual(await afterAttempts(node(), id, slow.id, 1), once);
      const waiting = [slow, ...(await makeWaiting(node(), endpoint, MANY))].map((delivery) => delivery.id);
      await witness.assertNothingSentTo(id);
      assert.equal(receiver.received.length, 81);
      assert.deepEqual(await readDelivery(node(), id, slow.id), once);

      receiver.answer = (response) => void open.push(response);
      const enabled = await node().patch(pathOf(endpoint), { enabled: true });
      const data = { ...endpoint, updated_at: timeOf(node()) };
      assert.deepEqual([enabled.status, enabled.body], [200, { data }]);
      await witness.untilLooked();
      const claimed = await claimedOf(node(), id);
      assert.ok(claimed.length > 0 && claimed.length < MANY, `${claimed.length} are sent at once`);
      assert.deepEqual(claimed, waiting.slice(0, claimed.length));
      // Each response makes room for the next.
      for (let next = claimed.length; next < waiting.length; next++) {
        await receiver.atLeast(81 + next);
        open.shift()?.writeHead(200).end();
        const received = (await receiver.atLeast(81 + next + 1)).slice(81).map((each) => each.deliveryId);
        assert.deepEqual(received.at(-1), waiting[next]);
      }
      for (const response of open) response.writeHead(200).end();
      const twice = tried(once, timeOf(node()), { status: 'success', response_code: 200, response_body: '' });
      assert.deepEqual(await afterAttempts(node(), id, slow.id, 2), twice);
      for (const delivery of waiting) await afterAttempts(node(), id, delivery, 1);
      assert.equal(receiver.received.length, 81 + waiting.length);
      const left = await listDeliveries(node(), id, '&status=failed');
      assert.deepEqual(left.map((delivery) => delivery.id).sort(), failed.sort());
    });

    test('after it has been enabled, nine more failures do not disable it, and the tenth does', async () => {
      await using receiver = await Receiver.start(500);
      const endpoint = await make(node(), receiver);
      await failForGood(node(), endpoint.id, 10);
      assert.equal(await reasonOf(node(), endpoint), 'too_many_failures');
      await enable(node(), endpoint);
      await failForGood(node(), endpoint.id, 9);
      // Enabling after a manual disabling resets the count, too. Enabling what is enabled does not.
      await disable(node(), endpoint);
      await enable(node(), endpoint);
      await failForGood(node(), endpoint.id, 9);
      const description = 'Enabled already';
      const enabled = await changeEndpoint(node(), endpoint, { enabled: true, description });
      assert.deepEqual(enabled, { ...endpoint, description, updated_at: timeOf(node()) });
      assert.deepEqual(await readEndpoint(node(), endpoint.id), enabled);
      await failForGood(node(), endpoint.id);
      const now = timeOf(node());
      const disabled = { ...enabled, enabled: false, disabled_at: now, disabled_reason: 'too_many_failures' };
      assert.deepEqual(await readEndpoint(node(), endpoint.id), disabled);

      const changes = (enabled: boolean, reasons: (string | null)[]) => ({
        enabled: [!enabled, enabled],
        disabled_reason: reasons,
      });
      const failing = ['webhook_endpoint.disabled', 'system', changes(false, [null, 'too_many_failures'])];
      assert.deepEqual(await statesOf(node(), endpoint), [
        failing,
        ['webhook_endpoint.updated', 'api_key', changes(true, ['too_many_failures', null])],
        ['webhook_endpoint.updated', 'api_key', changes(false, [null, 'manual'])],
        ['webhook_endpoint.updated', 'api_key', changes(true, ['manual', null])],
        failing,
      ]);
    });

    test('disabled by hand: what is in flight is recorded, and what fails is not retried before it is enabled', async () => {
      const open: ServerResponse[] = [];
      await using receiver = await Receiver.start((response) => void open.push(response));
      await using witness = await Witness.start(node());
      const endpoint = await make(node(), receiver);
      const deliveries: DeliveryWithLog[] = [];
      for (let number = 1; number <= 3; number++) {
        deliveries.push(await startTest(node(), endpoint.id));
        await receiver.atLeast(number);
      }
      const disabled = await disable(node(), endpoint);
      const startedAt = timeOf(node());
      node().clock.advance(1_000);
      open[0]?.writeHead(500).end('no');
      open[1]?.writeHead(200).end('yes');
      open[2]?.destroy();
      const [refused, taken, cut] = deliveries as [DeliveryWithLog, DeliveryWithLog, DeliveryWithLog];
      const took = { duration_ms: 1_000 };
      const error = 'the connection was closed before the answer was complete';
      const expected = [
        tried(refused, startedAt, { ...took, response_body: 'no' }),
        tried(taken, startedAt, { ...took, status: 'success', response_code: 200, response_body: 'yes' }),
        tried(cut, startedAt, { ...took, response_code: null, response_body: null, error }),
      ];
      const read = (attempts: number) =>
        Promise.all(deliveries.map(({ id }) => afterAttempts(node(), endpoint.id, id, attempts)));
      assert.deepEqual(await read(1), expected);
      await witness.assertNothingSentTo(endpoint.id);
      assert.deepEqual(await read(1), expected);
      assert.deepEqual([receiver.received.length, await readEndpoint(node(), endpoint.id)], [3, disabled]);

      receiver.answer = 200;
      await enable(node(), endpoint);
      for (const before of expected.filter(({ status }) => status === 'pending')) {
        const after = tried(before, timeOf(node()), { status: 'success', response_code: 200 });
        assert.deepEqual(await afterAttempts(node(), endpoint.id, before.id, 2), after);
      }
    });

    test('disabled by hand it stays disabled, however many in flight fail; they do not count later', async () => {
      await using stalling = await StallingReceiver.start();
      const { receiver } = stalling;
      const endpoint = await make(node(), receiver);
      const deliveries = await Promise.all(Array.from({ length: 12 }, () => sendTest(node(), endpoint.id)));
      await stalling.untilStalled(12);
      const disabled = await disable(node(), endpoint);
      node().clock.advance(1_000);
      stalling.answer(500);
      await untilFailed(node(), endpoint.id, deliveries);
      assert.deepEqual(await readEndpoint(node(), endpoint.id), disabled);
      assert.equal((await statesOf(node(), endpoint)).length, 1);

      const enabled = await enable(node(), endpoint);
      receiver.answer = 500;
      await failForGood(node(), endpoint.id, 9);
      assert.deepEqual(await readEndpoint(node(), endpoint.id), enabled);
    });

    test('422: no test event to a disabled endpoint, whatever has disabled it', async () => {
      await using receiver = await Receiver.start(500);
      const [failing, paused] = [await make(node(), receiver), await make(node(), receiver)];
      await failForGood(node(), failing.id, 10);
      await disable(node(), paused);
      assert.deepEqual(
        [await reasonOf(node(), failing), await reasonOf(node(), paused)],
        ['too_many_failures', 'manual'],
      );
      await assertRefused(
        node(),
        [failing, paused].map((endpoint) => [
          () => node().post(pathOf(endpoint, '/test')),
          'invalid_request',
          'The webhook endpoint is disabled',
        ]),
      );
    });
  },
  NO_DELAYS,
);

onBothEngines(
  'disabled endpoints and retries that are due later',
  (node) => {
    test('they are not sent at their due time; enabling sends them before it, and their schedule goes on', async () => {
      await using receiver = await Receiver.start(500);
      await using witness = await Witness.start(node());
      const endpoint = await make(node(), receiver);
      const delivery = await startTest(node(), endpoint.id);
      const once = tried(delivery, timeOf(node()));
      assert.deepEqual(await afterAttempts(node(), endpoint.id, delivery.id, 1), once);
      await disable(node(), endpoint);
      node().clock.advance(100_000);
      await witness.assertNothingSentTo(endpoint.id);
      assert.deepEqual(await readDelivery(node(), endpoint.id, delivery.id), once);
      await enable(node(), endpoint);
      const twice = tried(once, timeOf(node()));
      assert.deepEqual(await afterAttempts(node(), endpoint.id, delivery.id, 2), twice);

      await disable(node(), endpoint);
      await enable(node(), endpoint);
      const thrice = tried(twice, timeOf(node()));
      assert.deepEqual(await afterAttempts(node(), endpoint.id, delivery.id, 3), thrice);
      node().clock.advance(300_000 - 1);
      await witness.assertNothingSentTo(endpoint.id);
      node().clock.advance(1);
      assert.deepEqual(
        await afterAttempts(node(), endpoint.id, delivery.id, 4),
        tried(thrice, timeOf(node())),
      );
    });
  },
  { environment: { ROTA_WEBHOOK_RETRY_DELAYS: '100,200,300,400' } },
);
