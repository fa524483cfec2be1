// Booked requests still to come go to the successor with their times, unless the successor has other bookings then.

import assert from 'node:assert/strict';
import { HOUR_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { bookingsIn, bookingsOf, isoOf, makeBooked } from '../../../support/makers/bookings.ts';
import { eventsOf } from '../../../support/makers/events.ts';
import { writeHandOver } from '../../../support/makers/hand-overs.ts';
import { applyTransition, makeRequest, readRequest } from '../../../support/makers/meeting-requests.ts';
import { deactivateOn, inNewWorkspace, makePeople } from '../../../support/makers/routed-requests.ts';
import { deactivate, MEMBERS, reactivate, TEAMS } from '../../../support/makers/team-members.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { MeetingRequest, Member } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const POLL_MS = 5_000;

onBothEngines('Who leaves with booked requests', (node) => {
  /** A time in hours from now. */
  const inHours = (hours: number) => isoOf(node().clock.now() + hours * HOUR_MS);
  const bookedIn = (inside: Node, { email }: Member, hours: number, more: object = {}) =>
    makeBooked(inside, { organizer_email: email }, { starts_at: inHours(hours), ...more });
  const organizerOf = async (inside: Node, { id }: MeetingRequest) =>
    (await readRequest(inside, id)).organizer_email;
  const bookedHosts = async (inside: Node, { id }: MeetingRequest) =>
    (await bookingsOf(inside, id)).map(([email]) => email);

  test('200: those to come go to the successor, who is not free then; what is over stays', async () => {
    const inside = await inNewWorkspace(node());
    const [member, successor] = await makePeople(inside, 2);
    const over = await bookedIn(inside, member, -2);
    const begun = await bookedIn(inside, member, 0);
    const next = await bookedIn(inside, member, 1);
    const open = await bookedIn(inside, member, 2);
    dataOf(await applyTransition(inside, open.id, 'reschedule', {}));
    dataOf(await deactivateOn(inside, member, successor));
    for (const [request, expected] of [
      [over, member],
      [begun, member],
      [next, successor],
      [open, successor],
    ] as const) {
      assert.equal(await organizerOf(inside, request), expected.email);
      assert.deepEqual(await bookedHosts(inside, request), [expected.email]);
    }
    const { id } = await makeRequest(inside, { organizer_email: successor.email });
    for (const hours of [1, 2]) {
      assert.equal((await applyTransition(inside, id, 'book', { starts_at: inHours(hours) })).status, 422);
    }
    dataOf(await applyTransition(inside, id, 'book', { starts_at: inHours(-2) }));
  });

  test('200: without a successor they are not in the way, and keep their organizer and their time', async () => {
    const inside = await inNewWorkspace(node());
    const [member] = await makePeople(inside, 1);
    const request = await bookedIn(inside, member, 1);
    dataOf(await deactivateOn(inside, member));
    assert.deepEqual(await readRequest(inside, request.id), request);
    assert.deepEqual(await bookedHosts(inside, request), [member.email]);
  });

  test('422: the successor has other bookings then; each is named, and 200 when it is forced', async () => {
    const inside = await inNewWorkspace(node());
    const [member, successor] = await makePeople(inside, 2);
    await bookedIn(inside, successor, 1.25);
    await bookedIn(inside, successor, 3);
    const first = await bookedIn(inside, member, 1);
    const free = await bookedIn(inside, member, 2);
    const third = await bookedIn(inside, member, 2.75);
    const path = `${MEMBERS}/${member.id}/deactivate`;
    const named = ({ id, starts_at, ends_at }: MeetingRequest) => `from ${starts_at} to ${ends_at} (${id})`;
    await assertRefused(inside, [
      [
        () => inside.post(path, { transfer_to: successor.email }),
        'validation_error',
        `transfer_to has other bookings at the time of 2 booked meeting requests: ${named(first)}, ${named(third)}. ` +
          'Name somebody else, reschedule them, or set force to hand them over all the same',
      ],
    ]);
    dataOf(await inside.post(path, { transfer_to: successor.email, force: true }));
    for (const request of [first, free, third]) {
      assert.equal(await organizerOf(inside, request), successor.email);
      assert.deepEqual(await bookedHosts(inside, request), [successor.email]);
    }
  });

  test('422: of many collisions the first ten are named, and all are counted', async () => {
    const inside = await inNewWorkspace(node());
    const [member, successor] = await makePeople(inside, 2);
    await bookedIn(inside, successor, 1, { duration_minutes: 1_440 });
    for (let hours = 1; hours <= 12; hours += 1) await bookedIn(inside, member, hours);
    const answer = await deactivateOn(inside, member, successor);
    assert.equal(answer.status, 422);
    const { message } = (answer.body as { error: { message: string } }).error;
    assert.match(message, /^transfer_to has other bookings at the time of 12 booked meeting requests: from /);
    assert.match(message, / and 2 more\. Name somebody else/);
    assert.equal(message.match(/mr_/g)?.length, 10);
  });

  test('200: a successor who is a host of the same meeting has one booking for it, and is not in the way', async () => {
    const inside = await inNewWorkspace(node());
    const [member, successor, third] = await makePeople(inside, 3);
    const body = { name: 'Stack', mode: 'stack', member_ids: [successor.id, third.id] };
    const team = dataOf<{ id: string }>(await inside.post(TEAMS, body));
    const asked = await makeRequest(inside, { team_id: team.id, organizer_email: third.email });
    dataOf(await applyTransition(inside, asked.id, 'change_organizer', { organizer_email: member.email }));
    const request = dataOf<MeetingRequest>(
      await applyTransition(inside, asked.id, 'book', { starts_at: inHours(1) }),
    );
    assert.deepEqual(
      await bookedHosts(inside, request),
      [member, successor, third].map(({ email }) => email).sort(),
    );
    dataOf(await deactivateOn(inside, member, successor));
    assert.deepEqual(await bookedHosts(inside, request), [successor, third].map(({ email }) => email).sort());
    // A host of the stack team keeps the time, for the case of coming back.
    const [last] = await makePeople(inside, 1);
    dataOf(await deactivateOn(inside, successor, last));
    assert.deepEqual(
      await bookedHosts(inside, request),
      [successor, third, last].map(({ email }) => email).sort(),
    );
    assert.deepEqual((await readRequest(inside, request.id)).host_emails, [last.email, third.email]);
    await reactivate(inside, successor);
    assert.deepEqual((await readRequest(inside, request.id)).host_emails, [
      last.email,
      successor.email,
      third.email,
    ]);
  });

  /** The member is gone, the successor has the times, and nobody goes on with it. */
  async function interrupted(inside: Node, member: Member, successor: Member, booked: MeetingRequest[]) {
    await deactivate(inside, member);
    for (const { id } of booked) {
      await inside.services.database.change('update bookings set member_id = $2 where request_id = $1', [
        id,
        successor.id,
      ]);
    }
    await writeHandOver(inside, member.id, successor.id);
  }

  // Before all that wake the node: it would finish this hand-over.
  test('a successor who leaves meanwhile needs a successor, who gets the times, too', async () => {
    const inside = await inNewWorkspace(node());
    const [member, successor, last, busy] = await makePeople(inside, 4);
    const booked = await bookedIn(inside, member, 1);
    await bookedIn(inside, busy, 1);
    await interrupted(inside, member, successor, [booked]);
    const path = `${MEMBERS}/${successor.id}/deactivate`;
    await assertRefused(inside, [
      [
        () => inside.post(path),
        'validation_error',
        'transfer_to is required: booked meeting requests are still being handed over to the member',
      ],
      [
        () => inside.post(path, { transfer_to: busy.email }),
        'validation_error',
        `transfer_to has other bookings at the time of 1 booked meeting request: from ${booked.starts_at} to ${booked.ends_at} (${booked.id}). ` +
          'Name somebody else, reschedule them, or set force to hand them over all the same',
      ],
    ]);
    dataOf(await deactivateOn(inside, successor, last));
    assert.deepEqual(await bookedHosts(inside, booked), [last.email]);
    await eventually(async () => (await organizerOf(inside, booked)) === last.email);
  });

  test('200: more than one step: the times go at once, the organizers follow, each told of once', async () => {
    const inside = await inNewWorkspace(node());
    const [member, successor] = await makePeople(inside, 2);
    const ids = await writeBooked(inside, member, 230);
    dataOf(await deactivateOn(inside, member, successor));
    const rows = await bookingsIn(inside);
    assert.deepEqual(new Set(rows.map(({ email }) => email)), new Set([successor.email]));
    const changed = async () =>
      (await eventsOf(inside))
        .filter(({ type }) => type === 'meeting_request.organizer_changed')
        .map(({ payload }) => payload.id);
    await eventually(async () => (await changed()).length === ids.length);
    assert.deepEqual((await changed()).toSorted(), ids);
    await eventually(async () => (await inside.post(`${MEMBERS}/${member.id}/reactivate`)).status === 200);
  });

  /** Booked requests of the member, an hour apart, written directly into the database. */
  async function writeBooked(inside: Node, member: Member, count: number): Promise<string[]> {
    const { database, ids, clock } = inside.services;
    const rows = Array.from({ length: count }, (_, number) => ({
      id: ids('meetingRequest'),
      starts_at: clock.now() + (number + 1) * HOUR_MS,
    }));
    const given = database.dialect.rows('$2', { id: 'text', starts_at: 'bigint' });
    const values = [inside.workspaceId, JSON.stringify(rows), member.id];
    await database.change(
      `insert into meeting_requests (workspace_id, id, status, organizer_id, include_introduction, calendar_event_id,
         starts_at, ends_at, booked_at, created_at, updated_at)
       select $1, id, 'booked', $3, 0, 'event', starts_at, starts_at + ${HOUR_MS}, 0, 0, 0 from ${given}`,
      values,
    );
    await database.change(
      `insert into bookings (workspace_id, request_id, member_id, starts_at, ends_at)
       select $1, id, $3, starts_at, starts_at + ${HOUR_MS} from ${given}`,
      values,
    );
    return rows.map(({ id }) => id);
  }

  test('meanwhile the successor stands in: what is booked, moved or opened is checked and taken for the successor', async () => {
    const inside = await inNewWorkspace(node());
    const [member, successor, other] = await makePeople(inside, 3);
    const booked = await bookedIn(inside, member, 1);
    const opened = await bookedIn(inside, member, 2);
    const given = await bookedIn(inside, member, 3);
    const ofSuccessor = await bookedIn(inside, successor, 5);
    await interrupted(inside, member, successor, [booked, opened, given]);

    const refused = await applyTransition(inside, booked.id, 'reschedule', { starts_at: inHours(5) });
    assert.equal(refused.status, 422);
    assert.match(refused.text, new RegExp(`${successor.email} has another booking.*${ofSuccessor.id}`));
    dataOf(await applyTransition(inside, booked.id, 'reschedule', { starts_at: inHours(6) }));
    for (const { id } of [opened, given]) dataOf(await applyTransition(inside, id, 'reschedule', {}));
    dataOf(await applyTransition(inside, opened.id, 'book', { starts_at: inHours(7) }));
    dataOf(await applyTransition(inside, given.id, 'change_organizer', { organizer_email: other.email }));
    for (const [request, host] of [
      [booked, successor],
      [opened, successor],
      [given, other],
    ] as const) {
      assert.deepEqual(await bookedHosts(inside, request), [host.email]);
    }
    inside.clock.advance(POLL_MS);
    await eventually(async () => (await organizerOf(inside, opened)) === successor.email);
    assert.equal(await organizerOf(inside, booked), successor.email);
    assert.equal(await organizerOf(inside, given), other.email);
  });
});
