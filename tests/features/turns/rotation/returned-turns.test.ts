// A cancelled request can give its turn back, and its member is first in the queue again.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { turnsOf } from '../../../support/makers/routed-requests.ts';
import { makeTeam } from '../../../support/makers/routed-team.ts';
import { MEMBERS, makeMember, timeOf } from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { AuditEntry, MeetingRequest, Team } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const giveBack = async (node: Node, { id }: { id: string }, key?: string) =>
  dataOf<MeetingRequest>(
    await node.post(
      `${REQUESTS}/${id}/cancel`,
      { return_turn: true },
      key === undefined ? {} : { headers: { 'idempotency-key': key } },
    ),
  );

onBothEngines('A turn that is given back', (node) => {
  type RoutedTeam = Awaited<ReturnType<typeof makeTeam>>;
  /** The queue, as indexes into the team's members. */
  const queueOf = async (team: RoutedTeam) =>
    (await team.rotation()).queue
      .filter(({ place }) => place !== null)
      .map(({ workspace_membership_id }) => team.memberIds.indexOf(workspace_membership_id));
  const ask = ({ id }: { id: string }) => makeRequest(node(), { team_id: id });
  const placeOfTurn = async (team: RoutedTeam) => {
    const turn = await team.assign();
    return [team.memberIds.indexOf(turn.workspace_membership_id), turn.reason];
  };

  for (const mode of ['pool', 'stack'] as const) {
    test(`moves its member to the front of a ${mode}, for one turn`, async () => {
      const team = await makeTeam(node(), { mode });
      const first = await ask(team);
      for (let turn = 0; turn < 4; turn += 1) await team.assign();
      assert.deepEqual(await queueOf(team), [2, 0, 1]);
      await giveBack(node(), first);
      // The member has taken another turn since, and is still owed one.
      assert.deepEqual(await queueOf(team), [0, 2, 1]);
      assert.deepEqual(await placeOfTurn(team), [0, 'turn_returned']);
      assert.deepEqual(await queueOf(team), [2, 1, 0]);
      assert.deepEqual(await placeOfTurn(team), [2, 'least_recently_assigned']);
    });

    test(`stands in the lists of a ${mode}, and counts no more`, async () => {
      const team = await makeTeam(node(), { mode }, 1);
      const request = await ask(team);
      await team.assign();
      const [entry] = (await team.rotation()).queue;
      assert.deepEqual([entry?.owed_since, entry?.turns_last_30_days], [null, 2]);
      node().clock.advance(1_000);
      const cancelled = await giveBack(node(), request);
      assert.deepEqual([cancelled.status, cancelled.cancelled_at], ['cancelled', timeOf(node())]);
      const [kept, returned] = await turnsOf(node(), team);
      assert.deepEqual([kept?.returned_at, returned?.returned_at], [null, cancelled.cancelled_at]);
      const [after] = (await team.rotation()).queue;
      assert.deepEqual([after?.owed_since, after?.turns_last_30_days], [cancelled.cancelled_at, 1]);
      assert.deepEqual(after?.last_turn, entry?.last_turn);
      await team.assign();
      const [made] = (await team.rotation()).queue;
      assert.deepEqual([made?.owed_since, made?.turns_last_30_days], [null, 2]);
    });
  }

  test('is where next_assignee, the rotation and the turn agree', async () => {
    const team = await makeTeam(node());
    const requests = [await ask(team), await ask(team), await ask(team)] as const;
    for (const request of [requests[1], requests[0]]) {
      node().clock.advance(1_000);
      await giveBack(node(), request);
    }
    // The most recent first.
    assert.deepEqual(await queueOf(team), [0, 1, 2]);
    for (const expected of [0, 1, 2]) {
      assert.equal((await team.show()).next_assignee?.workspace_membership_id, team.memberIds[expected]);
      assert.equal((await queueOf(team))[0], expected);
      assert.equal((await placeOfTurn(team))[0], expected);
    }
  });

  test('comes before one who was unpaused earlier, and after one who was unpaused later', async () => {
    const team = await makeTeam(node());
    const request = await ask(team);
    await ask(team);
    await ask(team);
    const unpause = async (place: number) => {
      node().clock.advance(1_000);
      await node().post(`${team.path}/members/${team.membershipIds[place]}/pause`);
      await node().post(`${team.path}/members/${team.membershipIds[place]}/unpause`);
    };
    await unpause(1);
    node().clock.advance(1_000);
    await giveBack(node(), request);
    await unpause(2);
    assert.deepEqual(await queueOf(team), [2, 0, 1]);
    // The pause ended later than the return: that puts this member first.
    await unpause(0);
    assert.deepEqual(await placeOfTurn(team), [0, 'unpaused']);
  });

  test('is of whom the turn fell on, whoever organizes the request by now', async () => {
    const team = await makeTeam(node(), {}, 2);
    const request = await ask(team);
    await ask(team);
    const other = await makeMember(node());
    dataOf(await node().post(`${REQUESTS}/${request.id}/change_organizer`, { organizer_email: other.email }));
    const { organizer_email } = await giveBack(node(), request);
    assert.equal(organizer_email, other.email);
    assert.deepEqual(await queueOf(team), [0, 1]);
  });

  test('waits for a member who is paused or deactivated; who has left the team gets nothing', async () => {
    const team = await makeTeam(node(), {}, 4);
    const requests = [await ask(team), await ask(team), await ask(team)] as const;
    for (const { id } of requests) {
      dataOf(await node().post(`${REQUESTS}/${id}/book`, { starts_at: '2030-01-01T09:00:00Z' }));
    }
    await ask(team);
    await node().post(`${MEMBERS}/${team.memberIds[0]}/deactivate`);
    await node().post(`${team.path}/members/${team.membershipIds[1]}/pause`);
    await node().delete(`${team.path}/members/${team.membershipIds[2]}`);
    for (const request of requests) {
      node().clock.advance(1_000);
      await giveBack(node(), request);
    }
    assert.deepEqual(await queueOf(team), [3]);
    await node().post(`${MEMBERS}/${team.memberIds[0]}/reactivate`);
    assert.deepEqual(await queueOf(team), [0, 3]);
    node().clock.advance(1_000);
    await node().post(`${team.path}/members/${team.membershipIds[1]}/unpause`);
    assert.deepEqual(await queueOf(team), [1, 0, 3]);
    // Like every new membership: before members with a turn, after members who were moved to the front.
    await node().post(`${team.path}/members`, { workspace_membership_id: team.memberIds[2] });
    assert.deepEqual(await queueOf(team), [1, 0, 2, 3]);
  });

  test('what is owed is forgotten with the membership', async () => {
    const team = await makeTeam(node(), {}, 2);
    const request = await ask(team);
    await giveBack(node(), request);
    await node().delete(`${team.path}/members/${team.membershipIds[0]}`);
    await node().post(`${team.path}/members`, { workspace_membership_id: team.memberIds[0] });
    assert.deepEqual(await queueOf(team), [1, 0]);
  });

  test('counts for a host who is not in the stack team, too', async () => {
    const other = await node().otherWorkspace();
    const call = { key: other.rawKey };
    const member = async (email: string) =>
      dataOf<{ id: string }>(await node().post(MEMBERS, { email }, call));
    await member('one@example.com');
    await member('two@example.com');
    const body = { name: 'All', mode: 'stack', include_all_members: true };
    const { id } = dataOf<Team>(await node().post('/api/v1/teams', body, call));
    const guest = { participant_emails: ['guest@example.org'] };
    const request = async () =>
      dataOf<MeetingRequest>(await node().post(REQUESTS, { team_id: id, ...guest }, call));
    const [first, second] = [await request(), await request()];
    assert.deepEqual([first.organizer_email, second.organizer_email], ['one@example.com', 'two@example.com']);
    dataOf(await node().post(`${REQUESTS}/${second.id}/cancel`, { return_turn: true }, call));
    assert.equal((await request()).organizer_email, 'two@example.com');
    assert.equal((await request()).organizer_email, 'one@example.com');
  });

  test('one that was given to somebody by name makes up for what is owed', async () => {
    const team = await makeTeam(node(), { mode: 'stack' }, 2);
    const request = await ask(team);
    await giveBack(node(), request);
    await makeRequest(node(), { team_id: team.id, organizer_email: team.members[0]?.email });
    assert.deepEqual(await queueOf(team), [1, 0]);
  });

  test('stands in the audit entry of the cancellation', async () => {
    const team = await makeTeam(node(), {}, 1);
    const request = await ask(team);
    const [turn] = await turnsOf(node(), team);
    await giveBack(node(), request);
    const path = `/api/v1/audit_log?target_id=${request.id}&action=meeting_request.cancelled`;
    const [entry] = dataOf<AuditEntry[]>(await node().get(path));
    assert.deepEqual(entry?.changes.returned_turn_id, [null, turn?.id]);
    const plain = await ask(team);
    dataOf(await node().post(`${REQUESTS}/${plain.id}/cancel`));
    const others = `/api/v1/audit_log?target_id=${plain.id}&action=meeting_request.cancelled`;
    assert.equal(
      'returned_turn_id' in (dataOf<AuditEntry[]>(await node().get(others))[0]?.changes ?? {}),
      false,
    );
    const [untouched] = await turnsOf(node(), team);
    assert.equal(untouched?.returned_at, null);
  });

  test('422: a request that took none, and one that is cancelled already', async () => {
    const plain = await makeRequest(node());
    const manual = await makeTeam(node(), { mode: 'manual' }, 1);
    const named = await makeRequest(node(), {
      team_id: manual.id,
      organizer_email: manual.members[0]?.email,
    });
    const team = await makeTeam(node(), {}, 1);
    const cancelled = await ask(team);
    dataOf(await node().post(`${REQUESTS}/${cancelled.id}/cancel`));
    const cancel =
      ({ id }: { id: string }, body: object) =>
      () =>
        node().post(`${REQUESTS}/${id}/cancel`, body);
    const none = ['invalid_request', 'The request took no turn'] as const;
    await assertRefused(node(), [
      [cancel(plain, { return_turn: true }), ...none],
      [cancel(named, { return_turn: true }), ...none],
      [
        cancel(cancelled, { return_turn: true }),
        'invalid_request',
        'Cannot cancel a request that is already cancelled',
      ],
      [cancel(plain, { return_turn: 'yes' }), 'invalid_request', 'return_turn must be a boolean'],
      [
        cancel({ id: `mr_${'0'.repeat(26)}` }, { return_turn: true }),
        'not_found',
        'Meeting request not found',
      ],
    ]);
  });

  test('is given back once: repeated with an Idempotency-Key, and by many at the same time', async () => {
    const team = await makeTeam(node(), {}, 2);
    const [one, other] = [await ask(team), await ask(team)];
    const key = `return ${one.id}`;
    assert.deepEqual(await giveBack(node(), one, key), await giveBack(node(), one, key));
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => node().post(`${REQUESTS}/${other.id}/cancel`, { return_turn: true })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422, 422]);
  });

  test('turns that are taken and given back at the same time wait for each other, and none is lost', async () => {
    const team = await makeTeam(node());
    const requests = await Promise.all(Array.from({ length: 6 }, () => ask(team)));
    const [, taken] = await Promise.all([
      Promise.all(requests.map((request) => giveBack(node(), request))),
      Promise.all(Array.from({ length: 6 }, () => team.assign())),
    ]);
    assert.deepEqual(
      taken.map(({ number }) => number).sort((a, b) => a - b),
      [7, 8, 9, 10, 11, 12],
    );
    const { queue } = await team.rotation();
    assert.equal(
      queue.reduce((sum, { turns_last_30_days: turns }) => sum + turns, 0),
      6,
    );
    assert.equal((await team.show()).next_assignee?.id, queue[0]?.team_membership_id);
  });
});
