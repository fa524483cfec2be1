// Full lane, because it kills processes: A killed process never separates a change from its audit entry, event and delivery.
import assert from 'node:assert/strict';
import { createIds } from '../../src/ids.ts';
import { createKeyring } from '../../src/secrets/secret-key.ts';
import { createSecrets } from '../../src/secrets/secrets.ts';
import { readConfig } from '../../src/settings/config.ts';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { systemClock } from '../../src/time/clock.ts';
import { describe, test } from '../support/lanes.ts';
import { EVENT_TYPES, eventsOf, type Place, type StoredEvent, subscribe } from '../support/makers/events.ts';
import { type Change, Ledger, NEW } from '../support/server/ledger.ts';
import { EmptyStorage, type Served } from '../support/server/process.ts';
import { dataOf, type Engine, engines } from '../support/server/rota.ts';

const KEY = 'key-of-the-crash-tests-0123456789';
/** Fewer on PostgreSQL, where the database is in another process, which is not killed. */
const KILLS = { sqlite: 20, postgres: 10 };
const CLIENTS = 4;
const REQUESTS = '/api/v1/meeting_requests';
const MEMBERS = '/api/v1/workspace_members';
const API_KEYS = '/api/v1/api_keys';
const WATCHED = [...EVENT_TYPES, 'member.created', 'seat.assigned', 'seat.ended', 'api_key.created'];

type Data = Record<string, string>;
/** Makes a call that asks for the changes `open`. `then` reads from the response which were made. */
type Ask = (
  path: string,
  body: object | undefined,
  open: Change[],
  then?: (data: Data) => Change[],
) => Promise<Data>;

/** The work of one client, repeated: everything that leaves an event, seats and keys. Ends when a call gets no response. */
async function work(ask: Ask, teamId: string, nextEmail: () => string): Promise<never> {
  for (;;) {
    const guests = { participant_emails: ['guest@example.org'], notify_participants: false };
    const create = (body: object) =>
      ask(REQUESTS, body, [['meeting_request.created', NEW]], ({ id }) => [
        ['meeting_request.created', id as string],
      ]);
    const applyTransition = (id: string, name: string, action: string, body?: object) =>
      ask(`${REQUESTS}/${id}/${name}`, body, [[`meeting_request.${action}`, id]]);
    const join = async () =>
      (await ask(MEMBERS, { email: nextEmail() }, [['member.created', NEW]], ({ id }) => [
        ['member.created', id as string],
      ])) as { id: string; email: string };

    const { id } = (await create({ team_id: teamId, ...guests })) as { id: string };
    await applyTransition(id, 'pause', 'paused');
    await applyTransition(id, 'resume', 'resumed');
    await applyTransition(id, 'follow_up', 'follow_up_sent');
    const leaving = await join();
    await applyTransition(id, 'change_organizer', 'organizer_changed', { organizer_email: leaving.email });
    const { assignment_id: seat } = (await ask(
      `/api/v1/seats/${leaving.id}/assign`,
      undefined,
      [['seat.assigned', NEW]],
      (data) => [['seat.assigned', data.assignment_id as string]],
    )) as { assignment_id: string };
    const other = (await create({ organizer_email: leaving.email, ...guests })) as { id: string };
    const successor = await join();
    await ask(`${MEMBERS}/${leaving.id}/deactivate`, { transfer_to: successor.email }, [
      ['meeting_request.organizer_changed', id],
      ['meeting_request.organizer_changed', other.id],
      ['seat.ended', seat],
      ['member.deactivated', leaving.id],
    ]);
    await applyTransition(id, 'book', 'booked', { starts_at: '2030-01-01T10:00:00Z' });
    await applyTransition(id, 'cancel', 'cancelled', { notify: true });
    await ask(
      API_KEYS,
      { name: 'Stream', scopes: ['workspace.read'] },
      [['api_key.created', NEW]],
      (data) => [['api_key.created', data.id as string]],
    );
  }
}

/**
 * Lets the clients work until the server has acknowledged `enough` changes, kills it, and waits for its end. Returns the
 * raw keys that were made meanwhile.
 */
async function workUntilKilled(server: Served, ledger: Ledger, teamId: string, enough: number) {
  const before = ledger.size;
  const rawKeys: string[] = [];
  let emails = 0;
  const lost = new Error('no response');
  const ask: Ask = async (path, body, open, then = () => open) => {
    const answer = await server.call('POST', path, { key: KEY, ...(body && { body }) }).catch(() => {
      ledger.leaveOpen(open);
      throw lost;
    });
    const data = dataOf<Data>(answer);
    ledger.acknowledge(then(data));
    if (data.key) rawKeys.push(data.key);
    if (ledger.size - before >= enough) server.signal('SIGKILL');
    return data;
  };
  const nextEmail = () => `p${before}-${++emails}@example.com`;
  const clients = Array.from({ length: CLIENTS }, () => work(ask, teamId, nextEmail));
  for (const outcome of await Promise.allSettled(clients)) {
    assert.equal((outcome as PromiseRejectedResult).reason, lost);
  }
  assert.equal((await server.ended).signal, 'SIGKILL');
  assert.ok(ledger.size - before >= enough);
  return rawKeys;
}

const sorted = (changes: Change[]) => changes.map((change) => change.join(' ')).sort();

