// Full lane, because it makes many calls at once: No request ends up with a member who was deactivated while requests came in.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import {
  applyTransition,
  makeRequest,
  REQUESTS,
  readRequest,
} from '../../../support/makers/meeting-requests.ts';
import {
  askOn,
  assertInvalid,
  deactivateOn,
  makePeople,
  turnsOf,
} from '../../../support/makers/routed-requests.ts';
import { makeTeam } from '../../../support/makers/routed-team.ts';
import { listMembers, TEAMS } from '../../../support/makers/team-members.ts';
import type { WireAnswer } from '../../../support/server/http.ts';
import type { MeetingRequest, Member } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines, startNode } from '../../../support/server/rota.ts';

const NO_SUCCESSOR = 'transfer_to must be the email of another active member';

/** No deactivated member organizes an open request. */
async function assertAllOrganized(node: Node): Promise<void> {
  const { data } = await listMembers(node, '?include_deactivated=true&limit=100');
  for (const { email, deactivated_at } of data) {
    if (deactivated_at === null) continue;
    for (const status of ['active', 'paused']) {
      const left = await node.get(`${REQUESTS}?status=${status}&organizer_email=${email}`);
      assert.deepEqual(dataOf(left), [], `${status} requests of ${email}`);
    }
  }
}

onBothEngines('Organizers, while members come and go', (node, storage) => {
  /** Two nodes on PostgreSQL, one on SQLite. */
  async function startNodes(): Promise<{ nodes: [Node, Node]; stop(): Promise<void> }> {
    if (storage().engine === 'sqlite') return { nodes: [node(), node()], stop: async () => {} };
    const other = await startNode(storage(), { clock: node().clock });
    return { nodes: [node(), other], stop: () => other.stop() };
  }

  test('requests at once through a pool: each has a turn of its own, and everybody as many', async (t) => {
    const { nodes, stop } = await startNodes();
    t.after(stop);
    const team = await makeTeam(node());
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, place) => askOn(nodes[place % 2] as Node, { team_id: team.id })),
    );
    const organizerOf = new Map(
      answers.map((answer) => {
        assert.equal(answer.status, 202);
        const { id, organizer_email } = dataOf<MeetingRequest>(answer);
        return [id, organizer_email];
      }),
    );
    const turns = (await turnsOf(node(), team)).sort((one, other) => one.number - other.number);
    assert.deepEqual(
      turns.map(({ number, email }) => [number, email]),
      turns.map((_, place) => [place + 1, team.members[place % 3]?.email]),
    );
    assert.deepEqual(new Map(turns.map((turn) => [turn.meeting_request_id, turn.email])), organizerOf);
    assert.equal(turns.length, 30);
  });

  test('who is given requests from all sides while being deactivated has none afterwards', async (t) => {
    const { nodes, stop } = await startNodes();
    t.after(stop);
    const seen = new Set<number>();
    for (let round = 0; round < 10; round += 1) {
      const [member, successor, other] = await makePeople(node(), 3);
      const member_ids = [member.id, successor.id];
      const pool = dataOf<{ id: string }>(await node().post(TEAMS, { name: 'Pool', member_ids }));
      const stack = dataOf<{ id: string }>(
        await node().post(TEAMS, { name: 'Stack', mode: 'stack', member_ids }),
      );
      const others: MeetingRequest[] = [];
      while (others.length < 3) others.push(await makeRequest(node(), { organizer_email: other.email }));
      const organizer_email = member.email;
      const calls = [
        (on: Node) => askOn(on, { organizer_email }),
        (on: Node) => askOn(on, { team_id: pool.id }),
        (on: Node) => askOn(on, { team_id: stack.id }),
        (on: Node) => askOn(on, { team_id: stack.id, organizer_email }),
        ...others.map(
          ({ id }) =>
            (on: Node) =>
              applyTransition(on, id, 'change_organizer', { organizer_email }),
        ),
        (on: Node) => askOn(on, { organizer_email }),
        (on: Node) => askOn(on, { team_id: pool.id }),
      ];
      // Sooner or later among them, with a successor and without one.
      calls.splice(round % calls.length, 0, (on) =>
        deactivateOn(on, member, round % 3 === 2 ? undefined : successor),
      );
      const answers = await Promise.all(calls.map((call, place) => call(nodes[place % 2] as Node)));
      for (const { status, text } of answers) {
        assert.ok([200, 202, 422].includes(status), text);
        seen.add(status);
      }
    }
    assert.deepEqual([...seen].sort(), [200, 202, 422]);
    await assertAllOrganized(node());
  });

  test('of two who give everything to each other at once exactly one goes', async (t) => {
    const { nodes, stop } = await startNodes();
    t.after(stop);
    for (let round = 0; round < 6; round += 1) {
      const people = await makePeople(node(), 2);
      const requests: MeetingRequest[] = [];
      for (const { email } of people) {
        const { id } = await makeRequest(node(), { organizer_email: email });
        dataOf(await applyTransition(node(), id, 'pause'));
        requests.push(await readRequest(node(), id), await makeRequest(node(), { organizer_email: email }));
      }
      const [one, other] = people;
      const answers = await Promise.all([
        deactivateOn(nodes[round % 2] as Node, one, other),
        deactivateOn(nodes[(round + 1) % 2] as Node, other, one),
      ]);
      const winner = answers.findIndex(({ status }) => status === 200);
      assert.ok(winner >= 0, 'one of them goes');
      assertInvalid(answers[1 - winner] as WireAnswer, NO_SUCCESSOR);
      const left = people[1 - winner] as Member;
      for (const { id, organizer_email } of requests) {
        assert.equal((await readRequest(node(), id)).organizer_email, left.email);
        const events = (await payloadsAbout(node(), id)).map(({ event }) => event);
        const changes = events.filter((event) => event === 'meeting_request.organizer_changed');
        assert.equal(changes.length, organizer_email === left.email ? 0 : 1);
      }
    }
    await assertAllOrganized(node());
  });
});
