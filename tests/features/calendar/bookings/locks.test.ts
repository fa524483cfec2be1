// A booking whose hosts change while it waits starts over with the right locks.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { bookingsOf, makeBooked } from '../../../support/makers/bookings.ts';
import { writeHandOver } from '../../../support/makers/hand-overs.ts';
import { applyTransition, makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { deactivateOn, makePeople } from '../../../support/makers/routed-requests.ts';
import { answerBehind, waitBehind, whileChangesWait } from '../../../support/server/locks.ts';
import type { MeetingRequest, Member } from '../../../support/server/resources.ts';
import { dataOf, type Node, startTwoNodes } from '../../../support/server/rota.ts';

const TEN = '2026-04-01T10:00:00.000Z';
const BOOKING = { starts_at: TEN };

const emailsOf = async (node: Node, { id }: { id: string }) =>
  (await bookingsOf(node, id)).map(([email]) => email);

test('200: a booking that waits for a new organizer takes the time of that one', async (t) => {
  const [node, otherNode] = await startTwoNodes(t);
  const ways: Record<string, string>[] = [{}, { 'idempotency-key': 'book it once' }];
  for (const headers of ways) {
    const [former, next] = await makePeople(node, 2);
    const request = await makeRequest(node, { organizer_email: former.email });
    const answer = await answerBehind(
      node.services.database,
      (tx) => tx.run('update meeting_requests set organizer_id = $2 where id = $1', [request.id, next.id]),
      () => otherNode.post(`${REQUESTS}/${request.id}/book`, BOOKING, { headers }),
    );
    assert.equal(dataOf<MeetingRequest>(answer).organizer_email, next.email);
    assert.deepEqual(await emailsOf(node, request), [next.email]);
  }
});

test('422: a booking that waits for a new organizer is refused when that one is not free', async (t) => {
  const [node, otherNode] = await startTwoNodes(t);
  const [former, next] = await makePeople(node, 2);
  await makeBooked(node, { organizer_email: next.email }, BOOKING);
  const request = await makeRequest(node, { organizer_email: former.email });
  const answer = await answerBehind(
    node.services.database,
    (tx) => tx.run('update meeting_requests set organizer_id = $2 where id = $1', [request.id, next.id]),
    () => applyTransition(otherNode, request.id, 'book', BOOKING),
  );
  assert.equal(answer.status, 422);
  assert.match(answer.text, new RegExp(next.email));
});

test('422: of two bookings for the same host on two nodes, the second waits for the first and is refused', async (t) => {
  const [node, otherNode] = await startTwoNodes(t);
  const [member] = await makePeople(node, 1);
  const make = () => makeRequest(node, { organizer_email: member.email });
  const [first, second] = [await make(), await make()];
  const [done, refused] = await whileChangesWait(node, async (waiting) => {
    const booking = applyTransition(node, first.id, 'book', BOOKING);
    await waiting(1);
    const other = applyTransition(otherNode, second.id, 'book', BOOKING);
    await waiting(2);
    return [booking, other] as const;
  });
  assert.equal((await done).status, 200);
  const { status, text } = await refused;
  assert.equal(status, 422, text);
  assert.match(text, new RegExp(`${member.email} has another booking.*${first.id}`));
});

test('a cancellation does not wait for bookings of other hosts that wait for theirs', async (t) => {
  const [node, otherNode] = await startTwoNodes(t);
  const { database } = node.services;
  const [busy, idle] = await makePeople(node, 2);
  const make = () => makeRequest(node, { organizer_email: busy.email });
  const waiting = [await make(), await make()];
  const { id } = await makeBooked(node, { organizer_email: idle.email }, BOOKING);
  await database.transaction(async (tx) => {
    await tx.get('select id from members where id = $1 for no key update', [busy.id]);
    const bookings = waiting.map((request) => applyTransition(otherNode, request.id, 'book', BOOKING));
    await waitBehind(database, tx, 2);
    const first = await Promise.race([applyTransition(otherNode, id, 'cancel'), ...bookings]);
    assert.deepEqual([first.status, dataOf<MeetingRequest>(first).id], [200, id]);
  });
});

test('a booking that waits while its organizer leaves is taken for the successor', async (t) => {
  const [node, otherNode] = await startTwoNodes(t);
  const [member, successor] = await makePeople(node, 2);
  const request = await makeRequest(node, { organizer_email: member.email });
  const [gone, booked] = await whileChangesWait(node, async (waiting) => {
    const going = deactivateOn(node, member, successor);
    await waiting(1);
    const booking = applyTransition(otherNode, request.id, 'book', BOOKING);
    await waiting(2);
    return [going, booking] as const;
  });
  assert.equal((await gone).status, 200);
  assert.equal(dataOf<MeetingRequest>(await booked).organizer_email, successor.email);
  assert.deepEqual(await emailsOf(node, request), [successor.email]);
});

test('a booking that waits while a successor leaves is taken for the next one', async (t) => {
  const [node, otherNode] = await startTwoNodes(t);
  const [member, successor, last] = await makePeople(node, 3);
  const request = await makeRequest(node, { organizer_email: member.email });
  await handingOver(node, member, successor);
  const answer = await answerBehind(
    node.services.database,
    async (tx) => {
      await tx.get('select id from members where id = $1 for no key update', [successor.id]);
      await tx.run('update hand_overs set heir_id = $2 where heir_id = $1', [successor.id, last.id]);
    },
    () => applyTransition(otherNode, request.id, 'book', BOOKING),
  );
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(await emailsOf(node, request), [last.email]);
});

/** The member is gone, and still has requests to hand over. */
async function handingOver(node: Node, member: Member, successor: Member): Promise<void> {
  const sql = 'update members set deactivated_at = 1 where id = $1';
  await node.services.database.change(sql, [member.id]);
  await writeHandOver(node, member.id, successor.id);
}
