// What a request of a meeting type is offered, and what its guest takes instead, is within the type’s limits by then.
import assert from 'node:assert/strict';
import { HOUR_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { offerTo, outcomeOf } from '../../../support/makers/booking-page.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { addType, changeType, takeHandle } from '../../../support/makers/meeting-type-pages.ts';
import { pageOf } from '../../../support/makers/pages.ts';
import { offeredIn, passTime, showRequest, startsOf } from '../../../support/makers/scheduling.ts';
import { makeBusy, setAvailability } from '../../../support/makers/taken-times.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import type { MeetingRequest, MeetingType, NewTeam } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const ADA = 'ada@example.org';
/** The clock of the tests starts on Monday, 2 March 2026, at 9. */
const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY] = [2, 3, 4, 5, 6].map((day) => `2026-03-0${day}`);
const at = (day: string | undefined, hour: number) => `${day}T${String(hour).padStart(2, '0')}:00:00.000Z`;

/** Somebody with three hours on each working day, whose type leaves one time on each of three days. */
async function makeLimited(node: Node) {
  await takeHandle(node);
  const member = await makeMember(node);
  const weekly = ['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => ({ day, start: '08:00', end: '11:00' }));
  await setAvailability(node, member, { weekly, minimum_notice_minutes: 0 });
  const { type } = await addType(node, {
    workspace_membership_id: member.id,
    duration_minutes: 30,
    // Nothing before Tuesday at ten,
    minimum_notice_minutes: 25 * 60,
    // and nothing after Friday at nine.
    booking_window_days: 4,
    slot_interval_minutes: 60,
    // On Wednesday, there is one already.
    maximum_per_day: 1,
    // On Thursday, only eight o’clock is far enough from what the calendar has.
    buffer_before_minutes: 45,
    buffer_after_minutes: 15,
  });
  await makeBusy(node, member, [`${THURSDAY}T08:45:00Z`, `${THURSDAY}T09:30:00Z`]);
  const other = { meeting_type_id: type.id, starts_at: at(WEDNESDAY, 8), participant_emails: [ADA] };
  dataOf(await node.post(REQUESTS, other));
  return { member, type };
}

const LEFT = [at(TUESDAY, 10), at(THURSDAY, 8), at(FRIDAY, 8)];
/** Each for the limit that is named. */
const BEYOND = {
  notice: at(TUESDAY, 9),
  maximum: at(WEDNESDAY, 10),
  buffer: at(THURSDAY, 10),
  window: at(FRIDAY, 10),
};

onBothEngines('A request of a meeting type', (node) => {
  const offer = ({ id }: MeetingType) => offerTo(node(), [ADA], { meeting_type_id: id });
  const offeredBy = async (id: string) => startsOf(offeredIn(await showRequest(node(), id))).sort();
  const take = (page: string, starts_at: string) =>
    outcomeOf(node(), page, 'times', { starts_at: [starts_at], round: 1 });
  const choose = (page: string, id: string | undefined) =>
    outcomeOf(node(), page, 'answer', { options: [id as string], round: 1 });
  /** What the page of free times has on a day. */
  const freeOn = async (id: string, day: string | undefined) => {
    const page = await pageOf(node(), id, { below: `/times?date=${day}&timezone=UTC` });
    return [...page.matchAll(/name="at" value="([^"]+)"/g)].map(([, start]) => start);
  };

  test('is offered what all of its limits leave, and its page has nothing else', async () => {
    const { type } = await makeLimited(node());
    const { id, page } = await offer(type);
    assert.deepEqual(await offeredBy(id), LEFT);
    const free = await Promise.all(
      [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY].map((day) => freeOn(id, day)),
    );
    assert.deepEqual(free, [[], [LEFT[0]], [], [LEFT[1]], [LEFT[2]]]);
    for (const [limit, start] of Object.entries(BEYOND))
      assert.equal(await take(page, start), 'taken', limit);
    assert.equal((await showRequest(node(), id)).status, 'active');
    assert.equal(await take(page, LEFT[1] as string), 'booked');
    // Moved, it is within the limits as well. Its own time is in nobody's way.
    const move = (start: string) => outcomeOf(node(), page, 'reschedule', { starts_at: [start] });
    for (const [limit, start] of Object.entries(BEYOND)) assert.equal(await move(start), 'taken', limit);
    assert.deepEqual(await freeOn(id, FRIDAY), [LEFT[2]]);
    assert.equal(await move(LEFT[2] as string), 'moved');
    assert.deepEqual(await freeOn(id, THURSDAY), [LEFT[1]]);
  });

  test('whose type gets stricter: what was offered and is beyond them is not booked, and others are offered', async () => {
    const { type } = await makeLimited(node());
    const { id, page, options } = await offer(type);
    await changeType(node(), type, { minimum_notice_minutes: 40 * 60 });
    const tooSoon = options.find(({ starts_at }) => starts_at === LEFT[0]);
    assert.deepEqual(await freeOn(id, TUESDAY), []);
    assert.equal(await choose(page, tooSoon?.id), 'taken');
    const { status, starts_at } = await showRequest(node(), id);
    assert.deepEqual([status, starts_at], ['active', null]);
    assert.deepEqual(await offeredBy(id), LEFT.slice(1));
  });

  test('whose type loses limits: its page has more times at once, and what was offered stays', async () => {
    const { type } = await makeLimited(node());
    const { id, page } = await offer(type);
    await changeType(node(), type, { maximum_per_day: null, minimum_notice_minutes: null });
    assert.deepEqual(await offeredBy(id), LEFT);
    assert.deepEqual(
      await freeOn(id, TUESDAY),
      [8, 9, 10].map((hour) => at(TUESDAY, hour)),
    );
    assert.equal(await take(page, BEYOND.window), 'taken');
    // After the other meeting, which ends at half past eight, come 45 minutes.
    assert.deepEqual(await freeOn(id, WEDNESDAY), [at(WEDNESDAY, 10)]);
    assert.equal(await take(page, BEYOND.maximum), 'booked');
  });

  test('goes on without limits when its type is deleted', async () => {
    const { type } = await makeLimited(node());
    const { id, page } = await offer(type);
    assert.equal((await node().delete(`/api/v1/meeting_types/${type.id}`)).status, 204);
    assert.deepEqual(await offeredBy(id), LEFT);
    assert.equal((await freeOn(id, FRIDAY)).length, 6, 'each half hour');
    assert.equal(await take(page, BEYOND.window), 'booked');
  });

  test('of a pool falls on the first who has time within the limits', async () => {
    const { member, type } = await makeLimited(node());
    const free = await makeMember(node());
    const body = { name: 'Both', member_ids: [member.id, free.id] };
    const team = dataOf<NewTeam>(await node().post('/api/v1/teams', body));
    await changeType(node(), type, {
      team_id: team.id,
      booking_window_days: 1,
      minimum_notice_minutes: null,
    });
    await makeBusy(node(), member, [at(MONDAY, 8), at(TUESDAY, 11)]);
    const turnOf = async (fields: object) => {
      const request = { participant_emails: [ADA], ...fields };
      return dataOf<MeetingRequest>(await node().post(REQUESTS, request)).organizer_email;
    };
    assert.equal(await turnOf({ meeting_type_id: type.id }), free.email);
    assert.equal(await turnOf({ team_id: team.id }), member.email);
  });

  test('is not booked at an offered time once its notice has passed', async () => {
    const { type } = await makeLimited(node());
    const { id, page, options } = await offer(type);
    await passTime(node(), HOUR_MS / 4);
    const first = options.find(({ starts_at }) => starts_at === LEFT[0]);
    assert.equal(await choose(page, first?.id), 'taken');
    assert.deepEqual(await offeredBy(id), LEFT.slice(1));
  });
});
