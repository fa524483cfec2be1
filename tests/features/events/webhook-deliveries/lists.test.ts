// Deliveries of an endpoint are listed with filters and pages, and each one with its attempts.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import { makeMember, timeOf } from '../../../support/makers/team-members.ts';
import { pathOf } from '../../../support/makers/webhook-endpoints.ts';
import {
  afterAttempts,
  createEndpoint,
  readDelivery,
  sendTest,
  tryOnce,
} from '../../../support/makers/webhooks.ts';
import { startTest, tried, withoutLog } from '../../../support/receivers/attempts.ts';
import { NO_DELAYS } from '../../../support/receivers/failed-deliveries.ts';
import { type Received, Receiver } from '../../../support/receivers/receiver.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { Delivery, DeliveryWithLog, Page } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const EMPTY = { data: [], meta: { limit: 25, has_more: false, next_cursor: null } };
const STATUSES = ['pending', 'success', 'failed'] as const;
const TYPES = ['test', 'meeting_request.created', 'meeting_request.paused'] as const;

async function list(node: Node, id: string, filters: Record<string, string> = {}): Promise<Page<Delivery>> {
  const answer = await node.get(`${pathOf({ id })}/deliveries?${new URLSearchParams(filters)}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body as Page<Delivery>;
}

/** Reads all pages. */
async function walk(node: Node, id: string, filters: Record<string, string>): Promise<Delivery[]> {
  const seen: Delivery[] = [];
  for (let page = {}; ; ) {
    const { data, meta } = await list(node, id, { ...filters, ...page });
    seen.push(...data);
    assert.deepEqual(meta, {
      limit: Number(filters.limit ?? 25),
      has_more: meta.has_more,
      next_cursor: meta.has_more ? data.at(-1)?.id : null,
    });
    if (!meta.has_more) return seen;
    assert.equal(data.length, meta.limit);
    page = { cursor: meta.next_cursor };
  }
}

/** Deliveries of each type in each state, mixed, as they must be listed. */
async function makeDeliveries(node: Node, receiver: Receiver, count: number) {
  const { email: organizer_email } = await makeMember(node);
  const toBePaused: string[] = [];
  for (let number = 0; number < count / 2; number++) {
    toBePaused.push((await makeRequest(node, { organizer_email })).id);
  }
  const { id } = await createEndpoint(node, receiver.url, { events: TYPES.slice(1) });
  const causes = [
    () => sendTest(node, id),
    () => makeRequest(node, { organizer_email }),
    async () => dataOf(await applyTransition(node, toBePaused.pop() as string, 'pause')),
  ];
  const made: Delivery[] = [];
  for (let number = 0; number < count; number++) {
    // Nine failures of sixty: one more, and the endpoint would be disabled.
    const status = number % 7 === 3 ? 'failed' : number % 3 === 0 ? 'pending' : 'success';
    const type = Math.floor(number / 4) % 3;
    // Four in each millisecond.
    if (number % 4 === 0) node.clock.advance(1);
    receiver.answer = { pending: () => {}, success: 201, failed: 404 }[status];
    const before = receiver.received.length;
    await causes[type]?.();
    const { deliveryId, payload } = (await receiver.atLeast(before + 1))[before] as Received;
    const attempts = { pending: 0, success: 1, failed: 8 }[status];
    await afterAttempts(node, id, deliveryId, attempts);
    const now = timeOf(node);
    made.unshift({
      id: deliveryId,
      event_type: TYPES[type] as string,
      status,
      payload,
      response_code: { pending: null, success: 201, failed: 404 }[status],
      attempts,
      delivered_at: status === 'success' ? now : null,
      last_attempted_at: attempts > 0 ? now : null,
      created_at: now,
    });
  }
  return { id, made };
}

onBothEngines(
  'lists of deliveries',
  (node) => {
    test('60 deliveries, newest first, page by page, by status, by type and by both', async () => {
      await using receiver = await Receiver.start();
      const { id, made } = await makeDeliveries(node(), receiver, 60);
      for (const [place, status] of [undefined, ...STATUSES].entries()) {
        for (const event_type of [undefined, ...TYPES]) {
          const filters = { ...(status && { status }), ...(event_type && { event_type }) };
          const expected = made.filter(
            (delivery) =>
              (!status || delivery.status === status) && (!event_type || delivery.event_type === event_type),
          );
          const what = JSON.stringify(filters);
          assert.notEqual(expected.length, 0, what);
          assert.deepEqual((await list(node(), id, { ...filters, limit: '100' })).data, expected, what);
          assert.deepEqual(await walk(node(), id, { ...filters, limit: `${place * 2 + 3}` }), expected, what);
        }
      }
      assert.deepEqual(await walk(node(), id, {}), made);
      assert.deepEqual(await walk(node(), id, { limit: '30' }), made);
      assert.deepEqual(await walk(node(), id, { limit: '1', status: 'failed' }), made.filter(isFailed));
      assert.equal((await node().delete(pathOf({ id }))).status, 204);
    });

    test('limits out of range are clamped; a cursor is a place in the list', async () => {
      await using receiver = await Receiver.start();
      const { id } = await createEndpoint(node(), receiver.url, { events: ['member.deactivated'] });
      const other = await createEndpoint(node(), receiver.url, { events: ['member.deactivated'] });
      const [first, theirs, last] = [
        withoutLog(await tryOnce(node(), id)),
        await tryOnce(node(), other.id),
        withoutLog(await tryOnce(node(), id)),
      ];
      const page = (limit: number, ...data: Delivery[]) => ({
        data,
        meta: { limit, has_more: false, next_cursor: null },
      });
      const more = { data: [last], meta: { limit: 1, has_more: true, next_cursor: last.id } };
      assert.deepEqual(await list(node(), id), page(25, last, first));
      assert.deepEqual(await list(node(), id, { limit: '0' }), more);
      assert.deepEqual(await list(node(), id, { limit: '-5' }), more);
      assert.deepEqual(await list(node(), id, { limit: '101' }), page(100, last, first));
      assert.deepEqual(await list(node(), id, { limit: '2' }), page(2, last, first));
      assert.deepEqual(await list(node(), id, { cursor: last.id }), page(25, first));
      assert.deepEqual(await list(node(), id, { cursor: theirs.id }), page(25, first));
      assert.deepEqual(await list(node(), id, { cursor: first.id }), EMPTY);
    });

    test('200: an empty list, before the first delivery and for an unknown type of event', async () => {
      await using receiver = await Receiver.start();
      const { id } = await createEndpoint(node(), receiver.url, { events: ['member.deactivated'] });
      assert.deepEqual(await list(node(), id), EMPTY);
      await tryOnce(node(), id);
      for (const event_type of ['meeting_request.created', 'no.such.event', 'TEST', '%', '']) {
        assert.deepEqual(await list(node(), id, { event_type }), EMPTY, event_type);
        assert.deepEqual(await list(node(), id, { event_type, status: 'success' }), EMPTY, event_type);
      }
      assert.deepEqual(await list(node(), id, { status: 'failed' }), EMPTY);
    });

    test('422: an unknown status, a limit that is not an integer, a cursor of another list', async () => {
      const { id } = await createEndpoint(node(), 'http://127.0.0.1:1/hook');
      const status = 'status must be one of pending, success, failed';
      const cursor = 'cursor must be the next_cursor of an earlier page of this list';
      await assertRefused(
        node(),
        (
          [
            ...['queued', 'PENDING', 'retrying', '', 'pending,failed'].map((text) => [
              `status=${text}`,
              status,
            ]),
            ['status=failed&status=success', 'status must be given only once'],
            ['event_type=test&event_type=test', 'event_type must be given only once'],
            ['limit=many', 'limit must be an integer'],
            ['limit=2.5', 'limit must be an integer'],
            [`cursor=${id}`, cursor],
            ['cursor=del_1', cursor],
            ['cursor=', cursor],
          ] as [string, string][]
        ).map(([query, message]) => [
          () => node().get(`${pathOf({ id })}/deliveries?${query}`),
          'invalid_request',
          message,
        ]),
      );
    });

    test('404: a delivery of another endpoint of the workspace', async () => {
      await using receiver = await Receiver.start();
      const { id } = await createEndpoint(node(), receiver.url, { events: ['member.deactivated'] });
      const other = await createEndpoint(node(), receiver.url, { events: ['member.deactivated'] });
      const theirs = await tryOnce(node(), other.id);
      const through = `${pathOf({ id })}/deliveries/${theirs.id}`;
      await assertRefused(node(), [
        [() => node().get(through), 'not_found', 'Webhook delivery not found'],
        [() => node().post(`${through}/retry`), 'not_found', 'Webhook delivery not found'],
      ]);
      // Through its own endpoint, both calls succeed.
      assert.deepEqual(await readDelivery(node(), other.id, theirs.id), theirs);
      assert.equal((await node().post(`${pathOf(other)}/deliveries/${theirs.id}/retry`)).status, 202);
    });

    test('a delivery and its log are of one moment, also while attempts are being recorded', async () => {
      await using receiver = await Receiver.start(500);
      const { id } = await createEndpoint(node(), receiver.url, { events: ['member.deactivated'] });
      for (let round = 1; round <= 2; round++) {
        const delivery = await startTest(node(), id);
        const steps = [delivery];
        for (let attempt = 1; attempt <= 8; attempt++) {
          const status = attempt === 8 ? 'failed' : 'pending';
          steps.push(tried(steps.at(-1) as DeliveryWithLog, timeOf(node()), { status }));
        }
        for (let seen = delivery; seen.status === 'pending'; ) {
          seen = await readDelivery(node(), id, delivery.id);
          assert.deepEqual(seen, steps[seen.attempts]);
        }
      }
    });
  },
  NO_DELAYS,
);

const isFailed = ({ status }: Delivery) => status === 'failed';
