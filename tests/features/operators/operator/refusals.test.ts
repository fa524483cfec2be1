// Wrong input, wrong keys, repetition and races: operators' routes change nothing that was not meant.
import assert from 'node:assert/strict';
import { revokeOperatorKey } from '../../../../src/features/operators/operator-keys/operations.ts';
import { test } from '../../../support/lanes.ts';
import {
  customer,
  OPERATOR,
  type OperatedWorkspace,
  operatorOf,
  WORKSPACES,
} from '../../../support/makers/operator.ts';
import { makeThing } from '../../../support/makers/things.ts';
import type { WireAnswer } from '../../../support/server/http.ts';
import { dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';
import { snapshotsOf } from '../../../support/server/snapshot.ts';

const HOUR_MS = 60 * 60 * 1000;

onBothEngines('The API for operators', (node) => {
  const operatorRoutes = () => node().app.routes.filter(({ url }) => url.startsWith(OPERATOR));

  test('422: wrong input is refused by the name of its field, and changes nothing', async () => {
    const operator = await operatorOf(node());
    const input = customer({ entitlement: { plan_key: 'pro', seat_capacity: 1 } });
    const { id, entitlements } = dataOf<OperatedWorkspace>(await operator.post(WORKSPACES, input));
    const path = `${WORKSPACES}/${id}`;
    const bought = `${path}/entitlements/${entitlements[0]?.id}`;
    const snapshot = await snapshotsOf(node().services.database);
    const before = await snapshot();
    const { owner, ...ownerless } = customer();
    const { name, ...nameless } = customer();
    const made = (about: object) => operator.post(WORKSPACES, customer(about));
    const cases: [Promise<WireAnswer>, RegExp][] = [
      [operator.post(WORKSPACES, ownerless), /^owner is required/],
      [operator.post(WORKSPACES, nameless), /^name is required/],
      [made({ handle: 'No Handle' }), /^handle must be/],
      [made({ handle: input.handle }), /^handle is already taken/],
      [made({ external_id: input.external_id }), /^external_id is already taken/],
      [made({ external_id: ' ' }), /^external_id must/],
      [made({ timezone: 'Mars' }), /^timezone must be/],
      [made({ owner: { email: 'nobody' } }), /^owner.email must be/],
      [made({ entitlement: { plan_key: 'pro' } }), /^entitlement.seat_capacity is required/],
      [made({ entitlement: { seat_capacity: 1 } }), /^entitlement.plan_key is required/],
      [made({ limits: { teams: -1 } }), /^limits.teams must be/],
      [operator.patch(path, { handle: 'acme' }), /^handle is already taken/],
      [operator.patch(path, { timezone: null }), /^timezone must be/],
      [operator.post(`${path}/suspend`, { reason: 1 }), /^reason must be/],
      [operator.delete(`${path}?grace_days=366`), /^grace_days must be at most 365/],
      [operator.delete(`${path}?grace_days=soon`), /^grace_days must be an integer/],
      [operator.post(`${path}/api_keys`, { scopes: [] }), /^name is required/],
      [operator.post(`${path}/api_keys`, { name: 'x', scopes: ['all'] }), /^scopes/],
      [operator.post(`${path}/api_keys`, { name: 'x', expires_at: '2020-01-01' }), /^expires_at must be in/],
      [operator.post(`${path}/entitlements`, { plan_key: 'pro' }), /^seat_capacity is required/],
      [operator.post(`${path}/entitlements`, { plan_key: 'pro', seat_capacity: -1 }), /^seat_capacity must/],
      [operator.patch(bought, { enforcement_mode: 'mild' }), /^enforcement_mode must/],
      [operator.patch(bought, { priority: 1.5 }), /^priority must/],
      [operator.post(`${bought}/end`, { reason: {} }), /^reason must/],
      [operator.patch(`${path}/limits`, { members: 'many' }), /^members must be/],
      [operator.patch(`${path}/limits`, { members: 1_000_001 }), /^members must be/],
      [operator.get(`${WORKSPACES}?status=gone`), /^status must be one of/],
      [operator.get(`${WORKSPACES}?cursor=x`), /^cursor must be/],
      [operator.get(`${path}/entitlements?limit=x`), /^limit must be/],
    ];
    for (const [call, message] of cases) {
      const answer = await call;
      assert.equal(answer.status, 422, answer.text);
      assert.match(errorOf(answer).message, message);
    }
    assert.deepEqual(await snapshot(), before);
  });

  test('404: a workspace that is not there, an entitlement of another one, an unknown path', async () => {
    const operator = await operatorOf(node());
    const { id } = dataOf<OperatedWorkspace>(await operator.post(WORKSPACES, customer()));
    const absent = `ws_${'0'.repeat(26)}`;
    const calls = operatorRoutes().filter(({ path }) => path && 'id' in path);
    assert.ok(calls.length >= 14);
    const bodies: Record<string, unknown> = {
      createWorkspaceApiKey: { name: 'x' },
      createEntitlement: { plan_key: 'x', seat_capacity: 1 },
    };
    for (const { method, url, operation } of calls) {
      const foreign = await makeThing('entitlement', node(), node().rawKey);
      const call = (workspace: string) =>
        node().call(method, url.replace(':id', workspace).replace(':entitlement_id', foreign), {
          key: operator.key,
          ...(method !== 'GET' && { body: bodies[operation] ?? {} }),
        });
      for (const wrong of [absent, 'x']) {
        const answer = await call(wrong);
        assert.deepEqual([answer.status, errorOf(answer).message], [404, 'Workspace not found'], operation);
      }
      if (!url.includes(':entitlement_id')) continue;
      assert.equal(errorOf(await call(id)).message, 'Entitlement not found', operation);
    }
    assert.equal((await operator.get(`${OPERATOR}/nothing`)).status, 404);
  });

  test("401: a workspace's key opens nothing here, and an operator's nothing else", async () => {
    const { key } = await operatorOf(node());
    const tenants = await node().keyWith('workspace.read');
    for (const { method, url } of operatorRoutes()) {
      for (const wrong of [tenants, node().rawKey]) {
        const refused = await node().call(method, url, { key: wrong });
        assert.equal(refused.status, 401, url);
        assert.match(refused.text, /These paths need an operator key, which begins with sk_operator_/);
      }
      assert.equal((await node().call(method, url, { key: null })).status, 401);
    }
    const others = node().app.routes.filter(({ access }) => access.kind === 'api_key');
    assert.ok(others.length > 60);
    for (const { method, url } of others) {
      const refused = await node().call(method, url, { key });
      assert.equal(refused.status, 401, url);
      assert.match(refused.text, /This is an operator key: it is for paths under \/api\/v1\/operator/);
    }
  });

  test('401: a key that was revoked, has expired or is made up', async () => {
    const operator = await operatorOf(node());
    assert.equal((await operator.get(WORKSPACES)).status, 200);
    await revokeOperatorKey(node().services, operator.id);
    assert.equal((await operator.get(WORKSPACES)).status, 401);
    await assert.rejects(revokeOperatorKey(node().services, operator.id), /Operator key not found/);

    const soon = new Date(node().clock.now() + HOUR_MS).toISOString();
    const guest = await operatorOf(node(), { expires_at: soon });
    assert.equal((await guest.get(WORKSPACES)).status, 200);
    node().clock.advance(HOUR_MS);
    assert.equal((await guest.get(WORKSPACES)).status, 401);
    const forged = `${guest.key.slice(0, -1)}${guest.key.endsWith('a') ? 'b' : 'a'}`;
    assert.equal((await node().get(WORKSPACES, { key: forged })).status, 401);
  });

  test('an Idempotency-Key makes one workspace of two calls, and belongs to its operator', async () => {
    const [operator, other] = [await operatorOf(node()), await operatorOf(node())];
    const input = customer();
    const headers = { 'idempotency-key': 'customer-of-today' };
    const first = await operator.post(WORKSPACES, input, { headers });
    const again = await operator.post(WORKSPACES, input, { headers });
    assert.deepEqual([again.status, again.headers['idempotency-replayed']], [201, 'true']);
    assert.deepEqual(again.body, first.body);
    const changed = await operator.post(WORKSPACES, customer(), { headers });
    assert.match(errorOf(changed).message, /^Idempotency-Key was used before/);
    const elsewhere = await other.post(WORKSPACES, input, { headers });
    assert.match(errorOf(elsewhere).message, /is already taken/);
  });

  test('of many that want one handle at once, one gets it, and the others leave nothing behind', async () => {
    const operator = await operatorOf(node());
    const inputs = Array.from({ length: 5 }, () => customer({ handle: 'wanted' }));
    const answers = await Promise.all(inputs.map((input) => operator.post(WORKSPACES, input)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422, 422, 422]);
    for (const [place, { status }] of answers.entries()) {
      const found = await operator.get(`${WORKSPACES}?external_id=${inputs[place]?.external_id}`);
      assert.equal(dataOf<unknown[]>(found).length, status === 201 ? 1 : 0);
    }
  });
});

onBothEngines(
  'The rate limit of operators',
  (node) => {
    test('429: each key has its own, and no workspace shares it', async () => {
      const [operator, other] = [await operatorOf(node()), await operatorOf(node())];
      for (let call = 0; call < 3; call++) assert.equal((await operator.get(WORKSPACES)).status, 200);
      const last = await operator.get(WORKSPACES);
      assert.equal(last.headers.ratelimit, '"default";r=0;t=60');
      const refused = await operator.get(WORKSPACES);
      assert.deepEqual([refused.status, errorOf(refused).message], [429, 'Too many requests']);
      assert.equal((await other.get(WORKSPACES)).status, 200);
      node().clock.advance(60_000);
      assert.equal((await operator.get(WORKSPACES)).status, 200);
    });

    test('429: a workspace can have a limit of its own for all of its keys', async () => {
      const operator = await operatorOf(node());
      const { id } = dataOf<OperatedWorkspace>(await operator.post(WORKSPACES, customer()));
      await operator.patch(`${WORKSPACES}/${id}/limits`, { requests_per_minute: 1 });
      const newKey = async () => {
        const made = await operator.post(`${WORKSPACES}/${id}/api_keys`, {
          name: 'x',
          scopes: ['workspace.read'],
        });
        return dataOf<{ key: string }>(made).key;
      };
      const [one, two] = [await newKey(), await newKey()];
      assert.equal((await node().get('/api/v1/workspace', { key: one })).status, 200);
      const refused = await node().get('/api/v1/workspace', { key: two });
      assert.equal(refused.status, 429);
      assert.match(errorOf(refused).message, /the keys of this workspace have together used up its limit/);
    });
  },
  { environment: { ROTA_RATE_LIMIT_PER_MINUTE: '4' } },
);
