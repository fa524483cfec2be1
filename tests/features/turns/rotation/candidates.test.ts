// A turn keeps at most a hundred of its candidates, and counts all of them.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { makeManyMembers } from '../../../support/makers/many-members.ts';
import { makeRequest } from '../../../support/makers/meeting-requests.ts';
import { inNewWorkspace, readTurn, turnsOf } from '../../../support/makers/routed-requests.ts';
import { makeTeam } from '../../../support/makers/routed-team.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { NewTeam, Rotation, Turn } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const MANY = 150;

/** A team of many in a workspace of its own. */
async function makeLargeTeam(node: Node, fields: object = {}) {
  const inside = await inNewWorkspace(node);
  const people = await makeManyMembers(inside, MANY);
  const member_ids = people.map(({ id }) => id);
  const team = dataOf<NewTeam>(await inside.post('/api/v1/teams', { name: 'Many', member_ids, ...fields }));
  return { inside, people, team, path: `/api/v1/teams/${team.id}` };
}

const idsOf = (turn: Turn) => turn.candidates.map(({ workspace_membership_id }) => workspace_membership_id);

/** The turn as the database stores it. */
async function storedCandidates(node: Node, id: string): Promise<string> {
  const row = await node.services.database.get<{ candidates: string }>(
    'select candidates from turns where id = $1',
    [id],
  );
  return row?.candidates as string;
}

onBothEngines('The candidates of a turn', (node) => {
  test('a hundred are kept: some who could not take it, and the chosen one with those behind', async () => {
    const { inside, people, team, path } = await makeLargeTeam(node());
    const paused = 60;
    await inside.services.database.change(
      `update team_memberships set paused_at = 0 where team_id = $1 and id < $2`,
      [team.id, team.members[paused]?.id as string],
    );
    const turn = dataOf<Turn>(await inside.post(`${path}/assignments`));
    assert.equal(turn.workspace_membership_id, people[paused]?.id);
    assert.deepEqual([turn.candidates_total, turn.candidates_eligible], [MANY, MANY - paused]);
    assert.deepEqual(
      turn.candidates.map(({ status }) => status),
      [...Array(40).fill('paused'), ...Array(60).fill('available')],
    );
    const expected = [...people.slice(0, 40), ...people.slice(paused, paused + 60)];
    assert.deepEqual(
      idsOf(turn),
      expected.map(({ id }) => id),
    );
    assert.deepEqual(await readTurn(inside, turn), turn);
    assert.equal(JSON.parse(await storedCandidates(inside, turn.id)).length, 100);
  });

  test('of one who was named, those ahead in the queue are kept too', async () => {
    const { inside, people, team } = await makeLargeTeam(node(), {
      mode: 'stack',
      include_all_members: true,
    });
    await makeRequest(inside, { team_id: team.id, organizer_email: people[100]?.email });
    const [listed] = await turnsOf(inside, team);
    assert.ok(listed);
    const turn = await readTurn(inside, listed);
    assert.deepEqual([turn.reason, turn.candidates_total, turn.candidates_eligible], ['named', MANY, MANY]);
    assert.deepEqual(
      idsOf(turn),
      people.slice(80).map(({ id }) => id),
    );
  });

  test('a turn that was kept with more before is shown with a hundred, and all of them are counted', async () => {
    const { inside, people, team, path } = await makeLargeTeam(node());
    const { id } = dataOf<Turn>(await inside.post(`${path}/assignments`));
    const former = people.map((person, place) => ({
      team_membership_id: null,
      workspace_membership_id: person.id,
      status: place < 3 ? 'paused' : 'available',
      last_turn: place,
    }));
    await inside.services.database.change(
      `update turns set candidates = $1, candidates_total = null, candidates_eligible = null, member_id = $2
       where id = $3`,
      [JSON.stringify(former), people[120]?.id as string, id],
    );
    const turn = await readTurn(inside, { id, team_id: team.id });
    assert.deepEqual([turn.candidates_total, turn.candidates_eligible], [MANY, MANY - 3]);
    const shown = [...people.slice(0, 3), ...people.slice(100)];
    assert.deepEqual(
      idsOf(turn),
      shown.map((person) => person.id),
    );
  });

  test('the report of a rotation has the first 500, and says how many there are', async () => {
    const inside = await inNewWorkspace(node());
    const people = await makeManyMembers(inside, 510);
    const fields = { name: 'All', mode: 'stack', include_all_members: true };
    const { id } = dataOf<NewTeam>(await inside.post('/api/v1/teams', fields));
    const turn = dataOf<Turn>(await inside.post(`/api/v1/teams/${id}/assignments`));
    assert.equal(turn.workspace_membership_id, people[0]?.id);
    const { queue, queue_total } = dataOf<Rotation>(await inside.get(`/api/v1/teams/${id}/rotation`));
    assert.deepEqual(
      queue.map(({ place, workspace_membership_id }) => [place, workspace_membership_id]),
      people.slice(1, 501).map((person, place) => [place + 1, person.id]),
    );
    assert.equal(queue_total, 510);
  });

  test('a list has no candidates', async () => {
    const team = await makeTeam(node(), {}, 1);
    await team.assign();
    const answer = await node().get(`${team.path}/assignments`);
    assert.ok(!answer.text.includes('candidates'), answer.text);
  });

  test('404: a turn of another team', async () => {
    const [team, other] = [await makeTeam(node(), {}, 1), await makeTeam(node(), {}, 1)];
    const turn = await team.assign();
    const read = () => node().get(`${other.path}/assignments/${turn.id}`);
    await assertRefused(node(), [[read, 'not_found', 'Assignment not found']]);
  });
});
