// Free times that were not offered: the only participant books one, one of several suggests some to all.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  doneByParticipants,
  freeStart,
  offerTo,
  outcomeOf,
  sendForm,
} from '../../../support/makers/booking-page.ts';
import { applyTransition } from '../../../support/makers/meeting-requests.ts';
import {
  messagesAbout,
  offeredIn,
  passTime,
  showRequest,
  startsOf,
  writtenAbout,
} from '../../../support/makers/scheduling.ts';
import { never, setAvailability, takeTime } from '../../../support/makers/taken-times.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const ADA = 'ada@example.org';
const BEN = 'ben@example.org';
const DAY_MS = 24 * 3_600_000;
const endOf = (start: string) => new Date(Date.parse(start) + 30 * 60_000).toISOString();

onBothEngines('A free time that the only participant takes', (node) => {
  const take = (page: string, starts_at: string[], round = 1) =>
    outcomeOf(node(), page, 'times', { starts_at, round });
  const offer = async () => {
    const organizer = await makeMember(node());
    return { organizer, ...(await offerTo(node(), [ADA], { organizer_email: organizer.email })) };
  };

  test('is booked at once, and once', async () => {
    const offered = await offer();
    const { id, page } = offered;
    const start = await freeStart(node(), offered, 4);
    const sent = await Promise.all([take(page, [start]), take(page, [start])]);
    assert.deepEqual([...sent, await take(page, [start])], ['booked', 'booked', 'booked']);
    const { status, starts_at, ends_at, options, participants } = await showRequest(node(), id);
    assert.deepEqual([status, starts_at, ends_at], ['booked', start, endOf(start)]);
    assert.ok(options.every((option) => option.status === 'withdrawn'));
    assert.equal(participants[0]?.response, 'chosen');
    assert.deepEqual(await doneByParticipants(node(), id), [
      `meeting_request.answered by ${ADA}`,
      `meeting_request.booked by ${ADA}`,
    ]);
  });

  test('may be told in milliseconds, and may be one that is offered', async () => {
    const { id, page, options } = await offer();
    const start = options[2]?.starts_at as string;
    assert.equal(await take(page, [String(Date.parse(start))]), 'booked');
    const booked = await showRequest(node(), id);
    assert.deepEqual(
      booked.options.map(({ status }) => status),
      ['withdrawn', 'withdrawn', 'chosen'],
    );
  });

  test('that is taken by now is not booked, and what is offered stays', async () => {
    const offered = await offer();
    const start = await freeStart(node(), offered, 4);
    await takeTime(node(), offered.organizer, [start, endOf(start)]);
    assert.equal(await take(offered.page, [start]), 'taken');
    const after = await showRequest(node(), offered.id);
    assert.deepEqual([after.status, after.options], ['active', offered.options]);
    assert.deepEqual(await doneByParticipants(node(), offered.id), []);
  });

  test('that is taken together with all that is offered gets fresh times', async () => {
    const offered = await offer();
    const start = await freeStart(node(), offered, 4);
    for (const taken of [start, ...startsOf(offered.options)]) {
      await takeTime(node(), offered.organizer, [taken, endOf(taken)]);
    }
    assert.equal(await take(offered.page, [start]), 'taken');
    const fresh = offeredIn(await showRequest(node(), offered.id));
    assert.equal(fresh.length, 3);
    assert.ok(startsOf(offered.options).every((one) => !startsOf(fresh).includes(one)));
  });

  test('when nothing is free any more is said to the organizer once', async () => {
    const offered = await offer();
    const start = await freeStart(node(), offered, 4);
    await setAvailability(node(), offered.organizer, never);
    for (const _ of [1, 2]) assert.equal(await take(offered.page, [start]), 'taken');
    assert.equal((await showRequest(node(), offered.id)).attention?.reason, 'no_times');
    const written = await writtenAbout(node(), offered.id);
    assert.equal(written.filter((one) => one.startsWith('attention')).length, 1);
  });

  test('must lie where times are looked for', async () => {
    const timeframe = { start: '2026-03-09T00:00:00Z', end: '2026-03-14T00:00:00Z' };
    const { page, id } = await offerTo(node(), [ADA], { context: { timeframe } });
    for (const start of [
      '2026-03-05T10:00:00Z',
      '2026-03-16T10:00:00Z',
      '2026-03-01T10:00:00Z',
      '9999-12-31T23:00:00Z',
      '0',
    ]) {
      assert.equal(await take(page, [start]), 'taken', start);
    }
    assert.equal((await showRequest(node(), id)).status, 'active');
    assert.equal(await take(page, ['2026-03-12T10:00:00Z']), 'booked');
  });

  test('is one, of the round that was shown, of a request that is active', async () => {
    const offered = await offer();
    const { id, page } = offered;
    const [one, other] = [await freeStart(node(), offered, 4), await freeStart(node(), offered, 5)];
    assert.equal(await take(page, []), 'empty');
    assert.equal(await take(page, [one, other]), 'refused');
    assert.equal(await take(page, [one], 2), 'outdated');
    await applyTransition(node(), id, 'pause');
    assert.equal(await take(page, [one]), 'refused');
    await applyTransition(node(), id, 'cancel');
    assert.equal(await take(page, [one]), 'outdated');
    assert.deepEqual(await doneByParticipants(node(), id), []);
  });

  test('422 for what is no time', async () => {
    const { page } = await offer();
    for (const start of ['tomorrow', '2026-03-12T10:00:30Z', '-1', '1e3', '9'.repeat(16), '']) {
      const { status } = await sendForm(node(), page, 'times', { starts_at: [start], round: 1 });
      assert.equal(status, 422, start);
    }
  });
});

