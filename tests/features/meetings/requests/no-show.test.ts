// Somebody didn't come to a meeting: who may be marked, when, and what is told about it.
import assert from 'node:assert/strict';
import { describe, test } from '../../../support/lanes.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import {
  makeRequest,
  makeRequestAfter,
  REQUESTS,
  readRequest,
} from '../../../support/makers/meeting-requests.ts';
import { entriesAbout, makeMember } from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines, startTwoNodes } from '../../../support/server/rota.ts';

const [GRACE, ALAN] = ['grace@example.org', 'alan@example.net'];

/** The clock of the tests begins on Monday, 2 March 2026, at 9:00. */
const ON_FRIDAY = '2026-02-27T10:00:00.000Z';
const LATER = '2030-03-06T10:00:00.000Z';

const post = (node: Node, { id }: { id: string }, to: string, body: object) =>
  node.post(`${REQUESTS}/${id}/${to}`, body);
const mark = async (node: Node, request: { id: string }, body: object) =>
  dataOf<MeetingRequest>(await post(node, request, 'no_show', body));

/** A meeting with both, booked for this time. */
async function bookedAt(node: Node, starts_at: string, fields: object = {}): Promise<MeetingRequest> {
  const participants = { participants: [{ email: GRACE }, { email: ALAN }] };
  const request = await makeRequest(node, { ...participants, ...fields });
  return dataOf(await post(node, request, 'book', { starts_at, force: true }));
}

const noShowsOf = async (node: Node, { id }: { id: string }) =>
  (await payloadsAbout(node, id)).filter(({ event }) => event === 'meeting_request.no_show');
const entriesOf = async (node: Node, { id }: { id: string }) =>
  (await entriesAbout(node, id)).filter(({ action }) => action === 'meeting_request.no_show');

