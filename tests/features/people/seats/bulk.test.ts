// Many seats are assigned in one call, each reported as assigned, skipped or rejected.
import assert from 'node:assert/strict';
import { assignSeats } from '../../../../src/features/people/seats/operations.ts';
import { test } from '../../../support/lanes.ts';
import {
  type AssignedSeat,
  listed,
  type Member,
  makeSeatWorkspace,
  NO_MEMBER,
  onePage,
  type SeatWorkspace,
} from '../../../support/makers/seats.ts';
import { timeOf } from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';
import { snapshotsOf } from '../../../support/server/snapshot.ts';

type Refused = { membership_id: string; reason: string; message: string };
type BulkResult = { assigned: AssignedSeat[]; skipped: Refused[]; rejected: Refused[] };

const messages = {
  already_seated: 'The member already has a seat',
  no_capacity: 'The seat capacity of the entitlement is reached',
  inactive: 'The member is deactivated',
  unknown: 'The workspace has no such member',
};
const refused = (membership_id: string, reason: keyof typeof messages): Refused => ({
  membership_id,
  reason,
  message: messages[reason],
});
const idsOf = (things: { id: string }[]) => things.map(({ id }) => id);
const membersOf = ({ assigned }: BulkResult) => assigned.map(({ membership_id }) => membership_id);

