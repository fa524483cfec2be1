// GET /metrics tells an operator what deliveries are doing.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from '../support/lanes.ts';
import { writeDeliveries } from '../support/makers/webhook-rows.ts';
import { createEndpoint, ENDPOINTS, eventually, readEndpoint, sendTest } from '../support/makers/webhooks.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import { figure } from '../support/server/metrics.ts';
import { onBothEngines } from '../support/server/rota.ts';

const IN_FLIGHT = 'rota_webhook_in_flight';
const OLDEST = 'rota_webhook_oldest_due_age_seconds';
const DISABLED = 'rota_webhook_endpoints_disabled_total';
const DURATION = 'rota_webhook_attempt_duration_seconds';
const OUTCOMES = ['success', 'retry', 'failed'];

onBothEngines(
  'Metrics of deliveries',
  (node) => {
    const read = (...series: string[]) => Promise.all(series.map((one) => figure(node(), one)));
    const untilIdle = () => eventually(async () => (await figure(node(), IN_FLIGHT)) === 0);
    /** How many attempts had each outcome, since the start. */
    const attempts = async () => {
      const series = OUTCOMES.map((outcome) => `rota_webhook_attempts_total{outcome="${outcome}"}`);
      return (await read(...series)).map((value) => value ?? 0);
    };

    test('before anything is sent, everything is zero', async () => {
      const names = [IN_FLIGHT, OLDEST, DISABLED, 'rota_webhook_claims_lost_total'];
      assert.deepEqual(await read(...names, `${DURATION}_count`), [0, 0, 0, 0, 0]);
      assert.deepEqual(await attempts(), [0, 0, 0]);
    });

    test('attempts are counted by their outcome', async () => {
      await using receiver = await Receiver.start();
      const { id } = await createEndpoint(node(), receiver.url);
      for (let number = 0; number < 3; number += 1) await sendTest(node(), id);
      await receiver.atLeast(3);
      await untilIdle();
      assert.deepEqual(await attempts(), [3, 0, 0]);

      receiver.answer = 500;
      await sendTest(node(), id);
      for (let attempt = 1; attempt <= 7; attempt += 1) {
        await eventually(async () => (await attempts())[1] === attempt);
        assert.deepEqual(await attempts(), [3, attempt, 0]);
        node().clock.advance(1_000);
      }
      await eventually(async () => (await attempts())[2] === 1);
      assert.deepEqual(await attempts(), [3, 7, 1]);
      assert.deepEqual(await read(`${DURATION}_count`, `${DURATION}_sum`), [11, 0]);

      // A response that is cut off counts like a bad one.
      receiver.answer = (response) => void response.destroy();
      await sendTest(node(), id);
      await eventually(async () => (await attempts())[1] === 8);
      assert.deepEqual(await attempts(), [3, 8, 1]);
      assert.equal((await node().delete(`${ENDPOINTS}/${id}`)).status, 204);
    });

    test('an attempt lasts from its beginning to the end of the response', async () => {
      const responses: ServerResponse[] = [];
      await using receiver = await Receiver.start((response) => void responses.push(response));
      const { id } = await createEndpoint(node(), receiver.url);
      const below = (limit: string) => `${DURATION}_bucket{le="${limit}"}`;
      const series = [below('0.25'), below('0.5'), below('1'), below('+Inf')];
      series.push(`${DURATION}_sum`, `${DURATION}_count`);
      const before = (await read(...series)).map(Number);

      await sendTest(node(), id);
      await receiver.atLeast(1);
      node().clock.advance(300);
      responses[0]?.writeHead(200).write('the first half');
      node().clock.advance(200);
      assert.equal(await figure(node(), IN_FLIGHT), 1);
      responses[0]?.end(' and the second');
      await untilIdle();
      const after = (await read(...series)).map(Number);
      assert.deepEqual(
        after.map((value, place) => value - (before[place] as number)),
        [0, 1, 1, 1, 0.5, 1],
      );
    });

    test('deliveries that this node has claimed and not recorded yet are in flight', async () => {
      const responses: ServerResponse[] = [];
      await using receiver = await Receiver.start((response) => void responses.push(response));
      const { id } = await createEndpoint(node(), receiver.url);
      await writeDeliveries(node(), id, 7);
      await receiver.atLeast(7);
      assert.equal(await figure(node(), IN_FLIGHT), 7);
      for (const response of responses.slice(0, 4)) response.writeHead(200).end();
      await eventually(async () => (await figure(node(), IN_FLIGHT)) === 3);
      for (const response of responses.slice(4)) response.writeHead(200).end();
      await untilIdle();
    });

    test('the age of the delivery that has been due the longest, in flight or not', async () => {
      const responses: ServerResponse[] = [];
      await using receiver = await Receiver.start((response) => void responses.push(response));
      const { id } = await createEndpoint(node(), receiver.url);
      const disabled = await createEndpoint(node(), receiver.url);
      await node().patch(`${ENDPOINTS}/${disabled.id}`, { enabled: false });
      const now = node().clock.now();
      const due = (due_at: number) => ({ fieldsOf: () => ({ due_at }) });
      assert.equal(await figure(node(), OLDEST), 0);

      // What is not due yet has no age, and what waits for a disabled endpoint is not late.
      await writeDeliveries(node(), id, 1, due(now + 60_000));
      await writeDeliveries(node(), disabled.id, 1, due(now - 3_600_000));
      assert.equal(await figure(node(), OLDEST), 0);

      await writeDeliveries(node(), id, 1, due(now - 1_500));
      await writeDeliveries(node(), id, 1, due(now - 500));
      await receiver.atLeast(2);
      assert.equal(await figure(node(), OLDEST), 1.5);
      node().clock.advance(2_250);
      assert.equal(await figure(node(), OLDEST), 3.75);
      const aged = receiver.received.length;
      assert.equal(aged, 2);

      for (const response of responses) response.writeHead(200).end();
      await untilIdle();
      assert.equal(await figure(node(), OLDEST), 0);
      // At its due time the age is 0, and then it grows.
      receiver.answer = () => {};
      node().clock.advance(60_000 - 2_250);
      await receiver.atLeast(3);
      assert.equal(await figure(node(), OLDEST), 0);
      node().clock.advance(1);
      assert.equal(await figure(node(), OLDEST), 0.001);

      // A deleted endpoint is not late either.
      assert.equal((await node().delete(`${ENDPOINTS}/${id}`)).status, 204);
      assert.equal(await figure(node(), OLDEST), 0);
    });

    test('endpoints disabled for their failures are counted, those disabled by hand are not', async () => {
      await using receiver = await Receiver.start(500);
      const endpoints = [];
      for (const name of ['first', 'second', 'third']) {
        endpoints.push(await createEndpoint(node(), `${receiver.url}/${name}`));
      }
      const [first, second, third] = endpoints.map(({ id }) => id) as [string, string, string];
      const lastTry = { fieldsOf: () => ({ attempts: 7 }) };
      const failed = (await attempts())[2] as number;
      await writeDeliveries(node(), first, 10, lastTry);
      await writeDeliveries(node(), second, 9, lastTry);
      await node().patch(`${ENDPOINTS}/${third}`, { enabled: false });
      await eventually(async () => (await attempts())[2] === failed + 19);
      assert.equal(await figure(node(), DISABLED), 1);
      assert.equal((await readEndpoint(node(), first)).disabled_reason, 'too_many_failures');

      await writeDeliveries(node(), second, 1, lastTry);
      await eventually(async () => (await attempts())[2] === failed + 20);
      assert.equal(await figure(node(), DISABLED), 2);
    });
  },
  { environment: { ROTA_WEBHOOK_RETRY_DELAYS: '1' } },
);
