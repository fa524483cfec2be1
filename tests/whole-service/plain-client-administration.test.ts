// A client written from the API contract alone can manage keys, seats and webhooks.
import assert from 'node:assert/strict';
import { test } from '../support/lanes.ts';
import { OPERATOR, operatorOf } from '../support/makers/operator.ts';
import { timeOf } from '../support/makers/team-members.ts';
import { afterAttempts } from '../support/makers/webhooks.ts';
import { type Received, Receiver } from '../support/receivers/receiver.ts';
import { type ApiError, type One, PlainClient } from '../support/server/plain-client.ts';
import type { AssignedSeat, Delivery, Endpoint, Member, SeatList } from '../support/server/resources.ts';
import { onBothEngines } from '../support/server/rota.ts';

const KEYS = '/api/v1/api_keys';
const SEATS = '/api/v1/seats';
const TEAMS = '/api/v1/teams';
const ENDPOINTS = '/api/v1/webhook_endpoints';
const ONE_PAGE = { limit: 25, has_more: false, next_cursor: null };
/** The well-formed id of nothing that exists. */
const NO_ID = '01KJPWD6M0A57CPWZ0TQZND9PP';

/** The part of the API description that says which bodies are optional. */
interface Description {
  paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  operationId: string;
  requestBody?: { required: boolean };
  parameters: { name: string; in: string; schema: { examples?: string[] } }[];
}

