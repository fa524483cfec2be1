// What participants answer by mail: certain answers are done as if clicked, everything else reaches the organizer.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { doneByParticipants } from '../../../support/makers/booking-page.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import {
  conversation,
  FROM_OUTSIDE,
  handIn,
  handInOne,
  madeOf,
  reply,
  showMessage,
  writtenTo,
} from '../../../support/makers/letters.ts';
import { applyTransition } from '../../../support/makers/meeting-requests.ts';
import {
  answered,
  makeOffered,
  offeredIn,
  passTime,
  showRequest,
  untilIdle,
  untilMonday,
} from '../../../support/makers/scheduling.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const GUEST = 'guest@example.org';
const DAY = 24 * 3_600_000;
const UNCLEAR = 'That depends on the weather, and on what Ben says.';

const attentionMails = async (node: Node, id: string) =>
  (await writtenTo(node, id)).filter(({ kind }) => kind === 'attention');
const attentionEvents = async (node: Node, id: string) =>
  (await payloadsAbout(node, id)).filter(({ event }) => event === 'meeting_request.needs_attention').length;

onBothEngines('An answer by mail', (node) => {
  test('that names an option books it, as the participant', async () => {
    const { id, options } = await makeOffered(node());
    const message = await reply(node(), id, 'Option 2 works.');
    assert.match(madeOf(message), /^chose_options by reply\./);
    assert.equal(message.meeting_request_id, id);
    const request = await showRequest(node(), id);
    assert.deepEqual([request.status, request.starts_at], ['booked', options[1]?.starts_at]);
    assert.deepEqual(await doneByParticipants(node(), id), [
      `meeting_request.answered by ${GUEST}`,
      `meeting_request.booked by ${GUEST}`,
    ]);
    assert.deepEqual(await conversation(node(), id), [
      'out options kept',
      'in reply received',
      'out booked kept',
      'out booked kept',
    ]);
  });

  test('needs no proof of its sender: the address says whose it is', async () => {
    const { id } = await makeOffered(node());
    const message = await reply(node(), id, '1', { from: 'Grace <grace@home.test>', header: [FROM_OUTSIDE] });
    assert.equal(message.understood_as, 'chose_options');
    assert.equal((await showRequest(node(), id)).status, 'booked');
  });

  test('that comes twice is one, and another one to a booked request changes nothing', async () => {
    const { id } = await makeOffered(node());
    const messageId = `<twice-${id}@example.org>`;
    const first = await reply(node(), id, '2', { messageId });
    const [offer] = await writtenTo(node(), id, GUEST);
    const to = offer?.reply_to ?? '';
    const again = await handInOne(node(), { from: GUEST, to, messageId, text: '2' }, { recipient: to });
    assert.equal(again.id, first.id);
    const before = await showRequest(node(), id);
    assert.equal(
      (await reply(node(), id, 'Option 2, please.', { answers: offer?.message_id ?? '' })).understood_as,
      'chose_options',
    );
    assert.equal((await reply(node(), id, 'Thank you, see you then!')).understood_as, 'courtesy');
    assert.deepEqual(await showRequest(node(), id), before);
  });

  test('that asks for another time than the booked one reaches the organizer', async () => {
    const { id } = await makeOffered(node());
    await reply(node(), id, '2');
    const [offer] = await writtenTo(node(), id, GUEST);
    const message = await reply(node(), id, '1', { answers: offer?.message_id ?? '' });
    assert.equal(message.understood_as, 'unclear');
    const request = await showRequest(node(), id);
    assert.deepEqual([request.status, request.attention?.reason], ['booked', 'unclear_reply']);
  });

  test('that none of them works leads to other times, with what was said', async () => {
    const { id, options } = await makeOffered(node());
    const message = await reply(node(), id, 'None of these work for me, sorry.');
    assert.match(madeOf(message), /^none_work by reply\./);
    const request = await showRequest(node(), id);
    const fresh = offeredIn(request);
    assert.equal(fresh.length, 3);
    assert.ok(
      fresh.every(
        ({ round, starts_at }) => round === 2 && !options.some((old) => old.starts_at === starts_at),
      ),
    );
    assert.equal(request.participants[0]?.comment, 'None of these work for me, sorry.');
  });

  test('that is not certain reaches the organizer each time, with the words, and the event comes once', async () => {
    const { id } = await makeOffered(node());
    assert.equal((await reply(node(), id, UNCLEAR)).understood_as, 'unclear');
    assert.equal((await reply(node(), id, 'And on my dog.')).understood_as, 'unclear');
    const request = await showRequest(node(), id);
    assert.equal(request.attention?.reason, 'unclear_reply');
    assert.equal(offeredIn(request).length, 3);
    const mails = await attentionMails(node(), id);
    assert.deepEqual(
      mails.map(({ reply_to }) => reply_to),
      [GUEST, GUEST],
    );
    assert.ok(mails[0]?.text.includes(UNCLEAR));
    assert.ok(mails[1]?.text.includes('And on my dog.'));
    assert.equal(await attentionEvents(node(), id), 1);
    // The next certain one ends it.
    await reply(node(), id, '3');
    const booked = await showRequest(node(), id);
    assert.deepEqual([booked.status, booked.attention], ['booked', null]);
  });

  test('can not fill the mailbox of the organizer', async () => {
    const { id } = await makeOffered(node());
    const replies = Array.from({ length: 23 }, (_, count) => reply(node(), id, `${UNCLEAR} ${count}`));
    await Promise.all(replies);
    assert.equal((await attentionMails(node(), id)).length, 20);
    await passTime(node(), 2 * DAY);
    await reply(node(), id, UNCLEAR);
    assert.equal((await attentionMails(node(), id)).length, 21);
  });

  test('can not do so by refusing the last times again and again', async () => {
    const { id } = await makeOffered(node());
    for (let count = 0; count < 24; count += 1) await reply(node(), id, 'None of these work for me.');
    assert.equal((await showRequest(node(), id)).attention?.reason, 'no_common_time');
    assert.equal((await attentionMails(node(), id)).length, 20);
  });

  test('counts for the message that it answers', async () => {
    const { id, options } = await makeOffered(node());
    const [first] = await writtenTo(node(), id, GUEST);
    const { options: fresh } = await answered(node(), id, GUEST);
    await untilIdle(node());
    // An option of the first message is not offered any more, and nothing else is meant by its number.
    const late = await reply(node(), id, '2', { answers: first?.message_id ?? '' });
    assert.equal(madeOf(late), 'unclear by reply.times_replaced');
    assert.equal((await showRequest(node(), id)).status, 'active');
    // Saying so once more does not use up a round.
    const none = await reply(node(), id, 'None of these work for me.', { answers: first?.message_id ?? '' });
    assert.equal(none.understood_as, 'none_work');
    assert.equal(Math.max(...(await showRequest(node(), id)).options.map(({ round }) => round)), 2);
    // Without a hint, it is the last one.
    const to = first?.reply_to ?? '';
    await handInOne(node(), { from: GUEST, to, text: '2' }, { recipient: to });
    const second = fresh.filter(({ round }) => round === 2)[1];
    assert.notEqual(second?.starts_at, options[1]?.starts_at);
    assert.equal((await showRequest(node(), id)).starts_at, second?.starts_at);
  });

  test('of a time that is taken meanwhile leads to fresh ones', async () => {
    const { id, options, organizer_email } = await makeOffered(node());
    const other = await makeOffered(node(), { organizer_email });
    dataOf(
      await applyTransition(node(), other.id, 'book', { starts_at: options[0]?.starts_at, force: true }),
    );
    assert.equal((await reply(node(), id, '1')).understood_as, 'chose_options');
    const request = await showRequest(node(), id);
    assert.equal(request.status, 'active');
    assert.ok(offeredIn(request).every(({ starts_at }) => starts_at !== options[0]?.starts_at));
    assert.deepEqual(
      (await writtenTo(node(), id, GUEST)).map(({ kind }) => kind),
      ['options', 'options'],
    );
  });

  test('waits while the request is paused, and is read once it goes on', async () => {
    const { id, options } = await makeOffered(node());
    dataOf(await applyTransition(node(), id, 'pause'));
    const message = await reply(node(), id, '2');
    assert.deepEqual([message.status, message.understood_as], ['received', null]);
    assert.equal((await showRequest(node(), id)).status, 'paused');
    dataOf(await applyTransition(node(), id, 'resume'));
    await untilIdle(node());
    assert.equal((await showMessage(node(), message.id)).understood_as, 'chose_options');
    assert.equal((await showRequest(node(), id)).starts_at, options[1]?.starts_at);
  });

  test('to a request that is cancelled or over is kept, and nothing is done', async () => {
    const { id } = await makeOffered(node());
    dataOf(await applyTransition(node(), id, 'pause'));
    const waiting = await reply(node(), id, '2');
    dataOf(await applyTransition(node(), id, 'cancel'));
    await untilIdle(node());
    assert.equal(madeOf(await showMessage(node(), waiting.id)), 'ignored: the request is cancelled');
    assert.equal(madeOf(await reply(node(), id, '1')), 'ignored: the request is cancelled');

    const over = await makeOffered(node());
    await reply(node(), over.id, '1');
    await passTime(node(), 40 * DAY);
    assert.equal(madeOf(await reply(node(), over.id, UNCLEAR)), 'ignored: the meeting is over');
    assert.equal((await showRequest(node(), over.id)).attention, null);
  });

  test('of several participants books once all have answered', async () => {
    const { id, options } = await makeOffered(node(), {
      participant_emails: ['a@example.org', 'b@example.net'],
    });
    await reply(node(), id, '1 and 3 work', {}, 0);
    assert.equal((await showRequest(node(), id)).status, 'active');
    await reply(node(), id, '3', {}, 1);
    assert.equal((await showRequest(node(), id)).starts_at, options[2]?.starts_at);
  });

  test('of one participant that others write to, too, is not theirs', async () => {
    const { id, organizer_email } = await makeOffered(node(), {
      participant_emails: ['a@example.org', 'b@example.net'],
    });
    const fromMember = await reply(node(), id, '1', { from: organizer_email }, 0);
    assert.match(madeOf(fromMember), /^ignored: it is from a member/);
    const unproven = await reply(node(), id, '1', { from: 'b@example.net', header: [FROM_OUTSIDE] }, 0);
    assert.equal(unproven.understood_as, 'unclear');
    const proven = await reply(node(), id, '1', { from: 'b@example.net' }, 0);
    assert.equal(proven.understood_as, 'chose_options');
    const { participants } = await showRequest(node(), id);
    assert.deepEqual(
      participants.map(({ response }) => response),
      ['none', 'chosen'],
    );
  });

  test('starts the count of follow-ups again, also a thank-you', async () => {
    await untilMonday(node());
    const { id } = await makeOffered(node());
    const followUps = async () =>
      (await writtenTo(node(), id, GUEST)).filter(({ kind }) => kind === 'follow_up').length;
    // Asked on Monday and Wednesday, and otherwise again on Friday.
    await passTime(node(), 2 * DAY);
    assert.equal(await followUps(), 1);
    await passTime(node(), DAY);
    assert.equal((await reply(node(), id, 'Thank you!')).understood_as, 'courtesy');
    await passTime(node(), DAY);
    assert.equal(await followUps(), 1);
    await passTime(node(), 3 * DAY);
    assert.equal(await followUps(), 2);
  });

  test('that goes to the team as well counts once', async () => {
    const team = dataOf<{ id: string; email_address: string }>(
      await node().post('/api/v1/teams', { name: `Reply all ${node().services.ids('team')}` }),
    );
    const { id } = await makeOffered(node(), { participant_emails: [GUEST] });
    const [offer] = await writtenTo(node(), id, GUEST);
    const messages = await handIn(node(), {
      from: GUEST,
      to: offer?.reply_to ?? '',
      cc: team.email_address,
      answers: offer?.message_id ?? '',
      text: '2',
    });
    assert.deepEqual(
      messages
        .map(madeOf)
        .map((made) => made.split(' by ')[0])
        .sort(),
      ['chose_options', 'ignored: its copy to the address for answers counts'],
    );
    assert.equal((await showRequest(node(), id)).status, 'booked');
  });
});
