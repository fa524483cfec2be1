// The slots of a team: everybody's in a stack, the next assignee's or anybody's in a pool.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  makeBusy,
  never,
  refusedIn,
  setAvailability,
  slotsOf,
  startsOf,
} from '../../../support/makers/taken-times.ts';
import {
  addToTeam,
  deactivate,
  type Member,
  makeMember,
  makeTeam,
  pathOf,
  readTeam,
  TEAMS,
  takeTurn,
} from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { Team } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

/** Two hours on Tuesday morning: four starts. */
const MORNING = { from: '2026-03-03T09:00:00Z', to: '2026-03-03T11:00:00Z' };
const NINE = '2026-03-03 09:00';
const HALF_PAST_NINE = '2026-03-03 09:30';
const TEN = '2026-03-03 10:00';
const HALF_PAST_TEN = '2026-03-03 10:30';
const FROM_NINE_TO_TEN = ['2026-03-03T09:00:00Z', '2026-03-03T10:00:00Z'] as [string, string];
const FROM_TEN_TO_ELEVEN = ['2026-03-03T10:00:00Z', '2026-03-03T11:00:00Z'] as [string, string];

const makeStack = async (node: Node, people: Member[], fields: object = {}) =>
  dataOf<Team>(
    await node.post(TEAMS, {
      name: 'Stack',
      mode: 'stack',
      member_ids: people.map(({ id }) => id),
      ...fields,
    }),
  );
const teamPath = ({ id }: { id: string }) => `${TEAMS}/${id}`;
const people = (node: Node, count: number) =>
  Promise.all(Array.from({ length: count }, () => makeMember(node)));

