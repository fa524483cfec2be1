// The same transition at the same time, or repeated with an Idempotency-Key, happens once.
import assert from 'node:assert/strict';
import { describe, test } from '../../../support/lanes.ts';
import { eventsOf, payloadsAbout } from '../../../support/makers/events.ts';
import {
  applyTransition,
  makeRequest,
  makeRequestAfter,
  REQUESTS,
  readRequest,
  type TransitionName,
  transitions,
} from '../../../support/makers/meeting-requests.ts';
import { entriesAbout, makeMember, timeOf } from '../../../support/makers/team-members.ts';
import { answerBehind } from '../../../support/server/locks.ts';
import type { MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, errorOf, onBothEngines, startTwoNodes } from '../../../support/server/rota.ts';

const AT_ONCE = 10;

const losers: { name: TransitionName; after: TransitionName[]; message: string }[] = [
  { name: 'book', after: [], message: 'Cannot book a request that is already booked' },
  { name: 'cancel', after: [], message: 'Cannot cancel a request that is already cancelled' },
  { name: 'pause', after: [], message: 'Cannot pause a request that is already paused' },
  { name: 'resume', after: ['pause'], message: 'Cannot resume a request that is already active' },
  {
    name: 'change_organizer',
    after: [],
    message: 'organizer_email is the organizer of the request already',
  },
];

onBothEngines.fast('a transition of a meeting request more than once', (node) => {
  for (const { name, after, message } of losers) {
    test(`of many that ${name} at the same moment exactly one does`, async () => {
      const { id } = await makeRequestAfter(node(), ...after);
      const body =
        name === 'change_organizer'
          ? { organizer_email: (await makeMember(node())).email }
          : transitions[name];
      const told = { entries: await entriesAbout(node(), id), events: await eventsOf(node(), id) };
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () => node().post(`${REQUESTS}/${id}/${name}`, body)),
      );
      const [winner, ...others] = answers.filter(({ status }) => status === 200);
      assert.deepEqual(others, []);
      for (const answer of answers.filter((each) => each !== winner)) {
        assert.deepEqual([answer.status, errorOf(answer)], [422, { type: 'invalid_request', message }]);
      }
      assert.deepEqual(winner?.body, { data: await readRequest(node(), id) });
      assert.equal((await entriesAbout(node(), id)).length, told.entries.length + 1);
      assert.equal((await eventsOf(node(), id)).length, told.events.length + 1);
    });
  }

  test('many who follow up at the same moment all do', async () => {
    const request = await makeRequest(node(), { notify_participants: false });
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => applyTransition(node(), request.id, 'follow_up')),
    );
    for (const { status, body } of answers) assert.deepEqual([status, body], [200, { data: request }]);
    assert.equal((await entriesAbout(node(), request.id)).length, 1 + AT_ONCE);
    assert.equal((await eventsOf(node(), request.id)).length, 1 + AT_ONCE);
  });

  test('different transitions at the same moment come one after another, each from where the last one led', async () => {
    const { id } = await makeRequest(node(), { notify_participants: false });
    const names = Array.from({ length: 6 }, () => ['pause', 'resume', 'follow_up'] as const).flat();
    const answers = await Promise.all([
      ...names.map((name) => applyTransition(node(), id, name)),
      applyTransition(node(), id, 'book'),
      applyTransition(node(), id, 'cancel'),
    ]);
    assert.deepEqual(
      answers.filter(({ status }) => status !== 200 && status !== 422),
      [],
    );
    const done = answers.filter(({ status }) => status === 200);
    const [, ...entries] = await entriesAbout(node(), id);
    assert.equal(entries.length, done.length);
    const [, ...events] = await eventsOf(node(), id);
    assert.deepEqual(
      events.map(({ type }) => type),
      entries.map(({ action }) => action),
    );
    let status = 'active';
    for (const { changes } of entries.filter((entry) => entry.changes.status)) {
      assert.equal(changes.status?.[0], status);
      status = changes.status?.[1] as string;
    }
    assert.equal((await readRequest(node(), id)).status, status);
  });

  test('Idempotency-Key: a transition that comes again is made once and answered the same', async () => {
    const { id } = await makeRequest(node());
    const headers = { 'idempotency-key': `book ${id}` };
    const book = () => node().post(`${REQUESTS}/${id}/book`, transitions.book, { headers });
    const first = await book();
    assert.equal(first.status, 200);
    node().clock.advance(60_000);
    const again = await book();
    assert.deepEqual([again.status, again.text], [200, first.text]);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.deepEqual(await readRequest(node(), id), dataOf(first));
    assert.equal((await entriesAbout(node(), id)).length, 2);
    assert.equal((await eventsOf(node(), id)).length, 2);
  });

  test('Idempotency-Key: a refused transition stays refused, even when it could be made by now', async () => {
    const { id } = await makeRequestAfter(node(), 'pause');
    const headers = { 'idempotency-key': `pause ${id}` };
    const pause = () => node().post(`${REQUESTS}/${id}/pause`, undefined, { headers });
    const first = await pause();
    assert.equal(first.status, 422);
    const resumed = dataOf<MeetingRequest>(await applyTransition(node(), id, 'resume'));
    const again = await pause();
    assert.deepEqual([again.status, again.text], [422, first.text]);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.deepEqual(await readRequest(node(), id), resumed);
  });
});

describe('A transition that waits for another one, on two nodes of one PostgreSQL', () => {
  const PAUSE = "update meeting_requests set status = 'paused', paused_at = 0 where id = $1";

  test('422: it is refused when the other one has left a state that forbids it', async (t) => {
    const [node, otherNode] = await startTwoNodes(t);
    const { id } = await makeRequest(node);
    const answer = await answerBehind(
      node.services.database,
      (tx) => tx.run(PAUSE, [id]),
      () => applyTransition(otherNode, id, 'book'),
    );
    const error = { type: 'invalid_request', message: 'Cannot book a request that is paused' };
    assert.deepEqual([answer.status, errorOf(answer)], [422, error]);
  });

  test('200: it tells what the other one has made of the request', async (t) => {
    const [node, otherNode] = await startTwoNodes(t);
    const { id } = await makeRequest(node);
    const { id: memberId, email } = await makeMember(node);
    const answer = await answerBehind(
      node.services.database,
      (tx) => tx.run('update meeting_requests set organizer_id = $2 where id = $1', [id, memberId]),
      () => applyTransition(otherNode, id, 'pause'),
    );
    const { organizer_email, host_emails } = dataOf<MeetingRequest>(answer);
    assert.deepEqual([organizer_email, host_emails], [email, [email]]);
    const paused = (await payloadsAbout(node, id)).find(({ event }) => event === 'meeting_request.paused');
    assert.equal(paused?.organizer_email, email);
  });

  test('200: it carries the time at which it was made, which is not before that of the other one', async (t) => {
    const [node, otherNode] = await startTwoNodes(t);
    const { id } = await makeRequest(node);
    const answer = await answerBehind(
      node.services.database,
      (tx) => tx.run('update meeting_requests set updated_at = $2 where id = $1', [id, node.clock.now()]),
      () => applyTransition(otherNode, id, 'pause'),
      () => node.clock.advance(5_000),
    );
    const { paused_at, updated_at } = dataOf<MeetingRequest>(answer);
    const paused = (await payloadsAbout(node, id)).find(({ event }) => event === 'meeting_request.paused');
    assert.deepEqual(
      [paused_at, updated_at, paused?.paused_at, paused?.timestamp],
      [timeOf(node), timeOf(node), timeOf(node), timeOf(node)],
    );
  });
});
