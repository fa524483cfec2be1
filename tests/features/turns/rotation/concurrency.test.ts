// Full lane, because it makes hundreds of calls at once: Turns taken at the same time on several nodes stay fair: two nodes on PostgreSQL, one on SQLite.
import assert from 'node:assert/strict';
import { describe, test } from '../../../support/lanes.ts';
import { never, setAvailability } from '../../../support/makers/taken-times.ts';
import { makeMember, makeTeam } from '../../../support/makers/team-members.ts';
import { type SharedServers, shareServers } from '../../../support/server/at-once.ts';
import { answerBehind } from '../../../support/server/locks.ts';
import type { NewTeam, Turn } from '../../../support/server/resources.ts';
import { dataOf, onEachEngine, startTwoNodes } from '../../../support/server/rota.ts';

const MEMBERS = 7;
const TURNS = 200;

async function makePool({ call, all }: SharedServers) {
  const memberIds: string[] = [];
  for (let place = 0; place < MEMBERS; place += 1) {
    const body = { email: `m${place}@example.com` };
    const answer = await call(0, 'POST', '/api/v1/workspace_members', { body });
    memberIds.push(dataOf<{ id: string }>(answer).id);
  }
  const body = { name: 'Busy', member_ids: memberIds };
  const team = dataOf<NewTeam>(await call(0, 'POST', '/api/v1/teams', { body }));
  const path = `/api/v1/teams/${team.id}`;
  return {
    call,
    path,
    memberIds,
    membershipIds: team.members.map(({ id }) => id),
    listed: () => all<Turn>(`${path}/assignments?`),
  };
}

const numbersFrom1 = (count: number) => Array.from({ length: count }, (_, place) => place + 1);
const inOrder = (turns: Turn[]) => turns.map(({ number }) => number).sort((one, other) => one - other);

onEachEngine((engine) => {
  describe(`Assignments at the same time (${engine})`, () => {
    const ownWorkspace = shareServers(engine);

    test(`${TURNS} at once over ${MEMBERS} members: no turn twice, and nobody has two more than another`, async () => {
      const servers = await makePool(await ownWorkspace());
      const answers = await Promise.all(
        Array.from({ length: TURNS }, (_, turn) => servers.call(turn, 'POST', `${servers.path}/assignments`)),
      );
      const turns = answers.map((answer) => dataOf<Turn>(answer));
      assert.deepEqual(inOrder(turns), numbersFrom1(TURNS));
      const counts = servers.memberIds.map(
        (id) => turns.filter((turn) => turn.workspace_membership_id === id).length,
      );
      assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, `turns by member: ${counts}`);
      // In the order of numbers, every round has the same order of members.
      const inTurn = turns.sort((one, other) => one.number - other.number);
      for (const [place, turn] of inTurn.slice(MEMBERS).entries()) {
        assert.equal(turn.workspace_membership_id, inTurn[place]?.workspace_membership_id);
      }
      assert.deepEqual(inOrder(await servers.listed()), numbersFrom1(TURNS));
    });

    test('among every other change to the team and its members: nothing fails, no turn twice', async () => {
      const servers = await makePool(await ownWorkspace());
      const { call, path, memberIds, membershipIds } = servers;
      // Each call switches between two states, so that it meets the others in both.
      const others = (turn: number) => {
        const place = turn % MEMBERS;
        const back = Math.floor(turn / MEMBERS) % 2 === 1;
        const membership = `${path}/members/${membershipIds[place]}`;
        const member = `/api/v1/workspace_members/${memberIds[place]}`;
        return [
          call(turn, 'POST', `${membership}/${back ? 'unpause' : 'pause'}`),
          call(turn, 'POST', `${member}/${back ? 'reactivate' : 'deactivate'}`),
          call(turn, 'PATCH', membership, { body: { role: back ? 'member' : 'manager' } }),
          call(turn, 'PATCH', path, {
            body: { name: back ? 'Busy' : 'Busier', mode: back ? 'pool' : 'stack' },
          }),
          call(turn, 'GET', path),
          call(turn, 'GET', `${path}/rotation`),
        ];
      };
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, turn) => [
          call(turn, 'POST', `${path}/assignments`),
          ...others(turn),
        ]).flat(),
      );
      const statuses = new Set(answers.map(({ status }) => status));
      // 422: for example already paused, or nobody available.
      assert.deepEqual(
        [...statuses].filter((status) => ![200, 201, 422].includes(status)),
        [],
      );
      const taken = answers.filter(({ status }) => status === 201).map((answer) => dataOf<Turn>(answer));
      assert.ok(taken.length > 0, 'some turns were taken');
      assert.deepEqual(inOrder(taken), numbersFrom1(taken.length));
      assert.deepEqual(inOrder(await servers.listed()), numbersFrom1(taken.length));
    });
  });
});

describe('Assignments on two nodes of one PostgreSQL', () => {
  test('a turn never falls on a member who is being deactivated at that moment', async (t) => {
    const [node, otherNode] = await startTwoNodes(t);
    const memberIds: string[] = [];
    for (const email of ['first@example.com', 'second@example.com']) {
      memberIds.push(dataOf<{ id: string }>(await node.post('/api/v1/workspace_members', { email })).id);
    }
    const [first, second] = memberIds;
    const team = dataOf<{ id: string }>(
      await node.post('/api/v1/teams', { name: 'Sales', member_ids: memberIds }),
    );
    const path = `/api/v1/teams/${team.id}`;

    // It has read the first member as active, and waits for the row lock.
    const answer = await answerBehind(
      node.services.database,
      (tx) => tx.run('update members set deactivated_at = 1 where id = $1', [first as string]),
      () => otherNode.post(`${path}/assignments`),
    );
    const turn = dataOf<Turn>(answer);
    assert.equal(turn.workspace_membership_id, second);
    assert.deepEqual(
      turn.candidates.map(({ status }) => status),
      ['deactivated', 'available'],
    );
  });

  test('when the only one with time is deactivated at that moment, time decides nothing', async (t) => {
    const [node, otherNode] = await startTwoNodes(t);
    const [busy, free, other] = [await makeMember(node), await makeMember(node), await makeMember(node)];
    for (const member of [busy, other]) await setAvailability(node, member, never);
    const [team] = await makeTeam(node, [busy, free, other]);
    const body = { team_id: team.id, participant_emails: ['guest@example.org'] };
    const answer = await answerBehind(
      node.services.database,
      (tx) => tx.run('update members set deactivated_at = 1 where id = $1', [free.id]),
      () => otherNode.post('/api/v1/meeting_requests', body),
    );
    assert.equal(dataOf<{ organizer_email: string }>(answer).organizer_email, busy.email);
    const path = `/api/v1/teams/${team.id}/assignments`;
    const [listed] = dataOf<{ id: string }[]>(await node.get(path));
    const { candidates } = dataOf<Turn>(await node.get(`${path}/${listed?.id}`));
    assert.deepEqual(
      candidates.map(({ status }) => status),
      ['available', 'deactivated', 'available'],
    );
  });
});
