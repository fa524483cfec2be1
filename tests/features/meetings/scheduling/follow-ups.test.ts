// Participants who do not answer are asked again, in their business hours, and then a person is told.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import {
  answered,
  makeOffered,
  messagesAbout,
  offeredIn,
  passTime,
  showRequest,
  untilIdle,
  writtenAbout,
} from '../../../support/makers/scheduling.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const ADA = 'ada@example.org';
const BEN = 'ben@example.org';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Until this time, day by day, as a node that runs all the time would see it. */
async function passUntil(node: Node, time: string): Promise<void> {
  while (node.clock.now() < Date.parse(time)) {
    await passTime(node, Math.min(HOUR, Date.parse(time) - node.clock.now()));
  }
}

/** Straight to this time, as a node that was down sees it. */
const jumpTo = (node: Node, time: string) => passTime(node, Date.parse(time) - node.clock.now());

const nextMonday = (node: Node, hour: number) => {
  const date = new Date(node.clock.now());
  date.setUTCDate(date.getUTCDate() + ((8 - date.getUTCDay()) % 7 || 7));
  date.setUTCHours(hour, 0, 0, 0);
  return date;
};
const later = (from: Date, days: number, hour: number) =>
  new Date(from.getTime() + days * DAY + (hour - from.getUTCHours()) * HOUR).toISOString();

