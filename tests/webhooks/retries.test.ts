// Failed attempts are retried on the documented schedule, and the log shows each of them.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { createRetrySchedule } from '../../src/outbox/retry-schedule.ts';
import { describe, test } from '../support/lanes.ts';
import { timeOf } from '../support/makers/team-members.ts';
import { afterAttempts, createEndpoint, readDelivery, sendTest } from '../support/makers/webhooks.ts';
import { startTest, type Tried, tried } from '../support/receivers/attempts.ts';
import { type AnswerWith, Receiver } from '../support/receivers/receiver.ts';
import { Witness } from '../support/receivers/witness.ts';
import type { DeliveryWithLog } from '../support/server/resources.ts';
import { startRestartable } from '../support/server/restarts.ts';
import { engines, type Node, onBothEngines } from '../support/server/rota.ts';

/** Before each retry. */
const DEFAULT_DELAYS_MS = [3_000, 18_000, 83_000, 258_000, 627_000, 1_298_000, 2_403_000];
const maxJitterMs = (attempts: number) => attempts ** 4 * 100;
const LONG_MS = 3 * 60 * 60 * 1000;

describe('the retry schedule', () => {
  test('by default is n⁴ + 2 seconds, and a random jitter of up to a tenth of n⁴', () => {
    for (const chance of [0, 0.5, 1]) {
      const delayAfter = createRetrySchedule(undefined, () => chance);
      const delays = DEFAULT_DELAYS_MS.map((_delay, place) => delayAfter(place + 1));
      assert.deepEqual(
        delays,
        DEFAULT_DELAYS_MS.map((delay, place) => delay + chance * maxJitterMs(place + 1)),
      );
    }
  });
});

/** Lets the delays pass one by one: no retry comes a millisecond early, and each comes within its `jitterMs`. */
async function assertDelays(
  node: Node,
  delays: number[],
  jitterMs = (_attempts: number) => 0,
): Promise<void> {
  await using receiver = await Receiver.start(500);
  await using witness = await Witness.start(node);
  const { id } = await createEndpoint(node, receiver.url);
  const delivery = await startTest(node, id);
  let expected = tried(delivery, timeOf(node));
  for (const [place, delay] of delays.entries()) {
    const attempts = place + 1;
    assert.deepEqual(await afterAttempts(node, id, delivery.id, attempts), expected);
    node.clock.advance(delay - 1);
    await witness.assertNothingSentTo(id);
    assert.deepEqual(await readDelivery(node, id, delivery.id), expected);
    node.clock.advance(1 + jitterMs(attempts));
    expected = tried(expected, timeOf(node), { status: attempts === 7 ? 'failed' : 'pending' });
  }
  assert.deepEqual(await afterAttempts(node, id, delivery.id, 8), expected);
  // There is no ninth attempt.
  node.clock.advance(LONG_MS);
  await witness.assertNothingSentTo(id);
  assert.deepEqual(await readDelivery(node, id, delivery.id), expected);
  assert.equal(receiver.received.length, 8);
}

onBothEngines('retries by default', (node) => {
  test('attempt n + 1 comes between n⁴ + 2 seconds and a tenth of n⁴ more after attempt n, eight in all', () =>
    assertDelays(node(), DEFAULT_DELAYS_MS, maxJitterMs));

  test('deliveries that fail together are not all retried together', async () => {
    await using receiver = await Receiver.start(500);
    const { id } = await createEndpoint(node(), receiver.url);
    const deliveries = await Promise.all(Array.from({ length: 20 }, () => sendTest(node(), id)));
    for (const delivery of deliveries) await afterAttempts(node(), id, delivery, 1);
    const rows = await node().services.database.all<{ due_at: number }>(
      'select due_at from webhook_deliveries where endpoint_id = $1',
      [id],
    );
    const delays = rows.map(({ due_at }) => due_at - node().clock.now());
    assert.ok(Math.min(...delays) >= 3_000 && Math.max(...delays) <= 3_100, String(delays));
    assert.ok(new Set(delays).size > 1, String(delays));
  });
});

