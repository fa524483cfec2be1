// A node of the last release and one of this version, on one PostgreSQL: a rolling upgrade under load loses nothing.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { readConfig } from '../../src/settings/config.ts';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { type Received, Receiver } from '../support/receivers/receiver.ts';
import type { WireAnswer } from '../support/server/http.ts';
import { type Change, Ledger } from '../support/server/ledger.ts';
import { EmptyStorage, type Served } from '../support/server/process.ts';
import type { ShownMeetingRequest } from '../support/server/resources.ts';
import { dataOf, errorOf } from '../support/server/rota.ts';
import { lastRelease, NoRelease, unpackLastRelease } from './last-release.ts';

const KEY = 'key-of-the-tests-of-upgrades-0123456789';
const LIMIT = 50_000;
const SETTINGS = { ROTA_BOOTSTRAP_API_KEY: KEY, ROTA_RATE_LIMIT_PER_MINUTE: String(LIMIT) };
const CLIENTS = 4;
/** Rounds of each client: with the old one alone, with both, with the new one alone. */
const ROUNDS = { alone: 3, beside: 12 };
/** Of one call. */
const MAX_TRIES = 100;
const REQUESTS = '/api/v1/meeting_requests';
const ENDPOINTS = '/api/v1/webhook_endpoints';
const ACTIONS = ['meeting_request.created', 'meeting_request.booked', 'api_key.created', 'member.created'];
const HOUR_MS = 3_600_000;

interface Endpoint {
  id: string;
  path: string;
  secret: string;
}

/** Calls the nodes in turn. A call that gets 503, or no answer, is repeated elsewhere with its key. */
class Callers {
  readonly ledger = new Ledger();
  readonly retries = { busy: 0, cut: 0 };
  readonly requestIds: string[] = [];
  #nodes: Served[];
  #calls = 0;

  constructor(...nodes: Served[]) {
    this.#nodes = nodes;
  }

  use(...nodes: Served[]): void {
    this.#nodes = nodes;
  }

  async post<Data>(path: string, body: object | undefined): Promise<Data> {
    const headers = { 'idempotency-key': randomUUID() };
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const node = this.#nodes[this.#calls++ % this.#nodes.length] as Served;
      const answer = await node.call('POST', path, { key: KEY, body, headers }).catch(() => undefined);
      if (answer && answer.status < 500) return dataOf<Data>(answer);
      await this.#wait(answer);
    }
    return assert.fail(`${path} was not done in ${MAX_TRIES} tries`);
  }

  async #wait(answer: WireAnswer | undefined): Promise<void> {
    if (!answer) {
      this.retries.cut += 1;
      return sleep(50);
    }
    assert.equal(answer.status, 503, answer.text);
    assert.equal(errorOf(answer).type, 'unavailable');
    assert.ok(answer.headers['retry-after'], 'it says when to try again');
    this.retries.busy += 1;
    return sleep(100);
  }

  /** What a client does, round after round. */
  async work(client: number, rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      const name = `${client}-${randomUUID()}`;
      const email = `${name}@example.com`;
      const member = await this.post<{ id: string }>('/api/v1/workspace_members', { email });
      const request = await this.post<{ id: string }>(REQUESTS, {
        organizer_email: email,
        participant_emails: [`guest-${name}@example.org`],
      });
      this.requestIds.push(request.id);
      const starts_at = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 48 * HOUR_MS).toISOString();
      await this.post(`${REQUESTS}/${request.id}/book`, { starts_at });
      const key = await this.post<{ id: string }>('/api/v1/api_keys', { name, scopes: ['teams.read'] });
      this.ledger.acknowledge([
        ['member.created', member.id],
        ['meeting_request.created', request.id],
        ['meeting_request.booked', request.id],
        ['api_key.created', key.id],
      ]);
    }
  }

  async together(rounds: number): Promise<void> {
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => this.work(client, rounds)));
  }
}

test('an upgrade node by node, under load, loses nothing and does nothing twice', async (t) => {
  const release = await unpackLastRelease().catch(tellWhyNot);
  if (!release) return t.skip('the history is not here');
  await using _ = release;
  await using storage = await EmptyStorage.make('postgres');
  await using receiver = await Receiver.start();
  const old = await storage.serve(SETTINGS, { bin: release.bin });
  await using _old = old;
  const callers = new Callers(old);
  const endpoints = [await makeEndpoint(old, receiver, 'old')];
  await callers.together(ROUNDS.alone);

  // The new one migrates under load.
  const starting = storage.serve(SETTINGS);
  await callers.together(ROUNDS.alone);
  const renewed = await starting;
  await using _renewed = renewed;
  await readOneAnothers(old, renewed, callers.requestIds.at(-1) as string);
  endpoints.push(await makeEndpoint(renewed, receiver, 'new'));
  callers.use(old, renewed);
  await callers.together(ROUNDS.beside);

  // The old one stops while it is called.
  const last = callers.together(ROUNDS.alone);
  old.signal('SIGTERM');
  const { code, stderr } = await old.ended;
  assert.deepEqual([code, stderr], [0, '']);
  callers.use(renewed);
  await last;

  const database = await openDatabase(readConfig(storage.environment));
  try {
    await assertAllDone(database);
    callers.ledger.compare(await changesIn(database));
    await compareDeliveries(database, receiver, endpoints);
    await compareMessages(database);
  } finally {
    await database.close();
  }
  const sentBy = (node: Served) => node.logLines.filter((line) => line.delivery_id !== undefined).length;
  assert.ok(sentBy(old) > 0 && sentBy(renewed) > 0, 'both have delivered');
  console.log(
    `${callers.ledger.size} changes, ${receiver.received.length} deliveries (${sentBy(old)} by the old node); repeated calls: ` +
      `${callers.retries.busy} after 503, ${callers.retries.cut} without an answer`,
  );
});

