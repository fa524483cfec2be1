// Seats count against the right entitlement, and its capacity is enforced and can be set.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  type AssignedSeat,
  type Entitlement,
  makeSeatWorkspace,
  NO_ENTITLEMENT,
  onePage,
  refusals,
  type SeatWorkspace,
} from '../../../support/makers/seats.ts';
import { timeOf } from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const below = (seats: number) =>
  [
    'validation_error',
    `capacity must be at least ${seats}: that many seats are assigned under the entitlement`,
  ] as const;

onBothEngines('the capacity of seats', (node) => {
  const setCapacity = (space: SeatWorkspace, body?: unknown) => space.post('capacity', body);

  /** Makes every call that takes an entitlement_id. Returns the entitlement that each call used. */
  async function entitlementsOf(space: SeatWorkspace, given: object): Promise<string[]> {
    const membership_ids = [(await space.member()).id];
    const bulk = await space.post('assign_bulk', { membership_ids, ...given });
    const { assigned } = dataOf<{ assigned: AssignedSeat[] }>(bulk);
    const capacity = await setCapacity(space, { capacity: 99, ...given });
    return [
      (await space.seat(undefined, given)).entitlement_id,
      ...assigned.map(({ entitlement_id }) => entitlement_id),
      dataOf<Entitlement>(capacity).id,
    ];
  }

  test('200: without entitlement_id it is the active one with the highest priority, the oldest of several', async () => {
    const space = await makeSeatWorkspace(node());
    const low = await space.entitle({ plan_key: 'low', priority: -5 });
    const oldest = await space.entitle({ plan_key: 'oldest', priority: 7 });
    const younger = await space.entitle({ plan_key: 'younger', priority: 7 });
    const inactive = await space.entitle({ plan_key: 'inactive', priority: 9, active: false });
    const expectDefault = async ({ id, plan_key }: Entitlement, given = {}) =>
      assert.deepEqual(await entitlementsOf(space, given), [id, id, id], plan_key);

    await expectDefault(oldest);
    await space.change(oldest, { active: false });
    await expectDefault(younger, { entitlement_id: null });
    await space.change(younger, { priority: -6 });
    await expectDefault(low);
    await space.change(inactive, { active: true });
    await expectDefault(inactive);
  });

  test('200: entitlement_id names another than the default', async () => {
    const space = await makeSeatWorkspace(node());
    const [first, second] = [await space.entitle({ priority: 1 }), await space.entitle()];
    const { id } = second;
    assert.deepEqual(await entitlementsOf(space, { entitlement_id: id }), [id, id, id]);
    const changed = { ...second, seat_capacity: 99, active_seats: 2 };
    assert.deepEqual((await space.list()).meta, onePage(first, changed));
  });

  test("404: an entitlement_id that is unknown, another workspace's, or malformed", async () => {
    const [space, other] = [await makeSeatWorkspace(node()), await makeSeatWorkspace(node())];
    const [own, theirs] = [await space.entitle(), await other.entitle()];
    const member = await space.member();
    const wrong = [NO_ENTITLEMENT, theirs.id, own.id.toLowerCase(), ` ${own.id}`, member.id, 'pro', '%', ''];
    await assertRefused(
      node(),
      wrong.flatMap((entitlement_id) => [
        [() => space.assign(member, { entitlement_id }), ...refusals.noEntitlement],
        [
          () => space.post('assign_bulk', { membership_ids: [member.id], entitlement_id }),
          ...refusals.noEntitlement,
        ],
        [() => setCapacity(space, { capacity: 5, entitlement_id }), ...refusals.noEntitlement],
      ]),
    );
  });

  test('422: no active entitlement; an inactive one gets no seats, but its capacity can be set', async () => {
    const space = await makeSeatWorkspace(node());
    const member = await space.member();
    const bulk = { membership_ids: [member.id] };
    const withoutId = [
      [() => space.assign(member), ...refusals.noneActive],
      [() => space.post('assign_bulk', bulk), ...refusals.noneActive],
      [() => setCapacity(space, { capacity: 5 }), ...refusals.noneActive],
    ] as const;
    await assertRefused(node(), [...withoutId]);
    const inactive = await space.entitle({ active: false });
    const { id: entitlement_id } = inactive;
    await assertRefused(node(), [
      ...withoutId,
      [() => space.assign(member, { entitlement_id }), ...refusals.inactive],
      [() => space.post('assign_bulk', { ...bulk, entitlement_id }), ...refusals.inactive],
    ]);
    const answer = await setCapacity(space, { capacity: 5, entitlement_id });
    assert.deepEqual([answer.status, answer.body], [200, { data: { ...inactive, seat_capacity: 5 } }]);
  });

  test('200: the capacity is set to any integer from 0 to 1,000,000, and listed', async () => {
    const space = await makeSeatWorkspace(node());
    const entitlement = await space.entitle({ plan_key: 'enterprise' });
    for (const capacity of [0, 1, 25, 1_000_000]) {
      const answer = await setCapacity(space, { capacity, colour: 'red', plan_key: 'free' });
      const expected = {
        id: entitlement.id,
        plan_key: 'enterprise',
        seat_capacity: capacity,
        seat_unlimited: false,
        active_seats: 0,
        enforcement_mode: 'hard',
      } as const;
      assert.deepEqual([answer.status, answer.body], [200, { data: expected }]);
      assert.deepEqual((await space.list()).meta, onePage(expected));
    }
  });

  test('422: no capacity, one out of bounds, a field of the wrong type', async () => {
    const space = await makeSeatWorkspace(node());
    await space.entitle();
    const capacity = 5;
    await assertRefused(
      node(),
      (
        [
          [undefined, 'capacity is required'],
          [{}, 'capacity is required'],
          [{ reason: 'Why not' }, 'capacity is required'],
          ...[null, '5', '', 1.5, true, [5], {}].map(
            (given) => [{ capacity: given }, 'capacity must be an integer'] as const,
          ),
          [{ capacity: -1 }, 'capacity must be at least 0'],
          [{ capacity: 1_000_001 }, 'capacity must be at most 1000000'],
          [{ capacity: 1e300 }, 'capacity must be at most 1000000'],
          [{ capacity, entitlement_id: 7 }, 'entitlement_id must be a string or null'],
          [{ capacity, reason: 7 }, 'reason must be a string or null'],
          [{ capacity, reason: ['x'] }, 'reason must be a string or null'],
          [{ capacity, reason: 'x'.repeat(1_001) }, 'reason must be at most 1000 characters'],
          [null, 'body must be a JSON object'],
          [[{ capacity }], 'body must be a JSON object'],
          [5, 'body must be a JSON object'],
        ] as const
      ).map(([body, message]) => [() => setCapacity(space, body), 'invalid_request', message]),
    );
  });

  test('each change leaves one audit entry with its reason; an unchanged capacity leaves none', async () => {
    const space = await makeSeatWorkspace(node());
    const { id } = await space.entitle({ seat_capacity: 0 });
    const long = 'x'.repeat(1_000);
    const reasons = [
      [undefined, 'Set via API'],
      [null, 'Set via API'],
      ['', 'Set via API'],
      ['  \n ', 'Set via API'],
      ['Five more from January', 'Five more from January'],
      ['  trimmed ', 'trimmed'],
      [` ${long} `, long],
      ['𝔛'.repeat(1_000), '𝔛'.repeat(1_000)],
    ] as const;
    const expected: object[] = [];
    for (const [place, [given, reason]] of reasons.entries()) {
      node().clock.advance(1_000);
      const capacity = place + 1;
      // The second call changes nothing.
      for (const _time of [1, 2]) dataOf(await setCapacity(space, { capacity, reason: given }));
      expected.push({
        action: 'seat.capacity_changed',
        actor: space.actor,
        target: { type: 'entitlement', id },
        changes: { seat_capacity: [place, capacity] },
        reason,
        tool: null,
        created_at: timeOf(node()),
      });
    }
    const [created, ...entries] = await space.entries(`target_id=${id}`);
    assert.equal(created?.action, 'entitlement.created');
    assert.deepEqual(entries, expected);
    assert.deepEqual(await space.entries('action=seat.capacity_changed'), expected);
  });

  test('hard: no seat past the capacity, and no capacity below the seats', async () => {
    const space = await makeSeatWorkspace(node());
    const entitlement = await space.entitle({ seat_capacity: 2 });
    const { id: entitlement_id } = entitlement;
    const [first, waiting] = [await space.member(), await space.member()];
    await space.seat(first);
    await space.seat();
    await assertRefused(node(), [
      [() => space.assign(waiting), ...refusals.full],
      [() => setCapacity(space, { capacity: 1 }), ...below(2)],
      [() => setCapacity(space, { capacity: 0, entitlement_id, reason: 'Fewer' }), ...below(2)],
    ]);
    // A higher capacity makes room. A capacity equal to the seats is not below them.
    dataOf(await setCapacity(space, { capacity: 3 }));
    await space.seat(waiting);
    await space.end(first);
    await assertRefused(node(), [[() => setCapacity(space, { capacity: 1 }), ...below(2)]]);
    const answer = await setCapacity(space, { capacity: 2 });
    assert.deepEqual(dataOf(answer), { ...entitlement, active_seats: 2 });
    await assertRefused(node(), [[() => space.assign(first), ...refusals.full]]);
  });

  for (const [what, fields] of [
    ['soft', { enforcement_mode: 'soft', seat_capacity: 1 }],
    ['unlimited, hard', { seat_unlimited: true, seat_capacity: 1 }],
    ['unlimited, soft', { seat_unlimited: true, seat_capacity: 0, enforcement_mode: 'soft' }],
  ] as const) {
    test(`${what}: seats pass the capacity, and the capacity may be below the seats`, async () => {
      const space = await makeSeatWorkspace(node());
      const entitlement = await space.entitle(fields);
      for (const _seat of [1, 2, 3]) await space.seat();
      assert.deepEqual((await space.list()).meta, onePage({ ...entitlement, active_seats: 3 }));
      for (const capacity of [2, 0]) {
        const answer = await setCapacity(space, { capacity });
        assert.deepEqual(dataOf(answer), { ...entitlement, seat_capacity: capacity, active_seats: 3 });
      }
      await space.seat();
      assert.deepEqual(
        (await space.list()).meta,
        onePage({ ...entitlement, seat_capacity: 0, active_seats: 4 }),
      );
    });
  }
});