onBothEngines('A no-show', (node) => {
  test('of the guests is of all of them, or of those who are named, and is shown and told', async () => {
    const request = await bookedAt(node(), ON_FRIDAY);
    assert.equal(request.no_show, null);
    node().clock.advance(1_000);
    const all = await mark(node(), request, { by: 'guest' });
    const at = new Date(node().clock.now()).toISOString();
    assert.deepEqual(all.no_show, { by: 'guest', participant_emails: [GRACE, ALAN], at });
    assert.deepEqual([all.status, all.updated_at], ['booked', at]);
    assert.deepEqual(await readRequest(node(), request.id), all);

    const named = { by: 'guest', participant_emails: [ALAN.toUpperCase(), ALAN] };
    assert.deepEqual((await mark(node(), request, named)).no_show?.participant_emails, [ALAN]);
    const [first, second] = await noShowsOf(node(), request);
    assert.deepEqual(first, {
      event: 'meeting_request.no_show',
      timestamp: at,
      id: request.id,
      organizer_email: request.organizer_email,
      by: 'guest',
      participant_emails: [GRACE, ALAN],
      calendar_event_id: request.calendar_event_id,
      starts_at: ON_FRIDAY,
      marked_at: at,
    });
    assert.deepEqual(second?.participant_emails, [ALAN]);
    const latest = (await entriesOf(node(), request)).at(-1);
    assert.deepEqual(latest?.changes.no_show, [
      { by: 'guest', participant_emails: [GRACE, ALAN], at },
      { by: 'guest', participant_emails: [ALAN], at },
    ]);
  });

  test('of the host names no guests, and is removed with null', async () => {
    const request = await bookedAt(node(), ON_FRIDAY);
    const marked = await mark(node(), request, { by: 'host' });
    assert.deepEqual([marked.no_show?.by, marked.no_show?.participant_emails], ['host', []]);
    assert.equal((await mark(node(), request, { by: null })).no_show, null);
    const [, undone] = await noShowsOf(node(), request);
    assert.deepEqual([undone?.by, undone?.participant_emails, undone?.marked_at], [null, [], null]);
  });

  test('that is told again, or is not there to be removed, changes nothing', async () => {
    const request = await bookedAt(node(), ON_FRIDAY);
    assert.deepEqual(await mark(node(), request, { by: null }), request);
    const marked = await mark(node(), request, { by: 'guest', participant_emails: [GRACE] });
    node().clock.advance(60_000);
    assert.deepEqual(await mark(node(), request, { by: 'guest', participant_emails: [GRACE] }), marked);
    assert.deepEqual(
      await mark(node(), request, { by: 'guest', participant_emails: [GRACE, GRACE] }),
      marked,
    );
    await mark(node(), request, { by: null });
    node().clock.advance(60_000);
    await mark(node(), request, { by: null, participant_emails: null });
    assert.equal((await noShowsOf(node(), request)).length, 2);
    assert.equal((await entriesOf(node(), request)).length, 2);
  });

  test('begins to be possible when the meeting begins', async () => {
    const now = node().clock.now();
    const request = await bookedAt(node(), new Date(now + 1).toISOString());
    assert.equal((await post(node(), request, 'no_show', { by: 'host' })).status, 422);
    node().clock.advance(1);
    assert.equal((await mark(node(), request, { by: 'host' })).no_show?.by, 'host');
  });

  test('is forgotten when the meeting moves to a time to come, and stays otherwise', async () => {
    const request = await bookedAt(node(), ON_FRIDAY);
    const marked = await mark(node(), request, { by: 'guest' });
    const earlier = { starts_at: '2026-02-26T10:00:00.000Z' };
    const corrected = dataOf<MeetingRequest>(await post(node(), request, 'reschedule', earlier));
    assert.deepEqual(corrected.no_show, marked.no_show, 'a time that is over, too');
    const open = dataOf<MeetingRequest>(await post(node(), request, 'reschedule', {}));
    assert.deepEqual([open.status, open.no_show], ['active', marked.no_show]);
    const moved = dataOf<MeetingRequest>(await post(node(), request, 'book', { starts_at: LATER }));
    assert.equal(moved.no_show, null);
    const entry = (await entriesAbout(node(), request.id)).at(-1);
    assert.deepEqual(entry?.changes.no_show, [marked.no_show, null]);

    const other = await bookedAt(node(), ON_FRIDAY);
    await mark(node(), other, { by: 'host' });
    const later = { starts_at: LATER, force: true };
    const rescheduled = dataOf<MeetingRequest>(await post(node(), other, 'reschedule', later));
    assert.equal(rescheduled.no_show, null);

    const ended = await bookedAt(node(), ON_FRIDAY);
    const { no_show } = await mark(node(), ended, { by: 'guest' });
    const cancelled = dataOf<MeetingRequest>(await post(node(), ended, 'cancel', {}));
    assert.deepEqual([cancelled.status, cancelled.no_show], ['cancelled', no_show]);
  });

  test('clears the attention: somebody has seen to it', async () => {
    const request = await bookedAt(node(), ON_FRIDAY);
    await node().services.database.change(
      `update meeting_requests set attention_reason = 'declined', attention_since = 1
       where workspace_id = $1 and id = $2 returning id`,
      [node().workspaceId, request.id],
    );
    assert.equal((await mark(node(), request, { by: 'guest' })).attention, null);
  });

  test('422: what is not booked or has not begun, nobody of the meeting, and what makes no sense', async () => {
    const request = await bookedAt(node(), ON_FRIDAY);
    const marking =
      (body: object, { id } = request) =>
      () =>
        post(node(), { id }, 'no_show', body);
    const active = await makeRequest(node());
    const cancelled = await makeRequestAfter(node(), 'book', 'cancel');
    const guest = { by: 'guest' };
    const state = (status: string) =>
      ['invalid_request', `Cannot mark a no-show in a request that is ${status}`] as const;
    const onlyGuests = 'participant_emails can only be given with by: "guest"';
    await assertRefused(node(), [
      [marking(guest, active), ...state('active')],
      [marking({ by: null }, active), ...state('active')],
      [marking(guest, cancelled), ...state('cancelled')],
      [marking(guest, await bookedAt(node(), LATER)), 'invalid_request', 'The meeting has not begun yet'],
      [
        marking({ by: 'guest', participant_emails: [ALAN, 'eve@example.org'] }),
        'validation_error',
        'participant_emails[1] is not a participant of this request',
      ],
      [marking({ by: 'host', participant_emails: [ALAN] }), 'invalid_request', onlyGuests],
      [marking({ by: null, participant_emails: [ALAN] }), 'invalid_request', onlyGuests],
      [
        marking({ by: 'guest', participant_emails: [] }),
        'invalid_request',
        'participant_emails must have at least 1 item',
      ],
      [marking({}), 'invalid_request', 'by is required'],
      [marking({ by: 'nobody' }), 'invalid_request', 'by must be one of guest, host'],
      [marking(guest, { ...request, id: `mr_${'0'.repeat(26)}` }), 'not_found', 'Meeting request not found'],
    ]);
  });
});

describe.full('A no-show on two nodes of one PostgreSQL', () => {
  test('counts once, of many calls at once', async (t) => {
    const nodes = await startTwoNodes(t);
    const [one] = nodes;
    const organizer = await makeMember(one);
    const body = { name: 'Sales', member_ids: [organizer.id] };
    const team = dataOf<{ id: string }>(await one.post('/api/v1/teams', body));
    const request = await bookedAt(one, ON_FRIDAY, { team_id: team.id });
    one.clock.advance(1_000);
    const calls = Array.from({ length: 10 }, (_, place) =>
      mark(nodes[place % 2] as Node, request, { by: 'guest' }),
    );
    const answers = await Promise.all(calls);
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
    assert.equal((await noShowsOf(one, request)).length, 1);
    assert.deepEqual(
      (await entriesOf(one, request)).map(({ changes }) => changes.returned_turn_id?.[0]),
      [null],
    );
  });
});