/** Not silently: this is the only test of it. */
function tellWhyNot(error: unknown): undefined {
  if (!(error instanceof NoRelease)) throw error;
  const line = '!'.repeat(80);
  console.error(`${line}\nNOT RUN: the upgrade from ${lastRelease.tag}: ${error.message}\n${line}`);
}

async function makeEndpoint(node: Served, receiver: Receiver, path: string): Promise<Endpoint> {
  const url = `${receiver.url}/${path}`;
  const body = { url, events: ['meeting_request.created', 'meeting_request.booked'] };
  const answer = await node.call('POST', ENDPOINTS, { key: KEY, body });
  const made = dataOf<{ id: string; signing_secret: string }>(answer);
  return { id: made.id, path: new URL(url).pathname, secret: made.signing_secret };
}

/** What either has made is good on the other: keys, limits, stored responses, links. */
async function readOneAnothers(old: Served, renewed: Served, requestId: string): Promise<void> {
  for (const [maker, reader] of [
    [old, renewed],
    [renewed, old],
  ] as const) {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { name: 'Either', scopes: ['teams.read'] };
    const made = await maker.call('POST', '/api/v1/api_keys', { key: KEY, body, headers });
    const again = await reader.call('POST', '/api/v1/api_keys', { key: KEY, body, headers });
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.deepEqual(again.body, made.body);
    const { key } = dataOf<{ key: string }>(made);
    const left = async (node: Served) =>
      /r=(\d+)/.exec(String((await node.call('GET', '/api/v1/teams', { key })).headers.ratelimit))?.[1];
    assert.deepEqual(
      [await left(maker), await left(reader), await left(maker)],
      [LIMIT - 1, LIMIT - 2, LIMIT - 3].map(String),
      'they count together',
    );
    const shown = await maker.call('GET', `${REQUESTS}/${requestId}`, { key: KEY });
    const [participant] = dataOf<ShownMeetingRequest>(shown).participants;
    const page = await reader.call('GET', new URL(participant?.booking_url as string).pathname);
    assert.equal(page.status, 200);
  }
}

/** Nothing waits any more: deliveries, messages, steps. */
async function assertAllDone(database: Database): Promise<void> {
  await eventually(async () => {
    const row = await database.get<{ open: number }>(
      `select (select count(*) from webhook_deliveries where status = 'pending')
            + (select count(*) from messages where status = 'queued')
            + (select count(*) from meeting_request_schedules where due_at <= $1) as open`,
      [Date.now()],
    );
    return row?.open === 0;
  });
}

async function changesIn(database: Database): Promise<Change[]> {
  const rows = await database.all<{ action: string; target_id: string }>(
    `select action, target_id from audit_entries where actor_type = 'api_key'`,
  );
  const wanted = rows.filter(({ action }) => ACTIONS.includes(action));
  // Those of readOneAnothers, which compares them itself.
  const names = await database.all<{ id: string }>("select id from api_keys where name = 'Either'");
  const others = new Set(names.map(({ id }) => id));
  return wanted
    .filter(({ target_id }) => !others.has(target_id))
    .map(({ action, target_id }) => [action, target_id]);
}

/** Each delivery has come once, with the signature of its endpoint, whichever node sealed the secret and whichever sent it. */
async function compareDeliveries(
  database: Database,
  receiver: Receiver,
  endpoints: Endpoint[],
): Promise<void> {
  const rows = await database.all<{ id: string; status: string; attempts: number }>(
    'select id, status, attempts from webhook_deliveries',
  );
  assert.deepEqual(
    rows.filter(({ status, attempts }) => status !== 'success' || attempts !== 1),
    [],
  );
  assert.deepEqual(
    receiver.received.map(({ deliveryId }) => deliveryId).sort(),
    rows.map(({ id }) => id).sort(),
  );
  for (const received of receiver.received) verify(received, endpoints);
  const events = await database.get<{ missing: number }>(
    `select count(*) as missing from events where type in ('meeting_request.created', 'meeting_request.booked')
     and not exists (select 1 from webhook_deliveries where event_id = events.id and workspace_id = events.workspace_id)`,
  );
  assert.equal(events?.missing, 0, 'every event was delivered to somebody');
}

function verify({ path, body, headers }: Received, endpoints: Endpoint[]): void {
  const { secret } = endpoints.find((endpoint) => endpoint.path === path) as Endpoint;
  new Webhook(secret).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  });
}

/** No mail server is set: each message is kept, once, unless what it is about was over before its turn came. */
async function compareMessages(database: Database): Promise<void> {
  const others = await database.all(
    `select status, kind, last_error from messages where status <> 'kept' and last_error <> 'not sent: the meeting was booked'`,
  );
  assert.deepEqual(others, []);
  const twice = await database.all(
    `select request_id, kind, recipient_address, count(*) from messages where kind = 'booked'
     group by request_id, kind, recipient_address having count(*) > 1`,
  );
  assert.deepEqual(twice, []);
}
