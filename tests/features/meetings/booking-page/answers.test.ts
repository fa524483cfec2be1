// The answer of the only participant books, or other times are offered: once, however often it is sent.
import assert from 'node:assert/strict';
import { describe, test } from '../../../support/lanes.ts';
import {
  doneByParticipants,
  type Offered,
  offerTo,
  outcomeOf,
} from '../../../support/makers/booking-page.ts';
import { bookingsIn, doubleBookings } from '../../../support/makers/bookings.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import { applyTransition } from '../../../support/makers/meeting-requests.ts';
import {
  offeredIn,
  showRequest,
  startsOf,
  untilIdle,
  writtenAbout,
} from '../../../support/makers/scheduling.ts';
import { takeTime } from '../../../support/makers/taken-times.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { dataOf, type Node, onBothEngines, startTwoNodes } from '../../../support/server/rota.ts';

const ADA = 'ada@example.org';

const choose = (node: Node, { page, ids }: Offered, nth = 0, fields = {}) =>
  outcomeOf(node, page, 'answer', { options: [ids[nth] as string], round: 1, ...fields });

onBothEngines('A choice', (node) => {
  const offer = () => offerTo(node(), [ADA]);

  test('books its time, in the name of the participant', async () => {
    const offered = await offer();
    const { id, options } = offered;
    assert.equal(await choose(node(), offered, 1, { comment: ' Looking forward \r\nto it ' }), 'booked');
    const { status, starts_at, participants } = await showRequest(node(), id);
    assert.deepEqual([status, starts_at], ['booked', options[1]?.starts_at]);
    const [ada] = participants;
    assert.deepEqual([ada?.response, ada?.comment], ['chosen', 'Looking forward \nto it']);
    assert.deepEqual(await doneByParticipants(node(), id), [
      `meeting_request.answered by ${ADA}`,
      `meeting_request.booked by ${ADA}`,
    ]);
  });

  test('that is sent again, or twice at once, books once and says so each time', async () => {
    const offered = await offer();
    const sent = await Promise.all([choose(node(), offered), choose(node(), offered)]);
    assert.deepEqual([...sent, await choose(node(), offered)], ['booked', 'booked', 'booked']);
    const events = (await payloadsAbout(node(), offered.id)).map(({ event }) => event);
    assert.deepEqual(events, ['meeting_request.created', 'meeting_request.booked']);
    assert.equal((await doneByParticipants(node(), offered.id)).length, 2);
    const { organizer_email } = offered;
    assert.deepEqual(await writtenAbout(node(), offered.id), [
      `options to ${ADA}`,
      `booked to ${organizer_email}`,
      `booked to ${ADA}`,
    ]);
  });

  test('of another option after that changes nothing', async () => {
    const offered = await offer();
    await choose(node(), offered);
    assert.equal(await choose(node(), offered, 1), 'outdated');
    assert.equal((await showRequest(node(), offered.id)).starts_at, offered.options[0]?.starts_at);
  });

  test('of a time that was taken meanwhile gets fresh times at once', async () => {
    const organizer = await makeMember(node());
    const offered = await offerTo(node(), [ADA], { organizer_email: organizer.email });
    const [first] = offered.options;
    assert.ok(first);
    await takeTime(node(), organizer, [first.starts_at, first.ends_at]);
    assert.equal(await choose(node(), offered), 'taken');
    const after = await showRequest(node(), offered.id);
    const fresh = offeredIn(after);
    assert.deepEqual([after.status, fresh.length], ['active', 3]);
    assert.ok(!startsOf(fresh).includes(first.starts_at));
    assert.equal(await choose(node(), offered), 'outdated', 'the old page again');
    assert.deepEqual(offeredIn(await showRequest(node(), offered.id)), fresh);
  });

  test('of what is not offered any more, or never was, changes nothing', async () => {
    const offered = await offer();
    const others = await offer();
    assert.equal(await choose(node(), offered, 0, { round: 2 }), 'outdated', 'another round');
    assert.equal(await choose(node(), offered, 0, { options: [others.ids[0] as string] }), 'outdated');
    assert.equal(await choose(node(), offered, 0, { options: ['opt_1'] }), 'outdated');
    dataOf(await node().post(`/api/v1/meeting_requests/${offered.id}/options`));
    assert.equal(await choose(node(), offered), 'outdated', 'the page before');
    assert.equal(await choose(node(), offered, 0, { round: 2 }), 'outdated', 'a withdrawn option');
    assert.deepEqual(await doneByParticipants(node(), offered.id), []);
  });

  test('of nothing is no answer', async () => {
    const { page, id } = await offer();
    assert.equal(await outcomeOf(node(), page, 'answer', { round: 1, comment: 'Hm' }), 'empty');
    assert.deepEqual(await doneByParticipants(node(), id), []);
  });

  test('while the request is paused counts once it is resumed', async () => {
    const offered = await offer();
    await applyTransition(node(), offered.id, 'pause');
    assert.equal(await choose(node(), offered), 'answered');
    assert.equal(await choose(node(), offered), 'answered', 'sent twice');
    const paused = await showRequest(node(), offered.id);
    assert.deepEqual([paused.status, paused.participants[0]?.response], ['paused', 'chosen']);
    await applyTransition(node(), offered.id, 'resume');
    await untilIdle(node());
    const { status, starts_at } = await showRequest(node(), offered.id);
    assert.deepEqual([status, starts_at], ['booked', offered.options[0]?.starts_at]);
  });
});

