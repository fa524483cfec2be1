// A key made by another key cannot outlive or outrank it, and can be revoked together with it.
import assert from 'node:assert/strict';
import { createApiKey } from '../../../../src/features/workspace/api-keys/operations.ts';
import type { Scope } from '../../../../src/scopes.ts';
import type { Transaction } from '../../../../src/storage/database.ts';
import { within } from '../../../../src/storage/within.ts';
import { test } from '../../../support/lanes.ts';
import { answerBehind } from '../../../support/server/locks.ts';
import type { AuditEntry } from '../../../support/server/resources.ts';
import { dataOf, errorOf, type Node, onBothEngines, startTwoNodes } from '../../../support/server/rota.ts';

const PATH = '/api/v1/api_keys';

interface Made {
  id: string;
  key: string;
  expires_at: string | null;
  created_by_api_key_id: string | null;
}

const ALL: Scope[] = ['api_keys.read', 'api_keys.write', 'teams.read'];

/** A key that `maker` makes. */
async function makeKey(node: Node, maker: string, body: object = {}): Promise<Made> {
  return dataOf(await node.post(PATH, { name: 'Made', scopes: ALL, ...body }, { key: maker }));
}

const works = async (node: Node, { key }: Made) => (await node.get(PATH, { key })).status === 200;
const inMs = (node: Node, ms: number) => new Date(node.clock.now() + ms).toISOString();

/** A key, its child and its grandchild. */
async function family(node: Node): Promise<[Made, Made, Made]> {
  const first = await makeKey(node, node.rawKey);
  const second = await makeKey(node, first.key);
  return [first, second, await makeKey(node, second.key)];
}

const revoke = (node: Node, { id }: { id: string }, key = node.rawKey, query = '') =>
  node.delete(`${PATH}/${id}${query}`, { key });

async function entriesAbout(node: Node, { id }: { id: string }): Promise<AuditEntry[]> {
  return dataOf(await node.get(`/api/v1/audit_log?action=api_key.revoked&target_id=${id}`));
}

