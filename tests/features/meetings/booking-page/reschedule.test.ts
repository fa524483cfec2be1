// Participants move a booked meeting: the only one to a free time, one of several by asking all again.
import assert from 'node:assert/strict';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { doneByParticipants, freeStart, offerTo, outcomeOf } from '../../../support/makers/booking-page.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import { applyTransition } from '../../../support/makers/meeting-requests.ts';
import { inShort, messagesAbout } from '../../../support/makers/messages-about.ts';
import {
  offeredIn,
  passTime,
  showRequest,
  startsOf,
  untilIdle,
  writtenAbout,
} from '../../../support/makers/scheduling.ts';
import { takeTime } from '../../../support/makers/taken-times.ts';
import { deactivate, makeMember } from '../../../support/makers/team-members.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';
import { visit } from '../../../support/server/visits.ts';

const ADA = 'ada@example.org';
const BEN = 'ben@example.org';

onBothEngines('A booked meeting', (node) => {
  /** Booked at its first option. */
  const book = async (emails = [ADA]) => {
    const organizer = await makeMember(node());
    const offered = await offerTo(node(), emails, { organizer_email: organizer.email });
    for (const page of offered.pages) {
      await outcomeOf(node(), page, 'answer', { options: [offered.ids[0] as string], round: 1 });
    }
    await untilIdle(node());
    const booked = await showRequest(node(), offered.id);
    assert.equal(booked.status, 'booked');
    return { ...offered, ...booked, organizer };
  };
  const reschedule = (page: string, fields = {}) => outcomeOf(node(), page, 'reschedule', fields);
  const allow = async (participants_may_reschedule: boolean) =>
    dataOf(await node().patch('/api/v1/workspace/scheduling', { participants_may_reschedule }));

  test('of one participant moves to a free time at once, and once', async () => {
    const meeting = await book();
    const { id, page, starts_at: before, organizer } = meeting;
    const start = await freeStart(node(), meeting, 5);
    const fields = { starts_at: [start], comment: 'A train strike' };
    const sent = await Promise.all([reschedule(page, fields), reschedule(page, fields)]);
    assert.deepEqual([...sent, await reschedule(page, fields)], ['moved', 'moved', 'moved']);
    const after = await showRequest(node(), id);
    assert.deepEqual([after.status, after.starts_at], ['booked', start]);
    assert.equal(after.calendar_event_id, meeting.calendar_event_id);
    assert.equal(after.participants[0]?.comment, 'A train strike');
    const moved = (await payloadsAbout(node(), id)).filter(({ event }) => event.endsWith('rescheduled'));
    assert.deepEqual(
      moved.map(({ old_starts_at, starts_at, status }) => [old_starts_at, starts_at, status]),
      [[before, start, 'booked']],
    );
    const invites = await messagesAbout(node(), id, ['rescheduled']);
    assert.deepEqual(invites.map(inShort), [
      `rescheduled REQUEST 1 ${organizer.email}`,
      `rescheduled REQUEST 1 ${ADA}`,
    ]);
    assert.deepEqual((await doneByParticipants(node(), id)).slice(-1), [
      `meeting_request.rescheduled by ${ADA}`,
    ]);
  });

  test('is moved by participants five times a day at most, by members as often as they like', async () => {
    const meeting = await book();
    const { id, page } = meeting;
    const starts = [];
    for (let place = 61; place <= 67; place++) starts.push(await freeStart(node(), meeting, place));
    const outcomes = [];
    for (const start of starts.slice(0, 6)) outcomes.push(await reschedule(page, { starts_at: [start] }));
    assert.deepEqual(outcomes, ['moved', 'moved', 'moved', 'moved', 'moved', 'often']);
    const stateOf = async () => ({
      ...(await showRequest(node(), id)),
      done: await doneByParticipants(node(), id),
      mails: (await messagesAbout(node(), id, ['rescheduled'])).length,
    });
    await untilIdle(node());
    const before = await stateOf();
    assert.deepEqual([before.starts_at, before.mails], [starts[4], 10]);
    // Nothing is kept of what was refused.
    const refused = { starts_at: [starts[5] as string], comment: 'And again' };
    assert.equal(await reschedule(page, refused), 'often');
    await untilIdle(node());
    assert.deepEqual(await stateOf(), before);
    assert.match((await visit(node(), `/m/${page}?outcome=often`)).text, /has moved several times today/);
    // Where it is already counts as moved.
    assert.equal(await reschedule(page, { starts_at: [starts[4] as string] }), 'moved');
    await applyTransition(node(), id, 'reschedule', { starts_at: starts[5] });
    assert.equal((await showRequest(node(), id)).starts_at, starts[5]);
    node().clock.advance(DAY_MS + 1);
    assert.equal(await reschedule(page, { starts_at: [starts[6] as string] }), 'moved');
  });

  test('does not move to a time that is taken, nor to none', async () => {
    const meeting = await book();
    const { id, page, organizer } = meeting;
    const start = await freeStart(node(), meeting, 5);
    const end = new Date(Date.parse(start) + 30 * 60_000).toISOString();
    await takeTime(node(), organizer, [start, end]);
    assert.equal(await reschedule(page, { starts_at: [start] }), 'taken');
    assert.equal(await reschedule(page), 'empty');
    assert.equal((await showRequest(node(), id)).starts_at, meeting.starts_at);
  });

  test('of several is opened again, and other times are offered to all at once', async () => {
    const { id, pages, starts_at, organizer } = await book([ADA, BEN]);
    const [, ben] = pages as [string, string];
    const fields = { comment: 'I am away', days: ['thu'] };
    const sent = await Promise.all([reschedule(ben, fields), reschedule(ben, fields)]);
    assert.deepEqual([...sent, await reschedule(ben, fields)], ['reopened', 'reopened', 'reopened']);
    const after = await showRequest(node(), id);
    assert.deepEqual([after.status, after.starts_at], ['active', starts_at]);
    const offered = offeredIn(after);
    assert.deepEqual([offered.length, startsOf(offered).includes(starts_at as string)], [3, false]);
    assert.ok(
      startsOf(offered).every((start) => new Date(start).getUTCDay() === 4),
      'on Thursdays, as wished',
    );
    assert.deepEqual(
      [after.participants[1]?.comment, after.participants[1]?.response],
      ['I am away', 'none'],
    );
    await untilIdle(node());
    assert.deepEqual((await writtenAbout(node(), id)).slice(-2), [`options to ${ADA}`, `options to ${BEN}`]);
    assert.deepEqual((await doneByParticipants(node(), id)).slice(-2), [
      `meeting_request.rescheduled by ${BEN}`,
      `meeting_request.options_offered by ${BEN}`,
    ]);
    for (const page of pages) {
      await outcomeOf(node(), page, 'answer', { options: [offered[1]?.id as string], round: 1 });
    }
    const again = await showRequest(node(), id);
    assert.deepEqual([again.status, again.starts_at], ['booked', offered[1]?.starts_at]);
    const invites = await messagesAbout(node(), id, ['rescheduled']);
    assert.deepEqual(invites.map(({ to }) => to).sort(), [ADA, BEN, organizer.email].sort());
  });

  test('is not moved by participants where the workspace does not allow it', async () => {
    const meeting = await book();
    const poll = await book([ADA, BEN]);
    await allow(false);
    const start = await freeStart(node(), meeting, 5);
    const outcomes = [await reschedule(meeting.page, { starts_at: [start] }), await reschedule(poll.page)];
    await allow(true);
    assert.deepEqual(outcomes, ['refused', 'refused']);
    assert.equal((await showRequest(node(), meeting.id)).starts_at, meeting.starts_at);
    assert.equal((await showRequest(node(), poll.id)).status, 'booked');
  });

  test('is not opened again for an organizer who has left', async () => {
    const { id, page, organizer } = await book([ADA, BEN]);
    await deactivate(node(), organizer);
    assert.equal(await reschedule(page), 'refused');
    assert.equal((await showRequest(node(), id)).status, 'booked');
  });

  test('that is being moved already, or is none, is told so', async () => {
    const offered = await offerTo(node(), [ADA]);
    const start = await freeStart(node(), offered, 5);
    assert.equal(await reschedule(offered.page, { starts_at: [start] }), 'outdated');
    const { id, page } = await book();
    await applyTransition(node(), id, 'reschedule', {});
    assert.equal(await reschedule(page, { starts_at: [start] }), 'outdated');
    await applyTransition(node(), id, 'cancel');
    assert.equal(await reschedule(page, { starts_at: [start] }), 'outdated');
  });

  test('that has begun stays', async () => {
    const meeting = await book();
    const poll = await book([ADA, BEN]);
    const start = await freeStart(node(), meeting, 50);
    const last = Math.max(Date.parse(meeting.starts_at as string), Date.parse(poll.starts_at as string));
    await passTime(node(), last - node().clock.now());
    assert.equal(await reschedule(meeting.page, { starts_at: [start] }), 'refused');
    assert.equal(await reschedule(poll.page), 'refused');
    assert.equal((await showRequest(node(), poll.id)).status, 'booked');
  });
});
