// The stream that pages of the console listen to: it says that something happened, and nothing of what.
import assert from 'node:assert/strict';
import { type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { test } from '../support/lanes.ts';
import { applyTransition, makeRequest } from '../support/makers/meeting-requests.ts';
import { deactivate, makeMember } from '../support/makers/team-members.ts';
import { send } from '../support/server/http.ts';
import { dataOf, type Node, onBothEngines } from '../support/server/rota.ts';
import { Follower } from '../support/server/stream.ts';

const PATH = '/console/events';
const accept = 'text/event-stream';

const follow = (node: Node, { cookie }: SignedIn, types: string) =>
  Follower.open(node, { path: PATH, query: `?${new URLSearchParams({ types })}`, cookie });

onBothEngines('The stream of the console', (node) => {
  test('tells ids and types, of the types that were asked for, to a member who is no admin', async () => {
    const somebody = await signedIn(node(), await makeMember(node()));
    await using follower = await follow(node(), somebody, 'meeting_request. calendar.failing');
    await using other = await follow(node(), somebody, 'member.deactivated meeting_request');
    await deactivate(node(), await makeMember(node()));
    const { id } = await makeRequest(node());
    dataOf(await applyTransition(node(), id, 'cancel'));
    const told = await follower.atLeast(2);
    assert.deepEqual(
      told.map(({ type }) => type),
      ['meeting_request.created', 'meeting_request.cancelled'],
    );
    for (const event of told) assert.deepEqual(Object.keys(event), ['id', 'type']);
    assert.deepEqual(
      (await other.atLeast(1)).map(({ type }) => type),
      ['member.deactivated'],
    );
  });

  test('ends with the session', async () => {
    const session = await signedIn(node(), await makeMember(node()));
    await using follower = await follow(node(), session, 'meeting_request.');
    assert.equal((await session.post('/console/sign-out')).status, 303);
    await makeRequest(node());
    await follower.until(() => follower.hasEnded);
    assert.deepEqual(follower.events, []);
  });

  test('303 without a session, 422 for types that are none and for whoever reads no stream', async () => {
    const url = `${node().url}${PATH}?types=meeting_request.`;
    const { status, headers } = await send({ method: 'GET', url, headers: { accept } });
    assert.equal(status, 303);
    assert.match(headers.location ?? '', /^\/console\/sign-in/);
    const session = await signedIn(node(), await makeMember(node()));
    for (const types of ['', '?types=', '?types=meeting', '?types=.', `?types=${'x.'.repeat(2_000)}`]) {
      assert.equal((await session.get(PATH + types, { accept })).status, 422, types);
    }
    assert.equal((await session.get(`${PATH}?types=meeting_request.`)).status, 422);
  });
});
