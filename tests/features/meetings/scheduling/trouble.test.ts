// What keeps a time from being found: busy hosts, taken times, pauses, other organizers, bounces.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { createCalendar } from '../../../support/makers/calendars.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import { applyTransition, makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import {
  answer,
  answered,
  makeOffered,
  offeredIn,
  passTime,
  type Shown,
  showRequest,
  startsOf,
  untilIdle,
  writtenAbout,
} from '../../../support/makers/scheduling.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';

const ADA = 'ada@example.org';
const BEN = 'ben@example.org';
const DAY = 24 * 3_600_000;

onBothEngines('what keeps a time from being found', (node) => {
  const scheduling = (body: object) => node().patch('/api/v1/workspace/scheduling', body);
  const idOf = (shown: Shown, place: number) => offeredIn(shown)[place]?.id as string;
  const offer = (id: string, body?: object) => node().post(`${REQUESTS}/${id}/options`, body);
  const busyAt = async (member: { id: string }, { starts_at, ends_at }: Shown['options'][number]) => {
    const calendar = await createCalendar(node(), { type: 'pushed' }, { member });
    dataOf(
      await node().post(`/api/v1/calendars/${calendar.id}/busy_times`, {
        from: starts_at,
        to: ends_at,
        busy: [{ start: starts_at, end: ends_at }],
      }),
    );
  };

  test('no slot at all: attention, until somebody does something', async () => {
    const start = new Date(node().clock.now() - 9 * DAY).toISOString();
    const end = new Date(node().clock.now() - 2 * DAY).toISOString();
    const { id } = await makeRequest(node(), { context: { timeframe: { start, end } } });
    await untilIdle(node());
    const shown = await showRequest(node(), id);
    assert.equal(shown.attention?.reason, 'no_times');
    assert.deepEqual(shown.options, []);
    const [, event] = await payloadsAbout(node(), id);
    assert.equal(event?.event, 'meeting_request.needs_attention');
    assert.equal(event?.reason, 'no_times');
    const refused = await offer(id);
    assert.equal(refused.status, 422);
    assert.equal(errorOf(refused).message, 'The hosts have no free time that was not offered before');
    assert.equal((await showRequest(node(), id)).attention?.reason, 'no_times');
    await applyTransition(node(), id, 'pause');
    assert.equal((await showRequest(node(), id)).attention, null);
    await applyTransition(node(), id, 'resume');
    await untilIdle(node());
    assert.equal((await showRequest(node(), id)).attention?.reason, 'no_times');
  });

  test('a choice that was taken meanwhile: other times at once, in the same round', async () => {
    const organizer = await makeMember(node());
    const fields = { organizer_email: organizer.email, participant_emails: [ADA] };
    const first = await makeOffered(node(), fields);
    const second = await makeOffered(node(), fields);
    assert.deepEqual(startsOf(first.options), startsOf(second.options));
    assert.equal((await answered(node(), first.id, ADA, [idOf(first, 0)])).status, 'booked');
    const after = await answered(node(), second.id, ADA, [idOf(second, 0)]);
    assert.equal(after.status, 'active');
    assert.equal(after.options.length, 6);
    const offered = offeredIn(after);
    assert.equal(offered.length, 3);
    assert.ok(offered.every(({ round }) => round === 1));
    assert.ok(!startsOf(offered).includes(first.options[0]?.starts_at as string));
    assert.equal(after.participants[0]?.response, 'none');
    assert.deepEqual(await writtenAbout(node(), second.id), [`options to ${ADA}`, `options to ${ADA}`]);
    const gone = await answer(node(), second.id, ADA, [idOf(second, 1)]);
    assert.equal(errorOf(gone).message, 'option_ids[0] is withdrawn: it is not offered any more');
  });

  test('a busy time of a calendar stops a choice, and the next best is booked', async () => {
    const organizer = await makeMember(node());
    const shown = await makeOffered(node(), { organizer_email: organizer.email, participant_emails: [ADA] });
    await busyAt(organizer, shown.options[0] as Shown['options'][number]);
    const booked = await answered(node(), shown.id, ADA, [idOf(shown, 0), idOf(shown, 2)]);
    assert.equal(booked.status, 'booked');
    assert.equal(booked.starts_at, shown.options[2]?.starts_at);
    assert.deepEqual(
      booked.options.map(({ status }) => status),
      ['withdrawn', 'withdrawn', 'chosen'],
    );
  });

  test('what is offered is held for the request if the settings say so', async (t) => {
    dataOf(await scheduling({ hold_options: true }));
    t.after(() => scheduling({ hold_options: false }));
    const organizer = await makeMember(node());
    const fields = { organizer_email: organizer.email, participant_emails: [ADA] };
    const first = await makeOffered(node(), fields);
    const second = await makeOffered(node(), fields);
    const both = new Set([...startsOf(first.options), ...startsOf(second.options)]);
    assert.equal(both.size, 6);
    assert.equal((await answered(node(), first.id, ADA, [idOf(first, 0)])).status, 'booked');
  });

  test('a paused request asks nobody, keeps what is answered, and goes on from there', async () => {
    const shown = await makeOffered(node(), { participant_emails: [ADA, BEN] });
    const { id } = shown;
    await answered(node(), id, ADA, [idOf(shown, 1)]);
    dataOf(await applyTransition(node(), id, 'pause'));
    const before = await writtenAbout(node(), id);
    const kept = await answered(node(), id, BEN, [idOf(shown, 1)]);
    assert.equal(kept.status, 'paused');
    assert.equal(kept.participants[1]?.response, 'chosen');
    await untilIdle(node());
    assert.deepEqual(await writtenAbout(node(), id), before);
    dataOf(await applyTransition(node(), id, 'resume'));
    await untilIdle(node());
    const booked = await showRequest(node(), id);
    assert.equal(booked.status, 'booked');
    assert.equal(booked.starts_at, shown.options[1]?.starts_at);
  });

  test('paused before the first round: times are offered once it is resumed', async () => {
    const { id } = await makeRequest(node(), { participant_emails: [ADA] });
    await applyTransition(node(), id, 'pause');
    await passTime(node(), 7 * DAY);
    dataOf(await applyTransition(node(), id, 'resume'));
    await untilIdle(node());
    const { options } = await showRequest(node(), id);
    assert.ok(
      offeredIn({ options } as Shown).every(({ starts_at }) => Date.parse(starts_at) > node().clock.now()),
    );
    assert.equal(offeredIn({ options } as Shown).length, 3);
  });

  test('paused for long: nothing is sent meanwhile', async () => {
    const { id } = await makeOffered(node(), { participant_emails: [ADA] });
    dataOf(await applyTransition(node(), id, 'pause'));
    const before = await writtenAbout(node(), id);
    await passTime(node(), 30 * DAY);
    assert.deepEqual(await writtenAbout(node(), id), before);
    assert.equal((await showRequest(node(), id)).attention, null);
  });

  test('another organizer starts anew: other options, no answers, the same round', async () => {
    const shown = await makeOffered(node(), { participant_emails: [ADA, BEN] });
    const { id } = shown;
    await answered(node(), id, ADA, [idOf(shown, 0)]);
    dataOf(await applyTransition(node(), id, 'change_organizer'));
    await untilIdle(node());
    const after = await showRequest(node(), id);
    const kept = new Set(shown.options.map((option) => option.id));
    assert.equal(after.options.length, 6);
    for (const { id: option, status, round } of after.options) {
      assert.equal(`${status} ${round}`, kept.has(option) ? 'withdrawn 1' : 'offered 1');
    }
    assert.ok(after.participants.every(({ response }) => response === 'none'));
  });

  test('another organizer of a paused request: once it is resumed', async () => {
    const { id } = await makeOffered(node(), { participant_emails: [ADA] });
    await applyTransition(node(), id, 'pause');
    dataOf(await applyTransition(node(), id, 'change_organizer'));
    await untilIdle(node());
    assert.deepEqual(offeredIn(await showRequest(node(), id)), []);
    await applyTransition(node(), id, 'resume');
    await untilIdle(node());
    assert.equal(offeredIn(await showRequest(node(), id)).length, 3);
  });

  test('another organizer ends the attention', async () => {
    const { id } = await makeOffered(node(), { participant_emails: [ADA] });
    for (const _ of [1, 2, 3]) await answered(node(), id, ADA);
    assert.equal((await showRequest(node(), id)).attention?.reason, 'no_common_time');
    dataOf(await applyTransition(node(), id, 'change_organizer'));
    await untilIdle(node());
    const after = await showRequest(node(), id);
    assert.equal(after.attention, null);
    assert.equal(offeredIn(after).length, 3);
  });

  test('times by hand: also after the last round, and only free ones', async () => {
    const shown = await makeOffered(node(), { participant_emails: [ADA] });
    const { id } = shown;
    for (const _ of [1, 2, 3]) await answered(node(), id, ADA);
    const fresh = dataOf<Shown>(await offer(id));
    assert.equal(fresh.attention, null);
    assert.ok(offeredIn(fresh).every(({ round }) => round === 4));
    const sunday = new Date(node().clock.now());
    sunday.setUTCDate(sunday.getUTCDate() + 7 + ((7 - sunday.getUTCDay()) % 7));
    sunday.setUTCHours(12, 0, 0, 0);
    const refused = await offer(id, { starts_at: [sunday.toISOString()] });
    assert.equal(refused.status, 422);
    assert.equal(errorOf(refused).type, 'validation_error');
    assert.match(
      errorOf(refused).message,
      /^starts_at is not free at .*: person-\d+@example\.com \(outside_hours\)$/,
    );
    const monday = new Date(sunday.getTime() + DAY + 60_000).toISOString();
    const given = dataOf<Shown>(await offer(id, { starts_at: [monday] }));
    assert.deepEqual(startsOf(offeredIn(given)), [monday]);
    assert.equal((await answered(node(), id, ADA, [idOf(given, 0)])).starts_at, monday);
  });
});
