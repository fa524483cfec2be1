// API keys are created, listed and revoked; the raw value is shown once and stored nowhere.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { isWellFormed } from '../../../../src/features/workspace/api-keys/rules.ts';
import { scopes } from '../../../../src/scopes.ts';
import { test } from '../../../support/lanes.ts';
import { dataOf, errorOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

interface ApiKey {
  id: string;
  name: string;
  key_prefix: string;
  scopes: string[];
  expires_at: string | null;
  last_used_at: string | null;
  created_at: string;
  created_by_api_key_id: string | null;
  key?: string;
}

interface List {
  data: ApiKey[];
  meta: { limit: number; has_more: boolean; next_cursor: string | null };
}

const PATH = '/api/v1/api_keys';

async function create(node: Node, body: object, key?: string): Promise<ApiKey & { key: string }> {
  return dataOf(await node.post(PATH, body, key === undefined ? {} : { key }));
}

async function list(node: Node, query = '', key?: string): Promise<List> {
  return (await node.get(`${PATH}${query}`, key === undefined ? {} : { key })).body as List;
}

onBothEngines('API keys', (node) => {
  test('201: a key is created with the fields of the contract and its raw value', async () => {
    const answer = await node().post(PATH, {
      name: '  CRM sync ',
      scopes: ['teams.write', 'teams.read', 'teams.write'],
      expires_at: '2026-04-01T02:00:00+02:00',
    });
    assert.equal(answer.status, 201);
    const { id, key, created_by_api_key_id, ...rest } = dataOf<ApiKey & { key: string }>(answer);
    assert.match(id, /^key_[0-9A-Z]{26}$/);
    assert.match(key, /^sk_live_[0-9A-Za-z]{38}$/);
    assert.match(String(created_by_api_key_id), /^key_[0-9A-Z]{26}$/);
    assert.deepEqual(rest, {
      name: 'CRM sync',
      key_prefix: `${key.slice(0, 12)}....`,
      scopes: ['teams.write', 'teams.read'],
      expires_at: '2026-04-01T00:00:00.000Z',
      last_used_at: null,
      created_at: new Date(node().clock.now()).toISOString(),
      allowed_networks: null,
      replaced_by_api_key_id: null,
    });
  });

  test('a key has no scopes and does not expire unless that is asked for; null means the same', async () => {
    for (const body of [{ name: 'Plain' }, { name: 'Plain', scopes: null, expires_at: null }]) {
      const created = await create(node(), body);
      assert.deepEqual([created.scopes, created.expires_at], [[], null]);
    }
  });

  test('a key of every scope can be made', async () => {
    const created = await create(node(), { name: 'All', scopes: [...scopes] });
    assert.deepEqual(created.scopes, [...scopes]);
    assert.equal(created.scopes.length, 24);
  });

  test('the raw value has 32 random characters and a checksum that reveals a typo', async () => {
    const raws = await Promise.all(
      Array.from({ length: 5 }, async () => (await create(node(), { name: 'Random' })).key),
    );
    assert.equal(new Set(raws).size, raws.length);
    for (const raw of raws) {
      assert.equal(isWellFormed(raw), true);
      const typo = raw.slice(0, 20) + (raw[20] === 'a' ? 'b' : 'a') + raw.slice(21);
      assert.equal(isWellFormed(typo), false);
    }
  });

  test('the raw value is only in the response to its creation: not in lists, the audit log or the database', async () => {
    const { key, id } = await create(node(), { name: 'Secret' });
    const secret = key.slice(12);
    const listed = await node().get(PATH);
    assert.ok(listed.text.includes(id) && !listed.text.includes(secret) && !listed.text.includes('"key"'));
    assert.ok(!(await node().get(`/api/v1/audit_log?target_id=${id}`)).text.includes(secret));
    const row = await node().services.database.get('select * from api_keys where id = $1', [id]);
    assert.ok(!JSON.stringify(row).includes(secret));
    assert.equal((row as { key_hash: string }).key_hash, hash('sha256', key));
  });

  test('200: the list has the page form of the contract, newest first, only usable keys', async () => {
    const other = await node().otherWorkspace();
    const call = (path: string) => node().get(path, { key: other.rawKey });
    const made = [];
    for (const name of ['one', 'two', 'three']) made.push(await create(node(), { name }, other.rawKey));
    const expiring = await create(node(), { name: 'soon', expires_at: '2026-03-02T09:00:05Z' }, other.rawKey);
    const revoked = await create(node(), { name: 'gone' }, other.rawKey);
    await node().delete(`${PATH}/${revoked.id}`, { key: other.rawKey });

    const names = async () => ((await call(PATH)).body as List).data.map((key) => key.name);
    assert.deepEqual(await names(), ['soon', 'three', 'two', 'one', 'Other key']);
    node().clock.advance(4_999);
    assert.ok((await names()).includes('soon'));
    node().clock.advance(1);
    assert.deepEqual(await names(), ['three', 'two', 'one', 'Other key']);
    assert.equal(expiring.expires_at, '2026-03-02T09:00:05.000Z');

    const whole = (await call(PATH)).body as List;
    assert.deepEqual(whole.meta, { limit: 25, has_more: false, next_cursor: null });
    assert.deepEqual(Object.keys(whole.data[0] as ApiKey).sort(), [
      'allowed_networks',
      'created_at',
      'created_by_api_key_id',
      'expires_at',
      'id',
      'key_prefix',
      'last_used_at',
      'name',
      'replaced_by_api_key_id',
      'scopes',
    ]);
  });

  test('pages follow one another by cursor, also when items are added and removed between them', async () => {
    const { rawKey } = await node().otherWorkspace();
    for (let count = 1; count <= 6; count++) await create(node(), { name: `k${count}` }, rawKey);
    const first = await list(node(), '?limit=3', rawKey);
    assert.deepEqual(
      first.data.map((key) => key.name),
      ['k6', 'k5', 'k4'],
    );
    assert.deepEqual(first.meta, { limit: 3, has_more: true, next_cursor: first.data[2]?.id });

    await create(node(), { name: 'k7' }, rawKey);
    // The cursor's own item goes away: the next page begins after where it was.
    await node().delete(`${PATH}/${first.data[2]?.id}`, { key: rawKey });
    const second = await list(node(), `?limit=3&cursor=${first.meta.next_cursor}`, rawKey);
    assert.deepEqual(
      second.data.map((key) => key.name),
      ['k3', 'k2', 'k1'],
    );
    const third = await list(node(), `?limit=3&cursor=${second.meta.next_cursor}`, rawKey);
    assert.deepEqual(
      third.data.map((key) => key.name),
      ['Other key'],
    );
    assert.deepEqual(third.meta, { limit: 3, has_more: false, next_cursor: null });
  });

  test('a page size out of range is clamped and reported', async () => {
    for (const [asked, used] of [
      ['0', 1],
      ['-5', 1],
      ['101', 100],
      ['99999999999999999999', 100],
      ['7', 7],
    ]) {
      assert.equal((await list(node(), `?limit=${asked}`)).meta.limit, used);
    }
  });

  test('422: a limit that is not an integer, a cursor that is not an id of this list', async () => {
    for (const [query, message] of [
      ['limit=ten', 'limit must be an integer'],
      ['limit=1.5', 'limit must be an integer'],
      ['limit=', 'limit must be an integer'],
      ['limit=1&limit=2', 'limit must be given only once'],
      ['cursor=nonsense', 'cursor must be the next_cursor of an earlier page of this list'],
      ['cursor=', 'cursor must be the next_cursor of an earlier page of this list'],
      [
        'cursor=aud_01KJPWD6M0A57CPWZ0TQZND9PP',
        'cursor must be the next_cursor of an earlier page of this list',
      ],
    ]) {
      const answer = await node().get(`${PATH}?${query}`);
      assert.equal(answer.status, 422, query);
      assert.deepEqual(errorOf(answer), { type: 'invalid_request', message });
    }
  });

  test('204: a revoked key is gone for good, and its next request is 401', async () => {
    const { id, key } = await create(node(), { name: 'Doomed', scopes: ['api_keys.read', 'api_keys.write'] });
    assert.equal((await node().get(PATH, { key })).status, 200);
    const answer = await node().delete(`${PATH}/${id}`, { key });
    assert.deepEqual([answer.status, answer.text], [204, '']);
    const refused = await node().get(PATH, { key });
    assert.deepEqual([refused.status, refused.body], [401, { error: 'Invalid or expired API key' }]);
    const again = await node().delete(`${PATH}/${id}`);
    assert.equal(again.status, 404);
    assert.deepEqual(errorOf(again), { type: 'not_found', message: 'API key not found' });
  });

  test('422: each wrong field is named, with what is wrong with it', async () => {
    for (const [body, message] of [
      [{}, 'name is required'],
      [undefined, 'name is required'],
      [{ name: null }, 'name must be a string'],
      [{ name: 7 }, 'name must be a string'],
      [{ name: '   ' }, 'name must not be empty'],
      [{ name: 'x'.repeat(201) }, 'name must be at most 200 characters'],
      [{ name: 'x\0y' }, 'name must not contain a null character'],
      [{ name: 'x\ud800' }, 'name must be well-formed Unicode text'],
      [{ name: 'x', scopes: 'teams.read' }, 'scopes must be an array or null'],
      [{ name: 'x', scopes: ['teams.read', 'teams.fly'] }, `scopes[1] must be one of ${scopes.join(', ')}`],
      [{ name: 'x', scopes: [null] }, 'scopes[0] must be a string'],
      [{ name: 'x', expires_at: 1 }, 'expires_at must be a string or null'],
      ...['tomorrow', '2026-13-01T00:00:00Z', '2026-02-30T00:00:00Z', '2027-01-01T00:00:00', ''].map(
        (time) =>
          [
            { name: 'x', expires_at: time },
            'expires_at must be an ISO 8601 date and time such as 2026-11-15T09:30:00Z',
          ] as const,
      ),
      [[], 'body must be a JSON object'],
      ['text', 'body must be a JSON object'],
      [null, 'body must be a JSON object'],
    ] as const) {
      const answer = await node().post(PATH, body);
      assert.equal(answer.status, 422, JSON.stringify(body));
      assert.deepEqual(errorOf(answer), { type: 'invalid_request', message });
    }
  });

  test('422: an expiry that is not in the future', async () => {
    for (const ahead of [-1, 0]) {
      const expires_at = new Date(node().clock.now() + ahead).toISOString();
      const answer = await node().post(PATH, { name: 'late', expires_at });
      assert.equal(answer.status, 422);
      assert.deepEqual(errorOf(answer), {
        type: 'validation_error',
        message: 'expires_at must be in the future',
      });
    }
  });

  test('403: a key cannot grant a scope that it does not hold', async () => {
    const key = await node().keyWith('api_keys.write', 'teams.read');
    const refused = await node().post(PATH, { name: 'more', scopes: ['teams.read', 'teams.write'] }, { key });
    assert.equal(refused.status, 403);
    assert.deepEqual(errorOf(refused), {
      type: 'forbidden',
      message: 'API key missing required scope: teams.write',
    });
    assert.equal((await node().post(PATH, { name: 'same', scopes: ['teams.read'] }, { key })).status, 201);
  });

  test("404: another workspace's key can't be seen or revoked", async () => {
    const other = await node().otherWorkspace();
    const theirs = (await list(node(), '', other.rawKey)).data[0] as ApiKey;
    assert.ok(!(await node().get(`${PATH}?limit=100`)).text.includes(theirs.id));
    assert.equal((await node().delete(`${PATH}/${theirs.id}`)).status, 404);
    assert.equal((await node().get(PATH, { key: other.rawKey })).status, 200);
  });

  test('last_used_at is at most a second behind', async () => {
    const { id, key } = await create(node(), { name: 'Used', scopes: ['api_keys.read'] });
    const used = new Date(node().clock.now()).toISOString();
    await node().get(PATH, { key });
    node().clock.advance(1_000);
    const lastUsed = async () =>
      (await list(node(), '?limit=100')).data.find((item) => item.id === id)?.last_used_at;
    // The write has begun when the second is over. The clock does not have to advance further.
    for (let tries = 0; (await lastUsed()) === null && tries < 200; tries++);
    assert.equal(await lastUsed(), used);
  });

  test('unknown fields and parameters are ignored', async () => {
    const created = await create(node(), { name: 'Extra', key: 'mine', id: 'mine', colour: 'red' });
    assert.match(created.id, /^key_/);
    assert.equal((await node().get(`${PATH}?colour=red`)).status, 200);
  });
});