onBothEngines('keys that were made by keys', (node) => {
  test('they expire with their maker when no time is given, and no later than that', async () => {
    const end = inMs(node(), 3_000);
    const maker = await makeKey(node(), node().rawKey, { expires_at: end });
    for (const body of [{}, { expires_at: null }, { expires_at: end }]) {
      assert.equal((await makeKey(node(), maker.key, body)).expires_at, end, JSON.stringify(body));
    }
    const sooner = inMs(node(), 2_000);
    const child = await makeKey(node(), maker.key, { expires_at: sooner });
    assert.equal(child.expires_at, sooner);
    const late = inMs(node(), 3_001);
    const answer = await node().post(PATH, { name: 'x', expires_at: late }, { key: maker.key });
    assert.deepEqual(
      [answer.status, errorOf(answer)],
      [
        422,
        {
          type: 'validation_error',
          message: `expires_at must be at most ${end}, when the calling key expires`,
        },
      ],
    );
    const grandchild = await makeKey(node(), child.key);
    assert.equal(grandchild.expires_at, sooner);
    node().clock.advance(2_000);
    assert.deepEqual([await works(node(), grandchild), await works(node(), maker)], [false, true]);
    node().clock.advance(1_000);
    assert.equal(await works(node(), maker), false);
  });

  test('their maker is shown, also after it was revoked; those of the command line have none', async () => {
    const [first, second] = await family(node());
    await revoke(node(), first);
    const listed = dataOf<Made[]>(await node().get(`${PATH}?limit=100`));
    const makerOf = (id: string) => listed.find((key) => key.id === id)?.created_by_api_key_id;
    assert.equal(second.created_by_api_key_id, first.id);
    assert.equal(makerOf(second.id), first.id);
    const caller = {
      workspaceId: node().workspaceId,
      actor: { type: 'cli', id: 'ada' },
      scopes: ALL,
    } as const;
    const input = { name: 'Operator', scopes: ALL };
    const own = await createApiKey({ ...node().services, caller }, input);
    assert.equal(own.created_by_api_key_id, null);
    assert.ok(
      listed.some((key) => key.created_by_api_key_id === null),
      'the first key',
    );
  });

  test('they live on when their maker is revoked, unless its descendants are to be revoked too', async () => {
    const [first, second, third] = await family(node());
    const sibling = await makeKey(node(), node().rawKey);
    assert.equal((await revoke(node(), second)).status, 204);
    assert.deepEqual(await Promise.all([first, second, third].map((key) => works(node(), key))), [
      true,
      false,
      true,
    ]);
    // The key in between is revoked already.
    const expired = await makeKey(node(), first.key, { expires_at: inMs(node(), 1) });
    node().clock.advance(1);
    const answer = await revoke(node(), first, node().rawKey, '?with_descendants=true');
    assert.deepEqual([answer.status, answer.text], [204, '']);
    assert.deepEqual(await Promise.all([first, third, sibling].map((key) => works(node(), key))), [
      false,
      false,
      true,
    ]);
    const counts = [first, second, third, sibling, expired].map(
      async (key) => (await entriesAbout(node(), key)).length,
    );
    assert.deepEqual(await Promise.all(counts), [1, 1, 1, 0, 0], 'an entry for each that was revoked');
    assert.equal((await entriesAbout(node(), first))[0]?.reason, null);
    assert.equal((await entriesAbout(node(), third))[0]?.reason, `Revoked with ${first.id}`);
  });

  test('without the parameter, or with another value, nothing else is revoked', async () => {
    for (const query of ['', '?with_descendants=false', '?with_descendants=yes', '?with_descendants=']) {
      const [first, second] = await family(node());
      assert.equal((await revoke(node(), first, node().rawKey, query)).status, 204);
      assert.equal(await works(node(), second), true, query);
    }
  });

  test('403: a key can not revoke a key with a scope that it lacks', async () => {
    const weak = await makeKey(node(), node().rawKey, { scopes: ['api_keys.write', 'api_keys.read'] });
    const strong = await makeKey(node(), node().rawKey, {
      scopes: ['api_keys.read', 'teams.read', 'teams.write'],
    });
    for (const query of ['', '?with_descendants=true']) {
      const answer = await revoke(node(), strong, weak.key, query);
      assert.deepEqual(
        [answer.status, errorOf(answer)],
        [403, { type: 'forbidden', message: 'API key missing required scope: teams.read' }],
      );
    }
    assert.equal(await works(node(), strong), true);
    assert.deepEqual(await entriesAbout(node(), strong), []);
    const less = await makeKey(node(), node().rawKey, { scopes: ['api_keys.read'] });
    assert.equal((await revoke(node(), less, weak.key)).status, 204);
    assert.equal((await revoke(node(), weak, weak.key, '?with_descendants=true')).status, 204, 'itself');
    assert.equal(await works(node(), weak), false);
  });

  test('403: nor a key with a descendant that has such a scope; then nothing is revoked', async () => {
    const [first, second, third] = await family(node());
    const { database } = node().services;
    await database.change('update api_keys set scopes = $1 where id = $2', ['["seats.write"]', third.id]);
    const caller = await makeKey(node(), node().rawKey);
    const answer = await revoke(node(), first, caller.key, '?with_descendants=true');
    assert.equal(errorOf(answer).message, 'API key missing required scope: seats.write');
    assert.deepEqual([await works(node(), first), await works(node(), second)], [true, true]);
    assert.deepEqual(await entriesAbout(node(), first), []);
  });

  test('a long chain of keys, each made by the one before, is revoked at once', async () => {
    const first = await makeKey(node(), node().rawKey);
    let last = first;
    for (let count = 0; count < 30; count += 1) {
      const next = await makeKey(node(), last.key);
      // As in a regular rotation of keys.
      if (last !== first) await revoke(node(), last);
      last = next;
    }
    assert.equal((await revoke(node(), first, node().rawKey, '?with_descendants=true')).status, 204);
    assert.equal(await works(node(), last), false);
  });
});

test('a key made by a key that is being revoked with its maker does not outlive it', async (t) => {
  const [node, other] = await startTwoNodes(t);
  const [first, second] = await family(node);
  const { database } = node.services;
  const caller = {
    workspaceId: node.workspaceId,
    actor: { type: 'api_key', id: second.id },
    scopes: ALL,
  } as const;
  let made: Made | undefined;
  const make = async (tx: Transaction) => {
    const context = { ...node.services, database: within(tx), caller };
    made = await createApiKey(context, { name: 'Made', scopes: ALL });
  };
  const revoked = await answerBehind(database, make, () =>
    revoke(other, first, other.rawKey, '?with_descendants=true'),
  );
  assert.equal(revoked.status, 204);
  assert.ok(made);
  assert.equal(await works(node, made), false);

  // And the other way round: a key that is being revoked makes none.
  const doomed = await makeKey(node, node.rawKey);
  const late = await answerBehind(
    database,
    (tx) => tx.run('update api_keys set revoked_at = 1 where id = $1', [doomed.id]),
    () => other.post(PATH, { name: 'Late' }, { key: doomed.key }),
  );
  assert.deepEqual([late.status, late.body], [401, { error: 'Invalid or expired API key' }]);
});