onBothEngines('"None of these"', (node) => {
  const decline = (page: string, round: number, fields = {}) =>
    outcomeOf(node(), page, 'answer', { none: 'yes', round, ...fields });

  test('gets other times at once, whatever is marked besides', async () => {
    const { id, page, ids, options } = await offerTo(node(), [ADA]);
    const said = { comment: 'Mornings', options: [ids[0] as string] };
    assert.equal(await decline(page, 1, said), 'declined');
    const after = await showRequest(node(), id);
    const fresh = offeredIn(after);
    assert.ok(fresh.every(({ round }) => round === 2));
    assert.ok(startsOf(options).every((start) => !startsOf(fresh).includes(start)));
    assert.deepEqual([after.participants[0]?.response, after.participants[0]?.comment], ['none', 'Mornings']);
  });

  test('that is sent again, or twice at once, uses up one round and says the same', async () => {
    const { id, page } = await offerTo(node(), [ADA]);
    const said = { comment: 'Mornings' };
    const sent = await Promise.all([decline(page, 1, said), decline(page, 1, said)]);
    assert.deepEqual([...sent, await decline(page, 1, said)], ['declined', 'declined', 'declined']);
    const { options } = await showRequest(node(), id);
    assert.deepEqual([...new Set(options.map(({ round }) => round))], [1, 2]);
    assert.deepEqual(await doneByParticipants(node(), id), [
      `meeting_request.answered by ${ADA}`,
      `meeting_request.options_offered by ${ADA}`,
    ]);
  });

  test('of times that were replaced in the same round leaves the fresh ones', async () => {
    const organizer = await makeMember(node());
    const offered = await offerTo(node(), [ADA], { organizer_email: organizer.email });
    const [first] = offered.options;
    assert.ok(first);
    await takeTime(node(), organizer, [first.starts_at, first.ends_at]);
    assert.equal(await choose(node(), offered), 'taken');
    const fresh = offeredIn(await showRequest(node(), offered.id));
    const said = { options: offered.ids, comment: 'Mornings' };
    assert.equal(await decline(offered.page, 1, said), 'declined');
    const after = await showRequest(node(), offered.id);
    assert.deepEqual([offeredIn(after), after.participants[0]?.comment], [fresh, 'Mornings']);
    assert.equal(await decline(offered.page, 1, { options: fresh.map(({ id }) => id) }), 'declined');
    assert.ok(offeredIn(await showRequest(node(), offered.id)).every(({ round }) => round === 2));
  });

  test('to the last round asks the organizer once; a choice ends that', async () => {
    const offered = await offerTo(node(), [ADA]);
    const { id, page, organizer_email } = offered;
    for (const round of [1, 2, 3, 3]) assert.equal(await decline(page, round), 'declined');
    const asked = await showRequest(node(), id);
    assert.equal(asked.attention?.reason, 'no_common_time');
    const written = await writtenAbout(node(), id);
    assert.deepEqual(
      written.filter((one) => one.startsWith('attention')),
      [`attention to ${organizer_email}`],
    );
    const last = { ...offered, ids: offeredIn(asked).map((option) => option.id) };
    assert.equal(await choose(node(), last, 0, { round: 3 }), 'booked');
    assert.equal((await showRequest(node(), id)).attention, null);
  });
});

/** Two people, each with a request of the same host, want one time at the same moment. */
async function assertOneGetsIt(nodes: readonly [Node, ...Node[]]): Promise<void> {
  const [node] = nodes;
  const { email: organizer_email } = await makeMember(node);
  const rivals = [
    await offerTo(node, [ADA], { organizer_email }),
    await offerTo(node, ['ben@example.org'], { organizer_email }),
  ];
  const outcomes = await Promise.all(
    rivals.map((rival, place) => choose(nodes[place % nodes.length] as Node, rival)),
  );
  assert.deepEqual([...outcomes].sort(), ['booked', 'taken']);
  const after = await Promise.all(rivals.map(({ id }) => showRequest(node, id)));
  const [loser] = after.filter(({ status }) => status === 'active');
  assert.ok(loser);
  assert.equal(offeredIn(loser).length, 3);
  assert.deepEqual(doubleBookings(await bookingsIn(node)), []);
}

onBothEngines('At the same moment', (node) => {
  test('two people choose one time: one has it, the other gets fresh times', () => assertOneGetsIt([node()]));
});

describe('On two nodes', () => {
  test('two people choose one time: one has it, the other gets fresh times', async (t) => {
    await assertOneGetsIt(await startTwoNodes(t));
  });
});