onBothEngines(
  'retries with an operator’s own delays',
  (node) => {
    const delays = [4_000, 250, 30_500, 1_001, 90_000, 1, 3_000];

    test('each comes after exactly its delay', () => assertDelays(node(), delays));

    test('any status but 2xx, and no response, is a failed attempt, and the log shows which', async () => {
      const cut: [AnswerWith, Tried] = [
        (response) => void response.destroy(),
        {
          response_code: null,
          response_body: null,
          error: 'the connection was closed before the answer was complete',
        },
      ];
      const answers: [AnswerWith, Tried][] = [
        [500, { response_code: 500 }],
        cut,
        [404, { response_code: 404 }],
        [301, { response_code: 301, error: 'redirects are not followed' }],
        [410, { response_code: 410 }],
        [503, { response_code: 503 }],
        [400, { response_code: 400 }],
        cut,
      ];
      await using receiver = await Receiver.start();
      const { id } = await createEndpoint(node(), receiver.url);
      let expected: DeliveryWithLog | undefined;
      for (const [place, [answer, outcome]] of answers.entries()) {
        receiver.answer = answer;
        node().clock.advance(delays[place - 1] ?? 0);
        const before = expected ?? (await startTest(node(), id));
        const status = place === 7 ? 'failed' : 'pending';
        expected = tried(before, timeOf(node()), { ...outcome, status });
        assert.deepEqual(await afterAttempts(node(), id, before.id, place + 1), expected);
      }
    });

    test('a 2xx on any of the eight attempts is a success, and ends them', async () => {
      const codes = [200, 201, 202, 204, 206, 226, 250, 299];
      const numbers = new Map<string, number>();
      const made: string[] = [];
      await using receiver = await Receiver.start((response, { deliveryId, payload }) => {
        const number = (numbers.get(deliveryId) ?? 0) + 1;
        numbers.set(deliveryId, number);
        // Made a millisecond apart, the first succeeds with its first attempt, the second with its second.
        const place = made.indexOf(payload.timestamp);
        response.writeHead(number > place ? (codes[place] as number) : 500).end();
      });
      await using witness = await Witness.start(node());
      const { id } = await createEndpoint(node(), receiver.url);
      const outcome = (place: number, number: number): Tried => ({
        response_body: '',
        ...(place === number && { status: 'success', response_code: codes[place] as number }),
      });
      let expected: DeliveryWithLog[] = [];
      for (const place of codes.keys()) {
        made.push(timeOf(node()));
        const delivery = await startTest(node(), id);
        expected.push(tried(delivery, timeOf(node()), outcome(place, 0)));
        assert.deepEqual(await afterAttempts(node(), id, delivery.id, 1), expected[place]);
        node().clock.advance(1);
      }
      for (const [place, delay] of delays.entries()) {
        const number = place + 1;
        node().clock.advance(delay);
        expected = expected.map((delivery, at) =>
          at < number ? delivery : tried(delivery, timeOf(node()), outcome(at, number)),
        );
        for (const delivery of expected) {
          const { id: deliveryId, attempt_log } = delivery;
          assert.deepEqual(await afterAttempts(node(), id, deliveryId, attempt_log.length), delivery);
        }
      }
      node().clock.advance(LONG_MS);
      await witness.assertNothingSentTo(id);
      assert.deepEqual([...numbers.values()], [1, 2, 3, 4, 5, 6, 7, 8]);
    });

    test('the delay begins at the end of an attempt, also of a slow one', async () => {
      const open: ServerResponse[] = [];
      await using receiver = await Receiver.start((response) => void open.push(response));
      await using witness = await Witness.start(node());
      const { id } = await createEndpoint(node(), receiver.url);
      const delivery = await startTest(node(), id);
      const respond = async (number: number, code: number): Promise<string> => {
        const startedAt = timeOf(node());
        await receiver.atLeast(number);
        node().clock.advance(9_999);
        open[number - 1]?.writeHead(code).end('late');
        return startedAt;
      };
      const late = { duration_ms: 9_999, response_body: 'late' };
      const first = tried(delivery, await respond(1, 500), late);
      assert.deepEqual(await afterAttempts(node(), id, delivery.id, 1), first);
      node().clock.advance(3_999);
      await witness.assertNothingSentTo(id);
      node().clock.advance(1);
      const second = tried(first, await respond(2, 200), { ...late, status: 'success', response_code: 200 });
      assert.deepEqual(await afterAttempts(node(), id, delivery.id, 2), second);
    });
  },
  { environment: { ROTA_WEBHOOK_RETRY_DELAYS: '4,0.25,30.5,1.001,90,0.001,3' } },
);

onBothEngines(
  'retries with fewer delays than there are retries',
  (node) => {
    test('the last delay holds for all that follow', () =>
      assertDelays(node(), [5_000, 700, 700, 700, 700, 700, 700]));
  },
  { environment: { ROTA_WEBHOOK_RETRY_DELAYS: '5, 0.7' } },
);

describe('retries and a node that is stopped', () => {
  for (const engine of engines) {
    test(`one that becomes due meanwhile is sent after the next start, and the schedule goes on (${engine})`, async (t) => {
      await using receiver = await Receiver.start(500);
      const delays = { ROTA_WEBHOOK_RETRY_DELAYS: '60,90,20' };
      const { clock, node, stop, start } = await startRestartable(t, engine, delays);
      const { id } = await createEndpoint(node(), receiver.url);
      const delivery = await startTest(node(), id);
      const first = tried(delivery, timeOf(node()));
      assert.deepEqual(await afterAttempts(node(), id, delivery.id, 1), first);
      const due = clock.now() + 60_000;
      await stop();

      // A start alone does not bring the retry forward.
      await start();
      clock.advance(due - 1 - clock.now());
      await using before = await Witness.start(node());
      await before.assertNothingSentTo(id);
      assert.deepEqual(await readDelivery(node(), id, delivery.id), first);
      await stop();
      assert.ok(clock.now() > due);
      assert.equal(receiver.received.length, 1);

      await start();
      const second = tried(first, timeOf(node()));
      assert.deepEqual(await afterAttempts(node(), id, delivery.id, 2), second);
      // The delay after a second attempt.
      clock.advance(90_000 - 1);
      await using after = await Witness.start(node());
      await after.assertNothingSentTo(id);
      clock.advance(1);
      const third = tried(second, timeOf(node()));
      assert.deepEqual(await afterAttempts(node(), id, delivery.id, 3), third);
      receiver.answer = 200;
      clock.advance(20_000);
      const fourth = tried(third, timeOf(node()), { status: 'success', response_code: 200 });
      assert.deepEqual(await afterAttempts(node(), id, delivery.id, 4), fourth);
    });
  }
});
