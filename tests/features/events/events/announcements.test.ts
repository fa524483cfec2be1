// An event is written with one delivery for each subscribed endpoint of its workspace, and for no other.
import assert from 'node:assert/strict';
import { isId } from '../../../../src/ids.ts';
import { describe, test } from '../../../support/lanes.ts';
import {
  deliveriesTo,
  EVENT_TYPES,
  eventsOf,
  type StoredDelivery,
  subscribe,
  TYPES_OF_CALLS,
} from '../../../support/makers/events.ts';
import {
  applyTransition,
  makeRequest,
  makeRequestAfter,
  REQUESTS,
  type TransitionName,
} from '../../../support/makers/meeting-requests.ts';
import { deactivate, MEMBERS, makeMember, timeOf } from '../../../support/makers/team-members.ts';
import { untilIdle } from '../../../support/server/idle.ts';
import { answerBehind } from '../../../support/server/locks.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import { dataOf, type Node, onBothEngines, startTwoNodes } from '../../../support/server/rota.ts';

/** All deliveries of the event, oldest first, with their workspaces. */
async function deliveriesOf({ services }: Node, eventId: string | undefined) {
  const rows = await services.database.all<StoredDelivery & { workspace_id: string }>(
    'select * from webhook_deliveries where event_id = $1 order by id',
    [eventId ?? null],
  );
  return rows.map((row) => ({ ...row }));
}

async function countRows({ services }: Node): Promise<unknown> {
  return services.database.get(
    'select (select count(*) from events) as events, (select count(*) from webhook_deliveries) as deliveries',
  );
}

