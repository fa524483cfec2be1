// Every response with a team shows the same object, also after its deactivation.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  inNewWorkspace,
  type Member,
  type Membership,
  type NewTeam,
  TEAMS,
  type Team,
} from '../../../support/makers/team-routes.ts';
import { dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';

const ID = '[0-9A-HJKMNP-TV-Z]{26}$';

function assertMembership(actual: Membership | undefined, teamId: string, member: Member, at: string): void {
  assert.match(actual?.id ?? '', new RegExp(`^tm_${ID}`));
  assert.deepEqual(actual, {
    id: actual?.id,
    team_id: teamId,
    role: 'member',
    workspace_membership_id: member.id,
    email: member.email,
    name: member.name,
    paused_at: null,
    last_assigned_at: null,
    created_at: at,
  });
}

onBothEngines('teams', (node) => {
  test('201: a new team has every field and its members, and no next_assignee', async () => {
    const teams = await inNewWorkspace(node(), 'object');
    const [ada, bob] = [await teams.member('Ada'), await teams.member('Bob')];
    const body = {
      name: '  Sales ',
      description: 'Inbound demos',
      mode: 'stack',
      member_ids: [bob.id, ada.id],
      stack_always_apply: true,
      include_all_members: true,
    };
    const answer = await node().post(TEAMS, body, { key: teams.key });
    assert.equal(answer.status, 201);
    const { id, members, ...rest } = dataOf<NewTeam>(answer);
    assert.match(id, new RegExp(`^team_${ID}`));
    assert.deepEqual(rest, {
      name: 'Sales',
      slug: 'sales',
      description: 'Inbound demos',
      mode: 'stack',
      email_address: 'sales.object@rota.localhost',
      member_count: 2,
      stack_always_apply: true,
      include_all_members: true,
      introduce_member: false,
      introduction_guidance: null,
      no_show_returns_turn: true,
      location: null,
      active: true,
      deactivated_at: null,
      created_at: teams.now(),
      updated_at: teams.now(),
    });
    assert.equal(members.length, 2);
    assertMembership(members[0], id, bob, teams.now());
    assertMembership(members[1], id, ada, teams.now());
  });

  test('201: a name is enough: a pool team with nothing on and nobody in it', async () => {
    const teams = await inNewWorkspace(node(), 'defaults');
    const answer = await node().post(TEAMS, { name: 'Plain' }, { key: teams.key });
    assert.equal(answer.status, 201);
    const { id, ...rest } = dataOf<NewTeam>(answer);
    const plain = {
      name: 'Plain',
      slug: 'plain',
      description: null,
      mode: 'pool',
      email_address: 'plain.defaults@rota.localhost',
      member_count: 0,
      stack_always_apply: false,
      include_all_members: false,
      introduce_member: false,
      introduction_guidance: null,
      no_show_returns_turn: true,
      location: null,
      active: true,
      deactivated_at: null,
      created_at: teams.now(),
      updated_at: teams.now(),
      members: [],
    };
    assert.deepEqual(rest, plain);
    assert.deepEqual(await teams.show(id), { id, ...plain, next_assignee: null });
  });

  test('200: one team is shown with its members and the next assignee, the list without either', async () => {
    const teams = await inNewWorkspace(node(), 'shown');
    const [ada, bob] = [await teams.member('Ada'), await teams.member('Bob')];
    const created = await teams.create({ name: 'Sales', member_ids: [bob.id, ada.id] });
    const bobs = created.members[0];
    assertMembership(bobs, created.id, bob, teams.now());
    node().clock.advance(1_000);
    const shown = await node().get(`${TEAMS}/${created.id}`, { key: teams.key });
    assert.deepEqual([shown.status, shown.body], [200, { data: { ...created, next_assignee: bobs } }]);
    const { members: _members, ...listed } = created;
    const list = await node().get(TEAMS, { key: teams.key });
    assert.deepEqual(
      [list.status, list.body],
      [200, { data: [listed], meta: { limit: 25, has_more: false, next_cursor: null } }],
    );
  });

  test('200: an update answers with the whole team, members and next assignee too', async () => {
    const teams = await inNewWorkspace(node(), 'updated');
    const ada = await teams.member('Ada');
    const created = await teams.create({ name: 'Sales', member_ids: [ada.id] });
    node().clock.advance(1_000);
    const change = {
      name: 'Support',
      description: 'Second line',
      introduce_member: true,
      introduction_guidance: 'Be brief',
    };
    const answer = await node().patch(`${TEAMS}/${created.id}`, change, { key: teams.key });
    const expected = {
      ...created,
      ...change,
      slug: 'support',
      email_address: 'support.updated@rota.localhost',
      updated_at: teams.now(),
      next_assignee: created.members[0],
    };
    assert.deepEqual([answer.status, answer.body], [200, { data: expected }]);
    assert.deepEqual(await teams.show(created.id), expected);
  });

  test('200: a deactivated team is answered whole, inactive, and nobody is next', async () => {
    const teams = await inNewWorkspace(node(), 'deactivated');
    const ada = await teams.member('Ada');
    const { id } = await teams.create({ name: 'Sales', member_ids: [ada.id] });
    const before = await teams.show(id);
    assert.equal(before.next_assignee?.email, 'ada@example.com');
    node().clock.advance(1_000);
    const answer = await node().post(`${TEAMS}/${id}/deactivate`, undefined, { key: teams.key });
    const now = teams.now();
    const expected = { ...before, active: false, deactivated_at: now, updated_at: now, next_assignee: null };
    assert.deepEqual([answer.status, answer.body], [200, { data: expected }]);
    assert.deepEqual(await teams.show(id), expected);
    assert.deepEqual(await teams.lastChange(id), {
      count: 2,
      action: 'team.deactivated',
      changes: { deactivated_at: [null, now] },
    });
  });

  test('422: a team is deactivated only once, and the second try changes nothing', async () => {
    const teams = await inNewWorkspace(node());
    const { id } = await teams.create({ name: 'Sales' });
    await teams.deactivate(id);
    const before = await teams.everything();
    node().clock.advance(1_000);
    const again = await node().post(`${TEAMS}/${id}/deactivate`, undefined, { key: teams.key });
    assert.equal(again.status, 422);
    assert.deepEqual(errorOf(again), {
      type: 'invalid_request',
      message: 'The team is already deactivated',
    });
    assert.deepEqual(await teams.everything(), before);
  });

  test('of many deactivations at the same time, one succeeds', async () => {
    const teams = await inNewWorkspace(node());
    const { id } = await teams.create({ name: 'Sales' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        node().post(`${TEAMS}/${id}/deactivate`, undefined, { key: teams.key }),
      ),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    assert.deepEqual(statuses, [200, 422, 422, 422, 422, 422, 422, 422]);
    assert.equal((await teams.audit(id)).length, 2);
  });

  test('an inactive team can be edited and members added; it stays as inactive as it was', async () => {
    const teams = await inNewWorkspace(node(), 'inactive');
    const ada = await teams.member('Ada');
    const { id } = await teams.create({ name: 'Sales' });
    const before = await teams.deactivate(id);
    node().clock.advance(1_000);
    const updated = await teams.update(id, { name: 'Former sales', introduce_member: true });
    const expected: Team = {
      ...before,
      name: 'Former sales',
      slug: 'former-sales',
      email_address: 'former-sales.inactive@rota.localhost',
      introduce_member: true,
      updated_at: teams.now(),
    };
    assert.deepEqual(updated, expected);
    const membership = await teams.addMember(id, ada.id);
    assertMembership(membership, id, ada, teams.now());
    assert.deepEqual(await teams.show(id), { ...expected, member_count: 1, members: [membership] });
  });

  test('nobody is next in a stack or manual team, or when nobody is eligible', async () => {
    const teams = await inNewWorkspace(node());
    const [ada, bob] = [await teams.member('Ada'), await teams.member('Bob')];
    const both = { member_ids: [ada.id, bob.id] };
    const made = await teams.create({ name: 'Sales', ...both });
    const [adas, bobs] = made.members as [Membership, Membership];
    const next = async (id: string) => {
      const { next_assignee } = await teams.show(id);
      assert.deepEqual((await teams.update(id, {})).next_assignee, next_assignee);
      return next_assignee;
    };
    for (const mode of ['stack', 'manual']) {
      assert.equal(await next((await teams.create({ name: mode, mode, ...both })).id), null, mode);
      assert.equal((await teams.update(made.id, { mode })).next_assignee, null, mode);
    }
    assert.deepEqual((await teams.update(made.id, { mode: 'pool' })).next_assignee, adas);
    assert.equal(await next((await teams.create({ name: 'Nobody' })).id), null);

    await teams.pause(adas);
    assert.deepEqual(await next(made.id), bobs);
    await teams.deactivateMember(bob.id);
    assert.equal(await next(made.id), null);
  });

  test('a deactivated workspace member is hidden from members and member_count, also in the list', async () => {
    const teams = await inNewWorkspace(node());
    const [ada, bob] = [await teams.member('Ada'), await teams.member('Bob')];
    const { id, members } = await teams.create({ name: 'Sales', member_ids: [ada.id, bob.id] });
    const seen = async () => {
      const shown = await teams.show(id);
      const [listed] = (await teams.list()).data;
      return [shown.members, shown.member_count, listed?.member_count];
    };
    assert.deepEqual(await seen(), [members, 2, 2]);
    await teams.deactivateMember(ada.id);
    assert.deepEqual(await seen(), [[members[1]], 1, 1]);
    await node().post(`/api/v1/workspace_members/${ada.id}/reactivate`, undefined, { key: teams.key });
    assert.deepEqual(await seen(), [members, 2, 2]);
  });
});
