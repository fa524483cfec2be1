// Nine of ten seats assigned are announced once, and again only after there was room or the capacity was changed.
import assert from 'node:assert/strict';
import {
  createEntitlement,
  updateEntitlement,
} from '../../../../src/features/people/entitlements/operations.ts';
import type { EntitlementInput } from '../../../../src/features/people/entitlements/shapes.ts';
import { test } from '../../../support/lanes.ts';
import { makeTold } from '../../../support/makers/notices.ts';
import { SEATS } from '../../../support/makers/seats.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import type { Member } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const EVENT = 'seats.nearly_full';

async function makeFilling(node: Node, fields: Partial<EntitlementInput> = {}) {
  const told = await makeTold(node, [EVENT]);
  const { id } = await createEntitlement(told.context, { plan_key: 'pro', seat_capacity: 10, ...fields });
  const seated: Member[] = [];
  const options = { key: told.key };
  return {
    ...told,
    entitlementId: id,
    assign: async (count: number) => {
      for (let place = 0; place < count; place += 1) {
        const member = await makeMember(node, null, told.key);
        dataOf(await node.post(`${SEATS}/${member.id}/assign`, {}, options));
        seated.push(member);
      }
    },
    assignTogether: async (count: number) => {
      const members = await Promise.all(
        Array.from({ length: count }, () => makeMember(node, null, told.key)),
      );
      const membership_ids = members.map((member) => member.id);
      dataOf(await node.post(`${SEATS}/assign_bulk`, { membership_ids }, options));
      seated.push(...members);
    },
    end: async (count: number) => {
      for (const { id: memberId } of seated.splice(0, count))
        await node.delete(`${SEATS}/${memberId}`, options);
    },
    setCapacity: async (capacity: number) =>
      void dataOf(await node.post(`${SEATS}/capacity`, { capacity }, options)),
    /** How many seats were assigned of how many, each time that it was announced. */
    announced: async () =>
      (await told.events(EVENT)).map(
        ({ active_seats, seat_capacity }) => `${active_seats} of ${seat_capacity}`,
      ),
  };
}

onBothEngines('seats that are nearly all assigned', (node) => {
  test('are announced with the ninth of ten, once, and to admins by mail', async () => {
    const space = await makeFilling(node());
    await space.assign(8);
    assert.deepEqual(await space.announced(), []);
    await space.assign(2);
    const [payload, ...others] = await space.events(EVENT);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [payload?.id, payload?.plan_key, payload?.active_seats, payload?.seat_capacity],
      [space.entitlementId, 'pro', 9, 10],
    );
    assert.equal(await space.deliveries(EVENT), 1);
    const [mail, ...more] = await space.mails('seats_nearly_full');
    assert.deepEqual(more, []);
    assert.equal(mail?.to, space.admin.email);
    assert.equal(mail?.subject, 'Nearly all seats are assigned: 9 of 10');
    assert.ok(mail?.text.includes('One is left.'));
  });

  test('are announced anew only after fewer than eight of ten', async () => {
    const space = await makeFilling(node());
    await space.assign(9);
    await space.end(1);
    await space.assign(1);
    assert.equal((await space.announced()).length, 1, 'eight of ten are no room');
    await space.end(2);
    await space.assign(1);
    assert.equal((await space.announced()).length, 1);
    await space.assign(1);
    assert.deepEqual(await space.announced(), ['9 of 10', '9 of 10']);
  });

  test('are announced anew when the capacity was changed, and while they are few they are not', async () => {
    const space = await makeFilling(node());
    await space.assignTogether(10);
    assert.deepEqual(await space.announced(), ['10 of 10']);
    await space.setCapacity(10);
    assert.equal((await space.announced()).length, 1, 'it is what it was');
    await space.setCapacity(20);
    assert.equal((await space.announced()).length, 1);
    await space.assign(8);
    assert.deepEqual(await space.announced(), ['10 of 10', '18 of 20']);
    await space.setCapacity(19);
    assert.deepEqual((await space.announced()).at(-1), '18 of 19');
    const [, , last] = await space.mails('seats_nearly_full');
    assert.equal(last?.subject, 'Nearly all seats are assigned: 18 of 19');
  });

  test('matter only where there is a limit, and under the entitlement that has it', async () => {
    const unlimited = await makeFilling(node(), { seat_unlimited: true });
    await unlimited.assign(10);
    assert.deepEqual(await unlimited.announced(), []);
    const none = await makeFilling(node(), { seat_capacity: 0, enforcement_mode: 'soft' });
    await none.assign(1);
    assert.deepEqual(await none.announced(), []);
    await updateEntitlement(none.context, none.entitlementId, { seat_capacity: 1 });
    assert.deepEqual(await none.announced(), ['1 of 1']);
    await none.assign(1);
    const soft = await makeFilling(node(), { seat_capacity: 2, enforcement_mode: 'soft' });
    await soft.assign(3);
    assert.deepEqual(await soft.announced(), ['2 of 2']);
    const [mail] = await soft.mails('seats_nearly_full');
    assert.ok(mail?.text.includes('above the capacity'));
  });

  test('are announced by whichever call assigns the ninth, and once if many come together', async () => {
    const space = await makeFilling(node(), { seat_capacity: 20 });
    const members = await Promise.all(Array.from({ length: 20 }, () => makeMember(node(), null, space.key)));
    const answers = await Promise.all(
      members.map((member) => node().post(`${SEATS}/${member.id}/assign`, {}, { key: space.key })),
    );
    assert.ok(answers.every(({ status }) => status === 200));
    assert.deepEqual(await space.announced(), ['18 of 20']);
    assert.equal((await space.mails('seats_nearly_full')).length, 1);
  });

  test('422: a refused seat announces nothing', async () => {
    const space = await makeFilling(node(), { seat_capacity: 9 });
    await space.assign(9);
    const member = await makeMember(node(), null, space.key);
    const { status } = await node().post(`${SEATS}/${member.id}/assign`, {}, { key: space.key });
    assert.equal(status, 422);
    assert.deepEqual(await space.announced(), ['9 of 9']);
  });
});
