// A repeated request with the same Idempotency-Key gets the same response and changes nothing twice.

import assert from 'node:assert/strict';
import { createHmac, hash } from 'node:crypto';
import { digestRequest } from '../../src/http/idempotency.ts';
import type { Transaction } from '../../src/storage/database.ts';
import { HOUR_MS } from '../../src/time/timestamps.ts';
import { describe, test } from '../support/lanes.ts';
import { makeManyMembers } from '../support/makers/many-members.ts';
import { inNewWorkspace } from '../support/makers/routed-requests.ts';
import { sealUnbound } from '../support/makers/sealed.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { waitBehind } from '../support/server/locks.ts';
import { assertRefused } from '../support/server/refusal.ts';
import { dataOf, errorOf, type Node, onBothEngines, startTwoNodes } from '../support/server/rota.ts';

const PATH = '/api/v1/api_keys';
const SWEEP_EVERY_MS = 10 * 60 * 1000;

function postWith(node: Node, idempotencyKey: string, body: unknown, key = node.rawKey) {
  return node.post(PATH, body, { key, headers: { 'idempotency-key': idempotencyKey } });
}

async function countNamed(node: Node, name: string): Promise<number> {
  const row = await node.services.database.get<{ count: number }>(
    'select count(*) as count from api_keys where name = $1',
    [name],
  );
  return row?.count ?? 0;
}

