// Each change to a meeting request announces one event with exactly the documented fields.
import assert from 'node:assert/strict';
import { isId } from '../../../../src/ids.ts';
import { test } from '../../../support/lanes.ts';
import { eventsOf, payloadsAbout } from '../../../support/makers/events.ts';
import {
  applyTransition,
  makeRequest,
  makeRequestAfter,
  REQUESTS,
  type Status,
  type TransitionName,
  transitions,
  waysTo,
} from '../../../support/makers/meeting-requests.ts';
import { makeTeam } from '../../../support/makers/routed-team.ts';
import { deactivate, makeMember, timeOf } from '../../../support/makers/team-members.ts';
import { untilIdle } from '../../../support/server/idle.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('the events of meeting requests', (node) => {
  /** Applies the transition a minute later; returns the request and the event of that transition. */
  async function after(id: string, name: TransitionName, body?: object) {
    const before = await payloadsAbout(node(), id);
    node().clock.advance(60_000);
    const request = dataOf<MeetingRequest>(await applyTransition(node(), id, name, body));
    // A follow-up is told of once its messages are sent.
    await untilIdle(node());
    const payloads = await payloadsAbout(node(), id);
    assert.deepEqual(payloads.slice(0, -1), before, 'one event more');
    return { request, payload: payloads.at(-1), timestamp: timeOf(node()) };
  }

  test('meeting_request.created: the participants as they were given, each once', async () => {
    node().clock.advance(60_000);
    const participant_emails = ['zoe@example.org', 'Ada@example.org', 'ada@example.org', 'bob@example.org'];
    const request = await makeRequest(node(), { participant_emails });
    assert.deepEqual(await payloadsAbout(node(), request.id), [
      {
        event: 'meeting_request.created',
        timestamp: timeOf(node()),
        id: request.id,
        organizer_email: request.organizer_email,
        participant_emails: ['zoe@example.org', 'Ada@example.org', 'bob@example.org'],
        meeting_type_id: null,
        status: 'active',
        created_at: request.created_at,
      },
    ]);
    assert.equal(request.created_at, timeOf(node()));
    assert.deepEqual(request.participant_emails, ['zoe@example.org', 'Ada@example.org', 'bob@example.org']);
  });

  test('meeting_request.created: with the organizer whom the team has chosen', async () => {
    const team = await makeTeam(node());
    const chosen = (await team.show()).next_assignee?.email;
    const request = await makeRequest(node(), { team_id: team.id });
    assert.deepEqual(await payloadsAbout(node(), request.id), [
      {
        event: 'meeting_request.created',
        timestamp: timeOf(node()),
        id: request.id,
        organizer_email: chosen,
        participant_emails: request.participant_emails,
        meeting_type_id: null,
        status: 'active',
        created_at: request.created_at,
      },
    ]);
  });

  test('meeting_request.booked: with the calendar_event_id that was given, or made', async () => {
    for (const calendar_event_id of ['event-1', undefined]) {
      const { id, organizer_email, participant_emails } = await makeRequest(node());
      const { request, payload, timestamp } = await after(id, 'book', {
        ...transitions.book,
        calendar_event_id,
      });
      assert.deepEqual(payload, {
        event: 'meeting_request.booked',
        timestamp,
        id,
        organizer_email,
        calendar_event_id: calendar_event_id ?? request.calendar_event_id,
        place: null,
        meeting_type_id: null,
        participants: participant_emails.map((email) => ({ email, answers: {} })),
        status: 'booked',
        booked_at: timestamp,
      });
      assert.deepEqual(
        [request.calendar_event_id, request.booked_at],
        [payload?.calendar_event_id, payload?.booked_at],
      );
    }
  });

  test('meeting_request.cancelled: was_booked tells whether it had been booked', async () => {
    for (const [ways, was_booked] of [
      [[], false],
      [['pause'], false],
      [['pause', 'resume'], false],
      [['book'], true],
      [['pause', 'resume', 'book'], true],
    ] as const) {
      for (const notify of [true, false]) {
        const { id, organizer_email } = await makeRequestAfter(node(), ...ways);
        const { request, payload, timestamp } = await after(id, 'cancel', { notify });
        assert.deepEqual(payload, {
          event: 'meeting_request.cancelled',
          timestamp,
          id,
          organizer_email,
          status: 'cancelled',
          cancelled_at: timestamp,
          was_booked,
        });
        assert.equal(request.cancelled_at, payload?.cancelled_at);
      }
    }
  });

  test('meeting_request.paused and meeting_request.resumed, each time anew', async () => {
    const { id, organizer_email } = await makeRequest(node());
    for (const _round of [1, 2]) {
      const paused = await after(id, 'pause');
      assert.deepEqual(paused.payload, {
        event: 'meeting_request.paused',
        timestamp: paused.timestamp,
        id,
        organizer_email,
        status: 'paused',
        paused_at: paused.timestamp,
      });
      assert.equal(paused.request.paused_at, paused.timestamp);

      const resumed = await after(id, 'resume');
      assert.deepEqual(resumed.payload, {
        event: 'meeting_request.resumed',
        timestamp: resumed.timestamp,
        id,
        organizer_email,
        status: 'active',
        resumed_at: resumed.timestamp,
      });
    }
  });

  test('meeting_request.organizer_changed: the emails as the members have them, and from then on the new one', async () => {
    const { id, organizer_email } = await makeRequest(node());
    const { email } = await makeMember(node());
    const changed = await after(id, 'change_organizer', { organizer_email: email.toUpperCase() });
    assert.deepEqual(changed.payload, {
      event: 'meeting_request.organizer_changed',
      timestamp: changed.timestamp,
      id,
      old_organizer_email: organizer_email,
      new_organizer_email: email,
    });
    for (const name of ['follow_up', 'pause', 'resume', 'book', 'cancel'] as const) {
      assert.equal((await after(id, name)).payload?.organizer_email, email, name);
    }
  });

  test('meeting_request.follow_up_sent: as often as it is', async () => {
    const participant_emails = ['zoe@example.org'];
    const { id, organizer_email } = await makeRequest(node(), { participant_emails });
    await untilIdle(node());
    for (const _time of [1, 2]) {
      const { payload, timestamp } = await after(id, 'follow_up');
      assert.deepEqual(payload, {
        event: 'meeting_request.follow_up_sent',
        timestamp,
        id,
        organizer_email,
        participant_emails,
        sent_at: timestamp,
      });
    }
  });

  test('meeting_request.follow_up_sent: names every participant once, in one event or several', async () => {
    const participant_emails = ['zoe@example.org', 'ada@example.org'];
    const { id } = await makeRequest(node(), { participant_emails });
    dataOf(await applyTransition(node(), id, 'follow_up'));
    await untilIdle(node());
    const [, ...told] = await payloadsAbout(node(), id);
    assert.deepEqual([...new Set(told.map(({ event }) => event))], ['meeting_request.follow_up_sent']);
    assert.deepEqual(
      told.flatMap((payload) => payload.participant_emails).sort(),
      [...participant_emails].sort(),
    );
  });

  test('a request leaves one event for each change, in their order, and none for what is read', async () => {
    const { id } = await makeRequest(node());
    const names = ['follow_up', 'change_organizer', 'pause', 'change_organizer', 'resume', 'book', 'cancel'];
    for (const name of names) {
      node().clock.advance(1_000);
      dataOf(await applyTransition(node(), id, name as TransitionName));
      await untilIdle(node());
      dataOf(await node().get(`${REQUESTS}/${id}`));
      dataOf(await node().get(REQUESTS));
    }
    const events = await eventsOf(node(), id);
    assert.deepEqual(
      events.map(({ type }) => type.replace('meeting_request.', '')),
      [
        'created',
        'follow_up_sent',
        'organizer_changed',
        'paused',
        'organizer_changed',
        'resumed',
        'booked',
        'cancelled',
      ],
    );
    for (const { id: eventId, type, payload, created_at } of events) {
      assert.ok(isId('event', eventId), eventId);
      assert.deepEqual([payload.event, Date.parse(payload.timestamp)], [type, created_at]);
    }
    assert.equal(new Set(events.map(({ created_at }) => created_at)).size, events.length);
  });

  test('a refused transition leaves none', async () => {
    const impossible: Record<Status, TransitionName[]> = {
      active: ['reschedule', 'resume'],
      paused: ['book', 'reschedule', 'pause', 'follow_up'],
      booked: ['book', 'pause', 'resume', 'change_organizer', 'follow_up'],
      cancelled: ['book', 'reschedule', 'cancel', 'pause', 'resume', 'change_organizer', 'follow_up'],
    };
    for (const [status, names] of Object.entries(impossible) as [Status, TransitionName[]][]) {
      const { id } = await makeRequestAfter(node(), ...waysTo[status]);
      const told = await eventsOf(node());
      for (const name of names) assert.equal((await applyTransition(node(), id, name)).status, 422);
      assert.deepEqual(await eventsOf(node()), told, status);
    }
  });

  test('a refused request leaves none, neither does one whose organizer can not be found', async () => {
    const gone = await deactivate(node(), await makeMember(node()));
    const empty = await makeTeam(node(), {}, 0);
    const participant_emails = ['guest@example.org'];
    await assertRefused(node(), [
      [
        () => node().post(REQUESTS, { organizer_email: gone.email, participant_emails }),
        'validation_error',
        'organizer_email is not an active member of this workspace',
      ],
      [
        () => node().post(REQUESTS, { team_id: empty.id, participant_emails }),
        'validation_error',
        'The team has no member who could take the turn',
      ],
    ]);
  });
});
