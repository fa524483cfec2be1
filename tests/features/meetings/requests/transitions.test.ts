// Each transition is allowed from some states and refused from the others; a refusal changes nothing.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  applyTransition,
  makeRequest,
  makeRequestAfter,
  REQUESTS,
  readRequest,
  type Status,
  type TransitionName,
  waysTo,
} from '../../../support/makers/meeting-requests.ts';
import { entriesAbout, makeMember, timeOf } from '../../../support/makers/team-members.ts';
import { untilIdle } from '../../../support/server/idle.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const STARTS_AT = '2026-04-01T10:00:00.000Z';
const ENDS_AT = '2026-04-01T11:00:00.000Z';
const LATER = '2026-04-02T10:00:00.000Z';
/** 45 minutes, as was said when it was asked for. */
const END_OF_LATER = '2026-04-02T10:45:00.000Z';

/** What a transition changes in the request, and its audit entry. */
interface Effect {
  body?: (newOrganizer: string) => object;
  action: string;
  fields: (before: MeetingRequest, at: string, newOrganizer: string) => Partial<MeetingRequest>;
  changes: (before: MeetingRequest, at: string, newOrganizer: string) => Record<string, [unknown, unknown]>;
}

const effects: Record<TransitionName, Effect> = {
  book: {
    body: () => ({ starts_at: STARTS_AT, duration_minutes: 60, calendar_event_id: 'event-1' }),
    action: 'meeting_request.booked',
    fields: (_before, at) => ({
      status: 'booked',
      duration_minutes: 60,
      calendar_event_id: 'event-1',
      starts_at: STARTS_AT,
      ends_at: ENDS_AT,
      booked_at: at,
      updated_at: at,
    }),
    changes: (before, at) => ({
      status: [before.status, 'booked'],
      duration_minutes: [45, 60],
      calendar_event_id: [null, 'event-1'],
      starts_at: [null, STARTS_AT],
      ends_at: [null, ENDS_AT],
      booked_at: [null, at],
    }),
  },
  reschedule: {
    body: () => ({ starts_at: LATER }),
    action: 'meeting_request.rescheduled',
    fields: (_before, at) => ({ starts_at: LATER, ends_at: END_OF_LATER, updated_at: at }),
    changes: (before) => ({
      starts_at: [before.starts_at, LATER],
      ends_at: [before.ends_at, END_OF_LATER],
    }),
  },
  cancel: {
    action: 'meeting_request.cancelled',
    fields: (_before, at) => ({ status: 'cancelled', cancelled_at: at, updated_at: at }),
    changes: (before, at) => ({
      status: [before.status, 'cancelled'],
      cancelled_at: [null, at],
      notify: [null, false],
    }),
  },
  pause: {
    action: 'meeting_request.paused',
    fields: (_before, at) => ({ status: 'paused', paused_at: at, updated_at: at }),
    changes: (before, at) => ({ status: [before.status, 'paused'], paused_at: [null, at] }),
  },
  resume: {
    action: 'meeting_request.resumed',
    fields: (_before, at) => ({ status: 'active', paused_at: null, updated_at: at }),
    changes: (before) => ({ status: [before.status, 'active'], paused_at: [before.paused_at, null] }),
  },
  change_organizer: {
    body: (organizer_email) => ({ organizer_email }),
    action: 'meeting_request.organizer_changed',
    fields: (_before, at, organizer_email) => ({
      organizer_email,
      host_emails: [organizer_email],
      updated_at: at,
    }),
    changes: (before, _at, organizer_email) => ({
      organizer_email: [before.organizer_email, organizer_email],
    }),
  },
  follow_up: {
    action: 'meeting_request.follow_up_sent',
    fields: () => ({}),
    changes: ({ participant_emails }) => ({ participant_emails: [null, participant_emails] }),
  },
};

const allowed: Record<Status, TransitionName[]> = {
  active: ['book', 'cancel', 'pause', 'change_organizer', 'follow_up'],
  paused: ['cancel', 'resume', 'change_organizer'],
  booked: ['reschedule', 'cancel'],
  cancelled: [],
};

const refused: Record<Status, Partial<Record<TransitionName, string>>> = {
  active: {
    reschedule: 'Cannot reschedule a request that is active',
    resume: 'Cannot resume a request that is already active',
  },
  paused: {
    book: 'Cannot book a request that is paused',
    reschedule: 'Cannot reschedule a request that is paused',
    pause: 'Cannot pause a request that is already paused',
    follow_up: 'Cannot follow up on a request that is paused',
  },
  booked: {
    book: 'Cannot book a request that is already booked',
    pause: 'Cannot pause a request that is booked',
    resume: 'Cannot resume a request that is booked',
    change_organizer: 'Cannot change the organizer of a request that is booked',
    follow_up: 'Cannot follow up on a request that is booked',
  },
  cancelled: {
    book: 'Cannot book a request that is cancelled',
    reschedule: 'Cannot reschedule a request that is cancelled',
    cancel: 'Cannot cancel a request that is already cancelled',
    pause: 'Cannot pause a request that is cancelled',
    resume: 'Cannot resume a request that is cancelled',
    change_organizer: 'Cannot change the organizer of a request that is cancelled',
    follow_up: 'Cannot follow up on a request that is cancelled',
  },
};
const statuses = Object.keys(allowed) as Status[];
const names = Object.keys(effects) as TransitionName[];

