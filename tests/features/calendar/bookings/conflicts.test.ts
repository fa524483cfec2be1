// A time is refused when a host has another booking then, and taken all the same when it is forced.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { bookingsOf, makeBooked, notFree } from '../../../support/makers/bookings.ts';
import { applyTransition, makeRequest, readRequest } from '../../../support/makers/meeting-requests.ts';
import { inNewWorkspace, makePeople } from '../../../support/makers/routed-requests.ts';
import {
  deactivate,
  entriesAbout,
  makeMember,
  reactivate,
  TEAMS,
} from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { MeetingRequest, Member } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const DAY = 24 * 60;

/** A stack team of these people. */
const makeStack = async (node: Node, people: Member[]) =>
  dataOf<{ id: string }>(
    await node.post(TEAMS, { name: 'Stack', mode: 'stack', member_ids: people.map(({ id }) => id) }),
  );

onBothEngines('A second booking of a host', (node) => {
  const requestOf = ({ email }: Member) => makeRequest(node(), { organizer_email: email });
  const bookedBy = ({ email }: Member, starts_at: string, duration_minutes?: number) =>
    makeBooked(node(), { organizer_email: email }, { starts_at, duration_minutes });

  /** Not at any of these times. */
  async function assertNotFree(member: Member, taken: MeetingRequest, times: [string, number][]) {
    const { id } = await requestOf(member);
    await assertRefused(
      node(),
      times.map(([starts_at, duration_minutes]) => [
        () => applyTransition(node(), id, 'book', { starts_at, duration_minutes }),
        'validation_error',
        notFree(taken, member.email),
      ]),
    );
  }

  test('422: when the two overlap, if only by a minute, or by less', async () => {
    const member = await makeMember(node());
    const taken = await bookedBy(member, '2026-04-01T10:00:00Z', 60);
    assert.equal(taken.ends_at, '2026-04-01T11:00:00.000Z');
    await assertNotFree(member, taken, [
      ['2026-04-01T10:00:00Z', 60],
      ['2026-04-01T09:01:00Z', 60],
      ['2026-04-01T10:59:00Z', 60],
      ['2026-04-01T10:59:59.999Z', 1],
      ['2026-04-01T10:20:00Z', 1],
      ['2026-04-01T09:00:00Z', 180],
      ['2026-03-31T11:00:00Z', DAY],
      ['2026-04-01T12:59:00+02:00', 5],
    ]);
  });

  test('200: when the two only touch, or somebody else is booked', async () => {
    const member = await makeMember(node());
    await bookedBy(member, '2026-04-01T10:00:00Z', 60);
    for (const [starts_at, minutes] of [
      ['2026-04-01T09:00:00Z', 60],
      ['2026-04-01T11:00:00Z', 60],
      ['2026-03-31T09:00:00Z', DAY],
      ['2026-04-01T12:00:00Z', DAY],
    ] as const) {
      assert.equal((await bookedBy(member, starts_at, minutes)).status, 'booked');
    }
    await bookedBy(await makeMember(node()), '2026-04-01T10:00:00Z', 60);
  });

  test('422: across midnight, the change of clocks, and for meetings of a whole day', async () => {
    const member = await makeMember(node());
    const night = await bookedBy(member, '2026-03-28T23:30:00Z', 120);
    await assertNotFree(member, night, [
      ['2026-03-29T00:00:00Z', 30],
      ['2026-03-29T01:29:00Z', 30],
      ['2026-03-29T02:29:00+01:00', 1],
      ['2026-03-28T00:00:00Z', DAY],
    ]);
    const day = await bookedBy(member, '2026-05-01T00:00:00Z', DAY);
    assert.equal(day.ends_at, '2026-05-02T00:00:00.000Z');
    await assertNotFree(member, day, [
      ['2026-05-01T23:59:00Z', 1],
      ['2026-05-01T23:59:00Z', DAY],
      ['2026-04-30T00:01:00Z', DAY],
      ['2026-05-01T00:00:00Z', DAY],
    ]);
    await bookedBy(member, '2026-05-02T00:00:00Z', DAY);
    await bookedBy(member, '2026-04-30T00:00:00Z', DAY);
  });

  test('422: of a stack team of three, the one who is not free is named, the organizer first', async () => {
    const inside = await inNewWorkspace(node());
    const [organizer, second, third] = await makePeople(inside, 3);
    const { id: team_id } = await makeStack(inside, [organizer, second, third]);
    const book = (fields: object, starts_at: string) => makeBooked(inside, fields, { starts_at });
    const ofSecond = await book({ organizer_email: second.email }, '2026-04-01T10:15:00Z');
    const ofThird = await book({ organizer_email: third.email }, '2026-04-01T11:15:00Z');
    const ofAll = await book({ team_id, organizer_email: organizer.email }, '2026-04-01T12:15:00Z');
    const { id } = await makeRequest(inside, { team_id, organizer_email: third.email });
    await assertRefused(
      inside,
      (
        [
          ['2026-04-01T10:00:00Z', ofSecond, second],
          ['2026-04-01T11:00:00Z', ofThird, third],
          ['2026-04-01T12:00:00Z', ofAll, third],
        ] as const
      ).map(([starts_at, taken, host]) => [
        () => applyTransition(inside, id, 'book', { starts_at }),
        'validation_error',
        notFree(taken, host.email),
      ]),
    );
    // Whoever takes part in it is not free for others.
    const times = ['2026-04-01T12:15:00.000Z', '2026-04-01T12:45:00.000Z'];
    assert.deepEqual(
      await bookingsOf(inside, ofAll.id),
      [organizer, second, third].map(({ email }) => [email, ...times]),
    );
    const { id: own } = await makeRequest(inside, { organizer_email: second.email });
    await assertRefused(inside, [
      [
        () => applyTransition(inside, own, 'book', { starts_at: '2026-04-01T12:30:00Z' }),
        'validation_error',
        notFree(ofAll, second.email),
      ],
    ]);
  });

  test('200: when it is forced, which the audit log tells; either is in the way of a third', async () => {
    const member = await makeMember(node());
    const first = await bookedBy(member, '2026-04-01T10:00:00Z');
    const { id } = await requestOf(member);
    const body = { starts_at: '2026-04-01T10:15:00Z', force: true };
    const second = dataOf<MeetingRequest>(await applyTransition(node(), id, 'book', body));
    assert.deepEqual((await entriesAbout(node(), id)).at(-1)?.changes.force, [null, true]);
    await assertNotFree(member, first, [['2026-04-01T10:20:00Z', 30]]);
    await assertNotFree(member, second, [['2026-04-01T10:30:00Z', 30]]);
    dataOf(await applyTransition(node(), first.id, 'cancel'));
    await assertNotFree(member, second, [['2026-04-01T10:20:00Z', 30]]);
  });

  test('200: once the other one is cancelled', async () => {
    const member = await makeMember(node());
    const first = await bookedBy(member, '2026-04-01T10:00:00Z');
    const { starts_at, ends_at } = dataOf<MeetingRequest>(await applyTransition(node(), first.id, 'cancel'));
    assert.deepEqual([starts_at, ends_at], [first.starts_at, first.ends_at], 'when it was to be can be read');
    assert.deepEqual(await bookingsOf(node(), first.id), []);
    await bookedBy(member, '2026-04-01T10:00:00Z');
  });

  test('200: for a deactivated host, who is not asked and finds the time taken on coming back', async () => {
    const inside = await inNewWorkspace(node());
    const [organizer, host] = await makePeople(inside, 2);
    const { id: team_id } = await makeStack(inside, [organizer, host]);
    const ofHost = await makeBooked(
      inside,
      { organizer_email: host.email },
      { starts_at: '2026-04-01T10:00:00Z' },
    );
    const together = await makeRequest(inside, { team_id, organizer_email: organizer.email });
    await deactivate(inside, host);
    const body = { starts_at: '2026-04-01T10:15:00Z' };
    const booked = dataOf<MeetingRequest>(await applyTransition(inside, together.id, 'book', body));
    assert.deepEqual(booked.host_emails, [organizer.email]);
    await reactivate(inside, host);
    assert.deepEqual((await readRequest(inside, booked.id)).host_emails, [organizer.email, host.email]);
    dataOf(await applyTransition(inside, ofHost.id, 'cancel'));
    const { id } = await makeRequest(inside, { organizer_email: host.email });
    await assertRefused(inside, [
      [
        () => applyTransition(inside, id, 'book', { starts_at: '2026-04-01T10:30:00Z' }),
        'validation_error',
        notFree(booked, host.email),
      ],
    ]);
  });

  test('422: a meeting that would end after the year 9999, and a force that is neither true nor false', async () => {
    const { id } = await requestOf(await makeMember(node()));
    const starts_at = '9999-12-31T23:45:00Z';
    await assertRefused(node(), [
      [
        () => applyTransition(node(), id, 'book', { starts_at, duration_minutes: 16 }),
        'invalid_request',
        'starts_at must leave room for the meeting in the year 9999',
      ],
      [
        () => applyTransition(node(), id, 'book', { starts_at, force: 'yes' }),
        'invalid_request',
        'force must be a boolean',
      ],
    ]);
    const { ends_at } = dataOf<MeetingRequest>(
      await applyTransition(node(), id, 'book', { starts_at, duration_minutes: 14 }),
    );
    assert.equal(ends_at, '9999-12-31T23:59:00.000Z');
  });
});
