// The last line of defence: should a query ever forget the workspace, the schema still refuses what crosses it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConstraintViolation, type Value } from '../src/storage/database.ts';
import { onBothEngines } from './support/rota.ts';
import { makeThing } from './support/things.ts';

onBothEngines('The schema', (node) => {
  test('refuses a row that refers to a thing of another workspace', async () => {
    const { database, ids } = node().services;
    const own = node().workspaceId;
    const { id: other, rawKey } = await node().otherWorkspace();
    const team = { [own]: await makeThing('team', node(), node().rawKey) };
    const member = { [own]: await makeThing('member', node(), node().rawKey) };
    team[other] = await makeThing('team', node(), rawKey);
    member[other] = await makeThing('member', node(), rawKey);

    const inserts: Record<string, (teamOf: string, memberOf: string) => [sql: string, values: Value[]]> = {
      membership: (teamOf, memberOf) => [
        `insert into team_memberships (workspace_id, id, team_id, member_id, role, created_at)
         values ($1, $2, $3, $4, 'member', 0)`,
        [own, ids('membership'), team[teamOf] as string, member[memberOf] as string],
      ],
      turn: (teamOf, memberOf) => [
        `insert into turns (workspace_id, id, team_id, member_id, number, reason, candidates, created_at)
         values ($1, $2, $3, $4, 1, 'x', '[]', 0)`,
        [own, ids('turn'), team[teamOf] as string, member[memberOf] as string],
      ],
      slug: (teamOf) => [
        'insert into team_slugs (workspace_id, slug, base, number, team_id) values ($1, $2, $2, 1, $3)',
        [own, ids('turn'), team[teamOf] as string],
      ],
    };
    for (const [thing, insert] of Object.entries(inserts)) {
      for (const [teamOf, memberOf] of [[other, own], ...(thing === 'slug' ? [] : [[own, other]])] as [
        string,
        string,
      ][]) {
        const [sql, values] = insert(teamOf, memberOf);
        await assert.rejects(
          database.transaction((tx) => tx.run(sql, values)),
          (error) => error instanceof ConstraintViolation && error.kind === 'foreign_key',
          thing,
        );
      }
      // With everything of one workspace it is accepted: it was refused for that.
      const [sql, values] = insert(own, own);
      assert.equal(await database.transaction((tx) => tx.run(sql, values)), 1, thing);
    }
  });
});
