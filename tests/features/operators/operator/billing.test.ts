// A billing system's whole story over HTTP: from a new customer to one that has left and comes back.
import assert from 'node:assert/strict';
import { QUIET_MS } from '../../../../src/features/workspace/workspaces/removal.ts';
import { scopes } from '../../../../src/scopes.ts';
import { test } from '../../../support/lanes.ts';
import {
  customer,
  type Limits,
  OPERATOR,
  type OperatedEntitlement,
  type OperatedWorkspace,
  operatorOf,
  WORKSPACES,
} from '../../../support/makers/operator.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('A billing system', (node) => {
  test('makes a customer, sells to it, limits it, suspends it, deletes it and takes it back', async () => {
    const operator = await operatorOf(node());
    const entitlement = { plan_key: 'team', seat_capacity: 1 };
    const input = customer({ timezone: 'Europe/Berlin', entitlement, limits: { teams: 1 } });
    const made = await operator.post(WORKSPACES, input);
    assert.equal(made.status, 201);
    const workspace = dataOf<OperatedWorkspace>(made);
    const { id, owner, entitlements, limits, ...about } = workspace;
    const [bought] = entitlements as [OperatedEntitlement];
    assert.deepEqual(
      [about.name, about.handle, about.external_id],
      [input.name, input.handle, input.external_id],
    );
    assert.deepEqual([about.timezone, about.status, owner.name], ['Europe/Berlin', 'active', 'Olga Owner']);
    assert.deepEqual([bought.plan_key, bought.seat_capacity, bought.active_seats], ['team', 1, 0]);
    assert.deepEqual(limits.teams, { set: 1, effective: 1 });
    assert.deepEqual(limits.members, { set: null, effective: 10_000 });
    const path = `${WORKSPACES}/${id}`;

    // The customer gets a key, and works with it.
    const granted = await operator.post(`${path}/api_keys`, { name: 'For them', scopes: [...scopes] });
    assert.equal(granted.status, 201);
    const { key } = dataOf<{ key: string }>(granted);
    assert.equal(dataOf<{ id: string }>(await node().get('/api/v1/workspace', { key })).id, id);
    const members = dataOf<{ id: string; role: string }[]>(
      await node().get('/api/v1/workspace_members', { key }),
    );
    assert.deepEqual(
      members.map((member) => [member.id, member.role]),
      [[owner.id, 'admin']],
    );

    // Its limit of teams is its own.
    assert.equal((await node().post('/api/v1/teams', { name: 'Sales' }, { key })).status, 201);
    const refused = await node().post('/api/v1/teams', { name: 'Support' }, { key });
    assert.equal(refused.status, 422);
    assert.match(errorOf(refused).message, /^The workspace has reached its limit of 1 active teams/);
    const raised = dataOf<Limits>(await operator.patch(`${path}/limits`, { teams: null, api_keys: 0 }));
    assert.deepEqual(
      [raised.teams, raised.api_keys],
      [
        { set: null, effective: 1_000 },
        { set: 0, effective: 0 },
      ],
    );
    assert.equal((await node().post('/api/v1/teams', { name: 'Support' }, { key })).status, 201);

    // Seats run out, and more are bought.
    const other = await node().post('/api/v1/workspace_members', { email: 'second@example.com' }, { key });
    const { id: secondId } = dataOf<{ id: string }>(other);
    const assign = (membership: string) => node().post(`/api/v1/seats/${membership}/assign`, {}, { key });
    assert.equal((await assign(owner.id)).status, 200);
    assert.equal((await assign(secondId)).status, 422);
    const more = await operator.patch(`${path}/entitlements/${bought.id}`, {
      seat_capacity: 2,
      reason: 'Upgrade',
    });
    assert.deepEqual(
      [dataOf<OperatedEntitlement>(more).seat_capacity, dataOf<OperatedEntitlement>(more).active_seats],
      [2, 1],
    );
    assert.equal((await assign(secondId)).status, 200);
    const tooFew = await operator.patch(`${path}/entitlements/${bought.id}`, { seat_capacity: 1 });
    assert.deepEqual([tooFew.status, errorOf(tooFew).type], [422, 'validation_error']);
    assert.match(errorOf(tooFew).message, /capacity must be at least 2/);
    const ended = await operator.post(`${path}/entitlements/${bought.id}/end`, { reason: 'Downgrade' });
    assert.deepEqual(
      [dataOf<OperatedEntitlement>(ended).active, dataOf<OperatedEntitlement>(ended).active_seats],
      [false, 2],
    );
    const free = await operator.post(`${path}/entitlements`, { plan_key: 'free', seat_unlimited: true });
    assert.equal(free.status, 201);
    const listed = await operator.get(`${path}/entitlements`);
    assert.deepEqual(
      dataOf<OperatedEntitlement[]>(listed).map(({ plan_key }) => plan_key),
      ['free', 'team'],
    );

    // The invoice is overdue.
    const suspended = dataOf<OperatedWorkspace>(
      await operator.post(`${path}/suspend`, { reason: 'Overdue' }),
    );
    assert.deepEqual([suspended.status, suspended.suspended_reason], ['suspended', 'Overdue']);
    const shut = await node().get('/api/v1/workspace', { key });
    assert.equal(shut.status, 403);
    assert.match(errorOf(shut).message, /suspended \(Overdue\)/);
    const inState = async (status: string) =>
      dataOf<OperatedWorkspace[]>(await operator.get(`${WORKSPACES}?status=${status}`)).map(
        (each) => each.id,
      );
    assert.deepEqual(await inState('suspended'), [id]);
    assert.equal(dataOf<OperatedWorkspace>(await operator.post(`${path}/resume`)).status, 'active');
    assert.equal((await node().get('/api/v1/workspace', { key })).status, 200);

    // It leaves, and comes back within the grace period.
    const leaving = await operator.delete(`${path}?grace_days=7`);
    assert.equal(leaving.status, 202);
    const inAWeek = new Date(node().clock.now() + 7 * 24 * 60 * 60 * 1000).toISOString();
    assert.deepEqual(
      [dataOf<OperatedWorkspace>(leaving).status, dataOf<OperatedWorkspace>(leaving).delete_at],
      ['deleting', inAWeek],
    );
    assert.equal((await node().get('/api/v1/workspace', { key })).status, 403);
    assert.deepEqual(await inState('deleting'), [id]);
    assert.equal((await operator.post(`${path}/suspend`)).status, 422);
    assert.equal(dataOf<OperatedWorkspace>(await operator.post(`${path}/restore`)).delete_at, null);
    assert.equal((await node().get('/api/v1/workspace', { key })).status, 200);

    // Whatever was done has an entry of the audit log, with the operator as its actor.
    const entries = await node().get(`/api/v1/audit_log?actor_id=${operator.id}&limit=100`, { key });
    const done = dataOf<{ action: string; actor: { type: string } }[]>(entries);
    assert.ok(done.every(({ actor }) => actor.type === 'operator'));
    assert.deepEqual(done.map(({ action }) => action).reverse(), [
      ...['workspace.created', 'member.created', 'entitlement.created', 'workspace.limits_changed'],
      ...['api_key.created', 'workspace.limits_changed', 'entitlement.updated', 'entitlement.ended'],
      ...['entitlement.created', 'workspace.suspended', 'workspace.resumed', 'workspace.deletion_scheduled'],
      'workspace.restored',
    ]);
  });

  test('finds a workspace by handle and external id, and changes both', async () => {
    const operator = await operatorOf(node());
    const [one, two] = [customer(), customer({ handle: null })];
    const first = dataOf<OperatedWorkspace>(await operator.post(WORKSPACES, one));
    const second = dataOf<OperatedWorkspace>(await operator.post(WORKSPACES, two));
    const found = async (query: string) =>
      dataOf<OperatedWorkspace[]>(await operator.get(`${WORKSPACES}?${query}`)).map(({ id }) => id);
    assert.deepEqual(await found(`handle=${one.handle}`), [first.id]);
    assert.deepEqual(await found(`external_id=${two.external_id}`), [second.id]);
    assert.deepEqual(await found(`external_id=${two.external_id}&status=suspended`), []);
    assert.deepEqual(await found('limit=1'), [second.id]);
    const page = await operator.get(`${WORKSPACES}?limit=1`);
    const { next_cursor } = (page.body as { meta: { next_cursor: string } }).meta;
    assert.deepEqual(await found(`limit=1&cursor=${next_cursor}`), [first.id]);

    const path = `${WORKSPACES}/${second.id}`;
    const changes = {
      name: 'Renamed',
      handle: 'renamed',
      timezone: 'Asia/Tokyo',
      external_id: 'cus_renamed',
    };
    const changed = dataOf<OperatedWorkspace>(await operator.patch(path, changes));
    assert.deepEqual({ ...changed, ...changes }, changed);
    const cleared = dataOf<OperatedWorkspace>(
      await operator.patch(path, { handle: null, external_id: null }),
    );
    assert.deepEqual([cleared.handle, cleared.external_id, cleared.name], [null, null, 'Renamed']);
  });

  test('limits what a workspace may have', async () => {
    const operator = await operatorOf(node());
    const { id } = dataOf<OperatedWorkspace>(await operator.post(WORKSPACES, customer()));
    const path = `${WORKSPACES}/${id}`;
    const made = await operator.post(`${path}/api_keys`, { name: 'Theirs', scopes: [...scopes] });
    const { key } = dataOf<{ key: string }>(made);
    let number = 0;
    const things = {
      members: () =>
        node().post('/api/v1/workspace_members', { email: `limited-${++number}@example.com` }, { key }),
      webhook_endpoints: () =>
        node().post(
          '/api/v1/webhook_endpoints',
          { url: `http://127.0.0.1:1/${++number}`, events: ['member.deactivated'] },
          { key },
        ),
      api_keys: () => node().post('/api/v1/api_keys', { name: 'Another' }, { key }),
    };
    for (const [limit, makeOne] of Object.entries(things)) {
      // There is one already, of members and keys.
      await operator.patch(`${path}/limits`, { [limit]: 2 });
      const statuses = [];
      for (let call = 0; call < 3; call++) statuses.push((await makeOne()).status);
      assert.deepEqual(statuses.sort(), limit === 'webhook_endpoints' ? [201, 201, 422] : [201, 422, 422]);
      await operator.patch(`${path}/limits`, { [limit]: 0 });
      assert.equal((await makeOne()).status, 201, limit);
    }
  });

  test('deletes a workspace for good when its time is over', async () => {
    const operator = await operatorOf(node());
    const path = `${WORKSPACES}/${dataOf<OperatedWorkspace>(await operator.post(WORKSPACES, customer())).id}`;
    assert.equal((await operator.delete(`${path}?grace_days=0`)).status, 202);
    assert.equal((await operator.post(`${path}/restore`)).status, 422, 'it is being removed');
    await eventually(async () => {
      node().clock.advance(QUIET_MS);
      return (await operator.get(path)).status === 404;
    });
  });

  test('reads what was used, of one workspace and of all', async () => {
    const operator = await operatorOf(node());
    const { id, usage } = dataOf<OperatedWorkspace>(await operator.post(WORKSPACES, customer()));
    const month = new Date(node().clock.now()).toISOString().slice(0, 7);
    assert.deepEqual([usage.month, usage.api_requests], [month, 0]);
    const months = await operator.get(`${WORKSPACES}/${id}/usage?from=2026-01&to=${month}`);
    assert.equal(months.status, 200);
    assert.ok(Array.isArray(dataOf(months)));
    assert.equal((await operator.get(`${OPERATOR}/usage?month=${month}`)).status, 200);
    assert.equal((await operator.get(`${OPERATOR}/usage`)).status, 200);
    for (const [query, message] of [
      ['from=2026-13', /^from must be a month/],
      ['to=soon', /^to must be a month/],
      [`from=2026-12&to=2026-11`, /^from must not be after to/],
    ] as const) {
      const refused = await operator.get(`${WORKSPACES}/${id}/usage?${query}`);
      assert.equal(refused.status, 422);
      assert.match(errorOf(refused).message, message);
    }
    const refused = await operator.get(`${OPERATOR}/usage?month=2026`);
    assert.match(errorOf(refused).message, /^month must be a month/);
  });
});
