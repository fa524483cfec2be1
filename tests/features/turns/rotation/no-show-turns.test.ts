// A guest who doesn't come gives the turn back to whoever took it, once, whatever else happens to the meeting.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { turnsOf } from '../../../support/makers/routed-requests.ts';
import { makeTeam } from '../../../support/makers/routed-team.ts';
import { entriesAbout } from '../../../support/makers/team-members.ts';
import type { MeetingRequest, Team } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

onBothEngines("A guest's no-show in a pool", (node) => {
  type RoutedTeam = Awaited<ReturnType<typeof makeTeam>>;

  const call = async (request: { id: string }, to: string, body: object) => {
    node().clock.advance(1_000);
    return dataOf<MeetingRequest>(await node().post(`${REQUESTS}/${request.id}/${to}`, body));
  };
  const mark = (request: { id: string }, by: 'guest' | 'host' | null) => call(request, 'no_show', { by });
  /** A meeting of the next in turn that is over. */
  const meet = async ({ id }: { id: string }, fields: object = {}) => {
    const request = await makeRequest(node(), { team_id: id, ...fields });
    return call(request, 'book', { starts_at: '2026-02-27T10:00:00Z', force: true });
  };
  const take = async (team: RoutedTeam) => {
    node().clock.advance(1_000);
    return team.memberIds.indexOf((await team.assign()).workspace_membership_id);
  };
  /** Who is owed a turn, as indexes into the team's members. */
  const owedIn = async (team: RoutedTeam) =>
    (await team.rotation()).queue
      .filter(({ owed_since }) => owed_since !== null)
      .map(({ workspace_membership_id }) => team.memberIds.indexOf(workspace_membership_id));
  const returnedIn = async (team: RoutedTeam) =>
    (await turnsOf(node(), team)).filter(({ returned_at }) => returned_at !== null).length;
  const changeTeam = async (team: RoutedTeam, change: object) =>
    dataOf<Team>(await node().patch(team.path, change));

  test('gives the turn back, as a cancellation with return_turn does', async () => {
    const team = await makeTeam(node());
    const request = await meet(team);
    for (let turn = 0; turn < 3; turn += 1) await take(team);
    const { no_show } = await mark(request, 'guest');
    const [first] = (await team.rotation()).queue;
    assert.deepEqual(
      [first?.workspace_membership_id, first?.reason, first?.owed_since],
      [team.memberIds[0], 'turn_returned', no_show?.at],
    );
    const turn = (await turnsOf(node(), team)).find(({ meeting_request_id: id }) => id === request.id);
    assert.equal(turn?.returned_at, no_show?.at);
    const entry = (await entriesAbout(node(), request.id)).at(-1);
    assert.deepEqual(entry?.changes.returned_turn_id, [null, turn?.id]);
    assert.deepEqual([await take(team), await owedIn(team)], [0, []]);
  });

  test('that is undone takes the turn back that was not used yet', async () => {
    const team = await makeTeam(node());
    const request = await meet(team);
    await mark(request, 'guest');
    await mark(request, null);
    assert.deepEqual([await owedIn(team), await returnedIn(team)], [[], 0]);
    assert.deepEqual([await take(team), await take(team), await take(team)], [1, 2, 0]);
    const [turn] = (await turnsOf(node(), team)).slice(-1);
    const changes = (await entriesAbout(node(), request.id)).at(-1)?.changes;
    assert.deepEqual(changes?.returned_turn_id, [turn?.id, null]);
    await mark(request, 'guest');
    await mark(request, 'host');
    assert.deepEqual([await owedIn(team), await returnedIn(team)], [[], 0], 'it was the host');
  });

  test('that is undone after the turn was used leaves it, and gives none a second time', async () => {
    const team = await makeTeam(node());
    const request = await meet(team);
    await mark(request, 'guest');
    assert.equal(await take(team), 0);
    await mark(request, null);
    assert.deepEqual([await owedIn(team), await returnedIn(team)], [[], 1]);
    const changes = (await entriesAbout(node(), request.id)).at(-1)?.changes ?? {};
    assert.ok(!('returned_turn_id' in changes));
    await mark(request, 'guest');
    assert.deepEqual(await owedIn(team), []);
    await call(request, 'cancel', { return_turn: true });
    assert.deepEqual([await owedIn(team), await returnedIn(team)], [[], 1]);
  });

  test('of several meetings owes one turn until all of them are undone', async () => {
    const team = await makeTeam(node(), {}, 1);
    const [one, two] = [await meet(team), await meet(team)];
    await mark(one, 'guest');
    const owedFirst = (await team.rotation()).queue[0]?.owed_since;
    await mark(two, 'guest');
    await mark(two, null);
    assert.equal((await team.rotation()).queue[0]?.owed_since, owedFirst, 'of the other one');
    await mark(two, 'guest');
    await mark(one, null);
    assert.deepEqual(await owedIn(team), [0]);
    await mark(two, null);
    assert.deepEqual([await owedIn(team), await returnedIn(team)], [[], 0]);
  });

  const orders: Record<string, [steps: ('guest' | 'undo' | 'move' | 'cancel')[], owed: boolean]> = {
    'twice, with an undo between': [['guest', 'undo', 'guest'], true],
    'and a cancellation that returns the turn': [['guest', 'cancel'], true],
    'undone before such a cancellation': [['guest', 'undo', 'cancel'], true],
    'before the meeting moves, and again at the new time': [['guest', 'move', 'guest'], true],
    'undone at the new time, keeps the turn of the old one': [['guest', 'move', 'guest', 'undo'], true],
  };
  for (const [name, [steps, owed]] of Object.entries(orders)) {
    test(`${name}, owes one turn at most`, async () => {
      const team = await makeTeam(node());
      const request = await meet(team);
      for (const step of steps) {
        if (step === 'cancel') await call(request, 'cancel', { return_turn: true });
        else if (step === 'move') {
          const starts_at = new Date(node().clock.now() + 3_600_000).toISOString();
          assert.equal((await call(request, 'reschedule', { starts_at, force: true })).no_show, null);
          node().clock.advance(7_200_000);
        } else await mark(request, step === 'undo' ? null : step);
      }
      assert.deepEqual([await owedIn(team), await returnedIn(team)], [owed ? [0] : [], owed ? 1 : 0]);
      assert.deepEqual([await take(team), await take(team), await take(team)], [0, 1, 2]);
      assert.deepEqual(await owedIn(team), []);
    });
  }

  test('gives no turn back where the team does not want it, in other modes, and without a turn', async () => {
    const team = await makeTeam(node());
    assert.equal((await team.show()).no_show_returns_turn, true);
    assert.equal((await changeTeam(team, { no_show_returns_turn: false })).no_show_returns_turn, false);
    const request = await meet(team);
    await mark(request, 'guest');
    await changeTeam(team, { no_show_returns_turn: true });
    await mark(request, 'guest');
    assert.deepEqual(await owedIn(team), [], 'the same no-show, again');
    const host = await meet(team);
    await mark(host, 'host');
    assert.equal(await returnedIn(team), 0);
    const stack = await makeTeam(node(), { mode: 'stack', no_show_returns_turn: false });
    assert.equal(stack.no_show_returns_turn, true, 'belongs to pool mode');
    await mark(await meet(stack), 'guest');
    assert.equal(await returnedIn(stack), 0);
    const alone = await makeRequest(node());
    await call(alone, 'book', { starts_at: '2026-02-27T10:00:00Z' });
    assert.equal((await mark(alone, 'guest')).no_show?.by, 'guest');
  });

  test('owes nothing to a member who has left the team, then or since', async () => {
    const team = await makeTeam(node());
    const [one, two] = [await meet(team), await meet(team)];
    const leave = async (place: number) => {
      await node().delete(`${team.path}/members/${team.membershipIds[place]}`);
    };
    await leave(0);
    await mark(one, 'guest');
    await mark(two, 'guest');
    await leave(1);
    await node().post(`${team.path}/members`, { workspace_membership_id: team.memberIds[0] });
    await node().post(`${team.path}/members`, { workspace_membership_id: team.memberIds[1] });
    await mark(one, null);
    await mark(two, null);
    assert.deepEqual([await owedIn(team), await returnedIn(team)], [[], 0]);
  });
});
