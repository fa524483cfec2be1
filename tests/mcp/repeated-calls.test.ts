// An agent, or its network, calls a tool again: what was done is not done twice, and what was not done can still be.
import assert from 'node:assert/strict';
import { HOUR_MS } from '../../src/time/timestamps.ts';
import { test } from '../support/lanes.ts';
import { type ChangedMeeting, effectsOn, effectsSince } from '../support/makers/changed-meetings.ts';
import {
  applyTransition,
  makeRequest,
  makeRequestAfter,
  readRequest,
} from '../support/makers/meeting-requests.ts';
import { makeOffered } from '../support/makers/scheduling.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { connectAgent } from '../support/server/agent.ts';
import { nextAnswer, whileRequestLocked } from '../support/server/blocked-calls.ts';
import { BOTH_TYPES, MCP, request } from '../support/server/mcp-wire.ts';
import { type Node, onBothEngines, startTwoNodes } from '../support/server/rota.ts';

const TEN = '2026-04-01T10:00:00.000Z';
const NOON = '2026-04-02T12:00:00.000Z';
const GUEST = 'guest@example.org';
const AT_ONCE = 10;

/** A call whose answer nobody reads, in the version of 2025, which needs no handshake. */
function send({ url, rawKey }: Node, name: string, input: object, signal: AbortSignal): Promise<Response> {
  return fetch(url + MCP, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${rawKey}`,
      'content-type': 'application/json',
      accept: BOTH_TYPES,
    },
    body: JSON.stringify(request('tools/call', { name, arguments: input })),
    signal,
  });
}

onBothEngines('The same call again', (node, storage) => {
  const whileItIsLocked = <Result>(
    id: string,
    meanwhile: (untilWaiting: () => Promise<void>) => Promise<Result>,
  ) => whileRequestLocked(node(), storage().engine, id, meanwhile);

  test('does nothing, for every tool that changes a meeting', async () => {
    const agent = await connectAgent(node());
    const twice = async (tool: string, id: string, more: object = {}) => {
      const before = await effectsOn(node(), id);
      const input = { meeting_id: id, ...more };
      const first = await agent.call<ChangedMeeting>(tool, input);
      const after = await effectsOn(node(), id);
      assert.equal(effectsSince(before, after).entries.length, 1, tool);
      assert.equal(effectsSince(before, after).events.length, 1, tool);
      node().clock.advance(1_000);
      // Arguments in another order are the same.
      const second = await agent.call<ChangedMeeting>(
        tool,
        Object.fromEntries(Object.entries(input).toReversed()),
      );
      assert.deepEqual([first.repeated, second.repeated], [false, true], tool);
      assert.deepEqual(second.meeting.status, first.meeting.status);
      assert.deepEqual(await effectsOn(node(), id), after, tool);
      return effectsSince(before, after).mails;
    };
    const { id } = await makeOffered(node());
    assert.deepEqual(await twice('pause', id), []);
    await twice('resume', id);
    const ofGuest = (mails: string[]) => mails.filter((mail) => mail.endsWith(GUEST));
    assert.deepEqual(ofGuest(await twice('book_time', id, { starts_at: TEN })), [`booked to ${GUEST}`]);
    assert.deepEqual(ofGuest(await twice('reschedule', id, { starts_at: NOON })), [
      `rescheduled to ${GUEST}`,
    ]);
    assert.deepEqual(ofGuest(await twice('cancel', id, { notify: true })), [`cancelled to ${GUEST}`]);
  });

  test('is another one once somebody has changed the meeting: paused, resumed and paused again', async () => {
    const { id } = await makeRequest(node());
    const agent = await connectAgent(node());
    const input = { meeting_id: id };
    const before = await effectsOn(node(), id);
    for (const tool of ['pause', 'resume', 'pause', 'resume']) {
      const { meeting, repeated } = await agent.call<ChangedMeeting>(tool, input);
      assert.deepEqual([meeting.status, repeated], [tool === 'pause' ? 'paused' : 'active', false]);
    }
    assert.equal(effectsSince(before, await effectsOn(node(), id)).entries.length, 4);

    const booking = { ...input, starts_at: TEN };
    await agent.call('book_time', booking);
    await applyTransition(node(), id, 'reschedule', { starts_at: NOON });
    assert.match(await agent.refusal('book_time', booking), /already booked/);
    const { repeated } = await agent.call<ChangedMeeting>('reschedule', booking);
    assert.equal(repeated, false);
  });

  test('is not the same with another key or after a day, and a workspace knows nothing of the calls of another', async () => {
    const { id } = await makeRequest(node());
    const input = { meeting_id: id };
    const agent = await connectAgent(node());
    const colleague = await connectAgent(node(), { key: await node().keyWith('meeting_requests.write') });
    const { rawKey } = await node().otherWorkspace();
    const stranger = await connectAgent(node(), { key: rawKey });
    assert.equal((await agent.call<ChangedMeeting>('pause', input)).repeated, false);
    assert.match(await colleague.refusal('pause', input), /already paused/);
    assert.match(await stranger.refusal('pause', input), /Meeting request not found/);

    node().clock.advance(24 * HOUR_MS - 1);
    assert.equal((await agent.call<ChangedMeeting>('pause', input)).repeated, true);
    node().clock.advance(1);
    assert.match(await agent.refusal('pause', input), /already paused/);
  });

  test('works after a refusal, once there is no reason for it any more', async () => {
    const { id } = await makeRequestAfter(node(), 'pause');
    const agent = await connectAgent(node());
    const input = { meeting_id: id, starts_at: TEN };
    assert.match(await agent.refusal('book_time', input), /paused/);
    await applyTransition(node(), id, 'resume');
    assert.equal((await agent.call<ChangedMeeting>('book_time', input)).repeated, false);
  });

  test('at the same time gets the same answer: one does it, the others wait', async () => {
    for (const [tool, more] of [
      ['pause', {}],
      ['book_time', { starts_at: TEN }],
    ] as const) {
      const { id } = await makeRequest(node());
      const before = await effectsOn(node(), id);
      const agent = await connectAgent(node());
      const { calls } = await whileItIsLocked(id, async (untilWaiting) => {
        const calls = Array.from({ length: AT_ONCE }, () =>
          agent.call<ChangedMeeting>(tool, { meeting_id: id, ...more }),
        );
        await untilWaiting();
        return { calls };
      });
      const answers = await Promise.all(calls);
      assert.equal(answers.filter(({ repeated }) => !repeated).length, 1);
      assert.deepEqual(new Set(answers.map(({ meeting }) => meeting.status)).size, 1);
      const { entries, events } = effectsSince(before, await effectsOn(node(), id));
      assert.deepEqual([entries.length, events.length], [1, 1]);
    }
  });

  test('after an answer that got lost says what was done', async () => {
    const { id } = await makeRequest(node());
    const before = await effectsOn(node(), id);
    const input = { meeting_id: id, starts_at: TEN };
    const lost = new AbortController();
    const sent = send(node(), 'book_time', input, lost.signal);
    sent.catch(() => {});
    await eventually(async () => (await readRequest(node(), id)).status === 'booked');
    lost.abort();
    const agent = await connectAgent(node());
    const { meeting, repeated } = await agent.call<ChangedMeeting>('book_time', input);
    assert.deepEqual([meeting.starts_at, repeated], [TEN, true]);
    assert.deepEqual(effectsSince(before, await effectsOn(node(), id)).entries, [
      'meeting_request.booked by book_time',
    ]);
  });

  test('after one that was cancelled before it was done is the first', async () => {
    const { id } = await makeOffered(node());
    const before = await effectsOn(node(), id);
    const input = { meeting_id: id, starts_at: TEN };
    const agent = await connectAgent(node());
    const ways = [
      (signal: AbortSignal) => send(node(), 'book_time', input, signal),
      (signal: AbortSignal) => agent.client.callTool({ name: 'book_time', arguments: input }, { signal }),
    ];
    for (const call of ways) {
      await whileItIsLocked(id, async (untilWaiting) => {
        const cancelled = new AbortController();
        const answer = nextAnswer();
        const called = assert.rejects(call(cancelled.signal));
        const { closed } = await answer;
        await untilWaiting();
        cancelled.abort();
        await called;
        await closed;
      });
    }
    const { repeated } = await agent.call<ChangedMeeting>('book_time', input);
    assert.equal(repeated, false);
    assert.deepEqual(effectsSince(before, await effectsOn(node(), id)).entries, [
      'meeting_request.booked by book_time',
    ]);
  });
});

test('The same call at the same time on two nodes is done once, and both answer', async (t) => {
  const [node, otherNode] = await startTwoNodes(t);
  const { id } = await makeRequest(node);
  const before = await effectsOn(node, id);
  const agents = [await connectAgent(node), await connectAgent(otherNode)];
  const { calls } = await whileRequestLocked(node, 'postgres', id, async (untilWaiting) => {
    const calls = agents.map((agent) => agent.call<ChangedMeeting>('pause', { meeting_id: id }));
    await untilWaiting();
    return { calls };
  });
  const answers = await Promise.all(calls);
  assert.deepEqual(answers.map(({ repeated }) => repeated).toSorted(), [false, true]);
  assert.deepEqual(
    answers.map(({ meeting }) => meeting.status),
    ['paused', 'paused'],
  );
  const { entries, events } = effectsSince(before, await effectsOn(node, id));
  assert.deepEqual([entries.length, events.length], [1, 1]);
});
