// A deactivated member's seat ends, is free at once, and does not come back.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { makeRequest } from '../../../support/makers/meeting-requests.ts';
import { makePeople } from '../../../support/makers/routed-requests.ts';
import {
  deactivate,
  entriesAbout,
  MEMBERS,
  reactivate,
  timeOf,
} from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { AssignedSeat, Entitlement, Member, SeatList } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('The seat of a deactivated member', (node) => {
  const seats = async () => (await node().get('/api/v1/seats')).body as SeatList;
  const assign = (to: Member) => node().post(`/api/v1/seats/${to.id}/assign`);
  const full = (next: Member) =>
    [() => assign(next), 'validation_error', 'The seat capacity of the entitlement is reached'] as const;

  test('ends, is free for another at once, and does not come back', async () => {
    const [member, other, seatless, next] = await makePeople(node(), 4);
    const seat = dataOf<AssignedSeat>(await assign(member));
    dataOf(await assign(other));
    dataOf(await node().post('/api/v1/seats/capacity', { capacity: 2 }));
    const before = await seats();

    node().clock.advance(1_000);
    await deactivate(node(), seatless);
    assert.deepEqual(await seats(), before);
    await assertRefused(node(), [full(next)]);
    await deactivate(node(), member);
    const ended_at = timeOf(node());
    const after: SeatList = {
      data: before.data.filter(({ id }) => id !== seat.assignment_id),
      meta: {
        ...before.meta,
        entitlements: before.meta.entitlements.map((each: Entitlement) => ({ ...each, active_seats: 1 })),
      },
    };
    assert.deepEqual(await seats(), after);
    assert.deepEqual(
      after.data.map(({ membership_id }) => membership_id),
      [other.id],
    );
    const [, ...entries] = await entriesAbout(node(), seat.assignment_id);
    const target = { type: 'seat', id: seat.assignment_id };
    assert.deepEqual(entries, [{ action: 'seat.ended', target, changes: { ended_at: [null, ended_at] } }]);

    await reactivate(node(), member);
    assert.deepEqual(await seats(), after);
    dataOf(await assign(next));
    await assertRefused(node(), [full(member)]);
    const log = await node().get('/api/v1/audit_log?action=seat.ended');
    assert.equal(dataOf<object[]>(log).length, 1);
  });

  test('stays where the deactivation is refused, and ends with one that gives the requests away', async () => {
    dataOf(await node().post('/api/v1/seats/capacity', { capacity: 5 }));
    const [member, successor] = await makePeople(node(), 2);
    const seat = dataOf<AssignedSeat>(await assign(member));
    await makeRequest(node(), { organizer_email: member.email });
    const deactivateTo = (transfer_to?: string) =>
      node().post(`${MEMBERS}/${member.id}/deactivate`, { transfer_to });
    await assertRefused(node(), [
      [
        () => deactivateTo(),
        'validation_error',
        'transfer_to is required: the member organizes 1 active or paused meeting request',
      ],
      [
        () => deactivateTo('nobody@example.com'),
        'validation_error',
        'transfer_to must be the email of another active member',
      ],
    ]);
    const isSeated = async () => (await seats()).data.some(({ id }) => id === seat.assignment_id);
    assert.equal(await isSeated(), true);
    dataOf(await deactivateTo(successor.email));
    assert.equal(await isSeated(), false);
    // The successor gets the requests, not the seat.
    assert.ok(!(await seats()).data.some(({ membership_id }) => membership_id === successor.id));
  });
});