onBothEngines('Idempotency-Key', (node) => {
  test('a repeated request gets the same response, marked as replayed, and changes nothing twice', async () => {
    const first = await postWith(node(), 'order-1', { name: 'once', scopes: ['teams.read'] });
    const second = await postWith(node(), 'order-1', { name: 'once', scopes: ['teams.read'] });
    assert.equal(first.status, 201);
    assert.equal(first.headers['idempotency-replayed'], undefined);
    assert.equal(second.status, 201);
    assert.equal(second.headers['idempotency-replayed'], 'true');
    assert.equal(second.headers['content-type'], first.headers['content-type']);
    assert.equal(second.text, first.text);
    assert.equal(await countNamed(node(), 'once'), 1);
    const { id } = dataOf<{ id: string }>(first);
    const entries = await node().get(`/api/v1/audit_log?target_id=${id}`);
    assert.equal(dataOf<unknown[]>(entries).length, 1);
  });

  test('refusals of the input are stored too: 422 invalid_request and validation_error', async () => {
    for (const [key, body, type] of [
      ['bad-1', { name: '' }, 'invalid_request'],
      ['bad-2', { name: 'x', expires_at: '2020-01-01T00:00:00Z' }, 'validation_error'],
    ] as const) {
      const first = await postWith(node(), key, body);
      const second = await postWith(node(), key, body);
      assert.deepEqual([first.status, errorOf(first).type], [422, type]);
      assert.deepEqual([second.status, second.text], [422, first.text]);
      assert.equal(second.headers['idempotency-replayed'], 'true');
    }
  });

  test('401, 403 and an unreadable body are not stored: the corrected call succeeds', async () => {
    const poor = await node().keyWith('api_keys.write');
    const body = { name: 'corrected', scopes: ['teams.read'] };
    assert.equal((await postWith(node(), 'retry-1', body, poor)).status, 403);
    assert.equal((await postWith(node(), 'retry-1', { ...body, scopes: [] }, poor)).status, 201);
    assert.equal((await postWith(node(), 'retry-2', body, 'not-a-key')).status, 401);
    assert.equal((await postWith(node(), 'retry-2', body)).status, 201);
    const headers = { 'idempotency-key': 'retry-3', 'content-type': 'application/json' };
    assert.equal((await node().call('POST', PATH, { rawBody: '{"name":', headers })).status, 422);
    const repaired = await node().call('POST', PATH, { rawBody: '{"name":"repaired"}', headers });
    assert.equal(repaired.status, 201);
  });

  test('422: the same key with another body', async () => {
    await postWith(node(), 'reused', { name: 'first use' });
    const answer = await postWith(node(), 'reused', { name: 'second use' });
    assert.equal(answer.status, 422);
    assert.deepEqual(errorOf(answer), {
      type: 'invalid_request',
      message: 'Idempotency-Key was used before with another method, path or body',
    });
    assert.equal(await countNamed(node(), 'second use'), 0);
    assert.equal((await postWith(node(), 'reused', { name: 'first use' })).status, 201);
  });

  test('422: the same key with another path', async () => {
    await postWith(node(), 'moved', { name: 'moved' });
    const headers = { 'idempotency-key': 'moved' };
    const answer = await node().post(`${PATH}?elsewhere=1`, { name: 'moved' }, { headers });
    assert.equal(answer.status, 422);
  });

  test('each API key has its own idempotency keys', async () => {
    const other = await node().otherWorkspace();
    const ours = await postWith(node(), 'shared', { name: 'shared' });
    const theirs = await postWith(node(), 'shared', { name: 'shared' }, other.rawKey);
    assert.equal(theirs.headers['idempotency-replayed'], undefined);
    assert.notEqual(dataOf<{ id: string }>(theirs).id, dataOf<{ id: string }>(ours).id);
  });

  test('a stored response is replayed for 24 hours', async () => {
    const first = await postWith(node(), 'daily', { name: 'daily' });
    node().clock.advance(24 * HOUR_MS - 1);
    const kept = await postWith(node(), 'daily', { name: 'daily' });
    assert.equal(kept.text, first.text);
    node().clock.advance(1);
    const fresh = await postWith(node(), 'daily', { name: 'daily' });
    assert.equal(fresh.headers['idempotency-replayed'], undefined);
    assert.notEqual(fresh.text, first.text);
    assert.equal((await postWith(node(), 'daily', { name: 'daily' })).text, fresh.text);
  });

  test('an expired response is removed from the database', async () => {
    await postWith(node(), 'old', { name: 'old' });
    const count = async () => {
      const sql = 'select count(*) as count from idempotent_answers';
      return (await node().services.database.get<{ count: number }>(sql))?.count;
    };
    assert.notEqual(await count(), 0);
    node().clock.advance(25 * HOUR_MS);
    await eventually(async () => {
      node().clock.advance(SWEEP_EVERY_MS);
      return (await count()) === 0;
    });
  });

  test('422: a key that is empty, too long or not printable ASCII', async () => {
    for (const key of ['', 'x'.repeat(256), 'caf\u00e9']) {
      const answer = await postWith(node(), key, { name: 'never' });
      assert.equal(answer.status, 422);
      assert.deepEqual(errorOf(answer), {
        type: 'invalid_request',
        message: 'Idempotency-Key must be 1 to 255 printable ASCII characters',
      });
    }
    assert.equal((await postWith(node(), 'x'.repeat(255), { name: 'longest' })).status, 201);
    assert.equal(await countNamed(node(), 'never'), 0);
  });

  test('a stored response can be read by nobody but its caller', async () => {
    const answer = await postWith(node(), 'sealed', { name: 'sealed' });
    const { key } = dataOf<{ key: string }>(answer);
    const rows = await node().services.database.all('select * from idempotent_answers');
    const stored = JSON.stringify(rows);
    assert.ok(!stored.includes(key) && !stored.includes('sealed'));
    assert.ok(!stored.includes(Buffer.from(key).toString('base64').slice(4, 40)));
  });

  test('a stored response is bound to its status and its request: once either is changed, it is not replayed, and nothing is done', async () => {
    const { database } = node().services;
    const first = await postWith(node(), 'bound', { name: 'bound' });
    const change = (column: string, value: string | number) =>
      database.change(`update idempotent_answers set ${column} = $1 where key_digest = $2`, [
        value,
        hash('sha256', 'bound'),
      ]);
    await change('status', 200);
    assert.equal((await postWith(node(), 'bound', { name: 'bound' })).status, 500);
    await change('status', 201);
    assert.equal((await postWith(node(), 'bound', { name: 'bound' })).text, first.text);
    await change('request_digest', digestRequest('POST', PATH, Buffer.from('{"name":"other"}')));
    assert.equal((await postWith(node(), 'bound', { name: 'other' })).status, 500);
    assert.equal(await countNamed(node(), 'bound'), 1);
    assert.equal(await countNamed(node(), 'other'), 0);
  });

  test('a response stored by an earlier version is still replayed', async () => {
    const first = await postWith(node(), 'former', { name: 'former' });
    const key = createHmac('sha256', node().rawKey).update('rota answer former').digest();
    await node().services.database.change('update idempotent_answers set answer = $1 where key_digest = $2', [
      sealUnbound(first.text, key),
      hash('sha256', 'former'),
    ]);
    const again = await postWith(node(), 'former', { name: 'former' });
    assert.deepEqual([again.status, again.text], [201, first.text]);
    assert.equal(await countNamed(node(), 'former'), 1);
  });

  test('a long response is replayed byte for byte, and stored in less than half its size', async () => {
    const inside = await inNewWorkspace(node());
    const member_ids = (await makeManyMembers(inside, 50)).map(({ id }) => id);
    const headers = { 'idempotency-key': 'long' };
    const create = () => inside.post('/api/v1/teams', { name: 'Ménage', member_ids }, { headers });
    const [first, second] = [await create(), await create()];
    assert.deepEqual([first.status, second.status, second.text], [201, 201, first.text]);
    assert.equal(second.headers['idempotency-replayed'], 'true');
    const row = await inside.services.database.get<{ size: number }>(
      'select max(length(answer)) as size from idempotent_answers',
    );
    assert.ok(row && row.size < first.text.length / 2, `${row?.size} for ${first.text.length}`);
  });

  test('422: a response over 256 KiB can not be stored, so nothing is done', async () => {
    const inside = await inNewWorkspace(node());
    const people = await makeManyMembers(inside, 450);
    await inside.services.database.change('update members set name = $1 where workspace_id = $2', [
      '名'.repeat(200),
      inside.workspaceId,
    ]);
    const body = { name: 'Long names', member_ids: people.map(({ id }) => id) };
    const create = (headers: Record<string, string>) => inside.post('/api/v1/teams', body, { headers });
    const message =
      "Idempotency-Key can't be used for a response over 256 KiB, so nothing was done: leave it out, or ask for less at once";
    const kept = () => create({ 'idempotency-key': 'too long' });
    await assertRefused(inside, [[kept, 'invalid_request', message]]);
    assert.equal((await create({})).status, 201);
  });

  test('of many simultaneous requests, one does the work; the others wait for it or get 409', async () => {
    const body = { name: 'stampede' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => postWith(node(), 'stampede', body)));
    const done = answers.filter((answer) => answer.status === 201);
    const early = answers.filter((answer) => answer.status === 409);
    assert.equal(done.length + early.length, 20);
    assert.ok(done.length >= 1);
    assert.equal(new Set(done.map((answer) => answer.text)).size, 1);
    for (const answer of early) {
      assert.deepEqual(errorOf(answer), {
        type: 'conflict',
        message: 'A request with this Idempotency-Key is still running',
      });
    }
    assert.equal(await countNamed(node(), 'stampede'), 1);
  });
});

