// Answers and steps at once, also on two nodes: each time is booked once, and nothing is offered or written twice.
import assert from 'node:assert/strict';
import { describe, test } from '../../../support/lanes.ts';
import { bookingsIn, doubleBookings } from '../../../support/makers/bookings.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import {
  answer,
  makeOffered,
  offeredIn,
  passTime,
  showRequest,
  startsOf,
  untilIdle,
  writtenAbout,
} from '../../../support/makers/scheduling.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { dataOf, errorOf, type Node, onBothEngines, startTwoNodes } from '../../../support/server/rota.ts';

const GUEST = 'guest@example.org';
const DAY_MS = 24 * 3_600_000;
const guests = (count: number) => Array.from({ length: count }, (_, place) => `guest-${place}@example.org`);

/** Requests of one member, which are all offered the same times. */
async function makeRivals(node: Node, count: number) {
  const { email: organizer_email } = await makeMember(node);
  const rivals = await Promise.all(
    Array.from({ length: count }, () => makeRequest(node, { organizer_email, participant_emails: [GUEST] })),
  );
  await untilIdle(node);
  return Promise.all(rivals.map(({ id }) => showRequest(node, id)));
}

/** All of them choose their first option, by turns on these nodes. */
async function assertOneWins(nodes: readonly [Node, ...Node[]], count: number): Promise<void> {
  const [node] = nodes;
  const rivals = await makeRivals(node, count);
  const wanted = rivals[0]?.options[0]?.starts_at as string;
  assert.ok(rivals.every(({ options }) => options[0]?.starts_at === wanted));
  const answers = await Promise.all(
    rivals.map(({ id, options }, place) =>
      answer(nodes[place % nodes.length] as Node, id, GUEST, [options[0]?.id as string]),
    ),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  await untilIdle(node);
  const after = await Promise.all(rivals.map(({ id }) => showRequest(node, id)));
  const booked = after.filter(({ status }) => status === 'booked');
  assert.deepEqual(
    booked.map(({ starts_at }) => starts_at),
    [wanted],
  );
  for (const request of after.filter(({ status }) => status !== 'booked')) {
    const offered = offeredIn(request);
    assert.equal(offered.length, 3, 'the others are offered fresh times at once');
    assert.ok(!startsOf(offered).includes(wanted));
    assert.deepEqual(await writtenAbout(node, request.id), Array(2).fill(`options to ${GUEST}`));
  }
  assert.deepEqual(doubleBookings(await bookingsIn(node)), []);
}

onBothEngines.fast('At once', (node) => {
  test('eight requests choose the same time: one is booked, the others are offered fresh ones', () =>
    assertOneWins([node()], 8));

  test('all participants answer: the request is booked once', async () => {
    const participant_emails = guests(8);
    const { id, options } = await makeOffered(node(), { participant_emails });
    const ids = options.map((option) => option.id);
    const answers = await Promise.all(
      participant_emails.map((email, place) => answer(node(), id, email, ids.slice(place % 2))),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const booked = await showRequest(node(), id);
    assert.deepEqual([booked.status, booked.starts_at], ['booked', options[1]?.starts_at]);
    assert.deepEqual(
      booked.options.map(({ status, accepted_by }) => [status, accepted_by.length]),
      [
        ['withdrawn', 4],
        ['chosen', 8],
        ['withdrawn', 8],
      ],
    );
    const events = (await payloadsAbout(node(), id)).map(({ event }) => event);
    assert.deepEqual(
      events.filter((event) => event === 'meeting_request.booked'),
      ['meeting_request.booked'],
    );
    const invited = (await writtenAbout(node(), id)).filter((message) => message.startsWith('booked'));
    assert.equal(invited.length, new Set(invited).size);
  });

  test('two participants say that none works: there is a further round for each at most', async () => {
    const participant_emails = guests(2);
    const { id } = await makeOffered(node(), { participant_emails });
    const answers = await Promise.all(participant_emails.map((email) => answer(node(), id, email)));
    await untilIdle(node());
    const { options } = await showRequest(node(), id);
    // An answer does not say which round it means. The second one may come after the next round was offered.
    const rounds = new Set(options.map(({ round }) => round));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.ok(rounds.size === 2 || rounds.size === 3, `${rounds.size} rounds`);
  });

  test('an answer and a cancellation: the request is cancelled, and nothing is offered or taken', async () => {
    const { id, options } = await makeOffered(node());
    const [answered, cancelled] = await Promise.all([
      answer(node(), id, GUEST, [options[0]?.id as string]),
      applyTransition(node(), id, 'cancel'),
    ]);
    assert.equal(dataOf<{ status: string }>(cancelled).status, 'cancelled');
    if (answered.status !== 200) {
      assert.equal(errorOf(answered).message, 'Cannot answer a request that is cancelled');
    }
    const after = await showRequest(node(), id);
    assert.deepEqual([after.status, offeredIn(after)], ['cancelled', []]);
    assert.ok((await bookingsIn(node())).every(({ request_id }) => request_id !== id));
  });
});

describe('On two nodes', () => {
  test('requests choose the same time: one is booked', async (t) => {
    await assertOneWins(await startTwoNodes(t), 8);
  });

  test('each request is offered one round, and each participant is reminded once', async (t) => {
    const [node] = await startTwoNodes(t);
    const organizers = await Promise.all(Array.from({ length: 4 }, () => makeMember(node)));
    const requests = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        makeRequest(node, {
          organizer_email: organizers[place % 4]?.email,
          participant_emails: [GUEST],
        }),
      ),
    );
    await untilIdle(node);
    await passTime(node, 2 * DAY_MS);
    for (const { id } of requests) {
      const { options } = await showRequest(node, id);
      assert.equal(options.length, 3);
      assert.deepEqual(await writtenAbout(node, id), [`options to ${GUEST}`, `follow_up to ${GUEST}`]);
    }
  });
});
