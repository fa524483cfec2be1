// Endpoints are created, read, changed, listed and tested, and get only what they subscribed to.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { deliveriesTo, EVENT_TYPES } from '../../../support/makers/events.ts';
import { makeRequest } from '../../../support/makers/meeting-requests.ts';
import { timeOf } from '../../../support/makers/team-members.ts';
import {
  auditOf,
  changeEndpoint,
  type EndpointWithSecret,
  HOOK,
  LEAST,
  listEndpoints,
  pathOf,
  withoutSecret,
} from '../../../support/makers/webhook-endpoints.ts';
import { createEndpoint, ENDPOINTS, listDeliveries, readEndpoint } from '../../../support/makers/webhooks.ts';
import { Receiver } from '../../../support/receivers/receiver.ts';
import type { Endpoint } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const SECRET = /^whsec_[0-9A-Za-z]{32}$/;

onBothEngines('webhook endpoints', (node) => {
  test('201: an endpoint has the fields of the contract, its secret here only, and reads the same', async () => {
    const full = { url: `${HOOK}?a=1#b`, events: EVENT_TYPES.toReversed(), description: ' CRM sync ' };
    for (const [given, shown] of [
      [LEAST, { ...LEAST, description: null }],
      [
        { ...LEAST, description: null, headers: null },
        { ...LEAST, description: null },
      ],
      [
        { ...LEAST, description: '', headers: [] },
        { ...LEAST, description: '' },
      ],
      [{ ...full, headers: [{ key: 'X-Token', value: 'abc', colour: 'red' }] }, full],
      // Unknown fields, and fields that the server sets.
      [
        { ...full, colour: 'red', id: 'we_1', enabled: false, disabled_at: timeOf(node()), created_at: 7 },
        full,
      ],
    ] as const) {
      node().clock.advance(1_000);
      const answer = await node().post(ENDPOINTS, given);
      assert.equal(answer.status, 201);
      const { id, signing_secret, ...rest } = dataOf<EndpointWithSecret>(answer);
      assert.match(id, /^we_[0-9A-Z]{26}$/);
      assert.match(signing_secret, SECRET);
      const now = timeOf(node());
      const times = { disabled_at: null, disabled_reason: null, created_at: now, updated_at: now };
      assert.deepEqual(rest, { ...shown, enabled: true, ...times });
      node().clock.advance(1_000);
      const read = await node().get(`${ENDPOINTS}/${id}`);
      assert.deepEqual([read.status, read.body], [200, { data: { id, ...rest } }]);
    }
  });

  test('200: the list has pages, newest first, also within one millisecond', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const nothing = { data: [], meta: { limit: 25, has_more: false, next_cursor: null } };
    assert.deepEqual(await listEndpoints(node(), '', key), nothing);
    const made: Endpoint[] = [];
    for (let number = 1; number <= 26; number++) {
      if (number % 2 === 0) node().clock.advance(1);
      const body = { ...LEAST, description: `${number}`, headers: [{ key: 'X-Token', value: 'abc' }] };
      made.unshift(withoutSecret(dataOf(await node().post(ENDPOINTS, body, { key }))));
    }
    const page = (limit: number, from: number, to: number) => {
      const next_cursor = to < 26 ? made[to - 1]?.id : null;
      return { data: made.slice(from, to), meta: { limit, has_more: to < 26, next_cursor } };
    };
    assert.deepEqual(await listEndpoints(node(), '', key), page(25, 0, 25));
    assert.deepEqual(await listEndpoints(node(), `?cursor=${made[24]?.id}`, key), page(25, 25, 26));
    assert.deepEqual(await listEndpoints(node(), '?limit=10', key), page(10, 0, 10));
    assert.deepEqual(await listEndpoints(node(), `?limit=10&cursor=${made[9]?.id}`, key), page(10, 10, 20));
    assert.deepEqual(await listEndpoints(node(), `?limit=6&cursor=${made[19]?.id}`, key), page(6, 20, 26));
    assert.deepEqual(await listEndpoints(node(), '?limit=0', key), page(1, 0, 1));
    assert.deepEqual(await listEndpoints(node(), '?limit=101', key), page(100, 0, 26));

    // The id of a deleted endpoint is still a cursor, and a changed endpoint keeps its place.
    assert.equal((await node().delete(pathOf(made[9] as Endpoint), { key })).status, 204);
    node().clock.advance(1_000);
    const changed = await node().patch(pathOf(made[11] as Endpoint), { description: 'Changed' }, { key });
    const { data } = await listEndpoints(node(), `?limit=3&cursor=${made[9]?.id}`, key);
    assert.deepEqual(data, [made[10], dataOf(changed), made[12]]);
    assert.ok(!(await listEndpoints(node(), '?limit=100', key)).data.some(({ id }) => id === made[9]?.id));
  });

  test('200: a change sets the given fields and updated_at, and changes no other endpoint', async () => {
    let endpoint = withoutSecret(await createEndpoint(node(), HOOK));
    const other = withoutSecret(await createEndpoint(node(), HOOK));
    for (const [given, shown] of [
      [{ url: 'http://127.0.0.1:1/moved' }],
      [{ events: ['member.deactivated', 'meeting_request.booked'] }],
      // Another order is another list.
      [{ events: ['meeting_request.booked', 'member.deactivated'] }],
      [{ description: 'CRM sync' }],
      [{ description: null }],
      [{ description: '' }],
      [{ url: HOOK, events: EVENT_TYPES, description: 'All at once' }],
      [{ headers: [{ key: 'X-Token', value: 'abc' }] }, {}],
      [{ headers: [{ key: 'X-Token', value: 'other' }] }, {}],
      [{ headers: null }, {}],
      [
        { description: 'Not the rest', id: 'we_1', created_at: 7, disabled_at: 7 },
        { description: 'Not the rest' },
      ],
    ] as const) {
      node().clock.advance(1_000);
      endpoint = { ...endpoint, ...((shown ?? given) as object), updated_at: timeOf(node()) };
      const answer = await node().patch(pathOf(endpoint), given);
      assert.deepEqual([answer.status, answer.body], [200, { data: endpoint }], JSON.stringify(given));
      assert.deepEqual(await readEndpoint(node(), endpoint.id), endpoint);
    }
    assert.deepEqual(await readEndpoint(node(), other.id), other);
  });

  test('200: a change to the present values changes nothing, not even updated_at', async () => {
    const headers = [{ key: 'X-Token', value: 'abc' }];
    const fields = { events: ['member.deactivated', 'meeting_request.booked'], description: 'CRM sync' };
    const endpoint = withoutSecret(await createEndpoint(node(), HOOK, { ...fields, headers }));
    node().clock.advance(1_000);
    for (const body of [
      undefined,
      {},
      { colour: 'red' },
      { url: HOOK, ...fields, headers, enabled: true },
      { events: [...fields.events, 'member.deactivated'] },
    ]) {
      const answer = await node().patch(pathOf(endpoint), body);
      assert.deepEqual([answer.status, answer.body], [200, { data: endpoint }], JSON.stringify(body));
    }
    assert.equal((await auditOf(node(), endpoint)).length, 1, 'only its creation');
  });

  test('events that are given twice are there once, each at its first place', async () => {
    const events = ['member.deactivated', 'meeting_request.booked', 'member.deactivated'];
    const endpoint = await createEndpoint(node(), HOOK, { events });
    assert.deepEqual(endpoint.events, ['member.deactivated', 'meeting_request.booked']);
    const again = ['meeting_request.booked', 'meeting_request.booked', 'member.deactivated'];
    const changed = await changeEndpoint(node(), endpoint, { events: again });
    assert.deepEqual(changed.events, ['meeting_request.booked', 'member.deactivated']);
    assert.deepEqual(await readEndpoint(node(), endpoint.id), changed);
  });

  test('a new endpoint gets what it has subscribed to from then on, and nothing else', async () => {
    await using receiver = await Receiver.start();
    await makeRequest(node());
    const created = await createEndpoint(node(), receiver.url);
    const booked = await createEndpoint(node(), receiver.url, { events: ['meeting_request.booked'] });
    const request = await makeRequest(node());
    const [received] = await receiver.atLeast(1);
    assert.deepEqual(received?.payload, {
      event: 'meeting_request.created',
      timestamp: timeOf(node()),
      id: request.id,
      organizer_email: request.organizer_email,
      participant_emails: request.participant_emails,
      meeting_type_id: null,
      status: 'active',
      created_at: request.created_at,
    });
    const made = (await deliveriesTo(node(), created.id)).map(({ id }) => id);
    assert.deepEqual(made, [received?.deliveryId]);
    assert.deepEqual(await deliveriesTo(node(), booked.id), []);
  });

  test('202: a test event goes to that endpoint, whatever it has subscribed to', async () => {
    await using receiver = await Receiver.start();
    const endpoint = await createEndpoint(node(), receiver.url, { events: ['member.deactivated'] });
    const other = await createEndpoint(node(), receiver.url);
    const answer = await node().post(pathOf(endpoint, '/test'));
    const { delivery_id } = dataOf<{ delivery_id: string }>(answer);
    assert.match(delivery_id, /^del_[0-9A-Z]{26}$/);
    assert.deepEqual([answer.status, answer.body], [202, { data: { delivery_id, status: 'queued' } }]);
    const [received] = await receiver.atLeast(1);
    assert.deepEqual([received?.deliveryId, received?.headers['x-webhook-event']], [delivery_id, 'test']);
    assert.deepEqual(received?.payload, {
      event: 'test',
      timestamp: timeOf(node()),
      message: 'This is a test of your webhook endpoint',
    });
    const listed = await listDeliveries(node(), endpoint.id);
    assert.deepEqual(
      listed.map(({ id, event_type, payload }) => ({ id, event_type, payload })),
      [{ id: delivery_id, event_type: 'test', payload: received.payload }],
    );
    assert.deepEqual(await deliveriesTo(node(), other.id), []);
    // A body is ignored.
    const again = await node().post(pathOf(endpoint, '/test'), { event: 'member.deactivated' });
    assert.notEqual(dataOf<{ delivery_id: string }>(again).delivery_id, delivery_id);
    assert.equal((await receiver.atLeast(2))[1]?.payload.event, 'test');
  });

  test('202: with an Idempotency-Key a test event is sent once', async () => {
    const endpoint = await createEndpoint(node(), HOOK);
    const ask = () =>
      node().post(pathOf(endpoint, '/test'), undefined, { headers: { 'idempotency-key': 'test-1' } });
    const [first, second] = [await ask(), await ask()];
    assert.deepEqual([second.status, second.text], [202, first.text]);
    assert.equal(second.headers['idempotency-replayed'], 'true');
    assert.equal((await deliveriesTo(node(), endpoint.id)).length, 1);
  });

  test('200: a rotation returns the endpoint as it was, with another secret', async () => {
    const { signing_secret: former, ...endpoint } = await createEndpoint(node(), HOOK, {
      description: 'CRM sync',
      headers: [{ key: 'X-Token', value: 'abc' }],
    });
    await changeEndpoint(node(), endpoint, { enabled: false });
    const disabled = await readEndpoint(node(), endpoint.id);
    node().clock.advance(1_000);
    const answer = await node().post(pathOf(endpoint, '/rotate_secret'), { signing_secret: former });
    const { signing_secret } = dataOf<EndpointWithSecret>(answer);
    assert.match(signing_secret, SECRET);
    assert.notEqual(signing_secret, former);
    const rotated = { ...disabled, updated_at: timeOf(node()) };
    assert.deepEqual([answer.status, answer.body], [200, { data: { ...rotated, signing_secret } }]);
    assert.deepEqual(await readEndpoint(node(), endpoint.id), rotated);
  });
});
