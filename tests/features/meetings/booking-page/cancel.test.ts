// Participants cancel: a meeting that they have, or a request that is theirs alone.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { doneByParticipants, offerTo, outcomeOf } from '../../../support/makers/booking-page.ts';
import { bookingsIn } from '../../../support/makers/bookings.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import { applyTransition } from '../../../support/makers/meeting-requests.ts';
import { inShort, messagesAbout } from '../../../support/makers/messages-about.ts';
import { offeredIn, passTime, showRequest, untilIdle } from '../../../support/makers/scheduling.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const ADA = 'ada@example.org';
const BEN = 'ben@example.org';

onBothEngines('A participant', (node) => {
  const book = async (emails: string[], fields = {}) => {
    const offered = await offerTo(node(), emails, fields);
    for (const page of offered.pages) {
      const answer = { options: [offered.ids[0] as string], round: 1, comment: 'Fine' };
      await outcomeOf(node(), page, 'answer', answer);
    }
    await untilIdle(node());
    return { ...offered, ...(await showRequest(node(), offered.id)) };
  };
  const cancel = (page: string, fields = {}) => outcomeOf(node(), page, 'cancel', fields);
  const statusOf = async (id: string) => (await showRequest(node(), id)).status;

  test('cancels a booked meeting once: everybody is told, the hosts also by whom and why', async () => {
    const participants = [{ email: ADA, name: 'Ada Lovelace' }, { email: BEN }];
    const { id, pages, organizer_email } = await book([ADA, BEN], {
      participant_emails: undefined,
      participants,
    });
    const [ada] = pages as [string, string];
    const fields = { comment: 'I am ill.\r\nSorry!' };
    const sent = await Promise.all([cancel(ada, fields), cancel(ada, fields)]);
    assert.deepEqual([...sent, await cancel(ada)], ['cancelled', 'cancelled', 'cancelled']);
    const after = await showRequest(node(), id);
    assert.equal(after.status, 'cancelled');
    assert.equal(after.participants[0]?.comment, 'I am ill.\nSorry!');
    assert.ok((await bookingsIn(node())).every(({ request_id }) => request_id !== id));
    const messages = await messagesAbout(node(), id, ['cancelled']);
    assert.deepEqual(messages.map(inShort), [
      `cancelled CANCEL 1 ${organizer_email}`,
      `cancelled CANCEL 1 ${ADA}`,
      `cancelled CANCEL 1 ${BEN}`,
    ]);
    const [toHost, toAda, toBen] = messages.map(({ text }) => text) as [string, string, string];
    assert.match(
      toHost,
      /Ada Lovelace has cancelled the meeting on Monday, 2 March, \d\d:\d\d–\d\d:\d\d \(UTC\)\./,
    );
    assert.match(toHost, /In their words: I am ill\.\s+Sorry!/);
    for (const text of [toAda, toBen]) assert.doesNotMatch(text, /I am ill|has cancelled/);
    const last = (await payloadsAbout(node(), id)).at(-1);
    assert.deepEqual([last?.event, last?.was_booked], ['meeting_request.cancelled', true]);
    assert.deepEqual((await doneByParticipants(node(), id)).slice(-1), [
      `meeting_request.cancelled by ${ADA}`,
    ]);
  });

  test('who says nothing is told by address, without what they said before', async () => {
    const { id, page, organizer_email } = await book([ADA]);
    assert.equal(await cancel(page), 'cancelled');
    const [toHost] = await messagesAbout(node(), id, ['cancelled']);
    assert.equal(toHost?.to, organizer_email);
    assert.match(toHost?.text ?? '', /ada@example\.org has cancelled the meeting on Monday, 2 March, /);
    assert.doesNotMatch(toHost?.text ?? '', /Fine|In their words/);
    assert.equal((await showRequest(node(), id)).participants[0]?.comment, null);
  });

  for (const state of ['active', 'paused'] as const) {
    test(`who is the only one ends a request that is ${state}, and the organizer is told`, async () => {
      const { id, page, organizer_email } = await offerTo(node(), [ADA]);
      if (state === 'paused') await applyTransition(node(), id, 'pause');
      assert.equal(await cancel(page, { comment: 'We have found another supplier' }), 'cancelled');
      const after = await showRequest(node(), id);
      assert.deepEqual([after.status, offeredIn(after)], ['cancelled', []]);
      const messages = await messagesAbout(node(), id, ['cancelled']);
      assert.deepEqual(messages.map(inShort), [
        `cancelled no invite ${organizer_email}`,
        `cancelled no invite ${ADA}`,
      ]);
      assert.match(messages[0]?.text ?? '', /another supplier/);
    });
  }

  test('who is one of several can not end the search for a time', async () => {
    const { id, page } = await offerTo(node(), [ADA, BEN]);
    assert.equal(await cancel(page), 'refused');
    await applyTransition(node(), id, 'pause');
    assert.equal(await cancel(page, { comment: 'No' }), 'refused');
    const after = await showRequest(node(), id);
    assert.deepEqual([after.status, after.participants[0]?.comment], ['paused', null]);
  });

  test('cancels a meeting that is being moved, which still has its time', async () => {
    const { id, page } = await book([ADA, BEN]);
    await applyTransition(node(), id, 'reschedule', {});
    assert.equal(await cancel(page), 'cancelled');
    assert.equal(await statusOf(id), 'cancelled');
  });

  test('can not where the workspace does not allow it', async () => {
    const { id, page } = await book([ADA]);
    const open = await offerTo(node(), [ADA]);
    const allow = async (participants_may_cancel: boolean) =>
      dataOf(await node().patch('/api/v1/workspace/scheduling', { participants_may_cancel }));
    await allow(false);
    const outcomes = [await cancel(page), await cancel(open.page)];
    await allow(true);
    assert.deepEqual(outcomes, ['refused', 'refused']);
    assert.deepEqual([await statusOf(id), await statusOf(open.id)], ['booked', 'active']);
  });

  test('can not once the meeting has begun', async () => {
    const { id, page, starts_at } = await book([ADA]);
    await passTime(node(), Date.parse(starts_at as string) - node().clock.now());
    assert.equal(await cancel(page), 'refused');
    assert.equal(await statusOf(id), 'booked');
  });

  test('at the same moment as an answer: nothing is left over', async () => {
    const { id, pages, ids } = await offerTo(node(), [ADA]);
    const [page] = pages as [string];
    const answer = outcomeOf(node(), page, 'answer', { options: [ids[0] as string], round: 1 });
    const [cancelled, answered] = await Promise.all([cancel(page), answer]);
    assert.equal(cancelled, 'cancelled');
    assert.ok(answered === 'booked' || answered === 'outdated', `${answered}`);
    assert.equal(await statusOf(id), 'cancelled');
    assert.ok((await bookingsIn(node())).every(({ request_id }) => request_id !== id));
  });

  test('is told nothing by mail about a request without mail', async () => {
    const { id, page } = await book([ADA], { notify_participants: false });
    assert.equal(await cancel(page), 'cancelled');
    assert.deepEqual(await messagesAbout(node(), id), []);
  });
});
