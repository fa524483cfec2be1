// The Rota-Ignored header names the parameters and fields of a request that its route does not know.
import assert from 'node:assert/strict';
import { Rota } from '@rota/client';
import { test } from '../support/lanes.ts';
import { type Node, onBothEngines } from '../support/server/rota.ts';
import { EVENTS, Follower } from '../support/server/stream.ts';

const REQUESTS = '/api/v1/meeting_requests';
const KEYS = '/api/v1/api_keys';
const NAMES = 'rota-ignored';

async function ignored(node: Node, method: string, path: string, body?: object) {
  const { status, headers } = await node.call(method, path, { ...(body && { body }) });
  return [status, headers[NAMES]];
}

onBothEngines('The Rota-Ignored header', (node) => {
  test('names unknown parameters and fields, also nested ones', async () => {
    assert.deepEqual(await ignored(node(), 'GET', `${KEYS}?limt=5&limit=5`), [200, 'query.limt']);
    const body = {
      organizer_email: 'owner@example.com',
      participants: [
        { email: 'a@example.com', nmae: 'A' },
        { email: 'b@example.com', nmae: 'B', tz: 'x' },
      ],
      context: { titel: 'Demo', title: 'Demo', timeframe: null },
      particpants: [],
    };
    assert.deepEqual(await ignored(node(), 'POST', `${REQUESTS}?dry_run=1`, body), [
      202,
      'query.dry_run, body.participants[].nmae, body.participants[].tz, body.context.titel, body.particpants',
    ]);
  });

  test('is on a refusal too, and names the fields of a body that the route does not take', async () => {
    assert.deepEqual(await ignored(node(), 'POST', KEYS, { nmae: 'x' }), [422, 'body.nmae']);
    assert.deepEqual(await ignored(node(), 'PATCH', '/api/v1/workspace?x=1', { name: 5, y: 1 }), [
      422,
      'query.x, body.y',
    ]);
    const path = `${KEYS}/key_01KJPWD6M0A57CPWZ0TQZND9PP`;
    assert.deepEqual(await ignored(node(), 'DELETE', path, { reason: 'x' }), [404, 'body.reason']);
    const reader = await node().keyWith('teams.read');
    const forbidden = await node().get(`${KEYS}?x=1`, { key: reader });
    assert.deepEqual([forbidden.status, forbidden.headers[NAMES]], [403, 'query.x']);
  });

  test('is absent when everything is known, and for callers without a key', async () => {
    assert.deepEqual(await ignored(node(), 'GET', `${KEYS}?limit=5`), [200, undefined]);
    assert.deepEqual(await ignored(node(), 'POST', KEYS, { name: 'x', expires_at: null }), [201, undefined]);
    const answer = await node().get(`${KEYS}?x=1`, { key: null });
    assert.deepEqual([answer.status, answer.headers[NAMES]], [401, undefined]);
  });

  test('has ten names at most, none longer than fifty characters, and each safe in a header', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, number) => [`f${number}`, {}]));
    const [, names] = await ignored(node(), 'POST', KEYS, { name: 'x', ...many });
    assert.equal(names, `${Array.from({ length: 10 }, (_, number) => `body.f${number}`).join(', ')}, ...`);
    const odd = { name: 'x', 'a, b': 1, 'a\r\nb': 1, é: 1, '\ud800': 1, '': 1, ['y'.repeat(80)]: 1 };
    const expected = ['a%2C%20b', 'a%0D%0Ab', '%C3%A9', '%EF%BF%BD', '', 'y'.repeat(50)];
    assert.deepEqual(await ignored(node(), 'POST', KEYS, odd), [
      201,
      expected.map((name) => `body.${name}`).join(', '),
    ]);
    const text = '{"name": "x", "__proto__": 1, "constructor": {"z": 1}}';
    const headers = { 'content-type': 'application/json' };
    const answer = await node().call('POST', KEYS, { rawBody: text, headers });
    assert.equal(answer.headers[NAMES], 'body.__proto__, body.constructor');
    assert.deepEqual(await ignored(node(), 'POST', KEYS, [{ a: 1 }]), [422, undefined]);
  });

  test('is on a replayed response, and on a stream', async () => {
    const headers = { 'idempotency-key': 'ignored' };
    for (const replayed of [undefined, 'true']) {
      const answer = await node().post(KEYS, { name: 'x', nmae: 'y' }, { headers });
      assert.equal(answer.headers['idempotency-replayed'], replayed);
      assert.equal(answer.headers[NAMES], 'body.nmae');
    }
    await using follower = await Follower.open(node(), { query: '?afetr=x' });
    assert.equal(follower.headers[NAMES], 'query.afetr', EVENTS);
  });

  test('is passed to the onIgnored of the client', async () => {
    const reported: unknown[] = [];
    const onIgnored = (...all: unknown[]) => void reported.push(all);
    const rota = new Rota({ url: node().url, key: node().rawKey, onIgnored });
    const key = { name: 'x', nmae: 'y', labels: [] };
    await rota.apiKeys.create(key);
    await rota.workspace.get();
    assert.deepEqual(reported, [[['body.nmae', 'body.labels'], { method: 'POST', path: KEYS }]]);
  });
});
