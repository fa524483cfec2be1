// Full lane, because it kills processes: A process killed while it sends loses no delivery and no recorded attempt; the receiver's ledger is compared.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/settings/config.ts';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { describe, test } from '../support/lanes.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import { EmptyStorage, type Served } from '../support/server/process.ts';
import { dataOf, type Engine } from '../support/server/rota.ts';

const KEY = 'key-of-the-crash-tests-0123456789';
const KILLS = 20;
/** On PostgreSQL, where the database is in another process, which is not killed. */
const FEWER_KILLS = 5;
const ENDPOINTS = 10;
/** Events for each process that is killed. It does not acknowledge all of them. */
const EVENTS_IN_A_LIFE = 5;
const MAX_ATTEMPTS = 8;
/** Ten final failures would disable an endpoint. */
const MAX_FAILED = 9;
const DEADLINE_MS = 60_000;
/** Takes the place of a status when there was no response in time. */
const LATE = -1;
const TOO_LATE = 'no complete answer within 1.5 seconds';
const SETTINGS = {
  ROTA_BOOTSTRAP_API_KEY: KEY,
  // A lease is three times the timeout. After a crash, a delivery stays claimed for that long.
  ROTA_WEBHOOK_TIMEOUT_MS: '1500',
  ROTA_WEBHOOK_RETRY_DELAYS: '0.05',
  // Each connection is a process of PostgreSQL.
  ROTA_DATABASE_POOL_SIZE: '4',
};

/** What a receiver got, and how it responds to each delivery, which depends on the delivery's id. */
class Ledger {
  /** How often a delivery is refused before it is accepted. */
  readonly refusals = new Map<string, number>();
  /** How often it has arrived. */
  readonly requests = new Map<string, number>();
  readonly #doomed = new Map<string, number>();

  /** Returns the status to respond with. */
  enter(deliveryId: string, path: string): number {
    const refusals = this.refusals.get(deliveryId) ?? this.#decide(deliveryId, path);
    this.refusals.set(deliveryId, refusals);
    const before = this.requests.get(deliveryId) ?? 0;
    this.requests.set(deliveryId, before + 1);
    if (before >= refusals) return 200;
    return refusals === Number.POSITIVE_INFINITY ? 500 : 503;
  }

  #decide(deliveryId: string, path: string): number {
    const number = Number.parseInt(hash('sha1', deliveryId).slice(0, 8), 16);
    const doomed = this.#doomed.get(path) ?? 0;
    if (number % 20 === 0 && doomed < MAX_FAILED) {
      this.#doomed.set(path, doomed + 1);
      return Number.POSITIVE_INFINITY;
    }
    return number % 10 === 1 ? 1 + (Math.floor(number / 10) % (MAX_ATTEMPTS - 1)) : 0;
  }

  get total(): number {
    return [...this.requests.values()].reduce((sum, count) => sum + count, 0);
  }
}

interface Row {
  id: string;
  status: string;
  attempts: number;
  response_code: number | null;
  is_free: number;
  /** JSON lists of the numbers and of the response codes of the attempts, in their order. */
  numbers: string;
  codes: string;
}

/** Compares every delivery in the database with the ledger. Returns the number of recorded attempts. */
async function check(database: Database, ledger: Ledger, least: number): Promise<number> {
  const listOf = (column: string) => `(select ${database.dialect.list(`${column} order by number`)}
    from webhook_attempts where delivery_id = webhook_deliveries.id)`;
  const rows = await database.all<Row>(
    `select id, status, attempts, response_code, ${listOf('number')} as numbers,
       ${listOf(`coalesce(response_code, ${LATE})`)} as codes,
       case when claim_id is null and lease_until is null and due_at is null then 1 else 0 end as is_free
     from webhook_deliveries`,
  );
  assert.ok(rows.length >= least, `${rows.length} deliveries were made`);
  assert.deepEqual(rows.map(({ id }) => id).sort(), [...ledger.requests.keys()].sort(), 'each has arrived');
  for (const row of rows) {
    const refusals = ledger.refusals.get(row.id) as number;
    const requests = ledger.requests.get(row.id) as number;
    const codes: number[] = JSON.parse(row.codes);
    const late = codes.filter((code) => code === LATE).length;
    const details = `${JSON.stringify(row)}, to be refused ${refusals} times, came ${requests} times`;

    // On a busy machine attempts may be late, even all eight.
    const isFailed = refusals + late >= MAX_ATTEMPTS && codes.at(-1) !== 200;
    const isDoomed = refusals === Number.POSITIVE_INFINITY;
    const before = codes.slice(0, isFailed ? MAX_ATTEMPTS : -1);
    assert.ok(
      before.every((code) => code === LATE || code === (isDoomed ? 500 : 503)),
      details,
    );
    assert.deepEqual(codes.slice(before.length), isFailed ? [] : [200], details);
    assert.deepEqual(
      [row.status, row.response_code ?? LATE, row.is_free],
      [isFailed ? 'failed' : 'success', codes.at(-1), 1],
      details,
    );
    assert.deepEqual(
      JSON.parse(row.numbers),
      [...codes.keys()].map((place) => place + 1),
      details,
    );
    assert.equal(row.attempts, codes.length, details);
    // Attempts that a crash cut off are not recorded, and are repeated: there may have been more refusals.
    const most = Math.min(refusals + 1 + late, MAX_ATTEMPTS);
    assert.ok(isFailed ? codes.length === MAX_ATTEMPTS : codes.length <= most, details);
    assert.ok(requests >= codes.length - late && requests >= most - late, details);
  }
  const odd = await database.all(
    `select error from webhook_attempts where (response_code is null) <> (error is not null) or error <> '${TOO_LATE}'`,
  );
  assert.deepEqual(odd, []);
  const disabled = await database.all('select id from webhook_endpoints where disabled_at is not null');
  assert.deepEqual(disabled, []);
  return rows.reduce((sum, { attempts }) => sum + attempts, 0);
}