onBothEngines('announcements', (node) => {
  const typesTo = async (endpointId: string) =>
    (await deliveriesTo(node(), endpointId)).map(({ event_type }) => event_type);

  test('every endpoint of the workspace that has subscribed gets a delivery, disabled or not, and no other', async () => {
    const { id } = await makeRequest(node());
    const { id: otherWorkspace } = await node().otherWorkspace();
    const first = await subscribe(node(), ['meeting_request.paused']);
    await subscribe(node(), ['meeting_request.resumed', 'member.deactivated']);
    const enabled = await subscribe(node(), ['meeting_request.paused'], { enabled: true });
    await subscribe(node(), []);
    await subscribe(node(), ['meeting_request.paused'], { workspace: otherWorkspace });
    // A type matches as a whole, not in part.
    await subscribe(node(), ['meeting_request', 'meeting_request.paused_again', 'paused']);
    const last = await subscribe(node(), ['meeting_request.booked', 'meeting_request.paused']);

    node().clock.advance(60_000);
    dataOf(await applyTransition(node(), id, 'pause'));
    const event = (await eventsOf(node(), id)).at(-1);
    const deliveries = await deliveriesOf(node(), event?.id);
    assert.deepEqual(
      deliveries.map(({ endpoint_id }) => endpoint_id),
      [first, enabled, last],
    );
    // The delivery to the enabled endpoint may have been attempted already.
    const waiting = deliveries.filter(({ endpoint_id }) => endpoint_id !== enabled);
    assert.deepEqual(
      // The trace is that of the call.
      waiting.map((delivery) => ({ ...delivery, traceparent: null, tracestate: null })),
      [first, last].map((endpoint_id, place) => ({
        workspace_id: node().workspaceId,
        id: waiting[place]?.id,
        endpoint_id,
        event_id: event?.id,
        event_type: 'meeting_request.paused',
        status: 'pending',
        attempts: 0,
        earlier_attempts: 0,
        response_code: null,
        delivered_at: null,
        last_attempted_at: null,
        due_at: node().clock.now(),
        claim_id: null,
        lease_until: null,
        created_at: node().clock.now(),
        traceparent: null,
        tracestate: null,
      })),
    );
    for (const delivery of deliveries) assert.ok(isId('delivery', delivery.id), delivery.id);
    assert.ok(isId('event', event?.id as string), event?.id);
    assert.equal(event?.created_at, node().clock.now());
  });

  test('each type can be subscribed to, and comes alone', async () => {
    const endpoints = new Map<string, string>();
    for (const type of TYPES_OF_CALLS) endpoints.set(type, await subscribe(node(), [type]));
    const everything = await subscribe(node(), EVENT_TYPES);

    const { id, organizer_email } = await makeRequest(node());
    const names: TransitionName[] = ['pause', 'resume', 'follow_up', 'change_organizer', 'book'];
    for (const name of names) {
      dataOf(await applyTransition(node(), id, name));
      // A follow-up is told of once its message is kept.
      await untilIdle(node());
    }
    dataOf(await node().patch(`${REQUESTS}/${id}`, { location: { kind: 'custom', text: 'Here' } }));
    dataOf(await applyTransition(node(), id, 'reschedule', { starts_at: '2026-02-02T10:00:00Z' }));
    dataOf(await node().post(`${REQUESTS}/${id}/no_show`, { by: 'guest' }));
    dataOf(await applyTransition(node(), id, 'cancel'));
    const [organizer] = dataOf<{ id: string }[]>(await node().get(`${MEMBERS}?email=${organizer_email}`));
    await deactivate(node(), organizer as { id: string });

    for (const [type, endpoint] of endpoints) assert.deepEqual(await typesTo(endpoint), [type]);
    assert.deepEqual(await typesTo(everything), [
      'meeting_request.created',
      'meeting_request.paused',
      'meeting_request.resumed',
      'meeting_request.follow_up_sent',
      'meeting_request.organizer_changed',
      'meeting_request.booked',
      'meeting_request.place_changed',
      'meeting_request.rescheduled',
      'meeting_request.no_show',
      'meeting_request.cancelled',
      'member.deactivated',
    ]);
  });

  test('an event is announced in its own workspace only', async () => {
    const { id: workspaceId, rawKey: key } = await node().otherWorkspace();
    const [ours, theirs] = [
      await subscribe(node(), EVENT_TYPES),
      await subscribe(node(), EVENT_TYPES, { workspace: workspaceId }),
    ];
    const { email: organizer_email } = await makeMember(node(), null, key);
    const body = { organizer_email, participant_emails: ['guest@example.org'] };
    const { id } = dataOf<{ id: string }>(await node().post(REQUESTS, body, { key }));
    assert.deepEqual(await typesTo(ours), []);
    assert.deepEqual(await typesTo(theirs), ['meeting_request.created']);
    const { services } = node();
    const events = await eventsOf({ services, workspaceId });
    assert.deepEqual(
      events.map(({ payload }) => payload.id),
      [id],
    );
    assert.deepEqual(await eventsOf(node(), id), []);
  });

  test('without an endpoint there is an event and no delivery, also none for an endpoint that is created later', async () => {
    const { id: workspaceId, rawKey: key } = await node().otherWorkspace();
    const before = (await node().services.database.all('select id from webhook_deliveries')).length;
    const member = await makeMember(node(), null, key);
    dataOf(await node().post(`${MEMBERS}/${member.id}/deactivate`, undefined, { key }));
    const late = await subscribe(node(), EVENT_TYPES, { workspace: workspaceId });
    const { services } = node();
    const events = await eventsOf({ services, workspaceId });
    assert.deepEqual(
      events.map(({ type }) => type),
      ['member.deactivated'],
    );
    assert.deepEqual(await typesTo(late), []);
    assert.equal((await services.database.all('select id from webhook_deliveries')).length, before);
  });

  test('member.deactivated: who it was, and who took over', async () => {
    for (const name of ['Ada Lovelace', null]) {
      for (const successor of [await makeMember(node()), undefined]) {
        const member = await makeMember(node(), name);
        node().clock.advance(60_000);
        const body = successor && { transfer_to: successor.email.toUpperCase() };
        dataOf(await node().post(`${MEMBERS}/${member.id}/deactivate`, body));
        const events = await eventsOf(node(), member.id);
        assert.deepEqual(
          events.map(({ type, payload }) => ({ type, payload })),
          [
            {
              type: 'member.deactivated',
              payload: {
                event: 'member.deactivated',
                timestamp: timeOf(node()),
                id: member.id,
                email: member.email,
                name,
                deactivated_at: timeOf(node()),
                transferred_to: successor?.email ?? null,
              },
            },
          ],
        );
      }
    }
  });

  test('of many events of one change each has its deliveries, in the order of the events', async () => {
    const { id: memberId, email: organizer_email } = await makeMember(node());
    const successor = await makeMember(node());
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.push((await makeRequest(node(), { organizer_email })).id);
    const endpoints = [await subscribe(node(), EVENT_TYPES), await subscribe(node(), EVENT_TYPES)];
    const body = { transfer_to: successor.email };
    dataOf(await node().post(`${MEMBERS}/${memberId}/deactivate`, body));
    const events = (await eventsOf(node())).slice(-4);
    assert.deepEqual(
      events.map(({ payload }) => payload.id),
      [...ids, memberId],
    );
    for (const endpoint of endpoints) {
      const deliveries = await deliveriesTo(node(), endpoint);
      assert.deepEqual(
        deliveries.map(({ event_id, event_type }) => [event_id, event_type]),
        events.map(({ id, type }) => [id, type]),
      );
    }
  });

  test('a refused change leaves neither event nor delivery', async () => {
    const endpoint = await subscribe(node(), EVENT_TYPES);
    const { id } = await makeRequestAfter(node(), 'pause');
    const before = await deliveriesTo(node(), endpoint);
    assert.equal(before.length, 2);
    await assertRefused(node(), [
      [
        () => applyTransition(node(), id, 'pause'),
        'invalid_request',
        'Cannot pause a request that is already paused',
      ],
      [() => applyTransition(node(), id, 'book', {}), 'invalid_request', 'starts_at is required'],
    ]);
    assert.deepEqual(await deliveriesTo(node(), endpoint), before);
  });

  test('Idempotency-Key: a repeated request is not announced again', async () => {
    const endpoint = await subscribe(node(), EVENT_TYPES);
    const { email: organizer_email } = await makeMember(node());
    const headers = { 'idempotency-key': `create for ${organizer_email}` };
    const body = { organizer_email, participant_emails: ['guest@example.org'] };
    const create = () => node().post(REQUESTS, body, { headers });
    const first = await create();
    assert.equal(first.status, 202);
    const rows = await countRows(node());
    const again = await create();
    assert.deepEqual([again.text, again.headers['idempotency-replayed']], [first.text, 'true']);
    assert.deepEqual(await countRows(node()), rows);
    assert.deepEqual(await typesTo(endpoint), ['meeting_request.created']);
  });

  test('a deleted endpoint gets no more deliveries', async () => {
    const [gone, stays] = [await subscribe(node(), EVENT_TYPES), await subscribe(node(), EVENT_TYPES)];
    assert.equal((await node().delete(`/api/v1/webhook_endpoints/${gone}`)).status, 204);
    await makeRequest(node());
    assert.deepEqual(await typesTo(gone), []);
    assert.deepEqual(await typesTo(stays), ['meeting_request.created']);
  });
});

