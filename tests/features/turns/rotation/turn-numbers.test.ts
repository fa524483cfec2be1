// Each turn has a number for its member in its team; the turns of the last 30 days are counted from it.

import assert from 'node:assert/strict';
import path from 'node:path';
import type { Database, OpenDatabase } from '../../../../src/storage/database.ts';
import { migrate, readMigrations } from '../../../../src/storage/migrate.ts';
import { openPostgres } from '../../../../src/storage/postgres.ts';
import { openSqlite } from '../../../../src/storage/sqlite.ts';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { describe, test } from '../../../support/lanes.ts';
import { makeTeam } from '../../../support/makers/routed-team.ts';
import { emptyPostgresDatabase, freshDataFolder } from '../../../support/server/databases.ts';
import { ManualClock } from '../../../support/server/manual-clock.ts';
import { type Engine, type Node, onBothEngines, onEachEngine } from '../../../support/server/rota.ts';

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

onEachEngine((engine) => {
  describe(`Turns from before they had a place (${engine})`, () => {
    test('get one, in the order of their numbers, for each team and member', async () => {
      await withEmptyDatabase(engine, async (database) => {
        const clock = new ManualClock();
        const migrations = readMigrations(engine);
        const former = migrations.filter(({ name }) => name < '0011');
        await migrate(database, clock, { known: former });
        await writeTurns(database, { one: 'abaab', other: 'bba' });
        await migrate(database, clock, { known: migrations });
        const rows = await database.all<{ team_id: string; member_id: string; member_number: number }>(
          'select team_id, member_id, member_number from turns order by team_id, number',
        );
        assert.deepEqual(
          rows.map(({ team_id, member_id, member_number }) => `${team_id} ${member_id}${member_number}`),
          ['one a1', 'one b1', 'one a2', 'one a3', 'one b2', 'other b1', 'other b2', 'other a1'],
        );
      });
    });
  });
});

/** Who took the turns of each team, in order. The rows are inserted last turn first. */
async function writeTurns(database: Database, turns: Record<string, string>): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.script(`
      insert into workspaces (id, name, created_at, updated_at) values ('w', '', 0, 0);
      insert into members (workspace_id, id, email, email_folded, role, created_at)
        values ('w', 'a', 'a', 'a', 'member', 0), ('w', 'b', 'b', 'b', 'member', 0)`);
    for (const [team, members] of Object.entries(turns)) {
      await tx.run(
        `insert into teams (workspace_id, id, name, slug, mode, stack_always_apply, include_all_members,
           introduce_member, created_at, updated_at)
         values ('w', $1, '', $1, 'pool', 0, 0, 0, 0, 0)`,
        [team],
      );
      for (const [place, member] of [...members].entries().toArray().reverse()) {
        await tx.run(
          `insert into turns (workspace_id, team_id, number, id, member_id, reason, candidates, created_at)
           values ('w', $1, $2, $3, $4, '', '[]', 0)`,
          [team, place + 1, `${team} ${place}`, member],
        );
      }
    }
  });
}

async function withEmptyDatabase(
  engine: Engine,
  work: (database: OpenDatabase) => Promise<void>,
): Promise<void> {
  if (engine === 'sqlite') {
    const folder = await freshDataFolder();
    const database = await openSqlite({ file: path.join(folder.path, 'rota.db') });
    await work(database).finally(() => database.close());
    return folder.remove();
  }
  const { url, drop } = await emptyPostgresDatabase();
  const database = await openPostgres({ url });
  await work(database).finally(() => database.close());
  return drop();
}