onBothEngines('a plain client at administration', (node) => {
  const connect = (key: string | undefined = node().rawKey) => new PlainClient(node().url, key);

  test('creates a key that is shown once, lists it without its value, and deletes it: then it gets 401', async () => {
    const client = connect();
    const body = { name: 'CRM sync', scopes: ['teams.read'] };
    const [maker] = await client.list<{ id: string }>(KEYS);
    const created = await client.post<One<{ id: string; key: string; key_prefix: string }>>(KEYS, body);
    assert.equal(client.status, 201);
    const { key, ...shown } = created.data;
    assert.match(key, /^sk_live_[0-9A-Za-z]{38}$/);
    assert.match(shown.id, /^key_[0-9A-Z]{26}$/);
    assert.ok(key.startsWith(shown.key_prefix.replace(/\.+$/, '')));
    const { id, key_prefix } = shown;
    const times = { expires_at: null, last_used_at: null, created_at: timeOf(node()) };
    const others = { created_by_api_key_id: maker?.id, replaced_by_api_key_id: null, allowed_networks: null };
    assert.deepEqual(shown, { id, key_prefix, ...body, ...times, ...others });
    const [newest] = await client.list(KEYS);
    assert.deepEqual([client.status, newest], [200, shown]);

    const limited = connect(key);
    assert.deepEqual(await limited.list(TEAMS), []);
    const message = 'API key missing required scope: teams.write';
    const refused = limited.post(TEAMS, { name: 'Sales' });
    await assert.rejects(refused, { status: 403, type: 'forbidden', message });
    assert.deepEqual(JSON.parse(limited.text), { error: { type: 'forbidden', message } });

    const deleted = await client.delete(`${KEYS}/${id}`);
    assert.deepEqual([client.status, client.text, deleted], [204, '', undefined]);
    for (const [nobody, error] of [
      [limited, 'Invalid or expired API key'],
      [new PlainClient(node().url), 'Missing authorization token'],
    ] as const) {
      await assert.rejects(nobody.list(TEAMS), { status: 401, type: 'unauthorized', message: error });
      assert.deepEqual(JSON.parse(nobody.text), { error });
    }
  });

  test('assigns a seat without a body, sets the capacity and ends the seat', async () => {
    const client = connect();
    const { meta } = await client.get<SeatList>(SEATS);
    const [entitlement] = meta.entitlements;
    const entitlement_id = entitlement?.id as string;
    const pro = {
      id: entitlement_id,
      plan_key: 'pro',
      seat_capacity: 10,
      seat_unlimited: false,
      active_seats: 0,
      enforcement_mode: 'hard',
    };
    assert.match(entitlement_id, /^ent_[0-9A-Z]{26}$/);
    assert.deepEqual(meta, { ...ONE_PAGE, entitlements: [pro] });

    const [owner] = await client.list<Member>('/api/v1/workspace_members');
    const membership_id = owner?.id as string;
    const email = 'owner@example.com';
    const assigned = await client.post<One<AssignedSeat>>(`${SEATS}/${membership_id}/assign`);
    const { assignment_id } = assigned.data;
    assert.equal(client.status, 200);
    assert.match(assignment_id, /^seat_[0-9A-Z]{26}$/);
    const shared = { membership_id, entitlement_id, started_at: timeOf(node()) };
    assert.deepEqual(assigned, { data: { ...shared, email, assignment_id } });
    await assert.rejects(client.post(`${SEATS}/${membership_id}/assign`), {
      status: 422,
      type: 'validation_error',
      message: 'The member already has a seat',
    });
    const listed = await client.get(SEATS);
    const seat = { id: assignment_id, ...shared, member_email: email, member_name: email, ended_at: null };
    const used = { ...pro, active_seats: 1 };
    assert.deepEqual(
      [client.status, listed],
      [200, { data: [seat], meta: { ...ONE_PAGE, entitlements: [used] } }],
    );

    const resized = await client.post(`${SEATS}/capacity`, { capacity: 12 });
    assert.deepEqual([client.status, resized], [200, { data: { ...used, seat_capacity: 12 } }]);
    const ended = await client.delete(`${SEATS}/${membership_id}`);
    assert.deepEqual([client.status, client.text, ended], [204, '', undefined]);
    assert.deepEqual((await client.get<SeatList>(SEATS)).data, []);
  });

  test('creates a webhook endpoint, tests it without a body, reads deliveries and deletes it', async () => {
    await using receiver = await Receiver.start();
    const client = connect();
    const body = { url: receiver.url, events: ['meeting_request.created'] };
    const created = await client.post<One<Endpoint & { signing_secret: string }>>(ENDPOINTS, body);
    assert.equal(client.status, 201);
    const { signing_secret, ...endpoint } = created.data;
    const { id } = endpoint;
    assert.match(signing_secret, /^whsec_[0-9A-Za-z]{32}$/);
    assert.match(id, /^we_[0-9A-Z]{26}$/);
    const now = timeOf(node());
    const state = { description: null, enabled: true, disabled_at: null, disabled_reason: null };
    assert.deepEqual(endpoint, { id, ...body, ...state, created_at: now, updated_at: now });
    const listed = await client.get(ENDPOINTS);
    assert.deepEqual([client.status, listed], [200, { data: [endpoint], meta: ONE_PAGE }]);
    const path = `${ENDPOINTS}/${id}`;
    const shown = await client.get(path);
    assert.deepEqual([client.status, shown], [200, { data: endpoint }]);
    node().clock.advance(1_000);
    const patched = await client.patch(path, { description: 'CRM' });
    const changed = { ...endpoint, description: 'CRM', updated_at: timeOf(node()) };
    assert.deepEqual([client.status, patched], [200, { data: changed }]);

    const queued = await client.post<One<{ delivery_id: string }>>(`${path}/test`);
    const { delivery_id } = queued.data;
    assert.deepEqual([client.status, queued], [202, { data: { delivery_id, status: 'queued' } }]);
    const [received] = (await receiver.atLeast(1)) as [Received];
    assert.deepEqual([received.deliveryId, received.payload.event], [delivery_id, 'test']);
    await afterAttempts(node(), id, delivery_id, 1);
    const at = timeOf(node());
    const delivery: Delivery = {
      id: delivery_id,
      event_type: 'test',
      status: 'success',
      payload: received.payload,
      response_code: 200,
      attempts: 1,
      delivered_at: at,
      last_attempted_at: at,
      created_at: at,
    };
    const deliveries = await client.get(`${path}/deliveries`);
    assert.deepEqual([client.status, deliveries], [200, { data: [delivery], meta: ONE_PAGE }]);
    for (const [status, event_type, found] of [
      ['success', 'test', [delivery]],
      ['failed', 'test', []],
      ['success', 'meeting_request.created', []],
    ] as const) {
      assert.deepEqual(await client.list(`${path}/deliveries`, { status, event_type }), found);
    }

    const deleted = await client.delete(path);
    assert.deepEqual([client.status, client.text, deleted], [204, '', undefined]);
    await assert.rejects(client.get(path), { status: 404, type: 'not_found' });
  });

  test('gets 404 for what does not exist, and 422 with the field for what is malformed', async () => {
    const client = connect();
    for (const [prefix, path, message] of [
      ['team', TEAMS, 'Team not found'],
      ['mem', '/api/v1/workspace_members', 'Workspace member not found'],
      ['we', ENDPOINTS, 'Webhook endpoint not found'],
      ['mr', '/api/v1/meeting_requests', 'Meeting request not found'],
    ]) {
      for (const id of [`${prefix}_${NO_ID}`, 'nonsense', '7']) {
        await assert.rejects(client.get(`${path}/${id}`), { status: 404, type: 'not_found', message });
      }
    }
    for (const [text, message] of [
      ['{"name": 7}', 'name must be a string'],
      ['{"name": "Sales", "member_ids": "mem_1"}', 'member_ids must be an array or null'],
      ['{}', 'name is required'],
      ['{"name": ', 'body must be valid JSON'],
      ['[{"name": "Sales"}]', 'body must be a JSON object'],
    ]) {
      const refusal = { status: 422, type: 'invalid_request', message };
      await assert.rejects(client.send('POST', TEAMS, text), refusal, text);
    }
    const limit = { status: 422, type: 'invalid_request', message: 'limit must be an integer' };
    await assert.rejects(client.get(`${TEAMS}?limit=abc`), limit);
    assert.deepEqual(await client.list(TEAMS), [], 'nothing was created');
  });

  test('may send no body to any operation: it is refused only where a field is required', async () => {
    const client = connect();
    const operator = connect((await operatorOf(node())).key);
    const { paths } = await client.get<Description>('/openapi.json');
    const optional: string[] = [];
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, { operationId, requestBody, parameters }] of Object.entries(operations)) {
        if (method === 'get') continue;
        const ids = parameters.filter((parameter) => parameter.in === 'path');
        const fill = (url: string, { name, schema }: (typeof ids)[number]) =>
          url.replace(`{${name}}`, String(schema.examples?.[0]));
        const caller = path.startsWith(OPERATOR) ? operator : client;
        const outcome = await caller.send(method.toUpperCase(), ids.reduce(fill, path)).then(
          () => 'done',
          (error: ApiError) => `${error.status}: ${error.message}`,
        );
        const needsFields = requestBody?.required ?? false;
        // A body is checked before the ids in the path: a 404 means that the body was valid. A logo to delete has no id.
        const missing = ids.length > 0 || method === 'delete' ? /^404: (?!Path).+ not found$/ : /^done$/;
        assert.match(outcome, needsFields ? /^422: \w+( or \w+)? is required$/ : missing, operationId);
        if (!needsFields) optional.push(operationId);
      }
    }
    const some = ['cancelMeetingRequest', 'assignSeat', 'testWebhookEndpoint', 'updateTeam', 'revokeApiKey'];
    assert.deepEqual(new Set(optional).intersection(new Set(some)), new Set(some));
  });
});

onBothEngines(
  'a plain client that calls too often',
  (node) => {
    test('gets 429 with Retry-After, and is served again after that time', async () => {
      const client = new PlainClient(node().url, (await node().otherWorkspace()).rawKey);
      for (let number = 1; number <= 3; number++) assert.deepEqual(await client.list(TEAMS), []);
      const refusal = { status: 429, type: 'rate_limited', message: 'Too many requests', retryAfter: '60' };
      await assert.rejects(client.list(TEAMS), refusal);
      node().clock.advance(60_000);
      assert.deepEqual(await client.list(TEAMS), []);
    });
  },
  { environment: { ROTA_RATE_LIMIT_PER_MINUTE: '3' } },
);
