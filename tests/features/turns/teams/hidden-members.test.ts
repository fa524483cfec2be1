// A deactivated member is hidden in every team, and comes back as it was.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  addToTeam,
  deactivate,
  entriesAbout,
  type Membership,
  makeMember,
  makeTeam,
  pathOf,
  reactivate,
  readMembership,
  readTeam,
  TEAMS,
  type Team,
  takeTurn,
  timeOf,
} from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('hidden team members', (node) => {
  /** The team as the list shows it. */
  async function listed({ id }: Team): Promise<Team | undefined> {
    return dataOf<Team[]>(await node().get(`${TEAMS}?limit=100`)).find((team) => team.id === id);
  }

  /** On show, in the list, and on update. */
  async function assertShows(team: Team, members: Membership[], next: Membership | null): Promise<void> {
    const shown = await readTeam(node(), team);
    assert.deepEqual([shown.members, shown.member_count], [members, members.length]);
    assert.deepEqual(shown.next_assignee, next);
    assert.equal((await listed(team))?.member_count, members.length);
    const updated = dataOf<Team>(await node().patch(`${TEAMS}/${team.id}`, { description: timeOf(node()) }));
    assert.deepEqual(
      [updated.members, updated.member_count, updated.next_assignee],
      [members, members.length, next],
    );
  }

  test('a deactivated member is in no team any more, and is back everywhere when reactivated', async () => {
    const [ada, grace] = [await makeMember(node(), 'Ada'), await makeMember(node(), 'Grace')];
    const [one, adaInOne, graceInOne] = await makeTeam(node(), [ada, grace]);
    const [other, adaInOther] = await makeTeam(node(), [ada]);
    await assertShows(one, [adaInOne, graceInOne], adaInOne);
    await assertShows(other, [adaInOther], adaInOther);

    await deactivate(node(), ada);
    await assertShows(one, [graceInOne], graceInOne);
    await assertShows(other, [], null);

    node().clock.advance(60_000);
    await reactivate(node(), ada);
    await assertShows(one, [adaInOne, graceInOne], adaInOne);
    await assertShows(other, [adaInOther], adaInOther);
    // All that happened to the memberships is that they were added.
    assert.equal((await entriesAbout(node(), adaInOne.id)).length, 1);
  });

  test('role, pause and last turn are kept', async () => {
    const [ada, grace] = [await makeMember(node()), await makeMember(node())];
    const [team, first, second] = await makeTeam(node(), [ada, grace]);
    assert.equal(await takeTurn(node(), team), first.id);
    dataOf(await node().patch(pathOf(first), { role: 'manager' }));
    node().clock.advance(1_000);
    const before = dataOf<Membership>(await node().post(`${pathOf(first)}/pause`));
    assert.deepEqual([before.role, before.paused_at], ['manager', timeOf(node())]);
    assert.notEqual(before.last_assigned_at, null);

    await deactivate(node(), ada);
    node().clock.advance(60_000);
    await assertShows(team, [second], second);
    await reactivate(node(), ada);
    await assertShows(team, [before, second], second);
  });

  test('a hidden member takes no turn, and comes back at the place of its last one', async () => {
    const people = [await makeMember(node()), await makeMember(node()), await makeMember(node())] as const;
    const [team, first, second, third] = await makeTeam(node(), people);
    const turns = async (count: number) => {
      const taken = [];
      for (let turn = 0; turn < count; turn++) taken.push(await takeTurn(node(), team));
      return taken;
    };
    assert.deepEqual(await turns(3), [first.id, second.id, third.id]);
    await deactivate(node(), people[0]);
    assert.deepEqual(await turns(3), [second.id, third.id, second.id]);
    await reactivate(node(), people[0]);
    assert.deepEqual(await turns(3), [first.id, third.id, second.id]);
  });

  test('a pause can end while the member is hidden', async () => {
    const ada = await makeMember(node());
    const [team, membership, other] = await makeTeam(node(), [ada, await makeMember(node())]);
    assert.equal(await takeTurn(node(), team), membership.id);
    dataOf(await node().post(`${pathOf(membership)}/pause`, { until: timeOf(node(), 60_000) }));
    await deactivate(node(), ada);
    node().clock.advance(60_000);
    await assertShows(team, [other], other);
    await reactivate(node(), ada);
    await assertShows(team, [membership, other], membership);
  });

  test('200: a hidden membership can be changed, which shows when it is back', async () => {
    const ada = await makeMember(node());
    const [team, membership] = await makeTeam(node(), [ada]);
    await deactivate(node(), ada);
    const changed = { ...membership, role: 'manager' as const };
    const answer = await node().patch(pathOf(membership), { role: 'manager' });
    assert.deepEqual([answer.status, answer.body], [200, { data: changed }]);
    const paused = { ...changed, paused_at: timeOf(node()) };
    const pause = await node().post(`${pathOf(membership)}/pause`);
    assert.deepEqual([pause.status, pause.body], [200, { data: paused }]);
    await assertShows(team, [], null);
    await reactivate(node(), ada);
    assert.deepEqual(await readMembership(node(), membership), paused);

    await deactivate(node(), ada);
    const unpause = await node().post(`${pathOf(membership)}/unpause`);
    assert.deepEqual([unpause.status, unpause.body], [200, { data: changed }]);
    await assertShows(team, [], null);
    await reactivate(node(), ada);
    await assertShows(team, [changed], changed);
    const actions = (await entriesAbout(node(), membership.id)).map(({ action }) => action);
    assert.deepEqual(
      actions,
      ['added', 'updated', 'paused', 'unpaused'].map((action) => `team_membership.${action}`),
    );
  });

  test('204: a hidden membership can be removed, and does not come back', async () => {
    const ada = await makeMember(node());
    const [team, membership] = await makeTeam(node(), [ada]);
    await deactivate(node(), ada);
    const answer = await node().delete(pathOf(membership));
    assert.deepEqual([answer.status, answer.text], [204, '']);
    assert.equal((await entriesAbout(node(), membership.id)).at(-1)?.action, 'team_membership.removed');
    await reactivate(node(), ada);
    await assertShows(team, [], null);
    const again = await addToTeam(node(), team, ada);
    await assertShows(team, [again], again);
  });

  test('422: who is hidden can not be added a second time, neither now nor when back', async () => {
    const ada = await makeMember(node());
    const [team, membership] = await makeTeam(node(), [ada]);
    const add = () => node().post(`${TEAMS}/${team.id}/members`, { workspace_membership_id: ada.id });
    await deactivate(node(), ada);
    await assertRefused(node(), [
      [add, 'validation_error', 'workspace_membership_id is a deactivated member'],
    ]);
    await reactivate(node(), ada);
    await assertRefused(node(), [
      [add, 'validation_error', 'workspace_membership_id is in the team already'],
    ]);
    await assertShows(team, [membership], membership);
  });
});