onBothEngines('follow-ups', (node) => {
  /** A request whose times are offered on a Monday at this hour, in UTC. */
  async function offeredOnMonday(hour: number, fields: object) {
    const monday = nextMonday(node(), hour);
    await jumpTo(node(), monday.toISOString());
    return { ...(await makeOffered(node(), fields)), monday };
  }
  /** A context with times that are not over before somebody is asked again. */
  const inThirdWeek = () => {
    const monday = nextMonday(node(), 10);
    return { timeframe: { start: later(monday, 15, 10), end: later(monday, 29, 10) } };
  };
  const follow = async (id: string) =>
    (await messagesAbout(node(), id))
      .filter(({ kind }) => kind === 'follow_up')
      .map(
        ({ recipient_address, created_at }) => `${recipient_address} ${new Date(created_at).toISOString()}`,
      );

  test('after two and four business days, and after two more somebody must look at it', async () => {
    const { id, monday } = await offeredOnMonday(10, { participant_emails: [ADA] });
    await passUntil(node(), later(monday, 2, 9));
    assert.deepEqual(await follow(id), []);
    await passUntil(node(), later(monday, 8, 9));
    assert.deepEqual(await follow(id), [`${ADA} ${later(monday, 2, 10)}`, `${ADA} ${later(monday, 4, 10)}`]);
    assert.equal((await showRequest(node(), id)).attention, null);
    await passUntil(node(), later(monday, 8, 10));
    assert.deepEqual((await showRequest(node(), id)).attention, {
      reason: 'no_answer',
      since: later(monday, 8, 10),
    });
    await passTime(node(), 30 * DAY);
    assert.equal((await follow(id)).length, 2);
    const events = (await payloadsAbout(node(), id)).map(({ event, participant_emails }) =>
      [event, participant_emails].flat().filter(Boolean).join(' '),
    );
    assert.deepEqual(events.slice(1), [
      `meeting_request.follow_up_sent ${ADA}`,
      `meeting_request.follow_up_sent ${ADA}`,
      'meeting_request.needs_attention',
    ]);
    assert.ok((await writtenAbout(node(), id)).some((line) => line.startsWith('attention to person-')));
  });

  test('in the zone of the participant, between 9 and 17', async () => {
    const participants = [{ email: ADA, timezone: 'America/New_York' }];
    // At night there.
    const { id, monday } = await offeredOnMonday(8, { participants, participant_emails: undefined });
    await passUntil(node(), later(monday, 3, 8));
    const [first] = await follow(id);
    const local = new Date((first as string).split(' ')[1] as string).toLocaleString('en-US', {
      timeZone: 'America/New_York',
      weekday: 'short',
      hour: 'numeric',
    });
    assert.equal(local, 'Wed 9 AM');
  });

  test('only those who have not answered are asked again', async () => {
    const { id, options, monday } = await offeredOnMonday(10, {
      participant_emails: [ADA, BEN],
      context: inThirdWeek(),
    });
    await answered(node(), id, ADA, [options[2]?.id as string]);
    await passUntil(node(), later(monday, 2, 11));
    assert.deepEqual(await follow(id), [`${BEN} ${later(monday, 2, 10)}`]);
  });

  test('a node that was down sends one, in business hours, and waits the full time for the next', async () => {
    const { id, monday } = await offeredOnMonday(10, {
      participant_emails: [ADA],
      context: inThirdWeek(),
    });
    // A Saturday night, when both would have been sent.
    await jumpTo(node(), later(monday, 12, 22));
    assert.deepEqual(await follow(id), []);
    await passUntil(node(), later(monday, 14, 12));
    assert.deepEqual(await follow(id), [`${ADA} ${later(monday, 14, 9)}`]);
    await passUntil(node(), later(monday, 16, 12));
    assert.deepEqual(await follow(id), [`${ADA} ${later(monday, 14, 9)}`, `${ADA} ${later(monday, 16, 9)}`]);
  });

  test('a follow-up has other times if those that were offered are over', async () => {
    const { id, options, monday } = await offeredOnMonday(10, { participant_emails: [ADA] });
    const last = options.at(-1)?.starts_at as string;
    assert.ok(Date.parse(last) < Date.parse(later(monday, 7, 10)));
    await jumpTo(node(), later(monday, 8, 12));
    const shown = await showRequest(node(), id);
    assert.equal((await follow(id)).length, 1);
    const offered = offeredIn(shown);
    assert.equal(offered.length, 3);
    assert.ok(
      offered.every(({ starts_at, round }) => Date.parse(starts_at) > node().clock.now() && round === 1),
    );
  });

  test('with other times, whoever had answered is offered them, too', async () => {
    const { id, options, monday } = await offeredOnMonday(10, { participant_emails: [ADA, BEN] });
    await answered(node(), id, ADA, [options[0]?.id as string]);
    await jumpTo(node(), later(monday, 8, 12));
    assert.deepEqual(await writtenAbout(node(), id), [
      `options to ${ADA}`,
      `options to ${BEN}`,
      `follow_up to ${BEN}`,
      `options to ${ADA}`,
    ]);
    const { participants } = await showRequest(node(), id);
    assert.ok(participants.every(({ response }) => response === 'none'));
  });

  test('by hand: at once, it counts, and it ends the attention', async () => {
    const { id, monday } = await offeredOnMonday(10, { participant_emails: [ADA, BEN] });
    dataOf(await applyTransition(node(), id, 'follow_up'));
    await untilIdle(node());
    assert.deepEqual(
      await follow(id),
      [ADA, BEN].map((to) => `${to} ${later(monday, 0, 10)}`),
    );
    const [, ...told] = await payloadsAbout(node(), id);
    assert.deepEqual(told.flatMap(({ participant_emails }) => participant_emails).sort(), [ADA, BEN]);
    await passUntil(node(), later(monday, 4, 12));
    assert.equal((await follow(id)).length, 4);
    assert.equal((await showRequest(node(), id)).attention?.reason, 'no_answer');
    dataOf(await applyTransition(node(), id, 'follow_up'));
    assert.equal((await showRequest(node(), id)).attention, null);
  });

  test('without messages, it is only said, and nobody is asked again by itself', async () => {
    const { id } = await makeRequest(node(), { participant_emails: [ADA], notify_participants: false });
    await untilIdle(node());
    assert.equal(offeredIn(await showRequest(node(), id)).length, 3);
    dataOf(await applyTransition(node(), id, 'follow_up'));
    const [, event] = await payloadsAbout(node(), id);
    assert.equal(event?.event, 'meeting_request.follow_up_sent');
    await passTime(node(), 10 * DAY);
    assert.equal((await showRequest(node(), id)).attention?.reason, 'no_answer');
    assert.deepEqual(await messagesAbout(node(), id), []);
  });
});
