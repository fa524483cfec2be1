// A pool team passes over who has no time for a meeting request. They keep their place in the queue.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { makeRequest } from '../../../support/makers/meeting-requests.ts';
import { always, makeBusy, never, setAvailability, takeTime } from '../../../support/makers/taken-times.ts';
import {
  type Member,
  makeMember,
  makeTeam,
  pathOf,
  readMembership,
  readTeam,
  TEAMS,
  takeTurn,
} from '../../../support/makers/team-members.ts';
import type { Rotation, Team, Turn } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const people = (node: Node, count: number) =>
  Promise.all(Array.from({ length: count }, () => makeMember(node)));

/** Tuesday, 10 to 12. */
const TUESDAY = { start: '2026-03-03T10:00:00Z', end: '2026-03-03T12:00:00Z' };
const BUSY_ON_TUESDAY = ['2026-03-03T09:00:00Z', '2026-03-03T17:00:00Z'] as [string, string];

async function ask(node: Node, team: { id: string }, context: object = {}): Promise<string> {
  return (await makeRequest(node, { team_id: team.id, context })).organizer_email;
}

async function lastTurn(node: Node, team: { id: string }): Promise<Turn> {
  const [turn] = dataOf<{ id: string }[]>(await node.get(`${TEAMS}/${team.id}/assignments?limit=1`));
  return dataOf(await node.get(`${TEAMS}/${team.id}/assignments/${turn?.id}`));
}

const statusesOf = ({ candidates }: Turn) => candidates.map(({ status }) => status);

onBothEngines('A pool team', (node) => {
  test('passes over who has no slot in the timeframe; they keep their place and come next', async () => {
    const [ada, ben, eve] = (await people(node(), 3)) as [Member, Member, Member];
    const [team, place] = await makeTeam(node(), [ada, ben, eve]);
    await makeBusy(node(), ada, BUSY_ON_TUESDAY);
    const before = await readMembership(node(), place);
    assert.equal(await ask(node(), team, { timeframe: TUESDAY }), ben.email);
    const turn = await lastTurn(node(), team);
    assert.deepEqual(
      [turn.reason, statusesOf(turn)],
      ['never_assigned', ['unavailable', 'available', 'available']],
    );
    assert.deepEqual([turn.candidates_total, turn.candidates_eligible], [3, 2]);
    assert.deepEqual(await readMembership(node(), place), before);
    assert.equal((await readTeam(node(), team)).next_assignee?.email, ada.email);
    // The report is about turns in general, and knows nothing of single meetings.
    const { queue } = dataOf<Rotation>(await node().get(`${TEAMS}/${team.id}/rotation`));
    assert.deepEqual(
      queue.map(({ email, status, place: at }) => [email, status, at]),
      [
        [ada.email, 'available', 1],
        [eve.email, 'available', 2],
        [ben.email, 'available', 3],
      ],
    );
    assert.equal(
      await ask(node(), team, { timeframe: { ...TUESDAY, end: '2026-03-04T12:00:00Z' } }),
      ada.email,
    );
  });

  test('looks at the duration of the request, and else at the settings', async () => {
    const [ada, ben] = (await people(node(), 2)) as [Member, Member];
    const [team] = await makeTeam(node(), [ada, ben]);
    await takeTime(node(), ada, ['2026-03-03T10:30:00Z', '2026-03-03T12:00:00Z']);
    assert.equal(await ask(node(), team, { timeframe: TUESDAY, duration_minutes: 31 }), ben.email);
    assert.equal(await ask(node(), team, { timeframe: TUESDAY }), ada.email);
  });

  test('without a timeframe, looks at the days ahead that the settings say', async () => {
    const [ada, ben] = (await people(node(), 2)) as [Member, Member];
    const [team] = await makeTeam(node(), [ada, ben]);
    await makeBusy(node(), ada, ['2026-03-01T00:00:00Z', '2026-03-30T00:00:00Z']);
    // The last of 28 days ends at nine, and the day begins then.
    assert.equal(await ask(node(), team), ben.email);
    await setAvailability(node(), ada, { weekly: [{ day: 'mon', start: '08:00', end: '17:00' }] });
    assert.equal(await ask(node(), team), ada.email);
  });

  test('asks everybody in the queue, however long it is', async () => {
    const all = await people(node(), 60);
    const body = { name: 'Long', member_ids: all.map(({ id }) => id) };
    const team = dataOf<Team>(await node().post(TEAMS, body));
    for (const member of all.slice(0, 57)) await setAvailability(node(), member, never);
    assert.equal(await ask(node(), team), all[57]?.email);
    const turn = await lastTurn(node(), team);
    assert.deepEqual(statusesOf(turn), [...Array(57).fill('unavailable'), ...Array(3).fill('available')]);
  });

  test('gives the request to the head of the queue when nobody has time', async () => {
    const [ada, ben] = (await people(node(), 2)) as [Member, Member];
    const [team] = await makeTeam(node(), [ada, ben]);
    for (const member of [ada, ben]) await setAvailability(node(), member, never);
    assert.equal(await ask(node(), team), ada.email);
    assert.deepEqual(statusesOf(await lastTurn(node(), team)), ['available', 'available']);
    assert.equal(
      await ask(node(), team, { timeframe: { start: '2020-01-01', end: '2020-01-02' } }),
      ben.email,
    );
    assert.deepEqual(statusesOf(await lastTurn(node(), team)), ['available', 'available']);
  });

  test('does not look at the time of those who are paused, and never chooses them', async () => {
    const [ada, ben] = (await people(node(), 2)) as [Member, Member];
    const [team, place] = await makeTeam(node(), [ada, ben]);
    dataOf(await node().post(`${pathOf(place)}/pause`));
    await setAvailability(node(), ben, never);
    assert.equal(await ask(node(), team), ben.email);
    assert.deepEqual(statusesOf(await lastTurn(node(), team)), ['paused', 'available']);
  });

  test('passes over an owed turn too, which stays owed', async () => {
    const [ada, ben] = (await people(node(), 2)) as [Member, Member];
    const [team] = await makeTeam(node(), [ada, ben]);
    const first = await makeRequest(node(), { team_id: team.id });
    assert.equal(await ask(node(), team), ben.email);
    dataOf(await node().post(`/api/v1/meeting_requests/${first.id}/cancel`, { return_turn: true }));
    await setAvailability(node(), ada, never);
    assert.equal(await ask(node(), team), ben.email);
    await setAvailability(node(), ada, always);
    assert.equal(await ask(node(), team), ada.email);
    assert.equal((await lastTurn(node(), team)).reason, 'turn_returned');
  });

  test('takes a turn for something else without checking the time', async () => {
    const [ada, ben] = (await people(node(), 2)) as [Member, Member];
    const [team, place] = await makeTeam(node(), [ada, ben]);
    await setAvailability(node(), ada, never);
    assert.equal(await takeTurn(node(), team), place.id);
    assert.deepEqual(statusesOf(await lastTurn(node(), team)), ['available', 'available']);
  });
});

onBothEngines('A stack team', (node) => {
  test('chooses its organizer without checking the time: everybody takes part', async () => {
    const [ada, ben] = (await people(node(), 2)) as [Member, Member];
    const body = { name: 'Stack', mode: 'stack', member_ids: [ada.id, ben.id] };
    const team = dataOf<Team>(await node().post(TEAMS, body));
    await setAvailability(node(), ada, never);
    assert.equal(await ask(node(), team), ada.email);
  });
});
