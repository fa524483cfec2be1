// With seats_required, only members with a seat take turns, take part and have slots; the others are told why.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { test } from '../../../support/lanes.ts';
import {
  fillIn,
  isBooked,
  look,
  outcomeOf,
  startsIn,
  TUESDAY,
} from '../../../support/makers/booking-links.ts';
import { makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { endSeat, giveSeat, makeSeated, requireSeats, sellSeats } from '../../../support/makers/seated.ts';
import { slotsOf } from '../../../support/makers/taken-times.ts';
import { MEMBERS, type Member, TEAMS } from '../../../support/makers/team-members.ts';
import { assertRefused, type Refusal } from '../../../support/server/refusal.ts';
import type { BookingLink, NewTeam, Rotation, Team, Turn } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const NO_SEAT = [
  'validation_error',
  'organizer_email has no seat: the workspace gives meetings to members with a seat only',
] satisfies Refusal;

onBothEngines('seats that are required', (node) => {
  before(() => sellSeats(node()));

  const makeTeam = async (members: Member[], fields: object = {}) => {
    const member_ids = members.map(({ id }) => id);
    return dataOf<NewTeam>(await node().post(TEAMS, { name: 'Sales', member_ids, ...fields }));
  };
  const pathOf = ({ id }: { id: string }) => `${TEAMS}/${id}`;
  const assign = async (team: { id: string }) =>
    dataOf<Turn>(await node().post(`${pathOf(team)}/assignments`));
  const rotationOf = async (team: { id: string }) =>
    dataOf<Rotation>(await node().get(`${pathOf(team)}/rotation`));
  const standing = ({ queue }: Rotation) => queue.map(({ email, status, place }) => [email, status, place]);

  test('a pool team passes over whoever has none: in turns, in the report, and as the next assignee', async () => {
    const ada = await makeSeated(node(), false);
    const ben = await makeSeated(node());
    const team = await makeTeam([ada, ben]);
    const shown = dataOf<Team>(await node().get(pathOf(team)));
    assert.equal(shown.next_assignee?.email, ben.email);
    assert.equal(shown.members.length, 2);
    const turn = await assign(team);
    assert.equal(turn.email, ben.email);
    assert.deepEqual(
      turn.candidates.map(({ workspace_membership_id, status }) => [workspace_membership_id, status]),
      [
        [ada.id, 'no_seat'],
        [ben.id, 'available'],
      ],
    );
    assert.equal(turn.candidates_eligible, 1);
    assert.deepEqual(standing(await rotationOf(team)), [
      [ben.email, 'available', 1],
      [ada.email, 'no_seat', null],
    ]);
    assert.equal((await makeRequest(node(), { team_id: team.id })).organizer_email, ben.email);

    await giveSeat(node(), ada);
    assert.equal((await assign(team)).email, ada.email);
    await endSeat(node(), ada);
    assert.equal((await assign(team)).email, ben.email);
  });

  test('whoever is paused and has none needs the seat first', async () => {
    const ada = await makeSeated(node(), false);
    const team = await makeTeam([ada, await makeSeated(node())]);
    dataOf(await node().post(`${pathOf(team)}/members/${team.members[0]?.id}/pause`));
    const last = async () => (await rotationOf(team)).queue.at(-1)?.status;
    assert.equal(await last(), 'no_seat');
    await giveSeat(node(), ada);
    assert.equal(await last(), 'paused');
  });

  test('422: nobody in the team has one', async () => {
    const team = await makeTeam([await makeSeated(node(), false)]);
    const refusal: Refusal = [
      'validation_error',
      'The team has no member with a seat who could take the turn',
    ];
    const body = { team_id: team.id, participant_emails: ['guest@example.org'] };
    await assertRefused(node(), [
      [() => node().post(`${pathOf(team)}/assignments`), ...refusal],
      [() => node().post(REQUESTS, body), ...refusal],
    ]);
  });

  test('in a stack team, only those who have one take part', async () => {
    const [ada, ben, cleo] = [
      await makeSeated(node(), false),
      await makeSeated(node()),
      await makeSeated(node()),
    ];
    const team = await makeTeam([ada, ben, cleo], { mode: 'stack' });
    const request = await makeRequest(node(), { team_id: team.id });
    assert.deepEqual([...request.host_emails].sort(), [ben.email, cleo.email].sort());
    assert.deepEqual(standing(await rotationOf(team)).at(-1), [ada.email, 'no_seat', null]);
    const { data } = await slotsOf(node(), pathOf(team));
    assert.deepEqual([...(data[0]?.host_emails ?? [])].sort(), [ben.email, cleo.email].sort());
    const body = { organizer_email: ada.email, participant_emails: ['guest@example.org'] };
    await assertRefused(node(), [[() => node().post(REQUESTS, { ...body, team_id: team.id }), ...NO_SEAT]]);
  });

  test('a team that includes all members includes those who have one, and takes part in every request so', async () => {
    const [ada, ben] = [await makeSeated(node(), false), await makeSeated(node())];
    const everybody = await makeTeam([ada], { mode: 'stack', include_all_members: true });
    const { queue } = await rotationOf(everybody);
    const statusOf = ({ id }: Member) =>
      queue.find(({ workspace_membership_id }) => workspace_membership_id === id)?.status;
    assert.deepEqual([statusOf(ada), statusOf(ben)], ['no_seat', 'available']);
    const request = await makeRequest(node(), { team_id: everybody.id });
    assert.ok(request.host_emails.includes(ben.email));
    assert.ok(!request.host_emails.includes(ada.email));
    dataOf(await node().post(`${pathOf(everybody)}/deactivate`));

    const always = await makeTeam([ada, ben], { mode: 'stack', stack_always_apply: true });
    const cleo = await makeSeated(node());
    const { host_emails } = await makeRequest(node(), { organizer_email: cleo.email });
    assert.deepEqual(host_emails, [cleo.email, ben.email]);
    dataOf(await node().post(`${pathOf(always)}/deactivate`));
  });

  test('422: an organizer who has none, with a manual team and without one', async () => {
    const ada = await makeSeated(node(), false);
    const team = await makeTeam([ada], { mode: 'manual' });
    const body = { organizer_email: ada.email, participant_emails: ['guest@example.org'] };
    await assertRefused(node(), [
      [() => node().post(REQUESTS, { ...body, team_id: team.id }), ...NO_SEAT],
      [() => node().post(REQUESTS, body), ...NO_SEAT],
    ]);
    await requireSeats(node(), false);
    dataOf(await node().post(REQUESTS, { ...body, team_id: team.id }));
    await requireSeats(node());
  });

  test('whoever has none has no slots, and explain says so', async () => {
    const [ada, ben] = [await makeSeated(node(), false), await makeSeated(node())];
    const found = await slotsOf(node(), `${MEMBERS}/${ada.id}`, { explain: true });
    assert.deepEqual(found.data, []);
    assert.deepEqual(found.meta.refused?.[0]?.reasons, [{ email: ada.email, reason: 'no_seat' }]);
    const team = await makeTeam([ada, ben]);
    const ofTeam = await slotsOf(node(), pathOf(team), { hosts: 'any', explain: true, limit: 1 });
    assert.deepEqual(ofTeam.data[0]?.host_emails, [ben.email]);
    await endSeat(node(), ben);
    const none = await slotsOf(node(), pathOf(team), { hosts: 'any', explain: true });
    assert.deepEqual(none.data, []);
    assert.deepEqual(
      none.meta.refused?.[0]?.reasons.map(({ email, reason }) => [email, reason]).sort(),
      [ada, ben].map(({ email }) => [email, 'no_seat']).sort(),
    );
  });

  test('a booking link leads to whoever has one, and to nobody without', async () => {
    const [ada, ben] = [await makeSeated(node(), false), await makeSeated(node())];
    const team = await makeTeam([ada, ben]);
    const link = dataOf<BookingLink>(
      await node().post(`${pathOf(team)}/booking_links`, { verify_email: false }),
    );
    const path = new URL(link.url).pathname;
    assert.ok(isBooked(await fillIn(node(), path, { starts_at: TUESDAY })));
    const [request] = dataOf<{ organizer_email: string }[]>(
      await node().get(`${REQUESTS}?team_id=${team.id}`),
    );
    assert.equal(request?.organizer_email, ben.email);
    await endSeat(node(), ben);
    assert.deepEqual(startsIn(await look(node(), path)), []);
    const sent = await fillIn(node(), path, {
      starts_at: '2026-03-03T14:00:00.000Z',
      email: 'x@example.org',
    });
    assert.equal(outcomeOf(sent), 'taken');
  });
});