// All at the same time, because they mostly wait for processes.
describe('Deliveries, killed', { concurrency: 3 }, () => {
  defineTest('sqlite', 1, KILLS);
  defineTest('postgres', 2, 2 * FEWER_KILLS);
  defineTest('postgres', 1, FEWER_KILLS);
});

function defineTest(engine: Engine, nodes: 1 | 2, kills: number): void {
  const where = `${engine}, ${nodes === 1 ? 'one node' : 'one of two nodes'}`;
  test(`${kills} crashes lose no delivery and no attempt that was recorded (${where})`, async () => {
    await using storage = await EmptyStorage.make(engine);
    await using stack = new AsyncDisposableStack();
    const ledger = new Ledger();
    let atFirst = () => {};
    const receiver = stack.use(
      await Receiver.start((response, { deliveryId, path }) => {
        if (!ledger.requests.has(deliveryId)) atFirst();
        response.writeHead(ledger.enter(deliveryId, path)).end();
      }),
    );
    const start = async () => stack.use(await storage.serve(SETTINGS));
    // The first process creates the tables.
    const running = [await start()];
    if (nodes === 2) running.push(await start());
    const database = await openDatabase(readConfig(storage.environment));
    stack.defer(() => database.close());

    const post = async (server: Served, path: string, body: object) =>
      dataOf<{ id: string }>(await server.call('POST', path, { key: KEY, body }));
    const events = ['meeting_request.created'];
    for (let number = 0; number < ENDPOINTS; number += 1) {
      const url = `${receiver.url}/${number}`;
      await post(running[0] as Served, '/api/v1/webhook_endpoints', { url, events });
    }
    /** Ids of meeting requests. */
    const acknowledged: string[] = [];
    const announce = async (server: Served) => {
      const body = { organizer_email: 'owner@example.com', participant_emails: ['guest@example.org'] };
      acknowledged.push((await post(server, '/api/v1/meeting_requests', body)).id);
    };

    for (let kill = 0; kill < kills; kill += 1) {
      const place = kill % nodes;
      const victim = running[place] as Served;
      // After another number of first attempts each time, and never after the last of them.
      let left = 1 + ((37 * kill) % (EVENTS_IN_A_LIFE * ENDPOINTS));
      atFirst = () => {
        left -= 1;
        if (left === 0) victim.signal('SIGKILL');
      };
      await Promise.allSettled(Array.from({ length: EVENTS_IN_A_LIFE }, () => announce(victim)));
      assert.equal((await victim.ended).signal, 'SIGKILL');
      running[place] = await start();
    }
    atFirst = () => {};
    const wanted = EVENTS_IN_A_LIFE * kills;
    while (acknowledged.length < wanted) await announce(running[0] as Served);

    const pending = "select id from webhook_deliveries where status = 'pending' limit 1";
    const end = performance.now() + DEADLINE_MS;
    while (await database.get(pending)) {
      assert.ok(performance.now() < end, 'every delivery is finished in time');
      await sleep(20);
    }
    for (const server of running) {
      server.signal('SIGTERM');
      assert.equal((await server.ended).code, 0);
    }
    const recorded = await check(database, ledger, wanted * ENDPOINTS);
    // What was in flight when a process was killed has arrived again.
    const repeated = ledger.total - recorded;
    assert.ok(repeated >= kills, `${ledger.total} requests, of which ${recorded} were recorded`);

    const rows = await database.all<{ payload: string }>('select payload from events');
    const announced = new Set(rows.map(({ payload }) => (JSON.parse(payload) as { id: string }).id));
    assert.ok(acknowledged.every((id) => announced.has(id)));
    const [row] = await database.all<{ count: number }>('select count(*) as count from webhook_attempts');
    assert.equal(row?.count, recorded);
  });
}