describe('An endpoint that changes at the moment of an announcement, on two nodes of one PostgreSQL', () => {
  test('200: it is being deleted: the change is made, and the other endpoints get deliveries', async (t) => {
    const [node, otherNode] = await startTwoNodes(t);
    const { id } = await makeRequest(node);
    const gone = await subscribe(node, EVENT_TYPES);
    const stays = await subscribe(node, EVENT_TYPES);
    const answer = await answerBehind(
      node.services.database,
      (tx) => tx.run('delete from webhook_endpoints where id = $1', [gone]),
      () => applyTransition(otherNode, id, 'pause'),
    );
    assert.equal(answer.status, 200, answer.text);
    const event = (await eventsOf(node, id)).find(({ type }) => type === 'meeting_request.paused');
    const deliveries = await deliveriesOf(node, event?.id);
    assert.deepEqual(
      deliveries.map(({ endpoint_id }) => endpoint_id),
      [stays],
    );
  });

  test('200: another field of it is being changed: the announcement does not wait for that', async (t) => {
    const [node, otherNode] = await startTwoNodes(t);
    const { id } = await makeRequest(node);
    const endpoint = await subscribe(node, EVENT_TYPES);
    await node.services.database.transaction(async (tx) => {
      await tx.run("update webhook_endpoints set description = 'x', disabled_at = 1 where id = $1", [
        endpoint,
      ]);
      assert.equal((await applyTransition(otherNode, id, 'pause')).status, 200);
    });
    assert.equal((await deliveriesTo(node, endpoint)).length, 1);
  });
});
