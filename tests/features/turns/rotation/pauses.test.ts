// A paused member takes no turn; once unpaused, the next turn is theirs.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  entriesAbout,
  type Membership,
  makeMember,
  makeTeam,
  pathOf,
  readMembership,
  readTeam,
  takeTurn,
  timeOf,
} from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const PAUSED = ['invalid_request', 'The member is already paused'] as const;
const NOT_PAUSED = ['invalid_request', 'The member is not paused'] as const;

onBothEngines('pauses of team members', (node) => {
  const pause = (membership: Membership, body?: object) => node().post(`${pathOf(membership)}/pause`, body);
  const unpause = (membership: Membership) => node().post(`${pathOf(membership)}/unpause`);
  const nextIn = async (team: { id: string }) => (await readTeam(node(), team)).next_assignee;

  /** Three people in a team, of whom the first two have had a turn, a second apart. */
  async function threeAndTwoTurns() {
    const people = [
      await makeMember(node(), 'Ada'),
      await makeMember(node()),
      await makeMember(node()),
    ] as const;
    const [team, first, second, third] = await makeTeam(node(), people);
    for (const membership of [first, second]) {
      assert.equal(await takeTurn(node(), team), membership.id);
      membership.last_assigned_at = timeOf(node());
      node().clock.advance(1_000);
    }
    return { team, first, second, third };
  }

  test('200: an active member is paused: paused_at is set, the turn is kept, somebody else is next', async () => {
    const { team, first, second, third } = await threeAndTwoTurns();
    assert.deepEqual(await nextIn(team), third);
    const pausedThird = { ...third, paused_at: timeOf(node()) };
    const answer = await pause(third);
    assert.deepEqual([answer.status, answer.body], [200, { data: pausedThird }]);
    assert.deepEqual(await nextIn(team), first);

    node().clock.advance(1_000);
    const pausedFirst = { ...first, paused_at: timeOf(node()) };
    assert.deepEqual(dataOf(await pause(first)), pausedFirst);
    node().clock.advance(1_000);
    const { members, next_assignee, member_count } = await readTeam(node(), team);
    assert.deepEqual(members, [pausedFirst, second, pausedThird]);
    assert.deepEqual([next_assignee, member_count], [second, 3]);
    for (let turns = 0; turns < 3; turns++) assert.equal(await takeTurn(node(), team), second.id);
  });

  test('200: nobody is next when everybody is paused', async () => {
    const [team, only] = await makeTeam(node(), [await makeMember(node())]);
    dataOf(await pause(only));
    assert.equal(await nextIn(team), null);
    dataOf(await unpause(only));
    assert.deepEqual(await nextIn(team), only);
  });

  test('422: a paused member can not be paused again, and keeps the time of the first', async () => {
    const { first } = await threeAndTwoTurns();
    const paused = dataOf<Membership>(await pause(first));
    node().clock.advance(1_000);
    await assertRefused(node(), [
      [() => pause(first), ...PAUSED],
      [() => pause(first, { until: timeOf(node(), 1_000) }), ...PAUSED],
    ]);
    node().clock.advance(1_000);
    assert.deepEqual(await readMembership(node(), first), paused);
  });

  test('200: a paused member is unpaused: last_assigned_at is null, and the next turn is theirs', async () => {
    const { team, first, second, third } = await threeAndTwoTurns();
    dataOf(await pause(second));
    node().clock.advance(60_000);
    const answer = await unpause(second);
    const unpaused = { ...second, paused_at: null, last_assigned_at: null };
    assert.deepEqual([answer.status, answer.body], [200, { data: unpaused }]);
    const { members, next_assignee } = await readTeam(node(), team);
    assert.deepEqual(members, [first, unpaused, third]);
    // Before the third, who never had a turn.
    assert.deepEqual(next_assignee, unpaused);
    const turns = [];
    for (let count = 0; count < 4; count++) turns.push(await takeTurn(node(), team));
    assert.deepEqual(turns, [second.id, third.id, first.id, second.id]);
    const after = await readMembership(node(), second);
    assert.deepEqual(after, { ...unpaused, last_assigned_at: timeOf(node()) });
  });

  test('of several who were unpaused the last is first, whether or not they ever had a turn', async () => {
    const { team, first, second, third } = await threeAndTwoTurns();
    for (const membership of [third, second, first]) dataOf(await pause(membership));
    for (const membership of [second, third, first]) {
      node().clock.advance(1);
      dataOf(await unpause(membership));
    }
    const turns = [];
    for (let count = 0; count < 3; count++) turns.push(await takeTurn(node(), team));
    assert.deepEqual(turns, [first.id, third.id, second.id]);
  });

  test('422: a member who is not paused can not be unpaused, and keeps the turn', async () => {
    const { first, third } = await threeAndTwoTurns();
    await assertRefused(node(), [
      [() => unpause(first), ...NOT_PAUSED],
      [() => unpause(third), ...NOT_PAUSED],
    ]);
    dataOf(await pause(third));
    dataOf(await unpause(third));
    await assertRefused(node(), [[() => unpause(third), ...NOT_PAUSED]]);
    assert.deepEqual(await readMembership(node(), first), first);
  });

  test('a pause is for one team: in another the member takes turns', async () => {
    const ada = await makeMember(node());
    const [, here] = await makeTeam(node(), [ada]);
    const [elsewhere, there] = await makeTeam(node(), [ada]);
    dataOf(await pause(here));
    assert.deepEqual((await readTeam(node(), elsewhere)).members, [there]);
    assert.equal(await takeTurn(node(), elsewhere), there.id);
    await assertRefused(node(), [[() => unpause(there), ...NOT_PAUSED]]);
  });

  test('a change of role leaves a pause and the last turn as they are', async () => {
    const { first } = await threeAndTwoTurns();
    const paused = dataOf<Membership>(await pause(first));
    node().clock.advance(1_000);
    const changed = dataOf(await node().patch(pathOf(first), { role: 'manager' }));
    assert.deepEqual(changed, { ...paused, role: 'manager' });
    assert.deepEqual(await readMembership(node(), first), changed);
  });

  test('of many simultaneous calls exactly one pauses, and exactly one unpauses', async () => {
    const { first } = await threeAndTwoTurns();
    for (const [act, [type, message]] of [
      [pause, PAUSED],
      [unpause, NOT_PAUSED],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => act(first)));
      const refused = answers.filter(({ status }) => status !== 200);
      assert.equal(refused.length, 9);
      for (const { status, body } of refused) {
        assert.deepEqual({ status, body }, { status: 422, body: { error: { type, message } } });
      }
    }
    const actions = (await entriesAbout(node(), first.id)).map(({ action }) => action);
    const expected = ['added', 'paused', 'unpaused'].map((action) => `team_membership.${action}`);
    assert.deepEqual(actions, expected);
  });

  test('each change leaves one audit entry with all that it changed', async () => {
    const { first } = await threeAndTwoTurns();
    const start = timeOf(node());
    dataOf(await pause(first));
    node().clock.advance(1_000);
    dataOf(await unpause(first));
    const restart = timeOf(node());
    const until = timeOf(node(), 60_000);
    dataOf(await pause(first, { until }));
    node().clock.advance(1_000);
    dataOf(await unpause(first));

    const target = { type: 'team_membership', id: first.id };
    const [, ...entries] = await entriesAbout(node(), first.id);
    assert.deepEqual(entries, [
      { action: 'team_membership.paused', target, changes: { paused_at: [null, start] } },
      {
        action: 'team_membership.unpaused',
        target,
        changes: { paused_at: [start, null], last_assigned_at: [first.last_assigned_at, null] },
      },
      {
        action: 'team_membership.paused',
        target,
        changes: { paused_at: [null, restart], paused_until: [null, until] },
      },
      {
        action: 'team_membership.unpaused',
        target,
        changes: { paused_at: [restart, null], paused_until: [until, null] },
      },
    ]);
  });
});
