// A key is replaced by one that may do the same, and the old one works until its grace is over.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { dataOf, errorOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

interface ApiKey {
  id: string;
  name: string;
  key: string;
  scopes: string[];
  expires_at: string | null;
  allowed_networks: string[] | null;
  replaced_by_api_key_id: string | null;
  created_by_api_key_id: string | null;
}

const PATH = '/api/v1/api_keys';
const HOUR_MS = 60 * 60_000;

const create = async (node: Node, body: object, key = node.rawKey) =>
  dataOf<ApiKey>(await node.post(PATH, body, { key }));
const reroll = (node: Node, { id }: { id: string }, body?: object, key = node.rawKey) =>
  node.post(`${PATH}/${id}/reroll`, body, { key });
const listed = async (node: Node, { id }: { id: string }) =>
  dataOf<ApiKey[]>(await node.get(`${PATH}?limit=100`)).find((key) => key.id === id);
const works = async (node: Node, { key }: { key: string }) =>
  (await node.get('/api/v1/teams', { key })).status === 200;
const timeIn = (node: Node, ms: number) => new Date(node.clock.now() + ms).toISOString();

onBothEngines('Rerolling an API key', (node) => {
  test('201: the new key may do the same, and the old one works for a day more', async () => {
    const expires_at = timeIn(node(), 100 * HOUR_MS);
    const given = {
      name: 'CRM',
      scopes: ['teams.read'],
      expires_at,
      allowed_networks: ['127.0.0.0/8', '::1'],
    };
    const old = await create(node(), given);
    const answer = await reroll(node(), old);
    assert.equal(answer.status, 201);
    const made = dataOf<ApiKey>(answer);
    const { name, scopes, allowed_networks } = made;
    assert.deepEqual({ name, scopes, expires_at: made.expires_at, allowed_networks }, given);
    assert.notEqual(made.id, old.id);
    assert.match(made.key, /^sk_live_/);
    assert.ok((await works(node(), old)) && (await works(node(), made)));
    const replaced = await listed(node(), old);
    assert.equal(replaced?.replaced_by_api_key_id, made.id);
    assert.equal(replaced?.expires_at, timeIn(node(), 24 * HOUR_MS));
    assert.equal((await listed(node(), made))?.replaced_by_api_key_id, null);
    const audit = dataOf<
      { action: string; target: { id: string }; reason: string | null; changes: object }[]
    >(await node().get('/api/v1/audit_log?limit=2'));
    assert.deepEqual(audit.map(({ action, target, reason }) => [action, target.id, reason]).sort(), [
      ['api_key.created', made.id, `Takes the place of ${old.id}`],
      ['api_key.rerolled', old.id, null],
    ]);

    node().clock.advance(24 * HOUR_MS);
    assert.ok(!(await works(node(), old)) && (await works(node(), made)));
    node().clock.advance(76 * HOUR_MS);
    assert.ok(!(await works(node(), made)), 'it expires when the old one would have');
  });

  test('the grace can be any number of hours up to a week, and ends no later than the key', async () => {
    const at = async (body: object, expires_at: string | null = null) => {
      const old = await create(node(), { name: 'Grace', scopes: ['teams.read'], expires_at });
      dataOf(await reroll(node(), old, body));
      return { old, shown: (await listed(node(), old))?.expires_at };
    };
    assert.equal((await at({ grace_hours: 168 })).shown, timeIn(node(), 168 * HOUR_MS));
    const soon = timeIn(node(), HOUR_MS);
    assert.equal((await at({ grace_hours: 2 }, soon)).shown, soon);
    const { old, shown } = await at({ grace_hours: 0 });
    assert.equal(shown, undefined, 'it does not work any more');
    assert.ok(!(await works(node(), old)));
    for (const [grace_hours, message] of [
      [-1, /grace_hours must be/],
      [169, /grace_hours must be/],
      [1.5, /grace_hours must be/],
      ['day', /grace_hours must be/],
    ] as const) {
      const key = await create(node(), { name: 'Refused' });
      const answer = await reroll(node(), key, { grace_hours });
      assert.equal(answer.status, 422, String(grace_hours));
      assert.match(errorOf(answer).message, message);
      assert.equal((await listed(node(), key))?.replaced_by_api_key_id, null);
    }
  });

  test('a key may reroll itself; twice, of two at once, there is one new key', async () => {
    const own = await create(node(), { name: 'Self', scopes: ['api_keys.write', 'teams.read'] });
    const answers = await Promise.all([reroll(node(), own, {}, own.key), reroll(node(), own, {}, own.key)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422]);
    const made = answers.find(({ status }) => status === 201);
    const next = dataOf<ApiKey>(made as (typeof answers)[number]);
    assert.equal(next.created_by_api_key_id, own.id);
    const refused = answers.find(({ status }) => status === 422);
    assert.equal(
      errorOf(refused as (typeof answers)[number]).message,
      `The API key has been replaced by ${next.id} already`,
    );
    assert.equal((await reroll(node(), next, { grace_hours: 0 }, next.key)).status, 201, 'and so on');
    assert.equal((await reroll(node(), next, {}, next.key)).status, 401);
  });

  test('what a key may not make, it may not reroll: more scopes, a longer life, other networks', async () => {
    const caller = await create(node(), {
      name: 'Caller',
      scopes: ['api_keys.write', 'teams.read'],
      expires_at: timeIn(node(), 10 * HOUR_MS),
      allowed_networks: ['127.0.0.1'],
    });
    const more = await create(node(), { name: 'More', scopes: ['teams.write'] });
    const answer = await reroll(node(), more, {}, caller.key);
    assert.deepEqual(
      [answer.status, errorOf(answer).message],
      [403, 'API key missing required scope: teams.write'],
    );
    const wider = await create(node(), {
      name: 'Wider',
      scopes: ['teams.read'],
      expires_at: timeIn(node(), HOUR_MS),
    });
    const anywhere = await reroll(node(), wider, {}, caller.key);
    assert.equal(anywhere.status, 422);
    assert.match(
      errorOf(anywhere).message,
      /^allowed_networks must be within those of the calling key, 127.0.0.1,/,
    );
    const longer = await create(node(), {
      name: 'Longer',
      scopes: ['teams.read'],
      allowed_networks: ['127.0.0.1'],
    });
    const later = await reroll(node(), longer, {}, caller.key);
    assert.equal(later.status, 422);
    assert.match(errorOf(later).message, /^The API key works longer than the calling key/);
    const same = await create(node(), { name: 'Same', scopes: ['teams.read'] }, caller.key);
    assert.deepEqual(same.allowed_networks, ['127.0.0.1'], 'a key hands on its networks');
    assert.equal((await reroll(node(), same, {}, caller.key)).status, 201);
  });

  test('404 for a key of another workspace or a revoked one, 422 for an expired one', async () => {
    const revoked = await create(node(), { name: 'Revoked' });
    await node().delete(`${PATH}/${revoked.id}`);
    assert.equal((await reroll(node(), revoked)).status, 404);
    const other = await node().otherWorkspace();
    const theirs = await create(node(), { name: 'Theirs' }, other.rawKey);
    assert.equal((await reroll(node(), theirs)).status, 404);
    const expired = await create(node(), { name: 'Expired', expires_at: timeIn(node(), HOUR_MS) });
    node().clock.advance(HOUR_MS);
    const answer = await reroll(node(), expired);
    assert.deepEqual([answer.status, errorOf(answer).message], [422, 'The API key has expired']);
  });
});