/** A request with every field that can be set before it is booked. */
const FULL = {
  participant_emails: ['second@example.org', 'first@example.org'],
  organizer_timezone: 'Europe/Berlin',
  include_introduction: true,
  context: {
    title: 'Demo',
    purpose: 'See whether it fits',
    description: 'The reporting',
    duration_minutes: 45,
    timeframe: { start: '2026-03-20T00:00:00Z', end: '2026-04-20T00:00:00Z' },
  },
};

test('the tables of this file tell of every transition in every state', () => {
  for (const status of statuses) {
    const told = [...allowed[status], ...(Object.keys(refused[status]) as TransitionName[])];
    assert.deepEqual(told.sort(), [...names].sort(), status);
  }
});

onBothEngines('the transitions of meeting requests', (node) => {
  for (const status of statuses) {
    for (const name of allowed[status]) {
      const { body, action, fields, changes } = effects[name];
      test(`200: ${name} of a request that is ${status} changes what it says, and nothing else`, async () => {
        const team = dataOf<{ id: string }>(
          await node().post('/api/v1/teams', { name: 'By hand', mode: 'manual' }),
        );
        const { email } = await makeMember(node());
        const { email: newOrganizer } = await makeMember(node());
        const { id } = await makeRequest(node(), { ...FULL, team_id: team.id, organizer_email: email });
        for (const way of waysTo[status]) {
          node().clock.advance(1_000);
          dataOf(await applyTransition(node(), id, way));
        }
        // What a follow-up says depends on whether times are offered already.
        await untilIdle(node());
        const before = await readRequest(node(), id);
        const told = await entriesAbout(node(), id);
        assert.equal(before.status, status);

        node().clock.advance(60_000);
        const at = timeOf(node());
        const answer = await node().post(`${REQUESTS}/${id}/${name}`, body?.(newOrganizer));
        const after = { ...before, ...fields(before, at, newOrganizer) };
        assert.deepEqual([answer.status, answer.body], [200, { data: after }]);
        node().clock.advance(1_000);
        assert.deepEqual(await readRequest(node(), id), after);
        assert.deepEqual(await entriesAbout(node(), id), [
          ...told,
          { action, target: { type: 'meeting_request', id }, changes: changes(before, at, newOrganizer) },
        ]);
      });
    }

    test(`422: what can not be done to a request that is ${status} changes nothing`, async () => {
      const { id } = await makeRequestAfter(node(), ...waysTo[status]);
      const { email } = await makeMember(node());
      node().clock.advance(1_000);
      await assertRefused(
        node(),
        Object.entries(refused[status]).map(([name, message]) => [
          () => node().post(`${REQUESTS}/${id}/${name}`, effects[name as TransitionName].body?.(email)),
          'invalid_request',
          message,
        ]),
      );
    });
  }

  test('200: a resumed request is as active as a new one', async () => {
    for (const name of allowed.active) {
      const request = await makeRequestAfter(node(), 'pause', 'resume', 'pause', 'resume', name);
      const { status } = await makeRequestAfter(node(), name);
      assert.equal(request.status, status, name);
    }
    const { id } = await makeRequestAfter(node(), 'pause', 'resume');
    await assertRefused(node(), [
      [() => applyTransition(node(), id, 'resume'), 'invalid_request', refused.active.resume as string],
    ]);
  });

  test('200: what was booked and then cancelled tells when, and where it stood in the calendar', async () => {
    const { id } = await makeRequest(node());
    const times: string[] = [];
    for (const name of ['pause', 'resume', 'book', 'cancel'] as const) {
      node().clock.advance(60_000);
      times.push(timeOf(node()));
      dataOf(await applyTransition(node(), id, name, name === 'book' ? effects.book.body?.('') : undefined));
    }
    const { status, starts_at, calendar_event_id, booked_at, cancelled_at, paused_at, updated_at } =
      await readRequest(node(), id);
    assert.deepEqual(
      { status, starts_at, calendar_event_id, booked_at, cancelled_at, paused_at, updated_at },
      {
        status: 'cancelled',
        starts_at: STARTS_AT,
        calendar_event_id: 'event-1',
        booked_at: times[2],
        cancelled_at: times[3],
        paused_at: null,
        updated_at: times[3],
      },
    );
  });

  test('422: cancelled is the end also for what was booked or paused before', async () => {
    for (const ways of [
      ['book', 'cancel'],
      ['pause', 'cancel'],
    ] as const) {
      const { id } = await makeRequestAfter(node(), ...ways);
      const { email } = await makeMember(node());
      await assertRefused(
        node(),
        names.map((name) => [
          () => node().post(`${REQUESTS}/${id}/${name}`, effects[name].body?.(email)),
          'invalid_request',
          refused.cancelled[name] as string,
        ]),
      );
    }
  });

  test('200: what needs no body takes no notice of one', async () => {
    const { id } = await makeRequest(node());
    await untilIdle(node());
    for (const name of ['follow_up', 'pause', 'resume'] as const) {
      for (const body of [{ colour: 'red', status: 'cancelled', paused_at: null }, {}, undefined]) {
        const request = await readRequest(node(), id);
        const answer = await node().post(`${REQUESTS}/${id}/${name}`, body);
        const data = { ...request, ...effects[name].fields(request, timeOf(node()), '') };
        assert.deepEqual([answer.status, answer.body], [200, { data }], name);
        if (name !== 'follow_up')
          dataOf(await applyTransition(node(), id, name === 'pause' ? 'resume' : 'pause'));
      }
      if (name === 'pause') dataOf(await applyTransition(node(), id, 'pause'));
    }
  });
});
