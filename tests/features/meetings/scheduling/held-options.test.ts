// With `hold_options`, Rota does not offer a time to two requests of one host, until one of them has an answer.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { test } from '../../../support/lanes.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import {
  answered,
  makeOffered,
  offeredIn,
  showRequest,
  startsOf,
  untilIdle,
} from '../../../support/makers/scheduling.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const GUEST = 'guest@example.org';

onBothEngines('Held options', (node) => {
  const hold = async (hold_options: boolean) =>
    dataOf(await node().patch('/api/v1/workspace/scheduling', { hold_options }));
  /** Somebody with one slot a day, so that requests want the same times. */
  const makeBusyMember = async () => {
    const { email: organizer_email, id } = await makeMember(node());
    const weekly = ['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => ({ day, start: '09:00', end: '09:30' }));
    dataOf(await node().patch(`/api/v1/workspace_members/${id}/availability`, { weekly }));
    return { organizer_email };
  };
  const offered = async (fields: object) => startsOf(offeredIn(await makeOffered(node(), fields)));
  before(() => hold(true));

  test('are not offered to another request', async () => {
    const host = await makeBusyMember();
    const first = await offered(host);
    const second = await offered(host);
    assert.equal(first.length, 3);
    assert.equal(new Set([...first, ...second]).size, 6);
    assert.deepEqual(await offered(await makeBusyMember()), first, 'somebody else is free then');
  });

  test('are offered to both without the setting', async () => {
    await hold(false);
    const host = await makeBusyMember();
    assert.deepEqual(await offered(host), await offered(host));
    await hold(true);
  });

  test('are not offered to another request, of many at once', async () => {
    const host = await makeBusyMember();
    const requests = await Promise.all(Array.from({ length: 6 }, () => makeRequest(node(), host)));
    await untilIdle(node());
    const shown = await Promise.all(requests.map(({ id }) => showRequest(node(), id)));
    const starts = shown.flatMap((request) => startsOf(offeredIn(request)));
    assert.deepEqual([starts.length, new Set(starts).size], [18, 18]);
  });

  test('are free for others once one of them is chosen, but for that one', async () => {
    const host = await makeBusyMember();
    const { id, options } = await makeOffered(node(), host);
    const [chosen, ...others] = options;
    assert.ok(chosen);
    await answered(node(), id, GUEST, [chosen.id]);
    const next = await offered(host);
    assert.deepEqual(next.slice(0, 2), startsOf(others));
    assert.ok(!next.includes(chosen.starts_at));
  });

  test('are free for others when none of them works, and when the request is cancelled', async () => {
    const host = await makeBusyMember();
    const request = await makeOffered(node(), host);
    const first = startsOf(request.options);
    const again = await answered(node(), request.id, GUEST);
    assert.deepEqual(await offered(host), first);
    const held = startsOf(offeredIn(again));
    dataOf(await applyTransition(node(), request.id, 'cancel'));
    assert.deepEqual(await offered(host), held);
  });
});

onBothEngines('A booked request', (node) => {
  test('has no chosen option once it is moved by hand to a time that was not offered', async () => {
    const { id, options } = await makeOffered(node());
    await answered(node(), id, GUEST, [options[0]?.id as string]);
    dataOf(await applyTransition(node(), id, 'reschedule'));
    const { options: after } = await showRequest(node(), id);
    assert.deepEqual(new Set(after.map(({ status }) => status)), new Set(['withdrawn']));
  });
});
