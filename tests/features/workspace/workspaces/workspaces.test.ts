// The workspace's name, handle and time zone can be changed; a handle is unique on the server.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';

interface Workspace {
  id: string;
  name: string;
  handle: string | null;
  timezone: string;
  created_at: string;
  updated_at: string;
}

const PATH = '/api/v1/workspace';

onBothEngines('workspace', (node) => {
  test('200: the first start made it', async () => {
    const answer = await node().get(PATH);
    const start = new Date(node().clock.now()).toISOString();
    assert.deepEqual(answer.body, {
      data: {
        id: node().workspaceId,
        name: 'Acme',
        handle: 'acme',
        timezone: 'UTC',
        created_at: start,
        updated_at: start,
      },
    });
  });

  test('200: name, handle and time zone can be changed; what is left out stays', async () => {
    const { rawKey: key } = await node().otherWorkspace('first-handle');
    const before = dataOf<Workspace>(await node().get(PATH, { key }));
    node().clock.advance(1_000);
    const renamed = dataOf<Workspace>(await node().patch(PATH, { name: ' New name ' }, { key }));
    const now = new Date(node().clock.now()).toISOString();
    assert.deepEqual(renamed, { ...before, name: 'New name', updated_at: now });
    const moved = dataOf<Workspace>(await node().patch(PATH, { handle: 'second-handle' }, { key }));
    assert.deepEqual(moved, { ...renamed, handle: 'second-handle' });
    const inBerlin = dataOf<Workspace>(await node().patch(PATH, { timezone: 'Europe/Berlin' }, { key }));
    assert.deepEqual(inBerlin, { ...moved, timezone: 'Europe/Berlin' });
    assert.deepEqual(dataOf(await node().get(PATH, { key })), inBerlin);
  });

  test('null clears the handle; an empty change changes nothing', async () => {
    const { rawKey: key } = await node().otherWorkspace('cleared');
    const cleared = dataOf<Workspace>(await node().patch(PATH, { handle: null }, { key }));
    assert.equal(cleared.handle, null);
    const entries = async () => dataOf<unknown[]>(await node().get('/api/v1/audit_log', { key })).length;
    const count = await entries();
    node().clock.advance(1_000);
    for (const body of [{}, undefined, { name: cleared.name }, { handle: null }, { colour: 'red' }]) {
      assert.deepEqual(dataOf(await node().patch(PATH, body, { key })), cleared);
    }
    assert.equal(await entries(), count);
  });

  test('a change leaves one audit entry with the values before and after', async () => {
    const { id, rawKey: key } = await node().otherWorkspace('audited');
    const [caller] = dataOf<{ id: string }[]>(await node().get('/api/v1/api_keys', { key }));
    await node().patch(PATH, { name: 'Audited', handle: 'audited-2', timezone: 'Asia/Tokyo' }, { key });
    const [entry] = dataOf<{ id: string }[]>(await node().get('/api/v1/audit_log?limit=1', { key }));
    assert.deepEqual(entry, {
      id: entry?.id,
      action: 'workspace.updated',
      actor: { type: 'api_key', id: caller?.id },
      target: { type: 'workspace', id },
      changes: {
        name: ['Other', 'Audited'],
        handle: ['audited', 'audited-2'],
        timezone: ['UTC', 'Asia/Tokyo'],
      },
      reason: null,
      tool: null,
      created_at: new Date(node().clock.now()).toISOString(),
    });
  });

  test('422: wrong fields are named and nothing changes', async () => {
    const before = (await node().get(PATH)).text;
    const handleRule =
      'handle must be 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end';
    for (const [body, message] of [
      [{ name: null }, 'name must be a string'],
      [{ name: '' }, 'name must not be empty'],
      [{ name: 'ok', handle: 5 }, 'handle must be a string or null'],
      [{ name: 'ok', timezone: null }, 'timezone must be a string'],
      [{ name: 'ok', timezone: 'Mars/Olympus' }, 'timezone must be an IANA time zone such as Europe/Berlin'],
      ...['', 'Upper', 'with space', '-x', 'x-', 'dot.ted', 'x'.repeat(64), 'caf\u00e9', 'a\n'].map(
        (handle) => [{ name: 'ok', handle }, handleRule] as const,
      ),
    ] as const) {
      const answer = await node().patch(PATH, body);
      assert.equal(answer.status, 422, JSON.stringify(body));
      assert.deepEqual(errorOf(answer), { type: 'invalid_request', message });
    }
    assert.equal((await node().get(PATH)).text, before);
  });

  test('422: a handle that another workspace once had; the workspace itself gets it back', async () => {
    const other = await node().otherWorkspace('left-behind');
    const set = (handle: string | null, key = other.rawKey) => node().patch(PATH, { handle }, { key });
    for (const handle of ['moved-on', null, 'moved-again']) dataOf(await set(handle));
    for (const handle of ['left-behind', 'moved-on']) {
      const answer = await set(handle, node().rawKey);
      assert.deepEqual(errorOf(answer), { type: 'validation_error', message: 'handle is already taken' });
    }
    assert.equal(dataOf<Workspace>(await node().get(PATH)).handle, 'acme');
    assert.equal(dataOf<Workspace>(await set('left-behind')).handle, 'left-behind');
  });

  test('422: a handle that would speak for the service', async () => {
    const message = 'handle is reserved for the service itself';
    for (const handle of ['postmaster', 'abuse', 'admin', 'hostmaster', 'security', 'rota', 'console', 'm']) {
      const answer = await node().patch(PATH, { handle });
      assert.deepEqual(
        [answer.status, errorOf(answer)],
        [422, { type: 'validation_error', message }],
        handle,
      );
    }
    assert.equal(dataOf<Workspace>(await node().get(PATH)).handle, 'acme');
  });

  test('a handle that two want at the same time is given to one of them', async () => {
    const keys = await Promise.all(
      Array.from({ length: 6 }, async () => (await node().otherWorkspace()).rawKey),
    );
    const answers = await Promise.all(keys.map((key) => node().patch(PATH, { handle: 'wanted' }, { key })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422, 422, 422]);
  });

  test('422: a handle that another workspace has', async () => {
    const other = await node().otherWorkspace('taken');
    const answer = await node().patch(PATH, { name: 'Thief', handle: 'taken' });
    assert.equal(answer.status, 422);
    assert.deepEqual(errorOf(answer), { type: 'validation_error', message: 'handle is already taken' });
    assert.equal(dataOf<Workspace>(await node().get(PATH)).name, 'Acme');
    // A workspace may set the handle that it has.
    assert.equal((await node().patch(PATH, { handle: 'taken' }, { key: other.rawKey })).status, 200);
  });

  test('changes at the same time do not lose one another', async () => {
    const { rawKey: key } = await node().otherWorkspace('busy');
    await Promise.all([
      ...Array.from({ length: 5 }, () => node().patch(PATH, { name: 'Busy' }, { key })),
      ...Array.from({ length: 5 }, () => node().patch(PATH, { handle: 'busier' }, { key })),
    ]);
    const { name, handle } = dataOf<Workspace>(await node().get(PATH, { key }));
    assert.deepEqual([name, handle], ['Busy', 'busier']);
  });
});