onBothEngines('The slots of a team', (node) => {
  test('stack: times at which every host is free, with all of them', async () => {
    const [ada, ben, eve] = (await people(node(), 3)) as [Member, Member, Member];
    const team = await makeStack(node(), [ada, ben, eve]);
    await makeBusy(node(), ben, FROM_NINE_TO_TEN);
    await makeBusy(node(), eve, ['2026-03-03T10:00:00Z', '2026-03-03T10:30:00Z']);
    const found = await slotsOf(node(), teamPath(team), { ...MORNING, explain: true });
    assert.deepEqual(startsOf(found), [HALF_PAST_TEN]);
    assert.deepEqual(found.data[0]?.host_emails, [ada.email, ben.email, eve.email]);
    assert.deepEqual(found.meta.refused?.[2]?.reasons, [{ email: eve.email, reason: 'busy' }]);
    assert.deepEqual(refusedIn(found), { [NINE]: ['busy'], [HALF_PAST_NINE]: ['busy'], [TEN]: ['busy'] });
  });

  test('stack: a pause does not matter, and deactivated members are not asked', async () => {
    const [ada, gone] = (await people(node(), 2)) as [Member, Member];
    const team = await makeStack(node(), [ada, gone]);
    await makeBusy(node(), gone, FROM_NINE_TO_TEN);
    await deactivate(node(), gone);
    const { members } = await readTeam(node(), team);
    dataOf(await node().post(`${teamPath(team)}/members/${members[0]?.id}/pause`));
    const { data } = await slotsOf(node(), teamPath(team), MORNING);
    assert.deepEqual(
      data.map(({ host_emails }) => host_emails),
      Array(4).fill([ada.email]),
    );
  });

  test('pool: times of the next assignee; with hosts=any, of the first in the queue who is free then', async () => {
    const [ada, ben, eve] = (await people(node(), 3)) as [Member, Member, Member];
    const [team] = await makeTeam(node(), [ada, ben, eve]);
    await makeBusy(node(), ada, FROM_NINE_TO_TEN);
    await makeBusy(node(), ben, ['2026-03-03T09:30:00Z', '2026-03-03T10:30:00Z']);
    const next = await slotsOf(node(), teamPath(team), MORNING);
    assert.deepEqual(startsOf(next), [TEN, HALF_PAST_TEN]);
    assert.deepEqual(await slotsOf(node(), teamPath(team), { ...MORNING, hosts: 'next' }), next);
    const any = async () => {
      const { data } = await slotsOf(node(), teamPath(team), { ...MORNING, hosts: 'any' });
      return data.map(({ host_emails }) => host_emails);
    };
    assert.deepEqual(await any(), [[ben.email], [eve.email], [ada.email], [ada.email]]);
    await takeTurn(node(), team);
    assert.deepEqual(await any(), [[ben.email], [eve.email], [eve.email], [ben.email]]);
    const afterTurn = await slotsOf(node(), teamPath(team), MORNING);
    assert.deepEqual(startsOf(afterTurn), [NINE, HALF_PAST_TEN]);
  });

  test('pool: with explain and hosts=any, those who are paused say so, and are asked for nothing', async () => {
    const [ada, ben] = (await people(node(), 2)) as [Member, Member];
    const [team, place] = await makeTeam(node(), [ada, ben]);
    dataOf(await node().post(`${pathOf(place)}/pause`));
    await makeBusy(node(), ben, FROM_TEN_TO_ELEVEN);
    const found = await slotsOf(node(), teamPath(team), { ...MORNING, hosts: 'any', explain: true });
    assert.deepEqual(
      found.data.map(({ host_emails }) => host_emails),
      [[ben.email], [ben.email]],
    );
    assert.deepEqual(found.meta.refused?.[0], {
      starts_at: '2026-03-03T10:00:00.000Z',
      reasons: [
        { email: ben.email, reason: 'busy' },
        { email: ada.email, reason: 'paused' },
      ],
    });
  });

  test('hosts who take part in every request have to be free, too', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const make = async (path: string, body: object) =>
      dataOf<{ id: string; email: string }>(await node().post(path, body, { key }));
    const [ada, ben, boss] = await Promise.all(
      ['ada', 'ben', 'boss'].map((name) =>
        make('/api/v1/workspace_members', { email: `${name}@slots.example` }),
      ),
    );
    const pool = await make(TEAMS, { name: 'Pool', member_ids: [ada?.id, ben?.id] });
    const always = {
      name: 'Always',
      mode: 'stack',
      stack_always_apply: true,
      member_ids: [boss?.id, ben?.id],
    };
    await make(TEAMS, always);
    const busy = { weekly: [{ day: 'tue', start: '09:30', end: '10:30' }] };
    dataOf(await node().patch(`/api/v1/workspace_members/${boss?.id}/availability`, busy, { key }));
    const query = new URLSearchParams({ ...MORNING, hosts: 'any' });
    const hosts = async (path: string) =>
      dataOf<{ starts_at: string; host_emails: string[] }[]>(await node().get(path, { key })).map(
        ({ starts_at, host_emails }) => [starts_at.slice(11, 16), ...host_emails],
      );
    const all = [ada?.email, boss?.email, ben?.email];
    assert.deepEqual(await hosts(`${TEAMS}/${pool.id}/slots?${query}`), [
      ['09:30', ...all],
      ['10:00', ...all],
    ]);
    query.set('hosts', 'next');
    assert.deepEqual(await hosts(`${TEAMS}/${pool.id}/slots?${query}`), [
      ['09:30', ...all],
      ['10:00', ...all],
    ]);
    const stack = await make(TEAMS, { name: 'Stack', mode: 'stack', member_ids: [ada?.id] });
    query.delete('hosts');
    assert.deepEqual((await hosts(`${TEAMS}/${stack.id}/slots?${query}`))[0], ['09:30', ...all]);
  });

  test('200 with no slots: nobody is in the team, or nobody can take a turn', async () => {
    const member = await makeMember(node());
    const [empty] = await makeTeam(node(), []);
    const [paused, place] = await makeTeam(node(), [member]);
    dataOf(await node().post(`${pathOf(place)}/pause`));
    const [gone, left] = [await makeMember(node()), await makeStack(node(), [])];
    const [behind] = await makeTeam(node(), [gone]);
    await deactivate(node(), gone);
    for (const team of [empty, paused, left, behind]) {
      assert.deepEqual((await slotsOf(node(), teamPath(team), MORNING)).data, []);
    }
    const any = await slotsOf(node(), teamPath(paused), { ...MORNING, hosts: 'any', explain: true });
    assert.deepEqual([any.data, refusedIn(any)[NINE]], [[], ['paused']]);
  });

  test('the interval counts from midnight on the clock of the first host', async () => {
    const [far, near] = (await people(node(), 2)) as [Member, Member];
    await setAvailability(node(), far, { timezone: 'Asia/Kathmandu' });
    await setAvailability(node(), near, {
      ...never,
      overrides: [{ date: '2026-03-03', hours: [{ start: '00:00', end: '24:00' }] }],
    });
    const asked = { from: '2026-03-03T03:00:00Z', to: '2026-03-03T04:30:00Z' };
    const first = await makeStack(node(), [far, near]);
    assert.deepEqual(startsOf(await slotsOf(node(), teamPath(first), asked)), [
      '2026-03-03 03:15',
      '2026-03-03 03:45',
    ]);
    const [pool] = await makeTeam(node(), [near]);
    await addToTeam(node(), pool, far);
    assert.deepEqual(startsOf(await slotsOf(node(), teamPath(pool), { ...asked, hosts: 'any' })), [
      '2026-03-03 03:00',
      '2026-03-03 03:30',
      '2026-03-03 04:00',
    ]);
  });

  test('422 and 404: teams that find nobody a time, and wrong parameters', async () => {
    const manual = dataOf<Team>(await node().post(TEAMS, { name: 'Manual', mode: 'manual' }));
    const stack = await makeStack(node(), [await makeMember(node())]);
    const [inactive] = await makeTeam(node(), []);
    dataOf(await node().post(`${teamPath(inactive)}/deactivate`));
    const { rawKey } = await node().otherWorkspace();
    const foreign = dataOf<Team>(await node().post(TEAMS, { name: 'Foreign' }, { key: rawKey }));
    const slots = (team: { id: string }, query = '') => node().get(`${teamPath(team)}/slots${query}`);
    const poolOnly = 'hosts can be given for a team in pool mode only: in stack mode, everybody takes part';
    await assertRefused(node(), [
      [
        () => slots(manual),
        'invalid_request',
        'A team in manual mode assigns nobody: ask for the slots of a member',
      ],
      [() => slots(stack, '?hosts=any'), 'invalid_request', poolOnly],
      [() => slots(stack, '?hosts=all'), 'invalid_request', 'hosts must be one of next, any'],
      [() => slots(stack, '?to=2020-01-01'), 'invalid_request', 'to must be after from'],
      [() => slots(inactive), 'validation_error', 'The team is deactivated'],
      [() => slots(foreign), 'not_found', 'Team not found'],
    ]);
  });
});
