// A booked request moves to another time, or is open again while it keeps its time.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { bookingsOf, makeBooked, notFree } from '../../../support/makers/bookings.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import {
  applyTransition,
  makeRequest,
  REQUESTS,
  readRequest,
} from '../../../support/makers/meeting-requests.ts';
import { deactivateOn, inNewWorkspace, makePeople } from '../../../support/makers/routed-requests.ts';
import { entriesAbout, makeMember, TEAMS, timeOf } from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { MeetingRequest, Member } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const TEN = '2026-04-01T10:00:00.000Z';
const HALF_PAST_TEN = '2026-04-01T10:30:00.000Z';
const ELEVEN = '2026-04-01T11:00:00.000Z';

onBothEngines('A booked request', (node) => {
  const bookedBy = ({ email }: Member, booking: object = { starts_at: TEN }, fields: object = {}) =>
    makeBooked(node(), { organizer_email: email, ...fields }, booking);
  const applied = async (id: string, name: 'book' | 'reschedule' | 'cancel', body: object = {}) =>
    dataOf<MeetingRequest>(await applyTransition(node(), id, name, body));
  const lastPayload = async (id: string) => (await payloadsAbout(node(), id)).at(-1);
  const isFree = async ({ email }: Member, starts_at: string) => {
    const { id } = await makeRequest(node(), { organizer_email: email });
    const { status } = await applyTransition(node(), id, 'book', { starts_at });
    if (status === 200) await applied(id, 'cancel');
    return status === 200;
  };

  test('200: moves to another time, with its length and its id in calendars', async () => {
    const member = await makeMember(node());
    const booked = await bookedBy(member, { starts_at: TEN, duration_minutes: 45 });
    node().clock.advance(60_000);
    const moved = await applied(booked.id, 'reschedule', { starts_at: '2026-04-02T09:00:00+02:00' });
    const times = { starts_at: '2026-04-02T07:00:00.000Z', ends_at: '2026-04-02T07:45:00.000Z' };
    assert.deepEqual(moved, { ...booked, ...times, updated_at: timeOf(node()) });
    assert.deepEqual(await readRequest(node(), booked.id), moved);
    assert.deepEqual(await lastPayload(booked.id), {
      event: 'meeting_request.rescheduled',
      timestamp: timeOf(node()),
      id: booked.id,
      organizer_email: member.email,
      calendar_event_id: booked.calendar_event_id,
      old_starts_at: TEN,
      starts_at: times.starts_at,
      place: null,
      status: 'booked',
    });
    assert.deepEqual((await entriesAbout(node(), booked.id)).at(-1), {
      action: 'meeting_request.rescheduled',
      target: { type: 'meeting_request', id: booked.id },
      changes: { starts_at: [TEN, times.starts_at], ends_at: [booked.ends_at, times.ends_at] },
    });
    assert.deepEqual(await bookingsOf(node(), booked.id), [
      [member.email, ...Object.values(times)] as [string, string, string],
    ]);
    assert.ok(await isFree(member, TEN), 'the old time can be taken by others');
  });

  test('200: to a time that overlaps its own old one, and with another length', async () => {
    const member = await makeMember(node());
    const { id } = await bookedBy(member);
    const moved = await applied(id, 'reschedule', {
      starts_at: '2026-04-01T10:10:00Z',
      duration_minutes: 60,
    });
    assert.deepEqual([moved.duration_minutes, moved.ends_at], [60, '2026-04-01T11:10:00.000Z']);
    const again = await applied(id, 'reschedule', { starts_at: TEN });
    assert.deepEqual([again.duration_minutes, again.ends_at], [60, ELEVEN]);
  });

  test('422: to a time when a host has another booking; 200 when it is forced', async () => {
    const member = await makeMember(node());
    const other = await bookedBy(member, { starts_at: ELEVEN });
    const { id } = await bookedBy(member);
    const body = { starts_at: '2026-04-01T10:31:00Z' };
    await assertRefused(node(), [
      [
        () => applyTransition(node(), id, 'reschedule', body),
        'validation_error',
        notFree(other, member.email),
      ],
    ]);
    const { status, ends_at } = await applied(id, 'reschedule', { ...body, force: true });
    assert.deepEqual([status, ends_at], ['booked', '2026-04-01T11:01:00.000Z']);
    assert.deepEqual((await entriesAbout(node(), id)).at(-1)?.changes.force, [null, true]);
  });

  test('200: without a time it is active again and keeps what it has, until it is booked anew', async () => {
    const member = await makeMember(node());
    const booked = await bookedBy(member, { starts_at: TEN, calendar_event_id: 'event-1' });
    node().clock.advance(60_000);
    for (const [body, isFirst] of [
      [undefined, true],
      [{ starts_at: null, duration_minutes: null }, false],
    ] as const) {
      const answer = await node().post(`${REQUESTS}/${booked.id}/reschedule`, body);
      const open = dataOf<MeetingRequest>(answer);
      if (isFirst) assert.deepEqual(open, { ...booked, status: 'active', updated_at: timeOf(node()) });
      assert.deepEqual(await lastPayload(booked.id), {
        event: 'meeting_request.rescheduled',
        timestamp: timeOf(node()),
        id: booked.id,
        organizer_email: member.email,
        calendar_event_id: 'event-1',
        old_starts_at: open.starts_at,
        starts_at: null,
        place: null,
        status: 'active',
      });
      assert.deepEqual((await entriesAbout(node(), booked.id)).at(-1)?.changes, {
        status: ['booked', 'active'],
      });
      assert.equal(await isFree(member, open.starts_at as string), false, 'the old time stays taken');
      const starts_at = isFirst ? '2026-04-01T10:15:00.000Z' : '2026-04-03T10:00:00.000Z';
      const anew = await applied(booked.id, 'book', { starts_at });
      assert.deepEqual(
        [anew.status, anew.starts_at, anew.calendar_event_id, anew.booked_at],
        ['booked', starts_at, 'event-1', timeOf(node())],
      );
      assert.equal((await bookingsOf(node(), booked.id)).length, 1);
    }
    assert.ok(await isFree(member, TEN));
    await applied(booked.id, 'reschedule');
    const anew = await applied(booked.id, 'book', { starts_at: ELEVEN, calendar_event_id: 'event-2' });
    assert.equal(anew.calendar_event_id, 'event-2');
  });

  test('200: the time that it keeps survives a pause, and is free after it is cancelled', async () => {
    const member = await makeMember(node());
    const { id } = await bookedBy(member);
    await applied(id, 'reschedule');
    for (const name of ['pause', 'resume', 'pause'] as const) {
      dataOf(await applyTransition(node(), id, name));
      assert.deepEqual(await bookingsOf(node(), id), [[member.email, TEN, HALF_PAST_TEN]]);
    }
    await applied(id, 'cancel');
    const payload = await lastPayload(id);
    assert.equal(payload?.was_booked, true);
    assert.deepEqual(await bookingsOf(node(), id), []);
    assert.ok(await isFree(member, TEN));
  });

  test('200: another organizer takes the place of the former one at the time that it keeps', async () => {
    const [former, next, busy] = await makePeople(node(), 3);
    const { id } = await bookedBy(former);
    const other = await bookedBy(busy, { starts_at: '2026-04-01T10:29:00Z' });
    await applied(id, 'reschedule');
    await assertRefused(node(), [
      [
        () => applyTransition(node(), id, 'change_organizer', { organizer_email: busy.email }),
        'validation_error',
        `organizer_email is not free: ${busy.email} has another booking from ${other.starts_at} to ${other.ends_at} (${other.id})`,
      ],
      [
        () => applyTransition(node(), id, 'change_organizer', { organizer_email: 'nobody@example.com' }),
        'validation_error',
        'organizer_email is not an active member of this workspace',
      ],
      [
        () => applyTransition(node(), id, 'change_organizer', { organizer_email: former.email }),
        'invalid_request',
        'organizer_email is the organizer of the request already',
      ],
    ]);
    dataOf(await applyTransition(node(), id, 'change_organizer', { organizer_email: next.email }));
    assert.deepEqual(await bookingsOf(node(), id), [[next.email, TEN, HALF_PAST_TEN]]);
    assert.ok(await isFree(former, TEN));
    assert.equal(await isFree(next, TEN), false);
  });

  test('200: a former organizer who is in the stack team keeps the time', async () => {
    const inside = await inNewWorkspace(node());
    const [first, second, other] = await makePeople(inside, 3);
    const body = { name: 'Stack', mode: 'stack', member_ids: [first.id, second.id] };
    const { id: team_id } = dataOf<{ id: string }>(await inside.post(TEAMS, body));
    const fields = { team_id, organizer_email: first.email };
    const { id } = await makeBooked(inside, fields, { starts_at: TEN });
    const bookedHosts = async () => (await bookingsOf(inside, id)).map(([email]) => email);
    dataOf(await applyTransition(inside, id, 'reschedule', {}));
    for (const [organizer, expected] of [
      [second, [first, second]],
      [other, [first, second, other]],
      [first, [first, second]],
    ] as const) {
      dataOf(await applyTransition(inside, id, 'change_organizer', { organizer_email: organizer.email }));
      assert.deepEqual(await bookedHosts(), expected.map(({ email }) => email).sort());
    }
  });

  test('422: a length without a time, no time at all, or nobody to find one', async () => {
    const member = await makeMember(node());
    const { id } = await bookedBy(member);
    await assertRefused(node(), [
      [
        () => applyTransition(node(), id, 'reschedule', { duration_minutes: 30 }),
        'invalid_request',
        'starts_at is required with duration_minutes',
      ],
      [
        () => applyTransition(node(), id, 'reschedule', { starts_at: 'later' }),
        'invalid_request',
        'starts_at must be an ISO 8601 date and time such as 2026-11-15T09:30:00Z',
      ],
      [
        () => applyTransition(node(), 'mr_01JZZZZZZZZZZZZZZZZZZZZZZZ', 'reschedule'),
        'not_found',
        'Meeting request not found',
      ],
    ]);
    dataOf(await deactivateOn(node(), member));
    await assertRefused(node(), [
      [
        () => applyTransition(node(), id, 'reschedule', {}),
        'invalid_request',
        'starts_at is required: the organizer is deactivated',
      ],
    ]);
    assert.equal((await applied(id, 'reschedule', { starts_at: ELEVEN })).starts_at, ELEVEN);
  });
});
