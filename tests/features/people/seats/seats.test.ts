// Seats are assigned, listed and ended; a member has at most one.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  type AssignedSeat,
  listed,
  makeSeatWorkspace,
  NO_ENTITLEMENT,
  NO_MEMBER,
  onePage,
  refusals,
  SEATS,
  type Seat,
} from '../../../support/makers/seats.ts';
import { createMember, timeOf } from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('seats', (node) => {
  test('200: a seat is assigned and listed with the fields of the contract', async () => {
    const space = await makeSeatWorkspace(node());
    const entitlement = await space.entitle();
    const ada = await space.member('Ada Lovelace');
    const nameless = await createMember(node(), { email: 'No.Name@Example.com' }, space.key);
    const expected: Seat[] = [];
    for (const [member, member_name] of [
      [ada, 'Ada Lovelace'],
      // Without a name, the email is shown instead.
      [nameless, 'No.Name@Example.com'],
    ] as const) {
      node().clock.advance(1_000);
      const answer = await space.assign(member);
      assert.equal(answer.status, 200);
      const { assignment_id: id, ...rest } = dataOf<AssignedSeat>(answer);
      assert.match(id, /^seat_[0-9A-Z]{26}$/);
      const shared = { membership_id: member.id, entitlement_id: entitlement.id, started_at: timeOf(node()) };
      assert.deepEqual(rest, { ...shared, email: member.email });
      expected.unshift({ ...shared, id, member_email: member.email, member_name, ended_at: null });
    }
    node().clock.advance(1_000);
    assert.match(entitlement.id, /^ent_[0-9A-Z]{26}$/);
    assert.deepEqual(await space.list(), {
      data: expected,
      meta: {
        limit: 25,
        has_more: false,
        next_cursor: null,
        entitlements: [
          {
            id: entitlement.id,
            plan_key: 'pro',
            seat_capacity: 10,
            seat_unlimited: false,
            active_seats: 2,
            enforcement_mode: 'hard',
          },
        ],
      },
    });
  });

  test('200: without entitlement_id, however it is left out', async () => {
    const space = await makeSeatWorkspace(node());
    const { id } = await space.entitle();
    for (const body of [undefined, {}, { entitlement_id: null }, { colour: 'red', ended_at: 'never' }]) {
      assert.equal((await space.seat(undefined, body)).entitlement_id, id, JSON.stringify(body));
    }
    const nothing = { rawBody: '', headers: { 'content-type': 'application/json' } };
    const answer = await space.post(`${(await space.member()).id}/assign`, undefined, nothing);
    assert.equal(dataOf<AssignedSeat>(answer).entitlement_id, id);
    assert.deepEqual(
      (await space.list()).data.map(({ ended_at }) => ended_at),
      [null, null, null, null, null],
    );
  });

  test('422: a deactivated member', async () => {
    const space = await makeSeatWorkspace(node());
    const { id: entitlement_id } = await space.entitle();
    const gone = await space.deactivate(await space.member());
    await assertRefused(node(), [
      [() => space.assign(gone), ...refusals.deactivated],
      [() => space.assign(gone, { entitlement_id }), ...refusals.deactivated],
    ]);
    await space.seat(await space.reactivate(gone));
  });

  test('422: a member who has a seat, also under another entitlement; a full entitlement', async () => {
    const space = await makeSeatWorkspace(node());
    const full = await space.entitle({ seat_capacity: 1, priority: 1 });
    const roomy = await space.entitle();
    const [seated, elsewhere, waiting] = [await space.member(), await space.member(), await space.member()];
    await space.seat(seated);
    await space.seat(elsewhere, { entitlement_id: roomy.id });
    await assertRefused(node(), [
      [() => space.assign(seated), ...refusals.seated],
      [() => space.assign(seated, { entitlement_id: roomy.id }), ...refusals.seated],
      [() => space.assign(elsewhere), ...refusals.seated],
      [() => space.assign(elsewhere, { entitlement_id: roomy.id }), ...refusals.seated],
      // A full default is not replaced by an entitlement with room.
      [() => space.assign(waiting), ...refusals.full],
      [() => space.assign(waiting, { entitlement_id: full.id }), ...refusals.full],
    ]);
    const { meta } = await space.list();
    assert.deepEqual(meta, onePage({ ...full, active_seats: 1 }, { ...roomy, active_seats: 1 }));
  });

  test('422: a body that is not an object, or an entitlement_id that is not a string', async () => {
    const space = await makeSeatWorkspace(node());
    const { id } = await space.entitle();
    const member = await space.member();
    await assertRefused(node(), [
      ...[null, [], [{ entitlement_id: id }], id, 7, true].map(
        (body) =>
          [() => space.assign(member, body), 'invalid_request', 'body must be a JSON object'] as const,
      ),
      ...[7, true, [id], { id }].map(
        (entitlement_id) =>
          [
            () => space.assign(member, { entitlement_id }),
            'invalid_request',
            'entitlement_id must be a string or null',
          ] as const,
      ),
    ]);
  });

  test('a wrong body is refused before an unknown member, that before an unknown entitlement, that before any rule', async () => {
    const space = await makeSeatWorkspace(node());
    const [nobody, gone] = [{ id: NO_MEMBER }, await space.deactivate(await space.member())];
    const wrong = ['invalid_request', 'entitlement_id must be a string or null'] as const;
    await assertRefused(node(), [
      [() => space.assign(nobody, { entitlement_id: 7 }), ...wrong],
      [() => space.assign(nobody, { entitlement_id: NO_ENTITLEMENT }), ...refusals.noMember],
      [() => space.assign(nobody), ...refusals.noMember],
      [() => space.assign(gone, { entitlement_id: NO_ENTITLEMENT }), ...refusals.noEntitlement],
    ]);
  });

  test('200: active seats are listed newest first, in pages', async () => {
    const space = await makeSeatWorkspace(node());
    const entitlement = await space.entitle();
    const members = await Promise.all(['Ada', 'Grace', null, 'Joan', 'Mary'].map(space.member));
    const seats: Seat[] = [];
    // The first two a second apart, the others in the same millisecond.
    for (const member of members) {
      seats.unshift(listed(await space.seat(member), member));
      if (seats.length <= 2) node().clock.advance(1_000);
    }
    const [first, second, third, fourth, fifth] = seats as [Seat, Seat, Seat, Seat, Seat];
    const all = onePage({ ...entitlement, active_seats: 5 });
    assert.deepEqual(await space.list(), { data: seats, meta: all });
    assert.deepEqual(await space.list('?limit=2'), {
      data: [first, second],
      meta: { ...all, limit: 2, has_more: true, next_cursor: second.id },
    });
    // The cursor's own seat ends: the next page begins after where it was.
    assert.equal((await space.end({ id: second.membership_id })).status, 204);
    const fewer = onePage({ ...entitlement, active_seats: 4 });
    assert.deepEqual(await space.list(`?limit=2&cursor=${second.id}`), {
      data: [third, fourth],
      meta: { ...fewer, limit: 2, has_more: true, next_cursor: fourth.id },
    });
    assert.deepEqual(await space.list(`?limit=2&cursor=${fourth.id}`), {
      data: [fifth],
      meta: { ...fewer, limit: 2 },
    });
    const rest = { data: [first, third, fourth, fifth], meta: fewer };
    assert.deepEqual(await space.list(), rest);
    assert.deepEqual(await space.list('?limit=101'), { ...rest, meta: { ...fewer, limit: 100 } });
    const wrong = `${SEATS}?cursor=${first.membership_id}`;
    const mistake = 'cursor must be the next_cursor of an earlier page of this list';
    await assertRefused(node(), [[() => node().get(wrong, { key: space.key }), 'invalid_request', mistake]]);
  });

  test('meta.entitlements has the default first, and inactive ones only while they have seats', async () => {
    const space = await makeSeatWorkspace(node());
    assert.deepEqual(await space.list(), { data: [], meta: onePage() });
    const low = await space.entitle({ plan_key: 'low', priority: -1 });
    const second = await space.entitle({ plan_key: 'second', seat_capacity: 0, enforcement_mode: 'soft' });
    const third = await space.entitle({ plan_key: 'third', seat_capacity: 0, seat_unlimited: true });
    await space.entitle({ plan_key: 'never used', priority: 8, active: false });
    const used = await space.entitle({ plan_key: 'used', priority: 9 });
    const member = await space.member();
    const seat = listed(await space.seat(member), member);
    const withSeat = { ...used, active_seats: 1 };
    assert.deepEqual(await space.list(), { data: [seat], meta: onePage(withSeat, second, third, low) });
    await space.change(used, { active: false });
    assert.deepEqual(await space.list(), { data: [seat], meta: onePage(second, third, low, withSeat) });
    await space.end(member);
    assert.deepEqual(await space.list(), { data: [], meta: onePage(second, third, low) });
  });

  test('204: a seat is ended once; then it is free, for another or for a new seat of the member', async () => {
    const space = await makeSeatWorkspace(node());
    const entitlement = await space.entitle({ seat_capacity: 1 });
    const [ada, grace] = [await space.member('Ada'), await space.member('Grace')];
    const first = await space.seat(ada);
    node().clock.advance(1_000);
    const answer = await space.end(ada);
    assert.deepEqual([answer.status, answer.text], [204, '']);
    assert.deepEqual(await space.list(), { data: [], meta: onePage(entitlement) });
    await assertRefused(node(), [
      [() => space.end(ada), ...refusals.noSeat],
      [() => space.end(grace), ...refusals.noSeat],
    ]);

    const second = await space.seat(grace);
    await assertRefused(node(), [[() => space.assign(ada), ...refusals.full]]);
    await space.end(grace);
    const third = await space.seat(ada);
    assert.equal(new Set([first, second, third].map(({ assignment_id }) => assignment_id)).size, 3);
    assert.deepEqual(third, { ...first, assignment_id: third.assignment_id, started_at: timeOf(node()) });
    assert.deepEqual((await space.list()).data, [listed(third, ada)]);
  });

  test('a deactivated member has no seat any more, and none when reactivated', async () => {
    const space = await makeSeatWorkspace(node());
    const entitlement = await space.entitle();
    const member = await space.member();
    await space.seat(member);
    await space.deactivate(member);
    const empty = { data: [], meta: onePage(entitlement) };
    assert.deepEqual(await space.list(), empty);
    await assertRefused(node(), [[() => space.end(member), ...refusals.noSeat]]);
    await space.reactivate(member);
    assert.deepEqual(await space.list(), empty);
    const again = await space.seat(member);
    assert.deepEqual((await space.list()).data, [listed(again, member)]);
  });

  test('each change leaves one audit entry', async () => {
    const space = await makeSeatWorkspace(node());
    const { id: entitlementId } = await space.entitle();
    const member = await space.member();
    const { assignment_id: id, started_at } = await space.seat(member);
    node().clock.advance(1_000);
    await space.end(member);
    const endedAt = timeOf(node());
    const shared = { actor: space.actor, target: { type: 'seat', id }, reason: null, tool: null };
    const changes = { membership_id: [null, member.id], entitlement_id: [null, entitlementId] };
    assert.deepEqual(await space.entries(`target_id=${id}`), [
      { ...shared, action: 'seat.assigned', changes, created_at: started_at },
      { ...shared, action: 'seat.ended', changes: { ended_at: [null, endedAt] }, created_at: endedAt },
    ]);
    // An ended seat is kept, with its times, though no call shows it.
    const stored = await node().services.database.get<{ started_at: number; ended_at: number }>(
      'select started_at, ended_at from seats where id = $1',
      [id],
    );
    assert.deepEqual([stored?.started_at, stored?.ended_at], [Date.parse(started_at), Date.parse(endedAt)]);
    // Neither the member nor the entitlement has changed.
    assert.equal((await space.entries(`target_id=${entitlementId}`)).length, 1);
    assert.equal((await space.entries(`target_id=${member.id}`)).length, 1);
  });

  test('the seats of one workspace are neither seen nor counted in another', async () => {
    const [space, other] = [await makeSeatWorkspace(node()), await makeSeatWorkspace(node())];
    const own = await space.entitle({ seat_capacity: 1 });
    const theirs = await other.entitle({ seat_capacity: 1 });
    const [member, stranger] = [await space.member(), await other.member()];
    const seat = await other.seat(stranger);
    assert.deepEqual(await space.list(), { data: [], meta: onePage(own) });
    const mine = await space.seat(member);
    const shown = { data: [listed(mine, member)], meta: onePage({ ...own, active_seats: 1 }) };
    assert.deepEqual(await space.list(), shown);
    await assertRefused(node(), [[() => space.end(stranger), ...refusals.noMember]]);
    await space.end(member);
    assert.deepEqual(await other.list(), {
      data: [listed(seat, stranger)],
      meta: onePage({ ...theirs, active_seats: 1 }),
    });
  });
});
