// Each turn has a number for its member in its team; the turns of the last 30 days are counted from it.

import assert from 'node:assert/strict';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { makeTeam } from '../../../support/makers/routed-team.ts';
import { type Node, onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('The turns of 30 days', (node) => {
  type Team = Awaited<ReturnType<typeof makeTeam>>;
  const countsOf = async (team: Team) => {
    const { queue } = await team.rotation();
    return team.memberIds.map(
      (id) => queue.find((entry) => entry.workspace_membership_id === id)?.turns_last_30_days,
    );
  };

  for (const mode of ['pool', 'stack'] as const) {
    test(`are counted for each member of a ${mode}, also those of one moment`, async () => {
      const team = await makeTeam(node(), { mode }, 2);
      for (let turn = 0; turn < 5; turn += 1) await team.assign();
      assert.deepEqual(await countsOf(team), [3, 2]);
      node().clock.advance(10 * DAY_MS);
      for (let turn = 0; turn < 4; turn += 1) await team.assign();
      assert.deepEqual(await countsOf(team), [5, 4]);
      node().clock.advance(20 * DAY_MS);
      assert.deepEqual(await countsOf(team), [2, 2]);
      node().clock.advance(10 * DAY_MS);
      assert.deepEqual(await countsOf(team), [0, 0]);
      await team.assign();
      assert.deepEqual(await countsOf(team), [0, 1]);
    });

    test(`stay right when the oldest turns of a ${mode} are removed`, async () => {
      const team = await makeTeam(node(), { mode }, 2);
      for (let turn = 0; turn < 5; turn += 1) await team.assign();
      node().clock.advance(40 * DAY_MS);
      for (let turn = 0; turn < 3; turn += 1) await team.assign();
      assert.deepEqual(await countsOf(team), [1, 2]);
      await removeOlderThan(node(), team.id, 31 * DAY_MS);
      assert.deepEqual(await countsOf(team), [1, 2]);
      await team.assign();
      assert.deepEqual(await countsOf(team), [2, 2]);
    });
  }

  test('of somebody whose last turn was long ago begin anew, all others being removed', async () => {
    const team = await makeTeam(node(), {}, 1);
    for (let turn = 0; turn < 4; turn += 1) await team.assign();
    node().clock.advance(40 * DAY_MS);
    await removeOlderThan(node(), team.id, 31 * DAY_MS);
    assert.deepEqual(await countsOf(team), [0]);
    assert.equal((await team.assign()).number, 5);
    assert.deepEqual(await countsOf(team), [1]);
  });

  test('are those of one team', async () => {
    const one = await makeTeam(node(), {}, 1);
    const body = { name: 'Other', member_ids: one.memberIds };
    const answer = await node().post('/api/v1/teams', body);
    const other = `/api/v1/teams/${(answer.body as { data: { id: string } }).data.id}`;
    await one.assign();
    for (let turn = 0; turn < 2; turn += 1) await node().post(`${other}/assignments`);
    assert.deepEqual(await countsOf(one), [1]);
    assert.match((await node().get(`${other}/rotation`)).text, /"turns_last_30_days":2/);
  });
});

/** All older turns, except the last of each member. */
async function removeOlderThan({ services: { database, clock } }: Node, teamId: string, age: number) {
  const removed = await database.change(
    `delete from turns where team_id = $1 and created_at < $2 and number <>
       (select max(number) from turns as own where own.team_id = turns.team_id and own.member_id = turns.member_id)
     returning number`,
    [teamId, clock.now() - age],
  );
  assert.ok(removed.length > 0);
}
