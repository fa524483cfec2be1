// Receivers that never respond do not delay the deliveries of others.
import assert from 'node:assert/strict';
import { test } from '../support/lanes.ts';
import { makeRequest } from '../support/makers/meeting-requests.ts';
import { copyEndpoint, countRows, deliveryRows, writeDeliveries } from '../support/makers/webhook-rows.ts';
import { createEndpoint, ENDPOINTS, eventually, readDelivery, tryOnce } from '../support/makers/webhooks.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import { figure } from '../support/server/metrics.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

const DEADLINE_MS = 10_000;
/** The most deliveries in flight: to one endpoint, and to all of them. */
const PERMITS_PER_ENDPOINT = 50;
const PERMITS = 1_000;

const silence = () => {};
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();
const receivedIds = ({ received }: Receiver) => received.map(({ deliveryId }) => deliveryId);

onBothEngines('An endpoint that never responds', (node) => {
  test('has 50 of its 10,000 due deliveries in flight, oldest first, and delays nobody else', async () => {
    await using silent = await Receiver.start(silence);
    await using healthy = await Receiver.start();
    const { id } = await createEndpoint(node(), silent.url, { events: ['member.deactivated'] });
    const other = await createEndpoint(node(), healthy.url);
    const now = node().clock.now();
    // Twenty become due at a time, those with the later ids first. The order is by due time, then by id.
    const rows = await writeDeliveries(node(), id, 10_000, {
      fieldsOf: (place) => ({ due_at: now - Math.floor(place / 20) }),
    });
    const inOrder = rows.toSorted(
      (one, two) => Number(one.due_at) - Number(two.due_at) || (one.id < two.id ? -1 : 1),
    );
    const places = inOrder.map((row) => rows.indexOf(row));
    assert.deepEqual([places[0], places[19], places[20], places[49]], [9_980, 9_999, 9_960, 9_949]);

    // Real events, one after another. Each time, the engine looks at the whole backlog.
    await silent.atLeast(PERMITS_PER_ENDPOINT);
    for (let place = 1; place <= 20; place += 1) {
      const request = await makeRequest(node());
      const received = await healthy.atLeast(place);
      assert.equal(received.at(-1)?.payload.id, request.id);
    }
    assert.deepEqual(receivedIds(silent).sort(), idsOf(inOrder.slice(0, PERMITS_PER_ENDPOINT)));
    const { database } = node().services;
    const claimed = () => countRows(database, 'webhook_deliveries', 'claim_id is not null');
    await eventually(async () => (await claimed()) === PERMITS_PER_ENDPOINT);
    await eventually(async () => (await figure(node(), 'rota_webhook_in_flight')) === PERMITS_PER_ENDPOINT);

    const recorded = (count: number) =>
      eventually(
        async () => (await countRows(database, 'webhook_attempts', 'response_code is null')) === count,
      );
    // At their deadline the next ones are sent, before the outcomes are recorded.
    node().clock.advance(DEADLINE_MS);
    await silent.atLeast(2 * PERMITS_PER_ENDPOINT);
    assert.deepEqual(
      receivedIds(silent).slice(-PERMITS_PER_ENDPOINT).sort(),
      idsOf(inOrder.slice(PERMITS_PER_ENDPOINT, 2 * PERMITS_PER_ENDPOINT)),
    );
    await recorded(PERMITS_PER_ENDPOINT);
    const tried = (await deliveryRows(database, id)).filter(({ attempts }) => attempts > 0);
    assert.deepEqual(idsOf(tried), idsOf(inOrder.slice(0, PERMITS_PER_ENDPOINT)));

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

    // By then the first ones are due again. Retries and first attempts share the free permits.
    node().clock.advance(DEADLINE_MS);
    await silent.atLeast(3 * PERMITS_PER_ENDPOINT);
    const third = receivedIds(silent).slice(-PERMITS_PER_ENDPOINT);
    const retried = third.filter((one) => tried.some((row) => row.id === one));
    const first = third.filter((one) => !retried.includes(one));
    assert.ok(
      retried.length >= PERMITS_PER_ENDPOINT / 2 && first.length >= PERMITS_PER_ENDPOINT / 10,
      `${retried.length} were retried`,
    );
    assert.deepEqual(
      first.sort(),
      idsOf(inOrder.slice(2 * PERMITS_PER_ENDPOINT, 2 * PERMITS_PER_ENDPOINT + first.length)),
    );
    await recorded(2 * PERMITS_PER_ENDPOINT);
    assert.equal((await tryOnce(node(), other.id)).status, 'success');
    assert.equal(silent.received.length, 3 * PERMITS_PER_ENDPOINT);
  });
});