onBothEngines('Times that one of several suggests', (node) => {
  const suggest = (page: string, starts_at: string[], round = 1) =>
    outcomeOf(node(), page, 'times', { starts_at, round });
  const poll = async (fields = {}) => {
    const offered = await offerTo(node(), [ADA, BEN], fields);
    const [ada, ben] = offered.pages as [string, string];
    const starts = [await freeStart(node(), offered, 4), await freeStart(node(), offered, 6)];
    return { ...offered, ada, ben, starts };
  };

  test('are offered to all as the next round, and work for whoever suggests them', async () => {
    const { id, ada, ben, starts } = await poll();
    const sent = await Promise.all([suggest(ada, starts), suggest(ada, [...starts].reverse())]);
    assert.deepEqual([...sent, await suggest(ada, starts)], ['suggested', 'suggested', 'suggested']);
    const after = await showRequest(node(), id);
    const offered = offeredIn(after);
    assert.deepEqual([startsOf(offered), offered.map(({ round }) => round)], [starts, [2, 2]]);
    assert.ok(offered.every(({ accepted_by }) => accepted_by.join() === ADA));
    assert.deepEqual(
      after.participants.map(({ response }) => response),
      ['chosen', 'none'],
    );
    assert.deepEqual(await writtenAbout(node(), id), [
      `options to ${ADA}`,
      `options to ${BEN}`,
      `options to ${BEN}`,
    ]);
    assert.deepEqual(await doneByParticipants(node(), id), [
      `meeting_request.options_offered by ${ADA}`,
      `meeting_request.answered by ${ADA}`,
    ]);
    const answer = { options: [offered[1]?.id as string], round: 2 };
    assert.equal(await outcomeOf(node(), ben, 'answer', answer), 'booked');
    assert.equal((await showRequest(node(), id)).starts_at, starts[1]);
  });

  test('are told with the name of whoever suggests them, never with the address', async () => {
    const participants = [{ email: ADA, name: 'Ada Lovelace' }, { email: BEN }];
    const named = await offerTo(node(), [ADA, BEN], { participant_emails: undefined, participants });
    const start = await freeStart(node(), named, 4);
    assert.equal(await suggest(named.pages[0] as string, [start]), 'suggested');
    const [toBen] = (await messagesAbout(node(), named.id)).slice(-1);
    assert.match(toBen?.text ?? '', /Ada Lovelace has suggested other times/);
    assert.ok(!toBen?.text.includes(ADA));
    assert.equal(
      await suggest(named.pages[1] as string, [await freeStart(node(), named, 6)], 2),
      'suggested',
    );
    const [toAda] = (await messagesAbout(node(), named.id)).slice(-1);
    assert.match(toAda?.text ?? '', /Somebody else in the meeting has suggested other times/);
    assert.ok(!toAda?.text.includes(BEN));
  });

  test('are followed up for the others only', async () => {
    const { id, ada, starts } = await poll();
    await suggest(ada, starts);
    await passTime(node(), 2 * DAY_MS);
    const written = await writtenAbout(node(), id);
    assert.deepEqual(
      written.filter((one) => one.startsWith('follow_up')),
      [`follow_up to ${BEN}`],
    );
  });

  test('of which one is not free are not offered', async () => {
    const organizer = await makeMember(node());
    const { id, ada, starts, options } = await poll({ organizer_email: organizer.email });
    await takeTime(node(), organizer, [starts[1] as string, endOf(starts[1] as string)]);
    assert.equal(await suggest(ada, starts), 'taken');
    assert.deepEqual((await showRequest(node(), id)).options, options);
  });

  test('are at most as many as a round has, in at most so many rounds', async () => {
    const { id, ada, ben, starts, options } = await poll();
    const four = await Promise.all([4, 5, 6, 7].map((nth) => freeStart(node(), { id, options }, nth)));
    assert.equal(await suggest(ada, four), 'refused');
    assert.equal(await suggest(ada, starts, 7), 'outdated');
    for (const round of [1, 2]) {
      assert.equal(await suggest(round === 1 ? ada : ben, [four[round] as string], round), 'suggested');
    }
    assert.equal(await suggest(ada, starts, 3), 'refused');
    assert.equal(startsOf(offeredIn(await showRequest(node(), id))).length, 1);
  });

  test('at the same moment as an answer, or as those of another: one set is offered', async () => {
    const { id, ada, ben, starts, ids } = await poll();
    const answer = outcomeOf(node(), ben, 'answer', { options: [ids[0] as string], round: 1 });
    const [suggested, answered] = await Promise.all([suggest(ada, starts), answer]);
    assert.equal(suggested, 'suggested');
    assert.ok(answered === 'answered' || answered === 'outdated', `${answered}`);
    assert.deepEqual(startsOf(offeredIn(await showRequest(node(), id))), starts);
    const [first, second] = [[starts[0] as string], [starts[1] as string]] as const;
    const outcomes = await Promise.all([suggest(ada, [...first], 2), suggest(ben, [...second], 2)]);
    assert.deepEqual([...outcomes].sort(), ['outdated', 'suggested']);
    const offered = startsOf(offeredIn(await showRequest(node(), id)));
    assert.deepEqual(offered, outcomes[0] === 'suggested' ? first : second);
  });

  test('end the need for attention', async () => {
    const organizer = await makeMember(node());
    await setAvailability(node(), organizer, never);
    const asked = await offerTo(node(), [ADA, BEN], { organizer_email: organizer.email });
    assert.equal(asked.attention?.reason, 'no_times');
    await setAvailability(node(), organizer, { weekly: [{ day: 'wed', start: '09:00', end: '12:00' }] });
    const start = await freeStart(node(), asked);
    assert.equal(await suggest(asked.page, [start], 0), 'suggested');
    const after = await showRequest(node(), asked.id);
    assert.deepEqual([after.attention, startsOf(offeredIn(after))], [null, [start]]);
  });

  test('count for nothing once the meeting is booked', async () => {
    const { id, ada, starts } = await poll();
    dataOf(await applyTransition(node(), id, 'book'));
    assert.equal(await suggest(ada, starts), 'outdated');
  });
});
