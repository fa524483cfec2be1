// Every change leaves one audit entry with actor, target and values; a refused change leaves none.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import type { AuditEntry } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const PATH = '/api/v1/audit_log';

async function entries(node: Node, query: string, key: string): Promise<AuditEntry[]> {
  return dataOf(await node.get(`${PATH}${query}`, { key }));
}

onBothEngines('audit log', (node) => {
  test('every change of a key leaves one entry: who, what, when, before and after', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const [caller] = dataOf<{ id: string }[]>(await node().get('/api/v1/api_keys', { key }));
    const body = { name: 'Watched', scopes: ['teams.read'], expires_at: '2030-01-01T00:00:00Z' };
    const { id } = dataOf<{ id: string }>(await node().post('/api/v1/api_keys', body, { key }));
    const createdAt = new Date(node().clock.now()).toISOString();
    node().clock.advance(1_500);
    await node().delete(`/api/v1/api_keys/${id}`, { key });
    const revokedAt = new Date(node().clock.now()).toISOString();

    const shared = {
      actor: { type: 'api_key', id: caller?.id },
      target: { type: 'api_key', id },
      reason: null,
      tool: null,
    };
    const found = await entries(node(), `?target_id=${id}`, key);
    for (const entry of found) assert.match(entry.id, /^aud_[0-9A-Z]{26}$/);
    assert.deepEqual(
      found.map(({ id: _id, ...entry }) => entry),
      [
        {
          ...shared,
          action: 'api_key.revoked',
          changes: { revoked_at: [null, revokedAt] },
          created_at: revokedAt,
        },
        {
          ...shared,
          action: 'api_key.created',
          changes: {
            name: [null, 'Watched'],
            scopes: [null, ['teams.read']],
            expires_at: [null, '2030-01-01T00:00:00.000Z'],
          },
          created_at: createdAt,
        },
      ],
    );
  });

  test('the first start is in it too, done by the system', async () => {
    const found = await entries(node(), '?limit=100', node().rawKey);
    const made = found.filter((entry) => entry.actor.type === 'system').reverse();
    assert.deepEqual(
      made.map((entry) => entry.action),
      ['workspace.created', 'member.created', 'entitlement.created', 'api_key.created'],
    );
    assert.deepEqual(made[1]?.changes, {
      email: [null, 'owner@example.com'],
      name: [null, null],
      role: [null, 'admin'],
    });
    assert.deepEqual(made[2]?.changes, {
      plan_key: [null, 'pro'],
      seat_capacity: [null, 10],
      seat_unlimited: [null, false],
      enforcement_mode: [null, 'hard'],
      priority: [null, 0],
      active: [null, true],
    });
  });

  test('a refused change leaves none', async () => {
    const before = (await node().get(`${PATH}?limit=100`)).text;
    await node().post('/api/v1/api_keys', { name: '' });
    await node().delete('/api/v1/api_keys/key_01KJPWD6M0A57CPWZ0TQZND9PP');
    await node().patch('/api/v1/workspace', { handle: 'NO' });
    assert.equal((await node().get(`${PATH}?limit=100`)).text, before);
  });

  test('it can be filtered by action and by target, both at once, and paged', async () => {
    const { id: workspaceId, rawKey: key } = await node().otherWorkspace('filtered');
    for (const name of ['a', 'b', 'c']) await node().patch('/api/v1/workspace', { name }, { key });
    const updated = await entries(node(), '?action=workspace.updated', key);
    assert.deepEqual(
      updated.map((entry) => entry.changes.name?.[1]),
      ['c', 'b', 'a'],
    );
    assert.equal((await entries(node(), `?target_id=${workspaceId}`, key)).length, 4);
    assert.equal(
      (await entries(node(), `?target_id=${workspaceId}&action=workspace.created`, key)).length,
      1,
    );
    assert.deepEqual(await entries(node(), '?action=nothing.done', key), []);

    const first = await node().get(`${PATH}?action=workspace.updated&limit=2`, { key });
    const { meta } = first.body as { meta: { next_cursor: string } };
    assert.deepEqual(meta, { limit: 2, has_more: true, next_cursor: updated[1]?.id });
    const rest = await node().get(`${PATH}?action=workspace.updated&limit=2&cursor=${meta.next_cursor}`, {
      key,
    });
    assert.deepEqual(rest.body, {
      data: [updated[2]],
      meta: { limit: 2, has_more: false, next_cursor: null },
    });
  });

  test('it can be filtered by who did it and when', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const [caller] = dataOf<[{ id: string }]>(await node().get('/api/v1/api_keys', { key }));
    node().clock.advance(1_000);
    const times: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      await node().patch('/api/v1/workspace', { name }, { key });
      times.push(new Date(node().clock.now()).toISOString());
      node().clock.advance(1_000);
    }
    const [first, second] = times;
    const names = async (query: string) =>
      (await entries(node(), query, key)).map((entry) => entry.changes.name?.[1]);
    assert.deepEqual(await names(`?actor_id=${caller.id}`), ['c', 'b', 'a']);
    assert.deepEqual(await names('?actor_type=api_key'), ['c', 'b', 'a']);
    assert.deepEqual(await names(`?actor_id=${caller.id}&created_after=${second}`), ['c', 'b']);
    assert.deepEqual(await names(`?actor_type=api_key&created_before=${second}`), ['b', 'a']);
    assert.deepEqual(
      await names(`?created_after=${first}&created_before=${second}&action=workspace.updated`),
      ['b', 'a'],
    );
    assert.deepEqual(await names(`?actor_type=member&actor_id=${caller.id}`), []);
    assert.equal((await entries(node(), '?actor_type=cli', key)).length, 2);
    assert.deepEqual(await entries(node(), '?actor_id=tests&actor_type=api_key', key), []);
    const wrong = await node().get(`${PATH}?actor_type=robot`, { key });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /actor_type must be one of api_key, member, participant/);
  });

  test("another workspace's entries are not in it", async () => {
    const other = await node().otherWorkspace();
    const theirs = await entries(node(), '', other.rawKey);
    assert.equal(theirs.length, 2);
    const query = `?target_id=${theirs[0]?.target.id}`;
    assert.deepEqual(await entries(node(), query, node().rawKey), []);
    // Their ids are valid cursors, and show none of their entries.
    const page = await node().get(`${PATH}?cursor=${theirs[0]?.id}&limit=100`);
    for (const entry of dataOf<AuditEntry[]>(page)) assert.notEqual(entry.target.id, other.id);
  });
});