describe('Idempotency-Key on two nodes of one PostgreSQL', () => {
  test('simultaneous requests to both nodes change nothing twice', async (t) => {
    const [one, two] = await startTwoNodes(t);
    for (let round = 1; round <= 25; round++) {
      const name = `pair ${round}`;
      const answers = await Promise.all([postWith(one, name, { name }), postWith(two, name, { name })]);
      const statuses = answers.map((answer) => answer.status).sort();
      assert.ok(['201,201', '201,409'].includes(statuses.join()), statuses.join());
      assert.equal(await countNamed(one, name), 1);
      const again = await Promise.all([postWith(one, name, { name }), postWith(two, name, { name })]);
      const texts = [...answers, ...again].filter((answer) => answer.status === 201).map(({ text }) => text);
      assert.equal(new Set(texts).size, 1);
    }
  });
});

describe('Idempotency-Key while the first request is still running', () => {
  test('409 on another node', async (t) => {
    const [one, two] = await startTwoNodes(t);
    // The table lock keeps the first request running until the test releases it.
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: locked, resolve: onLocked } = Promise.withResolvers<Transaction>();
    const locking = one.services.database.transaction(async (tx) => {
      await tx.script('lock table audit_entries in exclusive mode');
      onLocked(tx);
      await released;
    });
    const blocker = await locked;
    const first = postWith(one, 'slow', { name: 'slow' });
    await waitBehind(one.services.database, blocker);
    const second = await postWith(two, 'slow', { name: 'slow' });
    assert.equal(second.status, 409);
    assert.equal(second.headers['retry-after'], '1');
    assert.equal((await postWith(one, 'slow', { name: 'slow' })).status, 409);
    release();
    await locking;
    const done = await first;
    assert.equal(done.status, 201);
    const replayed = await postWith(two, 'slow', { name: 'slow' });
    assert.deepEqual([replayed.text, replayed.headers['idempotency-replayed']], [done.text, 'true']);
  });
});
