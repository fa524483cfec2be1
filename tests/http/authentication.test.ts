// Only a valid, unexpired key in the right form is let in, and a wrong one is never repeated in the response.
import assert from 'node:assert/strict';
import { test } from '../support/lanes.ts';
import { dataOf, errorOf, onBothEngines } from '../support/server/rota.ts';

const PATH = '/api/v1/workspace';
const MISSING = { error: 'Missing authorization token' };
const INVALID = { error: 'Invalid or expired API key' };

onBothEngines('authentication', (node) => {
  test('401: without a token', async () => {
    for (const headers of [{}, { authorization: '' }] as Record<string, string>[]) {
      const answer = await node().get(PATH, { key: null, headers });
      assert.deepEqual([answer.status, answer.body], [401, MISSING]);
      assert.equal(answer.headers['www-authenticate'], 'Bearer');
    }
  });

  test('401: the response says what is wrong with a malformed header, and never repeats it', async () => {
    const { rawKey } = node();
    const missing = [
      [rawKey, 'The word Bearer must stand before the key: Authorization: Bearer <key>'],
      ['Basic dXNlcjpwYXNz', 'The scheme must be Bearer: Authorization: Bearer <key>'],
      [`Token ${rawKey}`, 'The scheme must be Bearer: Authorization: Bearer <key>'],
      ['Bearer', 'The key is missing: Authorization: Bearer <key>'],
      [`Bearer ${rawKey} ${rawKey}`, 'The key must not contain spaces'],
      [`Bearer ${rawKey}\t${rawKey}`, 'The key must not contain spaces'],
    ] as const;
    const invalid = [
      [`Bearer "${rawKey}"`, 'The key must stand without quotes or brackets around it'],
      [`Bearer '${rawKey}'`, 'The key must stand without quotes or brackets around it'],
      [`Bearer <${rawKey}>`, 'The key must stand without quotes or brackets around it'],
      [`Bearer ${rawKey}\u00e9`, 'The key must have printable ASCII characters only'],
      [`Bearer ${rawKey}\\n`, 'The key must not contain a line break or a space, also not as an escape'],
      [`Bearer ${rawKey}%0A`, 'The key must not contain a line break or a space, also not as an escape'],
    ] as const;
    for (const [body, cases] of [
      [MISSING, missing],
      [INVALID, invalid],
    ] as const) {
      for (const [authorization, hint] of cases) {
        const answer = await node().get(PATH, { key: null, headers: { authorization } });
        assert.deepEqual([answer.status, answer.body], [401, { error: `${body.error}. ${hint}` }]);
        const challenge = `Bearer error="invalid_request", error_description="${hint}"`;
        assert.equal(answer.headers['www-authenticate'], challenge);
      }
    }
  });

  test('401: unknown, malformed and mistyped keys', async () => {
    const valid = await node().keyWith('workspace.read');
    const mistyped = valid.slice(0, -1) + (valid.endsWith('a') ? 'b' : 'a');
    for (const key of [
      'x',
      'sk_live_',
      'first-key-of-the-tests-012345678',
      mistyped,
      `${valid}a`,
      valid.slice(1),
    ]) {
      const answer = await node().get(PATH, { key });
      assert.deepEqual([answer.status, answer.body], [401, INVALID], key);
      assert.equal(answer.headers['www-authenticate'], 'Bearer');
      assert.equal(answer.headers.ratelimit, undefined);
    }
    assert.equal((await node().get(PATH, { key: valid })).status, 200);
  });

  test('401: a key stops working at the moment of its expiry', async () => {
    const expires_at = new Date(node().clock.now() + 10_000).toISOString();
    const body = { name: 'Short', scopes: ['workspace.read'], expires_at };
    const { key } = dataOf<{ key: string }>(await node().post('/api/v1/api_keys', body));
    node().clock.advance(9_999);
    assert.equal((await node().get(PATH, { key })).status, 200);
    node().clock.advance(1);
    const answer = await node().get(PATH, { key });
    assert.deepEqual([answer.status, answer.body], [401, INVALID]);
  });

  test('the scheme may be written in any case', async () => {
    const headers = { authorization: `bearer ${node().rawKey}` };
    assert.equal((await node().get(PATH, { key: null, headers })).status, 200);
  });

  test('403: a key without the scope, and a key without any', async () => {
    for (const key of [await node().keyWith(), await node().keyWith('workspace.write', 'teams.read')]) {
      const answer = await node().get(PATH, { key });
      assert.equal(answer.status, 403);
      assert.deepEqual(errorOf(answer), {
        type: 'forbidden',
        message: 'API key missing required scope: workspace.read',
      });
    }
  });

  test('a key sees its own workspace only', async () => {
    const other = await node().otherWorkspace();
    assert.equal(dataOf<{ id: string }>(await node().get(PATH)).id, node().workspaceId);
    assert.equal(dataOf<{ id: string }>(await node().get(PATH, { key: other.rawKey })).id, other.id);
  });

  test('checks come in order: 401 before 403, 403 before 422, 422 before 404', async () => {
    const bad = { name: 5 };
    assert.equal((await node().post('/api/v1/api_keys', bad, { key: 'unknown-key' })).status, 401);
    const reader = await node().keyWith('api_keys.read');
    assert.equal((await node().post('/api/v1/api_keys', bad, { key: reader })).status, 403);
    assert.equal((await node().post('/api/v1/api_keys', bad)).status, 422);
    // Only callers with a key learn that a path does not exist.
    assert.equal((await node().get('/api/v1/nothing', { key: null })).status, 401);
    assert.equal((await node().get('/api/v1/nothing')).status, 404);
  });
});
