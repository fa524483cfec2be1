// Fields of one team mode are ignored in the other modes, and reset when the mode is left.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { inNewWorkspace, type ListedTeam, TEAMS } from '../../../support/makers/team-routes.ts';
import { errorOf, onBothEngines } from '../../../support/server/rota.ts';

/** Every field that depends on the mode, set. */
const allOn = {
  stack_always_apply: true,
  include_all_members: true,
  introduce_member: true,
  introduction_guidance: 'Be brief',
};

const off = {
  stack_always_apply: false,
  include_all_members: false,
  introduce_member: false,
  introduction_guidance: null,
};

/** What a team of the mode can have on. */
const onIn = {
  pool: { ...off, introduce_member: true, introduction_guidance: 'Be brief' },
  stack: { ...off, stack_always_apply: true, include_all_members: true },
  manual: off,
} as const;

type Mode = keyof typeof onIn;
const modes = Object.keys(onIn) as Mode[];
const moves = modes.flatMap((from) => modes.filter((to) => to !== from).map((to) => [from, to] as const));

function fieldsOf(team: ListedTeam): object {
  const { stack_always_apply, include_all_members, introduce_member, introduction_guidance } = team;
  return { stack_always_apply, include_all_members, introduce_member, introduction_guidance };
}

onBothEngines('team modes', (node) => {
  for (const mode of modes) {
    test(`200: in ${mode} mode its own fields are set, and those of another mode ignored without an error`, async () => {
      const teams = await inNewWorkspace(node());
      const { id } = await teams.create({ name: 'Sales', mode });
      const answer = await node().patch(`${TEAMS}/${id}`, allOn, { key: teams.key });
      assert.equal(answer.status, 200);
      assert.deepEqual(fieldsOf((answer.body as { data: ListedTeam }).data), onIn[mode]);
      assert.deepEqual(fieldsOf(await teams.show(id)), onIn[mode]);
      assert.deepEqual(fieldsOf((await teams.list()).data[0] as ListedTeam), onIn[mode]);
    });

    test(`a field of another mode than ${mode} alone is no change`, async () => {
      const teams = await inNewWorkspace(node());
      const { id } = await teams.create({ name: 'Sales', mode });
      const before = await teams.everything();
      node().clock.advance(1_000);
      for (const [field, value] of Object.entries(allOn)) {
        if (onIn[mode][field as keyof typeof allOn] === value) continue;
        await teams.update(id, { [field]: value });
        assert.deepEqual(await teams.everything(), before, field);
      }
    });

    test(`422: in ${mode} mode a field of another mode must still have its type`, async () => {
      const teams = await inNewWorkspace(node());
      const { id } = await teams.create({ name: 'Sales', mode });
      for (const [field, wrong, message] of [
        ['stack_always_apply', 'yes', 'stack_always_apply must be a boolean'],
        ['stack_always_apply', null, 'stack_always_apply must be a boolean'],
        ['include_all_members', 1, 'include_all_members must be a boolean'],
        ['include_all_members', null, 'include_all_members must be a boolean'],
        ['introduce_member', 'true', 'introduce_member must be a boolean'],
        ['introduce_member', null, 'introduce_member must be a boolean'],
        ['introduction_guidance', true, 'introduction_guidance must be a string or null'],
        ['introduction_guidance', 'g'.repeat(5_001), 'introduction_guidance must be at most 5000 characters'],
      ] as const) {
        const answer = await node().patch(`${TEAMS}/${id}`, { [field]: wrong }, { key: teams.key });
        assert.equal(answer.status, 422, field);
        assert.deepEqual(errorOf(answer), { type: 'invalid_request', message });
      }
      // A null that clears is right in any mode.
      assert.deepEqual(fieldsOf(await teams.update(id, { introduction_guidance: null })), off);
    });

    test(`201: a new ${mode} team has the stack fields only where they belong`, async () => {
      const teams = await inNewWorkspace(node());
      const on = { stack_always_apply: true, include_all_members: true };
      for (const given of [on, { stack_always_apply: true }, { include_all_members: true }]) {
        const { id } = await teams.create({ name: 'Sales', mode, ...given });
        const expected = mode === 'stack' ? { ...off, ...given } : off;
        assert.deepEqual(fieldsOf(await teams.show(id)), expected);
        const { changes } = await teams.lastChange(id);
        assert.deepEqual(changes?.stack_always_apply, [null, expected.stack_always_apply]);
        assert.deepEqual(changes?.include_all_members, [null, expected.include_all_members]);
      }
    });
  }

  for (const [from, to] of moves) {
    test(`leaving ${from} for ${to} resets its fields for good, and the audit entry tells it`, async () => {
      const teams = await inNewWorkspace(node());
      const { id } = await teams.create({ name: 'Sales', mode: from });
      await teams.update(id, allOn);
      const left = await teams.update(id, { mode: to });
      assert.deepEqual([left.mode, fieldsOf(left)], [to, off]);
      assert.deepEqual(fieldsOf(await teams.show(id)), off);

      const resets: Record<string, [unknown, unknown]> = {};
      for (const [field, value] of Object.entries(onIn[from])) {
        const offValue = off[field as keyof typeof off];
        if (value !== offValue) resets[field] = [value, offValue];
      }
      const { action, changes } = await teams.lastChange(id);
      assert.deepEqual(
        { action, changes },
        { action: 'team.updated', changes: { mode: [from, to], ...resets } },
      );

      const back = await teams.update(id, { mode: from });
      assert.deepEqual([back.mode, fieldsOf(back)], [from, off]);
      assert.deepEqual((await teams.lastChange(id)).changes, { mode: [to, from] });
    });

    test(`a change from ${from} to ${to} that also sets fields is judged by ${to}`, async () => {
      const teams = await inNewWorkspace(node());
      const { id } = await teams.create({ name: 'Sales', mode: from });
      await teams.update(id, allOn);
      const moved = await teams.update(id, { ...allOn, mode: to });
      assert.deepEqual([moved.mode, fieldsOf(moved)], [to, onIn[to]]);
      assert.deepEqual(fieldsOf(await teams.show(id)), onIn[to]);
    });
  }

  test('naming the mode that the team has already resets nothing', async () => {
    const teams = await inNewWorkspace(node());
    for (const mode of modes) {
      const { id } = await teams.create({ name: mode, mode });
      await teams.update(id, allOn);
      assert.deepEqual(fieldsOf(await teams.update(id, { mode, description: mode })), onIn[mode]);
      assert.deepEqual((await teams.lastChange(id)).changes, { description: [null, mode] });
    }
  });

  test('one field of a mode changes without the other', async () => {
    const teams = await inNewWorkspace(node());
    const pool = await teams.create({ name: 'Pool' });
    await teams.update(pool.id, allOn);
    const quiet = await teams.update(pool.id, { introduce_member: false });
    assert.deepEqual(fieldsOf(quiet), { ...off, introduction_guidance: 'Be brief' });
    const stack = await teams.create({ name: 'Stack', mode: 'stack', ...onIn.stack });
    const some = await teams.update(stack.id, { stack_always_apply: false });
    assert.deepEqual(fieldsOf(some), { ...off, include_all_members: true });
  });

  test('members, name and everything else stay when the mode changes', async () => {
    const teams = await inNewWorkspace(node(), 'stays');
    const ada = await teams.member('Ada');
    const { id, members } = await teams.create({
      name: 'Sales',
      description: 'Inbound',
      mode: 'manual',
      member_ids: [ada.id],
    });
    const before = await teams.show(id);
    assert.deepEqual([before.email_address, before.next_assignee], [null, null]);
    node().clock.advance(1_000);
    const email_address = 'sales.stays@rota.localhost';
    assert.deepEqual(await teams.update(id, { mode: 'pool' }), {
      ...before,
      mode: 'pool',
      email_address,
      next_assignee: members[0],
      updated_at: teams.now(),
    });
  });
});