/** What must hold in the database at any time. */
async function check(database: Database, place: Place, ledger: Ledger, endpointId: string): Promise<void> {
  const entries = await database.all<{ action: string; target_id: string }>(
    'select action, target_id from audit_entries',
  );
  const changes = entries
    .filter(({ action }) => WATCHED.includes(action))
    .map(({ action, target_id }): Change => [action, target_id]);
  ledger.compare(changes);

  // One event for each change, and no other.
  const events = await eventsOf(place);
  assert.deepEqual(
    sorted(events.map(({ type, payload }) => [type, payload.id])),
    sorted(changes.filter(([action]) => EVENT_TYPES.includes(action))),
  );
  const deliveries = await database.all<{ event_id: string }>(
    'select event_id from webhook_deliveries where endpoint_id = $1',
    [endpointId],
  );
  assert.deepEqual(deliveries.map(({ event_id }) => event_id).sort(), events.map(({ id }) => id).sort());

  // The requests are as their last events say.
  const requests = await database.all<{ id: string; status: string; email: string }>(
    `select meeting_requests.id, status, email from meeting_requests
     join members on members.id = meeting_requests.organizer_id order by meeting_requests.id`,
  );
  const byRequest = Map.groupBy(
    events.filter(({ type }) => type.startsWith('meeting_request.')),
    ({ payload }) => payload.id,
  );
  const announced = [...byRequest].map(([id, about]) => ({ id, ...lastOf(about) }));
  assert.deepEqual(
    requests.map((row) => ({ ...row })),
    announced.sort((one, other) => (one.id < other.id ? -1 : 1)),
  );

  const numberOf = async (sql: string) => (await database.get<{ count: number }>(sql))?.count;
  const done = (wanted: string) => changes.filter(([action]) => action === wanted).length;
  assert.equal(await numberOf('select count(*) as count from api_keys'), done('api_key.created'));
  assert.equal(await numberOf('select count(*) as count from seats'), done('seat.assigned'));
  assert.equal(
    await numberOf('select count(*) as count from seats where ended_at is not null'),
    done('seat.ended'),
  );
  assert.equal(
    await numberOf('select count(*) as count from members where deactivated_at is not null'),
    done('member.deactivated'),
  );
}

/** State and organizer, as the events say. */
function lastOf(events: StoredEvent[]): { status: string; email: string } {
  const last = (field: string) =>
    events.map(({ payload }) => payload[field]).findLast((value) => value !== undefined) as string;
  const named = events.map(({ payload }) => payload.new_organizer_email ?? payload.organizer_email);
  return { status: last('status'), email: named.at(-1) as string };
}

// Both at the same time, because they mostly wait for processes.
describe('Changes, killed', { concurrency: 2 }, () => {
  for (const engine of engines) defineTest(engine);
});

function defineTest(engine: Engine): void {
  test(`${KILLS[engine]} crashes separate no change from its audit entry, its event and its delivery (${engine})`, async () => {
    await using storage = await EmptyStorage.make(engine);
    await using stack = new AsyncDisposableStack();
    // Each connection is a process of PostgreSQL.
    const settings = { ROTA_BOOTSTRAP_API_KEY: KEY, ROTA_DATABASE_POOL_SIZE: '4' };
    const start = async () => stack.use(await storage.serve(settings));
    let server = await start();
    const config = readConfig(storage.environment);
    const database = await openDatabase(config);
    stack.defer(() => database.close());
    const call = async (path: string, body: object) =>
      dataOf<Data>(await server.call('POST', path, { key: KEY, body }));

    const { data } = (await server.call('GET', '/api/v1/workspace', { key: KEY })).body as { data: Data };
    const place: Place = {
      services: {
        database,
        clock: systemClock,
        ids: createIds(systemClock),
        secrets: createSecrets(createKeyring(config), { database, clock: systemClock }),
      },
      workspaceId: data.id as string,
    };
    const endpointId = await subscribe(place, EVENT_TYPES);
    await call('/api/v1/seats/capacity', { capacity: 1_000_000 });
    const ledger = new Ledger();
    const memberIds: string[] = [];
    for (const email of ['ada@example.com', 'ben@example.com', 'cyd@example.com']) {
      const { id } = await call(MEMBERS, { email });
      ledger.acknowledge([['member.created', id as string]]);
      memberIds.push(id as string);
    }
    // Made by the first start.
    const [owner] = await server.all<Data>(`${MEMBERS}?email=owner@example.com`, KEY);
    const [firstKey] = await server.all<Data>(`${API_KEYS}?`, KEY);
    ledger.acknowledge([
      ['member.created', owner?.id as string],
      ['api_key.created', firstKey?.id as string],
    ]);
    const { id: teamId } = await call('/api/v1/teams', { name: 'Sales', member_ids: memberIds });

    for (let kill = 0; kill < KILLS[engine]; kill += 1) {
      const rawKeys = await workUntilKilled(server, ledger, teamId as string, 1 + 2 * kill);
      server = await start();
      await check(database, place, ledger, endpointId);
      for (const key of rawKeys) {
        const { status } = await server.call('GET', '/api/v1/workspace', { key });
        assert.equal(status, 200, 'a key that was handed out works');
      }
    }
    assert.ok(ledger.size > KILLS[engine] * 10, `${ledger.size} changes were acknowledged`);
  });
}
