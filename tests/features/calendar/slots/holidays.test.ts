// A holiday of the workspace closes its date for everybody who has no exception for it, whoever looks for a time.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { test } from '../../../support/lanes.ts';
import {
  fillIn,
  isBooked,
  makeLinked,
  outcomeOf as outcomeOfLink,
} from '../../../support/makers/booking-links.ts';
import { type Offered, offerTo, outcomeOf } from '../../../support/makers/booking-page.ts';
import { makeRequest } from '../../../support/makers/meeting-requests.ts';
import { inNewWorkspace } from '../../../support/makers/routed-requests.ts';
import { offeredIn, showRequest } from '../../../support/makers/scheduling.ts';
import { refusedIn, setAvailability, slotsOf, startsOf } from '../../../support/makers/taken-times.ts';
import { MEMBERS, type Member, makeMember, makeTeam } from '../../../support/makers/team-members.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const SETTINGS = '/api/v1/workspace/scheduling';
const pathOf = ({ id }: Member) => `${MEMBERS}/${id}`;
const closeOn = async (node: Node, ...holidays: string[]) => dataOf(await node.patch(SETTINGS, { holidays }));
const during = (from: string, to: string) => ({ from: `2026-03-${from}:00Z`, to: `2026-03-${to}:00Z` });

/** The clock of the tests begins on Monday, 2 March 2026, at 9:00. */
const WEDNESDAY = '2026-03-04';
const works = { overrides: [{ date: WEDNESDAY, hours: [{ start: '10:00', end: '11:00' }] }] };

onBothEngines('A holiday', (node) => {
  before(() => closeOn(node(), WEDNESDAY, '2027-01-01'));

  test('has no slots, and explain=true says why; the days around it are as usual', async () => {
    const ada = await makeMember(node());
    const asked = { ...during('03T16:30', '05T09:30'), explain: true };
    const found = await slotsOf(node(), pathOf(ada), asked);
    assert.deepEqual(startsOf(found), ['2026-03-03 16:30', '2026-03-05 09:00']);
    const refused = refusedIn(found);
    assert.deepEqual(refused['2026-03-04 00:00'], ['holiday']);
    assert.deepEqual(refused['2026-03-04 12:00'], ['holiday']);
    assert.deepEqual(refused['2026-03-04 23:30'], ['holiday']);
    assert.deepEqual(refused['2026-03-05 00:00'], ['outside_hours']);
  });

  test('is worked on by those who have hours for that date; without hours, it is their day off', async () => {
    const [ada, ben] = [await makeMember(node()), await makeMember(node())];
    await setAvailability(node(), ada, works);
    const asked = { ...during('04T09:30', '04T11:30'), explain: true };
    const found = await slotsOf(node(), pathOf(ada), asked);
    assert.deepEqual(startsOf(found), ['2026-03-04 10:00', '2026-03-04 10:30']);
    assert.deepEqual(refusedIn(found), {
      '2026-03-04 09:30': ['outside_hours'],
      '2026-03-04 11:00': ['outside_hours'],
    });
    await setAvailability(node(), ben, { overrides: [{ date: WEDNESDAY, hours: [] }] });
    assert.deepEqual(refusedIn(await slotsOf(node(), pathOf(ben), asked))['2026-03-04 10:00'], [
      'not_that_day',
    ]);
  });

  test('is a date on the clock of each member', async () => {
    const member = await makeMember(node());
    await setAvailability(node(), member, {
      timezone: 'Pacific/Auckland',
      weekly: [{ day: 'wed', start: '00:00', end: '24:00' }],
      minimum_notice_minutes: 0,
    });
    // Wednesday in Auckland ends on Wednesday at 11:00.
    assert.deepEqual(startsOf(await slotsOf(node(), pathOf(member), during('03T00:00', '05T12:00'))), []);
    await setAvailability(node(), member, { weekly: [{ day: 'thu', start: '00:00', end: '24:00' }] });
    const thursday = startsOf(await slotsOf(node(), pathOf(member), during('04T10:00', '04T12:00')));
    assert.deepEqual(thursday, ['2026-03-04 11:00', '2026-03-04 11:30']);
  });

  test('of another workspace closes nothing', async () => {
    const other = await inNewWorkspace(node());
    const found = await slotsOf(other, pathOf(await makeMember(other)), during('04T10:00', '04T11:00'));
    assert.equal(found.data.length, 2);
  });

  test('passes over members of a pool who do not work on it', async () => {
    const [ada, ben] = [await makeMember(node()), await makeMember(node())];
    const [team] = await makeTeam(node(), [ada, ben]);
    await setAvailability(node(), ben, works);
    const timeframe = { start: `${WEDNESDAY}T00:00:00Z`, end: `${WEDNESDAY}T23:00:00Z` };
    const request = await makeRequest(node(), { team_id: team.id, context: { timeframe } });
    assert.equal(request.organizer_email, ben.email);
  });

  test('is not booked by a link, but by a person who says so', async () => {
    const { path } = await makeLinked(node(), { size: 1 });
    const starts_at = `${WEDNESDAY}T10:00:00.000Z`;
    assert.equal(outcomeOfLink(await fillIn(node(), path, { starts_at })), 'taken');
    assert.ok(isBooked(await fillIn(node(), path, { starts_at: '2026-03-05T10:00:00.000Z' })));
    const { id } = await makeRequest(node(), { organizer_email: (await makeMember(node())).email });
    assert.equal((await node().post(`/api/v1/meeting_requests/${id}/book`, { starts_at })).status, 200);
  });

  test('that is added after a time was offered is refused when a guest chooses it', async () => {
    const choose = (offered: Offered, option: number) =>
      outcomeOf(node(), offered.page, 'answer', { options: [offered.ids[option] as string], round: 1 });
    const offered = await offerTo(node(), ['ada@example.org']);
    const days = offered.options.map(({ starts_at }) => starts_at.slice(0, 10));
    assert.ok(!days.includes(WEDNESDAY), `offered ${days}`);
    const [first = ''] = days;
    await closeOn(node(), WEDNESDAY, first);
    assert.equal(await choose(offered, 0), 'taken');
    const after = await showRequest(node(), offered.id);
    assert.equal(after.status, 'active');
    const fresh = offeredIn(after).map(({ starts_at }) => starts_at.slice(0, 10));
    assert.ok(fresh.length > 0 && !fresh.includes(first), `offered ${fresh}`);
    await closeOn(node(), WEDNESDAY);
  });
});