onBothEngines.full('Thirty endpoints that never respond', (node) => {
  const ENDPOINTS = 30;
  const DUE = 200;

  test('share the permits, and leave some for one that responds', async () => {
    await using silent = await Receiver.start(silence);
    await using healthy = await Receiver.start();
    const other = await createEndpoint(node(), healthy.url);
    // Due at the same moment, so that one poll finds all of them.
    const soon = node().clock.now() + 1_000;
    for (let number = 0; number < ENDPOINTS; number += 1) {
      const url = `${silent.url}/${number}`;
      const { id } = await createEndpoint(node(), url, { events: ['member.deactivated'] });
      await writeDeliveries(node(), id, DUE, { fieldsOf: () => ({ due_at: soon }), isTold: false });
    }
    node().clock.advance(1_000);

    const { database } = node().services;
    const selectClaimed = `select id, endpoint_id from webhook_deliveries
      where claim_id is not null and endpoint_id <> '${other.id}'`;
    const failed = () => countRows(database, 'webhook_attempts', 'response_code is null');

    /** Events arrive, one after another. Each time, the engine polls the whole backlog. */
    async function assertServed(): Promise<void> {
      const before = healthy.received.length;
      const requests: string[] = [];
      for (let place = before + 1; place <= before + 10; place += 1) {
        requests.push((await makeRequest(node())).id);
        await healthy.atLeast(place);
      }
      const arrived = healthy.received.slice(before).map(({ payload }) => payload.id);
      assert.deepEqual(arrived, requests);
    }
    /** Waits until everything claimed for the silent endpoints has arrived. Returns how many deliveries that are. */
    async function assertShared(): Promise<number> {
      const claimed = await eventually(async () => {
        const rows = await database.all<{ id: string; endpoint_id: string }>(selectClaimed);
        const arrived = new Set(receivedIds(silent));
        return rows.length >= PERMITS / 2 && rows.every(({ id }) => arrived.has(id)) && rows;
      });
      assert.ok(claimed.length < PERMITS, `${claimed.length} of ${PERMITS} are in flight`);
      const byEndpoint = Map.groupBy(claimed, ({ endpoint_id }) => endpoint_id);
      const shares = [...byEndpoint.values()].map(({ length }) => length);
      const [least, most] = [Math.min(...shares), Math.max(...shares)];
      assert.ok(most <= PERMITS_PER_ENDPOINT && most < 2 * least, `from ${least} to ${most} each`);
      assert.equal(shares.length, ENDPOINTS);
      return claimed.length;
    }

    await assertServed();
    const first = await assertShared();
    node().clock.advance(DEADLINE_MS);
    await eventually(async () => (await failed()) >= first);
    await assertServed();
    await assertShared();
    assert.equal(new Set(receivedIds(silent)).size, silent.received.length, 'nothing was sent twice');
  });
});

onBothEngines.full('A thousand endpoints of one workspace that never respond', (node) => {
  /** What one workspace can have while no other sends anything. */
  const PERMITS_PER_WORKSPACE = 750;

  test('leave a quarter of the permits to the other workspaces', async () => {
    await using silent = await Receiver.start(silence);
    await using healthy = await Receiver.start();
    const { id } = await createEndpoint(node(), silent.url);
    await copyEndpoint(node(), id, PERMITS - 1, (place) => `${silent.url}/${place}`);
    await makeRequest(node());
    await silent.atLeast(PERMITS_PER_WORKSPACE);

    const { rawKey: key } = await node().otherWorkspace();
    const url = { url: healthy.url, events: ['meeting_request.created'] };
    const other = dataOf<{ id: string }>(await node().post(ENDPOINTS, url, { key }));
    for (let place = 1; place <= 5; place += 1) {
      await node().post(`${ENDPOINTS}/${other.id}/test`, undefined, { key });
      await healthy.atLeast(place);
    }
    assert.equal(silent.received.length, PERMITS_PER_WORKSPACE);
    assert.equal(await figure(node(), 'rota_webhook_oldest_due_age_seconds'), 0);
  });
});
