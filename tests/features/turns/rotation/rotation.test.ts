// The rotation report shows the queue in the order in which turns are taken, and why others are not in it.

import assert from 'node:assert/strict';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { makeTeam } from '../../../support/makers/routed-team.ts';
import { makeThing } from '../../../support/makers/things.ts';
import type { Rotation, Team, Turn } from '../../../support/server/resources.ts';
import { dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';

const statuses = ({ queue }: Rotation) => queue.map(({ place, status }) => [place, status]);
const order = ({ queue }: Rotation) => queue.map((entry) => entry.workspace_membership_id);

onBothEngines('A team’s rotation', (node) => {
  test('200: the whole queue in order, with the last turn and the turns of 30 days', async () => {
    const team = await makeTeam(node());
    const [first, second, third] = team.members as [
      Team['members'][number],
      Team['members'][number],
      Team['members'][number],
    ];
    const turn = await team.assign();
    const entry = (member: Team['members'][number], rest: object) => ({
      eligible: true,
      team_membership_id: member.id,
      workspace_membership_id: member.workspace_membership_id,
      email: member.email,
      name: null,
      status: 'available',
      reason: 'never_assigned',
      paused_until: null,
      owed_since: null,
      last_turn: null,
      turns_last_30_days: 0,
      ...rest,
    });
    assert.deepEqual(await team.rotation(), {
      team_id: team.id,
      mode: 'pool',
      active: true,
      queue: [
        entry(second, { place: 1 }),
        entry(third, { place: 2 }),
        entry(first, {
          place: 3,
          reason: 'least_recently_assigned',
          last_turn: { number: 1, assigned_at: turn.created_at },
          turns_last_30_days: 1,
        }),
      ],
      queue_total: 3,
    });
  });

  test('who is first is who is next, at every step', async () => {
    const team = await makeTeam(node());
    for (let turn = 0; turn < 7; turn += 1) {
      const [next] = (await team.rotation()).queue;
      assert.equal((await team.show()).next_assignee?.id, next?.team_membership_id);
      assert.equal((await team.assign()).team_membership_id, next?.team_membership_id);
    }
  });

  test('who is paused or deactivated has no place, and is told why, after all who have one', async () => {
    const team = await makeTeam(node());
    const [first, second] = team.membershipIds;
    const until = new Date(node().clock.now() + DAY_MS).toISOString();
    await node().post(`${team.path}/members/${first}/pause`, { until });
    await node().post(`/api/v1/workspace_members/${team.memberIds[1]}/deactivate`);
    const rotation = await team.rotation();
    assert.deepEqual(statuses(rotation), [
      [1, 'available'],
      [null, 'paused'],
      [null, 'deactivated'],
    ]);
    assert.deepEqual(order(rotation), [team.memberIds[2], team.memberIds[0], team.memberIds[1]]);
    assert.deepEqual(
      rotation.queue.map(({ eligible, reason, paused_until }) => [eligible, reason, paused_until]),
      [
        [true, 'never_assigned', null],
        [false, null, until],
        [false, null, null],
      ],
    );
    // Deactivated wins over paused: the end of the pause would not bring the member back.
    await node().post(`${team.path}/members/${second}/pause`);
    assert.deepEqual(statuses(await team.rotation())[2], [null, 'deactivated']);
    // The pause ends by itself.
    node().clock.advance(DAY_MS);
    assert.deepEqual(statuses(await team.rotation()), [
      [1, 'available'],
      [2, 'available'],
      [null, 'deactivated'],
    ]);
    const [back] = (await team.rotation()).queue;
    assert.deepEqual([back?.workspace_membership_id, back?.reason], [team.memberIds[0], 'unpaused']);
  });

  test('turns of exactly 30 days ago no longer count; the last turn stays, also after a pause', async () => {
    const team = await makeTeam(node(), {}, 1);
    const first = await team.assign();
    node().clock.advance(30 * DAY_MS - 1);
    await team.assign();
    const count = async () => (await team.rotation()).queue[0]?.turns_last_30_days;
    assert.equal(await count(), 2);
    node().clock.advance(1);
    assert.equal(await count(), 1);
    node().clock.advance(30 * DAY_MS);
    await node().post(`${team.path}/members/${team.membershipIds[0]}/pause`);
    await node().post(`${team.path}/members/${team.membershipIds[0]}/unpause`);
    const [entry] = (await team.rotation()).queue;
    assert.deepEqual([entry?.turns_last_30_days, entry?.last_turn?.number], [0, 2]);
    assert.notEqual(entry?.last_turn?.assigned_at, first.created_at);
  });

  test('turns count for the person, who may have left the team and come back', async () => {
    const team = await makeTeam(node(), {}, 1);
    await team.assign();
    await node().delete(`${team.path}/members/${team.membershipIds[0]}`);
    assert.deepEqual((await team.rotation()).queue, []);
    await node().post(`${team.path}/members`, { workspace_membership_id: team.memberIds[0] });
    const [entry] = (await team.rotation()).queue;
    assert.deepEqual([entry?.turns_last_30_days, entry?.last_turn?.number], [1, 1]);
    assert.equal((await team.assign()).reason, 'never_assigned');
  });

  test('a deactivated team says so, and nobody is next', async () => {
    const team = await makeTeam(node());
    await node().post(`${team.path}/deactivate`);
    const { active, queue } = await team.rotation();
    assert.deepEqual([active, queue.length], [false, 3]);
    assert.equal((await team.show()).next_assignee, null);
    const answer = await node().post(`${team.path}/assignments`);
    assert.deepEqual(
      [answer.status, errorOf(answer)],
      [422, { type: 'validation_error', message: 'The team is deactivated' }],
    );
  });

  test('in manual mode nobody is assigned', async () => {
    const team = await makeTeam(node(), { mode: 'manual' });
    const rotation = { team_id: team.id, mode: 'manual', active: true, queue: [], queue_total: 0 };
    assert.deepEqual(await team.rotation(), rotation);
    const answer = await node().post(`${team.path}/assignments`);
    assert.deepEqual(
      [answer.status, errorOf(answer)],
      [422, { type: 'invalid_request', message: 'A team in manual mode assigns nobody' }],
    );
  });

  test('in stack mode all of the team take turns, paused or not, by their turns in this team', async () => {
    const team = await makeTeam(node(), { mode: 'stack' });
    await node().post(`${team.path}/members/${team.membershipIds[0]}/pause`);
    await node().post(`/api/v1/workspace_members/${team.memberIds[1]}/deactivate`);
    const turns = [await team.assign(), await team.assign(), await team.assign()];
    const [first, , third] = team.memberIds;
    assert.deepEqual(
      turns.map((turn) => turn.workspace_membership_id),
      [first, third, first],
    );
    assert.deepEqual(
      turns.map((turn) => turn.reason),
      ['never_assigned', 'never_assigned', 'least_recently_assigned'],
    );
    assert.deepEqual(order(await team.rotation()), [third, first]);
    // Organizing for a stack team is no round-robin turn.
    const { members } = dataOf<{ members: { last_assigned_at: string | null }[] }>(
      await node().get(team.path),
    );
    assert.deepEqual(
      members.map(({ last_assigned_at }) => last_assigned_at),
      [null, null],
    );
  });

  test('a stack team that includes all members takes turns over every active member', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const inside = await makeThing('member', node(), key);
    const outside = await makeThing('member', node(), key);
    const gone = await makeThing('member', node(), key);
    await node().post(`/api/v1/workspace_members/${gone}/deactivate`, undefined, { key });
    const body = { name: 'All', mode: 'stack', include_all_members: true, member_ids: [inside] };
    const team = dataOf<Team>(await node().post('/api/v1/teams', body, { key }));
    const path = `/api/v1/teams/${team.id}`;
    const assign = async () => dataOf<Turn>(await node().post(`${path}/assignments`, undefined, { key }));
    const turns = [await assign(), await assign(), await assign()];
    assert.deepEqual(
      turns.map((turn) => [turn.workspace_membership_id, turn.team_membership_id]),
      [
        [inside, team.members[0]?.id],
        [outside, null],
        [inside, team.members[0]?.id],
      ],
    );
    const rotation = dataOf<Rotation>(await node().get(`${path}/rotation`, { key }));
    assert.deepEqual(order(rotation), [outside, inside]);
  });
});
