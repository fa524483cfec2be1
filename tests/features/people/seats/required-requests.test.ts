// What becomes of requests that a member has when the seat is ended: booked ones stay, open ones need attention.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { test } from '../../../support/lanes.ts';
import { freeStart, offerTo, outcomeOf } from '../../../support/makers/booking-page.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import { handInOne, MAIL_DOMAIN, madeOf } from '../../../support/makers/letters.ts';
import { applyTransition, makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { answered, offeredIn, passTime, showRequest, untilIdle } from '../../../support/makers/scheduling.ts';
import { endSeat, giveSeat, makeSeated, requireSeats, sellSeats } from '../../../support/makers/seated.ts';
import { MEMBERS, TEAMS } from '../../../support/makers/team-members.ts';
import { assertRefused, type Refusal } from '../../../support/server/refusal.ts';
import type { NewTeam } from '../../../support/server/resources.ts';
import { dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';

const GUEST = 'guest@example.org';
const DAY = 24 * 3_600_000;
const without = (email: string): Refusal => [
  'validation_error',
  `The hosts need a seat, and these have none: ${email}. Assign a seat, or change the organizer`,
];

onBothEngines('a request of a member without a seat', (node) => {
  before(() => sellSeats(node()));

  /** Offered, and the seat is ended then. */
  const makeLeft = async () => {
    const organizer = await makeSeated(node());
    const offered = await offerTo(node(), [GUEST], { organizer_email: organizer.email });
    await endSeat(node(), organizer);
    return { ...offered, organizer };
  };

  test('needs attention when a participant chooses, and is booked once there is a seat', async () => {
    const { id, ids, organizer } = await makeLeft();
    const after = await answered(node(), id, GUEST, [ids[0] as string]);
    assert.deepEqual([after.status, after.attention?.reason], ['active', 'no_seat']);
    assert.equal(offeredIn(after).length, 3, 'what was offered stays');
    const [, event, ...others] = await payloadsAbout(node(), id);
    assert.deepEqual([event?.event, event?.reason], ['meeting_request.needs_attention', 'no_seat']);
    assert.deepEqual(others, []);
    await giveSeat(node(), organizer);
    assert.equal((await answered(node(), id, GUEST, [ids[0] as string])).status, 'booked');
  });

  test('needs attention when a choice comes from the page, which says thanks', async () => {
    const { id, ids, page } = await makeLeft();
    const fields = { options: [ids[0] as string], round: 1 };
    assert.equal(await outcomeOf(node(), page, 'answer', fields), 'answered');
    assert.equal((await showRequest(node(), id)).attention?.reason, 'no_seat');
  });

  test('is followed up with nobody: it needs attention instead', async () => {
    const { id } = await makeLeft();
    await passTime(node(), 3 * DAY);
    assert.equal((await showRequest(node(), id)).attention?.reason, 'no_seat');
  });

  test('is offered no times: neither by itself, nor by hand, nor booked with force', async () => {
    const organizer = await makeSeated(node());
    const { id } = await makeRequest(node(), { organizer_email: organizer.email });
    await endSeat(node(), organizer);
    await passTime(node(), DAY);
    const refusal = without(organizer.email);
    const starts_at = '2027-04-01T10:00:00Z';
    await assertRefused(node(), [
      [() => node().post(`${REQUESTS}/${id}/options`), ...refusal],
      [() => node().post(`${REQUESTS}/${id}/options`, { starts_at: [starts_at] }), ...refusal],
      [() => applyTransition(node(), id, 'follow_up'), ...refusal],
      [() => applyTransition(node(), id, 'book', { starts_at, force: true }), ...refusal],
    ]);
    await requireSeats(node(), false);
    dataOf(await applyTransition(node(), id, 'book', { starts_at }));
    await requireSeats(node());
  });

  test('stays booked, and can be moved: by a call, and by the participant', async () => {
    const organizer = await makeSeated(node());
    const meeting = await offerTo(node(), [GUEST], { organizer_email: organizer.email });
    const booked = await answered(node(), meeting.id, GUEST, [meeting.ids[2] as string]);
    assert.equal(booked.status, 'booked');
    await endSeat(node(), organizer);
    const start = await freeStart(node(), meeting, 3);
    assert.equal(await outcomeOf(node(), meeting.page, 'reschedule', { starts_at: [start] }), 'moved');
    dataOf(await applyTransition(node(), meeting.id, 'reschedule', { starts_at: '2027-04-02T10:00:00Z' }));
    const { status, starts_at } = await showRequest(node(), meeting.id);
    assert.deepEqual([status, starts_at], ['booked', '2027-04-02T10:00:00.000Z']);
    // Opened again, it would be a new search.
    dataOf(await applyTransition(node(), meeting.id, 'reschedule', {}));
    await untilIdle(node());
    assert.equal((await showRequest(node(), meeting.id)).attention?.reason, 'no_seat');
  });

  test('of a stack team waits for all of its hosts to have one', async () => {
    const [ada, ben] = [await makeSeated(node()), await makeSeated(node())];
    const team = dataOf<NewTeam>(
      await node().post(TEAMS, { name: 'Both', mode: 'stack', member_ids: [ada.id, ben.id] }),
    );
    const meeting = await offerTo(node(), [GUEST], { team_id: team.id });
    await endSeat(node(), ben);
    const body = { starts_at: offeredIn(meeting)[0]?.starts_at as string };
    await assertRefused(node(), [
      [() => applyTransition(node(), meeting.id, 'book', body), ...without(ben.email)],
    ]);
    await giveSeat(node(), ben);
    dataOf(await applyTransition(node(), meeting.id, 'book', body));
  });

  test('422: nobody without one becomes the organizer, or takes over from somebody who leaves', async () => {
    const [ada, ben] = [await makeSeated(node()), await makeSeated(node(), false)];
    const { id } = await makeRequest(node(), { organizer_email: ada.email });
    const change = (organizer_email: string) =>
      applyTransition(node(), id, 'change_organizer', { organizer_email });
    const refused = await change(ben.email);
    assert.equal(refused.status, 422);
    assert.match(errorOf(refused).message, /^organizer_email has no seat/);
    const leave = () => node().post(`${MEMBERS}/${ada.id}/deactivate`, { transfer_to: ben.email });
    const stayed = await leave();
    assert.equal(stayed.status, 422);
    assert.match(errorOf(stayed).message, /^transfer_to has no seat/);
    assert.equal((await showRequest(node(), id)).organizer_email, ada.email);
    await giveSeat(node(), ben);
    dataOf(await leave());
    assert.equal((await showRequest(node(), id)).organizer_email, ben.email);
    // With a booked time, too.
    const cleo = await makeSeated(node(), false);
    dataOf(await applyTransition(node(), id, 'book', { starts_at: '2027-04-03T10:00:00Z' }));
    dataOf(await applyTransition(node(), id, 'reschedule', {}));
    assert.match(errorOf(await change(cleo.email)).message, /^organizer_email has no seat/);
  });

  test('made by mail to a team goes to whoever has one; by mail to the workspace there is none', async () => {
    const [ada, ben] = [await makeSeated(node(), false), await makeSeated(node())];
    const team = dataOf<NewTeam & { email_address: string }>(
      await node().post(TEAMS, { name: 'Sales', member_ids: [ada.id, ben.id] }),
    );
    const letter = { from: ada.email, cc: 'grace@example.org', subject: 'Demo', text: 'Please meet.' };
    const toTeam = await handInOne(node(), { ...letter, to: team.email_address });
    assert.equal(madeOf(toTeam), 'new_request by request.member');
    const made = dataOf<{ organizer_email: string }>(
      await node().get(`${REQUESTS}/${toTeam.meeting_request_id}`),
    );
    assert.equal(made.organizer_email, ben.email);
    const toWorkspace = await handInOne(node(), { ...letter, to: `acme@${MAIL_DOMAIN}` });
    assert.equal(toWorkspace.status, 'ignored');
    assert.match(toWorkspace.ignored_because ?? '', /organizer_email has no seat/);
  });
});
