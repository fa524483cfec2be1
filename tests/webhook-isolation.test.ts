// Receivers that are silent, and what others notice of them: nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRequest } from './support/meeting-requests.ts';
import { figure } from './support/metrics.ts';
import { Receiver } from './support/receiver.ts';
import { onBothEngines } from './support/rota.ts';
import { countRows, deliveryRows, writeDeliveries } from './support/webhook-rows.ts';
import { createEndpoint, eventually, readDelivery, tryOnce } from './support/webhooks.ts';

const DEADLINE_MS = 10_000;
/** How many go to one endpoint at a time, and to all of them. */
const TO_ONE = 50;
const TO_ALL = 1_000;

const silence = () => {};
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();
const receivedIds = ({ received }: Receiver) => received.map(({ deliveryId }) => deliveryId);

onBothEngines('An endpoint that never answers', (node) => {
  test('has 50 of its 10,000 due deliveries in flight, oldest first, and holds up nobody else', async () => {
    await using silent = await Receiver.start(silence);
    await using healthy = await Receiver.start();
    const { id } = await createEndpoint(node(), silent.url, { events: ['member.deactivated'] });
    const other = await createEndpoint(node(), healthy.url);
    const now = node().clock.now();
    // Twenty become due at a time, those with the later ids first: it is the time that counts, and then the id.
    const rows = await writeDeliveries(node(), id, 10_000, {
      fieldsOf: (place) => ({ due_at: now - Math.floor(place / 20) }),
    });
    const inOrder = rows.toSorted(
      (one, two) => Number(one.due_at) - Number(two.due_at) || (one.id < two.id ? -1 : 1),
    );
    const places = inOrder.map((row) => rows.indexOf(row));
    assert.deepEqual([places[0], places[19], places[20], places[49]], [9_980, 9_999, 9_960, 9_949]);

    // Real events, one after another; the engine looks at all that waits each time.
    await silent.atLeast(TO_ONE);
    for (let place = 1; place <= 20; place += 1) {
      const request = await makeRequest(node());
      const received = await healthy.atLeast(place);
      assert.equal(received.at(-1)?.payload.id, request.id);
    }
    await eventually(async () => (await figure(node(), 'rota_webhook_in_flight')) === TO_ONE);
    assert.deepEqual(receivedIds(silent).sort(), idsOf(inOrder.slice(0, TO_ONE)));
    const { database } = node().services;
    assert.equal(await countRows(database, 'webhook_deliveries', 'claim_id is not null'), TO_ONE);

    for (const round of [1, 2]) {
      node().clock.advance(DEADLINE_MS);
      await silent.atLeast((round + 1) * TO_ONE);
      const sent = inOrder.slice(round * TO_ONE, (round + 1) * TO_ONE);
      assert.deepEqual(receivedIds(silent).slice(-TO_ONE).sort(), idsOf(sent));
      // They were sent because those before them had been recorded.
      const tried = inOrder.slice(0, round * TO_ONE);
      const recorded = (await deliveryRows(database, id)).filter(({ attempts }) => attempts > 0);
      assert.deepEqual(idsOf(recorded), idsOf(tried));
      assert.equal(await countRows(database, 'webhook_attempts', 'response_code is null'), tried.length);
    }

    const oldest = inOrder[0]?.id as string;
    const { due_at } = (await deliveryRows(database, id)).find((row) => row.id === oldest) ?? {};
    const endedAt = now + DEADLINE_MS;
    assert.ok(Number(due_at) >= endedAt + 3_000 && Number(due_at) <= endedAt + 3_100, `due at ${due_at}`);
    const { status, attempts, response_code, last_attempted_at, attempt_log } = await readDelivery(
      node(),
      id,
      oldest,
    );
    const startedAt = new Date(now).toISOString();
    assert.deepEqual(
      { status, attempts, response_code, last_attempted_at, attempt_log },
      {
        status: 'pending',
        attempts: 1,
        response_code: null,
        last_attempted_at: startedAt,
        attempt_log: [
          {
            number: 1,
            started_at: startedAt,
            duration_ms: DEADLINE_MS,
            response_code: null,
            error: 'no complete answer within 10 seconds',
            response_body: null,
          },
        ],
      },
    );
    assert.equal((await tryOnce(node(), other.id)).status, 'success');
    assert.equal(silent.received.length, 3 * TO_ONE);
  });
});

onBothEngines('Thirty endpoints that never answer', (node) => {
  const ENDPOINTS = 30;
  const DUE = 200;

  test('share what there is, and leave room for one that answers', async () => {
    await using silent = await Receiver.start(silence);
    await using healthy = await Receiver.start();
    const other = await createEndpoint(node(), healthy.url);
    for (let number = 0; number < ENDPOINTS; number += 1) {
      const url = `${silent.url}/${number}`;
      const { id } = await createEndpoint(node(), url, { events: ['member.deactivated'] });
      await writeDeliveries(node(), id, DUE, { isTold: number === ENDPOINTS - 1 });
    }

    const { database } = node().services;
    const claimed = () =>
      countRows(database, 'webhook_deliveries', `claim_id is not null and endpoint_id <> '${other.id}'`);
    const failed = () => countRows(database, 'webhook_attempts', 'response_code is null');

    /** One event after another arrives; the engine looks at all that waits each time. */
    async function assertServed(): Promise<void> {
      const before = healthy.received.length;
      const requests: string[] = [];
      for (let place = before + 1; place <= before + 10; place += 1) {
        requests.push((await makeRequest(node())).id);
        await healthy.atLeast(place);
      }
      const told = healthy.received.slice(before).map(({ payload }) => payload.id);
      assert.deepEqual(told, requests);
    }
    /** What has come to the silent ones after so many others; all that has been claimed comes. */
    async function assertShared(from: number): Promise<number> {
      const number = await claimed();
      assert.ok(number >= TO_ALL / 2 && number < TO_ALL, `${number} of ${TO_ALL} are in flight`);
      const received = (await silent.atLeast(from + number)).slice(from);
      assert.equal(received.length, number);
      const byPath = Map.groupBy(received, ({ path }) => path);
      const shares = [...byPath.values()].map(({ length }) => length);
      const [least, most] = [Math.min(...shares), Math.max(...shares)];
      assert.ok(most <= TO_ONE && most < 2 * least, `from ${least} to ${most} each`);
      assert.equal(shares.length, ENDPOINTS);
      return number;
    }

    await assertServed();
    const first = await assertShared(0);
    node().clock.advance(DEADLINE_MS);
    await eventually(async () => (await failed()) === first);
    await assertServed();
    const second = await assertShared(first);
    assert.equal(new Set(receivedIds(silent)).size, first + second, 'nothing was sent twice');
    assert.equal(await failed(), first);
  });
});