onBothEngines('seats in bulk', (node) => {
  const makeMembers = (space: SeatWorkspace, count: number): Promise<Member[]> =>
    Promise.all(Array.from({ length: count }, () => space.member()));
  async function assignAll(space: SeatWorkspace, membership_ids: string[], more = {}): Promise<BulkResult> {
    const answer = await space.post('assign_bulk', { membership_ids, ...more });
    assert.equal(answer.status, 200, answer.text);
    return dataOf(answer);
  }

  test('200: each member is assigned, skipped or rejected, in the order given', async () => {
    const [space, other] = [await makeSeatWorkspace(node()), await makeSeatWorkspace(node())];
    const entitlement = await space.entitle({ seat_capacity: 4 });
    const [ada, grace] = [await space.member('Ada'), await space.member()];
    const [seated, another, gone, late] = (await makeMembers(space, 4)) as [Member, Member, Member, Member];
    const stranger = await other.member();
    const earlier = [await space.seat(seated), await space.seat(another)] as const;
    await space.deactivate(gone);
    node().clock.advance(1_000);

    const given = [another, stranger, grace, gone, seated, ada, late].map(({ id }) => id);
    const { assigned, skipped, rejected } = await assignAll(space, [
      NO_MEMBER,
      ...given,
      'ada@example.com',
      '',
    ]);
    for (const { assignment_id } of assigned) assert.match(assignment_id, /^seat_[0-9A-Z]{26}$/);
    assert.deepEqual(
      assigned.map(({ assignment_id: _id, ...rest }) => rest),
      [grace, ada].map((member) => ({
        membership_id: member.id,
        email: member.email,
        entitlement_id: entitlement.id,
        started_at: timeOf(node()),
      })),
    );
    assert.deepEqual(skipped, [refused(another.id, 'already_seated'), refused(seated.id, 'already_seated')]);
    assert.deepEqual(rejected, [
      refused(NO_MEMBER, 'unknown'),
      refused(stranger.id, 'unknown'),
      refused(gone.id, 'inactive'),
      refused(late.id, 'no_capacity'),
      refused('ada@example.com', 'unknown'),
      refused('', 'unknown'),
    ]);
    const [first, second] = assigned as [AssignedSeat, AssignedSeat];
    assert.deepEqual(await space.list(), {
      data: [
        listed(second, ada),
        listed(first, grace),
        listed(earlier[1], another),
        listed(earlier[0], seated),
      ],
      meta: onePage({ ...entitlement, active_seats: 4 }),
    });
    assert.deepEqual((await other.list()).data, []);
  });

  test('200: the last seats go to those who are named first', async () => {
    const space = await makeSeatWorkspace(node());
    const { id: entitlement_id } = await space.entitle({ seat_capacity: 2 });
    const [one, two, three, four] = idsOf(await makeMembers(space, 4)) as [string, string, string, string];
    const first = await assignAll(space, [four, two, three, one]);
    assert.deepEqual([membersOf(first), first.skipped], [[four, two], []]);
    assert.deepEqual(first.rejected, [refused(three, 'no_capacity'), refused(one, 'no_capacity')]);
    await space.end({ id: two });
    const second = await assignAll(space, [one, four, three, two], { entitlement_id });
    assert.deepEqual([membersOf(second), second.skipped], [[one], [refused(four, 'already_seated')]]);
    assert.deepEqual(second.rejected, [refused(three, 'no_capacity'), refused(two, 'no_capacity')]);
  });

  test('200: a member who is named twice is reported once, at the first place', async () => {
    const space = await makeSeatWorkspace(node());
    const entitlement = await space.entitle({ seat_capacity: 3 });
    const [seated, one, two, late] = (await makeMembers(space, 4)) as [Member, Member, Member, Member];
    await space.seat(seated);
    const once = [one, seated, two, late].map(({ id }) => id).concat(NO_MEMBER);
    const outcome = await assignAll(space, [one.id, ...once, ...once.toReversed()]);
    assert.deepEqual(membersOf(outcome), [one.id, two.id]);
    assert.deepEqual(outcome.skipped, [refused(seated.id, 'already_seated')]);
    assert.deepEqual(outcome.rejected, [refused(late.id, 'no_capacity'), refused(NO_MEMBER, 'unknown')]);
    assert.deepEqual((await space.list()).meta, onePage({ ...entitlement, active_seats: 3 }));
  });

  test('200: a seat under another entitlement counts; a call that assigns nothing changes nothing', async () => {
    const space = await makeSeatWorkspace(node());
    const roomy = await space.entitle({ priority: 1 });
    const full = await space.entitle({ seat_capacity: 0 });
    const [seated, waiting, gone] = (await makeMembers(space, 3)) as [Member, Member, Member];
    await space.seat(seated, { entitlement_id: roomy.id });
    // Deactivated, and there is no room: the reason is the member.
    await space.deactivate(gone);
    const snapshot = await snapshotsOf(node().services.database);
    const before = await snapshot();
    const outcome = await assignAll(space, idsOf([seated, waiting, gone]), { entitlement_id: full.id });
    assert.deepEqual(outcome, {
      assigned: [],
      skipped: [refused(seated.id, 'already_seated')],
      rejected: [refused(waiting.id, 'no_capacity'), refused(gone.id, 'inactive')],
    });
    assert.deepEqual(await snapshot(), before);
  });

  test('200: a hundred at once; a soft or an unlimited entitlement takes them past its capacity', async () => {
    for (const fields of [{ enforcement_mode: 'soft' }, { seat_unlimited: true }] as const) {
      const space = await makeSeatWorkspace(node());
      const entitlement = await space.entitle({ ...fields, seat_capacity: 1 });
      const members = idsOf(await makeMembers(space, 100));
      const outcome = await assignAll(space, members);
      assert.deepEqual([membersOf(outcome), outcome.skipped, outcome.rejected], [members, [], []]);
      const { data, meta } = await space.list('?limit=100');
      assert.deepEqual(meta, { ...onePage({ ...entitlement, active_seats: 100 }), limit: 100 });
      assert.deepEqual(
        data.map(({ membership_id }) => membership_id),
        members.toReversed(),
      );
    }
  });

  test('422: no membership_ids, none or more than a hundred in it, anything but strings', async () => {
    const space = await makeSeatWorkspace(node());
    await space.entitle();
    const { id } = await space.member();
    const list = 'membership_ids must be an array';
    await assertRefused(
      node(),
      (
        [
          [undefined, 'membership_ids is required'],
          [{}, 'membership_ids is required'],
          [{ membership_id: id }, 'membership_ids is required'],
          ...[null, id, 7, { 0: id }].map((membership_ids) => [{ membership_ids }, list] as const),
          [{ membership_ids: [] }, 'membership_ids must have at least 1 item'],
          // The limit counts the ids as sent, repeated ones too.
          [{ membership_ids: Array(101).fill(id) }, 'membership_ids must have at most 100 items'],
          ...[null, 7, [id], { id }].map(
            (wrong) => [{ membership_ids: [id, wrong] }, 'membership_ids[1] must be a string'] as const,
          ),
          [{ membership_ids: [id], entitlement_id: 7 }, 'entitlement_id must be a string or null'],
          [null, 'body must be a JSON object'],
          [[id], 'body must be a JSON object'],
        ] as const
      ).map(([body, message]) => [() => space.post('assign_bulk', body), 'invalid_request', message]),
    );
    // A valid call succeeds, so nothing else was wrong.
    assert.deepEqual(membersOf(await assignAll(space, Array(100).fill(id))), [id]);
  });

  test('each seat leaves one audit entry, as if assigned alone; who gets none leaves nothing', async () => {
    const space = await makeSeatWorkspace(node());
    const { id: entitlementId } = await space.entitle({ seat_capacity: 2 });
    const members = await makeMembers(space, 3);
    const { assigned } = await assignAll(space, [...idsOf(members), NO_MEMBER]);
    assert.equal(assigned.length, 2);
    assert.deepEqual(
      await space.entries('action=seat.assigned'),
      assigned.map(({ assignment_id, membership_id, started_at }) => ({
        action: 'seat.assigned',
        actor: space.actor,
        target: { type: 'seat', id: assignment_id },
        changes: { membership_id: [null, membership_id], entitlement_id: [null, entitlementId] },
        reason: null,
        tool: null,
        created_at: started_at,
      })),
    );
    for (const { id } of members) assert.equal((await space.entries(`target_id=${id}`)).length, 1);
  });

  test('all or nothing: when one of its rows can not be written, none is', async () => {
    const space = await makeSeatWorkspace(node());
    await space.entitle();
    const members = idsOf(await makeMembers(space, 3));
    const snapshot = await snapshotsOf(node().services.database);
    const before = await snapshot();
    // All audit entries get the same id, so the database refuses the second.
    const { context } = space;
    const taken = context.ids('auditEntry');
    const ids: typeof context.ids = (kind) => (kind === 'auditEntry' ? taken : context.ids(kind));
    await assert.rejects(assignSeats({ ...context, ids }, { membership_ids: members }), {
      name: 'ConstraintViolation',
    });
    assert.deepEqual(await snapshot(), before);
    assert.deepEqual(membersOf(await assignAll(space, members)), members);
  });
});
