// The event stream yields each event once, also those committed late, and resumes where it broke off.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { insertEvents } from '../../../../src/features/events/events/queries.ts';
import { createIds } from '../../../../src/ids.ts';
import { test } from '../../../support/lanes.ts';
import { eventsOf } from '../../../support/makers/events.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { waitBehind } from '../../../support/server/locks.ts';
import { ManualClock } from '../../../support/server/manual-clock.ts';
import { errorOf, type Node, onBothEngines, startNode, startTwoNodes } from '../../../support/server/rota.ts';
import { EVENTS, Follower } from '../../../support/server/stream.ts';

const accept = { accept: 'text/event-stream' };
const idsOf = (events: { id: string }[]) => events.map(({ id }) => id);

/** Writes an event that is committed `ms` after it got its id. */
async function writeLate({ services, workspaceId, clock }: Node, ms: number): Promise<string> {
  const id = createIds(new ManualClock(clock.now() - ms))('event');
  const payload = { event: 'test', timestamp: '2026-03-02T09:00:00.000Z', message: 'late' };
  const row = { id, type: 'test', payload: JSON.stringify(payload), created_at: clock.now() - ms };
  await services.database.transaction(async (tx) => insertEvents(tx, workspaceId, [row]));
  return id;
}

onBothEngines('The stream of events', (node, storage) => {
  test('sends each event from then on, as it happens, as server-sent events', async () => {
    await makeRequest(node());
    await using follower = await Follower.open(node());
    assert.equal(follower.headers['content-type'], 'text/event-stream');
    assert.equal(follower.headers['cache-control'], 'no-store');
    const { id } = await makeRequest(node());
    await follower.atLeast(1);
    await applyTransition(node(), id, 'pause');
    const events = await follower.atLeast(2);
    const stored = (await eventsOf(node(), id)).map(({ id, type, payload }) => ({ id, type, payload }));
    assert.deepEqual(
      events.map(({ id, type, payload }) => ({ id, type, payload })),
      stored,
    );
    assert.match(follower.text, /^retry: 1000\nid: evt_\w+\n\nid: evt_\w+\ndata: \{.*\}\n\nid: /);
  });

  test('begins after an event, however many have followed', async () => {
    const { id: since } = (await eventsOf(node())).at(-1) as { id: string };
    const { organizer_email } = await makeRequest(node());
    for (let made = 0; made < 120; made++) await makeRequest(node(), { organizer_email });
    await using follower = await Follower.open(node(), { query: `?after=${since}` });
    assert.deepEqual(idsOf(await follower.atLeast(121)), idsOf(await eventsOf(node(), undefined, since)));
  });

  test('sends an event that was committed after later ones, and each event once', async () => {
    node().clock.advance(60_000);
    await using follower = await Follower.open(node());
    await makeRequest(node());
    await follower.atLeast(1);
    const late = await writeLate(node(), 2_000);
    const [first, second] = await follower.atLeast(2);
    assert.deepEqual([second?.id, (first?.id as string) > late], [late, true]);
    await makeRequest(node());
    const ids = idsOf(await follower.atLeast(3));
    assert.deepEqual(ids, [...new Set(ids)]);
  });

  test('resumes where it broke off, with events that were committed late', async () => {
    await using broken = await Follower.open(node());
    await makeRequest(node());
    const { id: last } = (await broken.atLeast(1))[0] as { id: string };
    await broken[Symbol.asyncDispose]();
    const late = await writeLate(node(), 2_000);
    const { id: about } = await makeRequest(node());
    const missed = (await eventsOf(node(), about))[0]?.id as string;
    await using resumed = await Follower.open(node(), { lastEventId: last });
    await resumed.until(() => idsOf(resumed.events).includes(missed));
    assert.ok(idsOf(resumed.events).includes(late));
  });

  test('sends a heartbeat, so that both ends know that the other is there', async () => {
    const before = node().clock.now();
    await using follower = await Follower.open(node());
    await follower.until(() => follower.text.endsWith('\n\n:\n\n'));
    assert.ok(node().clock.now() - before >= 15_000);
  });

  test("shows only one's own workspace", async () => {
    const other = await node().otherWorkspace();
    await using own = await Follower.open(node());
    await using others = await Follower.open(node(), { key: other.rawKey });
    const { id } = await makeRequest(node());
    assert.equal((await own.atLeast(1))[0]?.payload.id, id);
    await others.until(() => others.text.endsWith('\n\n:\n\n'));
    assert.deepEqual(others.events, []);
  });

  test('ends when the key is revoked', async () => {
    const answer = await node().post('/api/v1/api_keys', { name: 'Short', scopes: ['webhooks.read'] });
    const { id, key } = (answer.body as { data: { id: string; key: string } }).data;
    await using follower = await Follower.open(node(), { key });
    await makeRequest(node());
    await follower.atLeast(1);
    await node().delete(`/api/v1/api_keys/${id}`);
    await makeRequest(node());
    await follower.until(() => follower.hasEnded);
    assert.equal(follower.events.length, 1);
  });

  test('ends, and releases what it holds, when the reader is gone', async () => {
    const key = await node().keyWith('webhooks.read');
    const streams = await Promise.all(Array.from({ length: 10 }, () => Follower.open(node(), { key })));
    const another = () => node().get(EVENTS, { key, headers: accept });
    const refused = await another();
    assert.deepEqual([refused.status, errorOf(refused).type], [429, 'rate_limited']);
    assert.equal(refused.headers['retry-after'], '15');
    assert.equal((await node().get(EVENTS, { key })).status, 200, 'the list is still there');
    await Promise.all(streams.map((stream) => stream[Symbol.asyncDispose]()));
    await eventually(async () => {
      const follower = await Follower.open(node(), { key }).catch(() => undefined);
      await follower?.[Symbol.asyncDispose]();
      return follower;
    });
  });

  test('is limited to 100 for a workspace, whatever the number of its keys', async () => {
    const { rawKey } = await node().otherWorkspace();
    const keys: string[] = [];
    for (let made = 0; made < 10; made++) {
      const body = { name: 'Reader', scopes: ['webhooks.read'] };
      const answer = await node().post('/api/v1/api_keys', body, { key: rawKey });
      keys.push((answer.body as { data: { key: string } }).data.key);
    }
    const streams = await Promise.all(
      keys.flatMap((key) => Array.from({ length: 10 }, () => Follower.open(node(), { key }))),
    );
    // Checked first, because the request below would wait for the end of an accepted stream.
    await assert.rejects(Follower.open(node(), { key: rawKey }));
    const refused = await node().get(EVENTS, { key: rawKey, headers: accept });
    assert.deepEqual(
      [refused.status, errorOf(refused).message],
      [429, 'Too many requests: this workspace has 100 streams open'],
    );
    await using other = await Follower.open(node());
    assert.equal(other.hasEnded, false);
    await Promise.all(streams.map((stream) => stream[Symbol.asyncDispose]()));
  });

  test('refuses what the list refuses, and a malformed Last-Event-ID', async () => {
    const refusals = [
      [await node().get(`${EVENTS}?after=x`, { headers: accept }), 'after'],
      [await node().get(EVENTS, { headers: { ...accept, 'last-event-id': 'x' } }), 'Last-Event-ID'],
    ] as const;
    for (const [answer, name] of refusals) {
      const error = { type: 'invalid_request', message: `${name} must be an id that begins with evt_` };
      assert.deepEqual([answer.status, answer.body], [422, { error }]);
    }
    const unscoped = await node().get(EVENTS, { key: await node().keyWith('teams.read'), headers: accept });
    assert.equal(unscoped.status, 403);
    assert.equal((await node().get(EVENTS, { key: null, headers: accept })).status, 401);
  });

  test('is a list for callers that accept something else, and for HEAD', async () => {
    for (const accepted of ['*/*', 'application/json', 'text/html']) {
      const headers = { accept: accepted };
      assert.match(String((await node().get(EVENTS, { headers })).headers['content-type']), /json/);
    }
    const { hostname, port } = new URL(node().url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `HEAD ${EVENTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${node().rawKey}\r\n` +
        'Accept: text/event-stream\r\nConnection: close\r\n\r\n',
    );
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    await once(socket, 'close');
    assert.match(text, /^HTTP\/1\.1 200 [\s\S]*content-type: application\/json/);
  });

  test('ends when the service stops', async () => {
    const stopping = await startNode(storage(), { clock: node().clock });
    const follower = await Follower.open(stopping);
    const stopped = stopping.app.stop();
    // The clock stands still: the stop waits for nothing, and cuts nothing off.
    await eventually(async () => follower.hasEnded);
    await stopped;
    await stopping.services.storage.close();
  });
});

