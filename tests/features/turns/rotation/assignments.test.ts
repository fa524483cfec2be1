// A turn is recorded with everybody who was considered and the reason for the choice.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { readTurn } from '../../../support/makers/routed-requests.ts';
import { makeTeam } from '../../../support/makers/routed-team.ts';
import type { ListedTurn, Turn } from '../../../support/server/resources.ts';
import { dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';

/** A turn as lists show it. */
function listed(turn: Turn): ListedTurn {
  const { candidates, candidates_total, candidates_eligible, ...rest } = turn;
  return rest;
}

onBothEngines('A team’s assignments', (node) => {
  test('201: the turn, with everybody who was considered and why it fell on this one', async () => {
    const team = await makeTeam(node());
    await team.assign();
    await node().post(`${team.path}/members/${team.membershipIds[1]}/pause`);
    await node().post(`/api/v1/workspace_members/${team.memberIds[2]}/deactivate`);
    const answer = await node().post(`${team.path}/assignments`);
    assert.equal(answer.status, 201);
    const turn = dataOf<Turn>(answer);
    assert.match(turn.id, /^turn_[0-9A-Z]{26}$/);
    const candidate = (place: number, status: string, last_turn: number | null) => ({
      team_membership_id: team.membershipIds[place],
      workspace_membership_id: team.memberIds[place],
      status,
      last_turn,
    });
    assert.deepEqual(turn, {
      id: turn.id,
      team_id: team.id,
      number: 2,
      team_membership_id: team.membershipIds[0],
      workspace_membership_id: team.memberIds[0],
      email: team.members[0]?.email,
      name: null,
      meeting_request_id: null,
      reason: 'least_recently_assigned',
      candidates: [
        candidate(0, 'available', 1),
        candidate(1, 'paused', null),
        candidate(2, 'deactivated', null),
      ],
      candidates_total: 3,
      candidates_eligible: 1,
      created_at: new Date(node().clock.now()).toISOString(),
      returned_at: null,
    });
  });

  test('the reason tells first turn, return from a pause, and whose turn is longest ago apart', async () => {
    const team = await makeTeam(node(), {}, 2);
    const reasons = [
      (await team.assign()).reason,
      (await team.assign()).reason,
      (await team.assign()).reason,
    ];
    assert.deepEqual(reasons, ['never_assigned', 'never_assigned', 'least_recently_assigned']);
    await node().post(`${team.path}/members/${team.membershipIds[0]}/pause`);
    await node().post(`${team.path}/members/${team.membershipIds[0]}/unpause`);
    const turn = await team.assign();
    assert.deepEqual([turn.reason, turn.team_membership_id], ['unpaused', team.membershipIds[0]]);
  });

  test('last_assigned_at of the membership is the time of its turn', async () => {
    const team = await makeTeam(node());
    node().clock.advance(5_000);
    const turn = await team.assign();
    const { members } = dataOf<{ members: { last_assigned_at: string | null }[] }>(
      await node().get(team.path),
    );
    assert.deepEqual(
      members.map(({ last_assigned_at }) => last_assigned_at),
      [turn.created_at, null, null],
    );
  });

  test('422: a team with nobody who could take the turn, and nothing is recorded', async () => {
    const team = await makeTeam(node(), {}, 1);
    await node().post(`${team.path}/members/${team.membershipIds[0]}/pause`);
    const empty = await makeTeam(node(), {}, 0);
    for (const { path } of [team, empty]) {
      const answer = await node().post(`${path}/assignments`);
      const message = 'The team has no member who could take the turn';
      assert.deepEqual([answer.status, errorOf(answer)], [422, { type: 'validation_error', message }]);
      assert.deepEqual(dataOf(await node().get(`${path}/assignments`)), []);
    }
  });

  test('200: the turns are listed newest first, in pages, of this team only', async () => {
    const team = await makeTeam(node());
    const other = await makeTeam(node());
    const turns: ListedTurn[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      turns.unshift(listed(await team.assign()));
      await other.assign();
    }
    const page = async (query: string) =>
      (await node().get(`${team.path}/assignments?${query}`)).body as {
        data: ListedTurn[];
        meta: { has_more: boolean; next_cursor: string | null };
      };
    const first = await page('limit=3');
    assert.deepEqual(first.data, turns.slice(0, 3));
    assert.deepEqual(first.meta, { limit: 3, has_more: true, next_cursor: turns[2]?.id });
    // A turn that is taken meanwhile does not shift the next page.
    await team.assign();
    const second = await page(`limit=3&cursor=${first.meta.next_cursor}`);
    assert.deepEqual(second.data, turns.slice(3));
    assert.deepEqual(second.meta, { limit: 3, has_more: false, next_cursor: null });
  });

  test('a turn outlives the membership and the activity of its member', async () => {
    const team = await makeTeam(node(), {}, 1);
    const turn = await team.assign();
    await node().delete(`${team.path}/members/${team.membershipIds[0]}`);
    await node().post(`/api/v1/workspace_members/${team.memberIds[0]}/deactivate`);
    assert.deepEqual(dataOf(await node().get(`${team.path}/assignments`)), [listed(turn)]);
    assert.deepEqual(await readTurn(node(), turn), turn);
  });

  test('a turn leaves one audit entry', async () => {
    const team = await makeTeam(node());
    const turn = await team.assign();
    const entries = dataOf<{ action: string; target: object; changes: object }[]>(
      await node().get(`/api/v1/audit_log?target_id=${turn.id}`),
    );
    assert.deepEqual(
      entries.map(({ action, target, changes }) => ({ action, target, changes })),
      [
        {
          action: 'turn.taken',
          target: { type: 'turn', id: turn.id },
          changes: {
            team_id: [null, team.id],
            number: [null, 1],
            workspace_membership_id: [null, team.memberIds[0]],
          },
        },
      ],
    );
  });

  test('a repeated POST with an Idempotency-Key takes one turn', async () => {
    const team = await makeTeam(node());
    const headers = { 'idempotency-key': `turn for ${team.id}` };
    const call = () => node().post(`${team.path}/assignments`, undefined, { headers });
    const answers = [await call(), await call()];
    assert.equal(answers[0]?.text, answers[1]?.text);
    assert.equal((await team.assign()).number, 2);
  });
});