test('An event on one node is streamed by the others', async (t) => {
  const [one, other] = await startTwoNodes(t);
  await using follower = await Follower.open(other);
  const { id } = await makeRequest(one);
  assert.equal((await follower.atLeast(1))[0]?.payload.id, id);
});

test('Readers who left before their stream began are not counted', async (t) => {
  const [node] = await startTwoNodes(t);
  const { hostname, port } = new URL(node.url);
  const { database, storage } = node.services;
  // The key can't be looked up until the readers are gone. Look-ups share a connection, so one waits for all.
  await database.transaction(async (tx) => {
    await tx.script('lock table api_keys in access exclusive mode');
    const sockets = Array.from({ length: 3 }, () => connect(Number(port), hostname));
    for (const socket of sockets) {
      socket.write(
        `GET ${EVENTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${node.rawKey}\r\n` +
          'Accept: text/event-stream\r\n\r\n',
      );
    }
    await waitBehind(storage.background, tx);
    for (const socket of sockets) await once(socket.resetAndDestroy(), 'close');
    // The server learns of the reset before the result of this query.
    await storage.background.get('select 1');
  });
  const streams = await Promise.all(Array.from({ length: 10 }, () => Follower.open(node)));
  await Promise.all(streams.map((stream) => stream[Symbol.asyncDispose]()));
});
