// A node loses its connection to PostgreSQL and recovers without a restart.
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { TemporaryDatabase } from '../../scripts/postgres/databases.ts';
import { RotaError } from '../../src/errors.ts';
import { generateRawKey } from '../../src/features/workspace/api-keys/rules.ts';
import { describe, test } from '../support/lanes.ts';
import { offerTo, sendForm } from '../support/makers/booking-page.ts';
import { makeMember } from '../support/makers/team-members.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { type CutProxy, startCutProxy } from '../support/server/cut-proxy.ts';
import { freshPostgresDatabase } from '../support/server/databases.ts';
import type { WireAnswer } from '../support/server/http.ts';
import { isKeyRoute } from '../support/server/key-routes.ts';
import { dataOf, type Node, SECRET_KEY, startNode } from '../support/server/rota.ts';
import { visit } from '../support/server/visits.ts';

const DEADLINE_MS = 30_000;
const KEYS = '/api/v1/api_keys';

const crashes: Error[] = [];
process.on('uncaughtExceptionMonitor', (error) => crashes.push(error));

describe('a lost connection to PostgreSQL', () => {
  let database: TemporaryDatabase;
  let proxy: CutProxy;
  let node: Node;
  /** A direct connection to the server, past the proxy. */
  let admin: Client;

  // With the rate limit on, every call has one more statement that can fail.
  const start = (clock?: Node['clock']) =>
    startNode(
      {
        engine: 'postgres',
        environment: { DATABASE_URL: proxy.url, ROTA_SECRET_KEY: SECRET_KEY },
        remove: database.drop,
      },
      { environment: { ROTA_RATE_LIMIT_PER_MINUTE: '100000' }, ...(clock && { clock }) },
    );

  before(async () => {
    database = await freshPostgresDatabase();
    proxy = await startCutProxy(database.url);
    node = await start();
    admin = new Client({ connectionString: database.url });
    await admin.connect();
  });
  afterEach(() => {
    // So that a failed test fails no other.
    proxy.restore();
    assert.deepEqual(crashes.splice(0), [], 'a server would have ended here');
  });
  after(async () => {
    await node.stop();
    await admin.end();
    await proxy.stop();
    await database.drop();
  });

  async function column(sql: string, values: unknown[] = []): Promise<unknown[]> {
    const { rows } = await admin.query({ text: sql, values, rowMode: 'array' });
    return rows.map(([value]) => value);
  }

  /** Waits until this many connections of the node match `condition`. */
  const untilConnections = (count: number, condition = 'true') =>
    until(async () => {
      const pids = await column(
        `select pid from pg_stat_activity
         where datname = current_database() and application_name = 'rota' and ${condition}`,
      );
      return pids.length === count;
    });

  const kill = (pid: number) => admin.query('select pg_terminate_backend($1, 5000)', [pid]);

  /** Through as many transactions, none of which ends before all have begun. */
  async function openConnections(count: number): Promise<void> {
    const all = Promise.withResolvers<void>();
    let begun = 0;
    const begin = () =>
      node.services.database.transaction(async (tx) => {
        await tx.get('select 1 as one');
        begun += 1;
        if (begun === count) all.resolve();
        await all.promise;
      });
    await Promise.all(Array.from({ length: count }, begin));
  }

  async function assertNothingHalfDone(): Promise<void> {
    const keys = await column('select id from api_keys order by id');
    const entries = "select target_id from audit_entries where action = 'api_key.created' order by 1";
    assert.deepEqual(await column(entries), keys);
  }

  test('meanwhile every call is answered 503, afterwards it works again', async () => {
    const [id] = await column('select id from api_keys');
    const calls = node.app.routes.filter(isKeyRoute);
    assert.ok(calls.length > 4);
    const everyCall = () =>
      calls.map(({ method, url }) => node.call(method, url.replace(':id', `${id}`), { body: { name: 'A' } }));

    proxy.cut();
    for (const answer of await Promise.all([...everyCall(), ...everyCall()])) assertUnavailable(answer);
    const headers = { 'idempotency-key': 'while-away' };
    assertUnavailable(await node.post(KEYS, { name: 'While away' }, { headers }));
    assertUnavailable(await node.get(KEYS, { key: generateRawKey() }));
    const { status, body } = await eventually(async () => {
      const answer = await node.get('/readyz');
      return answer.status !== 200 && answer;
    });
    assert.equal(status, 503);
    assert.match(JSON.stringify(body), /"Not ready: PostgreSQL can not be reached\. Request id/);
    assert.equal((await node.get('/healthz')).status, 200);
    assert.equal((await node.get(KEYS, { key: null })).status, 401);

    proxy.restore();
    assert.equal((await node.get('/readyz')).status, 200);
    assert.equal((await node.get('/healthz')).status, 200);
    assert.deepEqual(
      dataOf<{ id: string }[]>(await node.get(KEYS)).map((key) => key.id),
      [id],
      'nothing was done meanwhile',
    );
    const answer = await node.post(KEYS, { name: 'While away' }, { headers });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers['idempotency-replayed'], undefined, 'the 503 was not kept');
    await assertNothingHalfDone();
  });

  test('meanwhile the log has a line a second, with a count of what failed, and no stacks', async (t) => {
    const other = await start(node.clock);
    t.after(() => {
      proxy.restore();
      return other.stop();
    });
    const first = other.logLines.length;
    const failures = () =>
      other.logLines
        .slice(first)
        .map((line) => JSON.parse(line) as { msg: string; err?: object; left_out?: Record<string, number> })
        .filter(({ err, left_out }) => err ?? left_out);
    const told = () =>
      failures()
        .map(({ msg, left_out }) => (msg === 'request failed' ? 1 : (left_out?.['request failed'] ?? 0)))
        .reduce((sum, count) => sum + count, 0);
    const began = performance.now();
    proxy.cut();
    const calls = Array.from({ length: 60 }, () => other.get(KEYS));
    for (const answer of await Promise.all(calls)) assertUnavailable(answer);
    await until(async () => told() >= calls.length);
    const seconds = (performance.now() - began) / 1_000;
    assert.equal(told(), calls.length);
    assert.ok(failures().length <= 2 + seconds, `${failures().length} lines in ${seconds} s`);
    assert.doesNotMatch(JSON.stringify(failures()), /"stack"/);
    assert.match(JSON.stringify(failures()[0]), /"reason":"PostgreSQL can not be reached"/);
  });

  test('a page says so in the words of people, and takes the answer afterwards', async () => {
    const organizer_email = (await makeMember(node)).email;
    const { page, ids } = await offerTo(node, ['guest@example.org'], { organizer_email });
    const answer = () => sendForm(node, page, 'answer', { options: ids.slice(0, 1), round: 1 });
    proxy.cut();
    for (const { status, headers, text } of [await visit(node, `/m/${page}`), await answer()]) {
      assert.deepEqual([status, headers['content-type']], [503, 'text/html; charset=utf-8']);
      assert.match(text, /<title>We’ll be right back</);
    }
    proxy.restore();
    assert.equal((await answer()).status, 303);
    assert.match((await visit(node, `/m/${page}`)).text, /Booked/);
  });

  test('a POST that is in flight is answered 503, is undone, and can be sent again', async (t) => {
    const headers = { 'idempotency-key': 'in-flight' };
    // Both reach the audit entry, with the key written but not committed.
    const blocker = new Client({ connectionString: database.url });
    await blocker.connect();
    t.after(() => blocker.end());
    await blocker.query('begin; lock table audit_entries in share row exclusive mode');
    const inFlight = [
      node.post(KEYS, { name: 'In flight' }),
      node.post(KEYS, { name: 'In flight' }, { headers }),
    ];
    await untilConnections(2, "wait_event_type = 'Lock'");
    proxy.cut();
    for (const answer of await Promise.all(inFlight)) assertUnavailable(answer);
    await blocker.query('rollback');
    await untilConnections(0);
    proxy.restore();

    const made = "select id from api_keys where name = 'In flight'";
    assert.deepEqual(await column(made), []);
    const first = await node.post(KEYS, { name: 'In flight' }, { headers });
    const second = await node.post(KEYS, { name: 'In flight' }, { headers });
    assert.deepEqual([first.status, first.headers['idempotency-replayed']], [201, undefined]);
    assert.deepEqual([second.status, second.headers['idempotency-replayed']], [201, 'true']);
    assert.equal(second.text, first.text);
    assert.deepEqual(await column(made), [dataOf<{ id: string }>(first).id]);
    await assertNothingHalfDone();
  });

  test('callers who try again with their Idempotency-Key get one key each, however often it is cut', async () => {
    const answers: WireAnswer[] = [];
    async function createSeveral(caller: number): Promise<void> {
      for (let number = 0; number < 10; number++) {
        const headers = { 'idempotency-key': `retried-${caller}-${number}` };
        await until(async () => {
          const answer = await node.post(KEYS, { name: `Retried ${caller}-${number}` }, { headers });
          answers.push(answer);
          if (answer.status === 503) assertUnavailable(answer);
          // 409: the server has not noticed yet that the previous attempt was cut off.
          else assert.ok([201, 409].includes(answer.status), answer.text);
          return answer.status === 201;
        });
      }
    }
    const countOf = (status: number) => answers.filter((answer) => answer.status === status).length;
    const callers = Promise.all(Array.from({ length: 8 }, (_, caller) => createSeveral(caller)));
    for (let round = 1; round <= 4; round++) {
      const [made, lost] = [countOf(201), countOf(503)];
      await until(async () => countOf(201) >= made + 5);
      proxy.cut();
      await until(async () => countOf(503) >= lost + 8);
      proxy.restore();
    }
    await callers;

    const given = answers.filter((answer) => answer.status === 201);
    const ids = given.map((answer) => dataOf<{ id: string }>(answer).id);
    assert.equal(new Set(ids).size, 80);
    assert.deepEqual(
      await column("select id from api_keys where name like 'Retried %' order by id"),
      ids.sort(),
    );
    await assertNothingHalfDone();
  });

  test('idle connections that the server ends are replaced', async () => {
    const burst = () => Promise.all(Array.from({ length: 20 }, () => node.get('/api/v1/workspace')));
    await openConnections(5);
    const idle = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'rota' and state = 'idle'`;
    assert.ok((await column(idle)).length >= 5);
    await until(async () => {
      const answers = await burst();
      for (const answer of answers) if (answer.status !== 200) assertUnavailable(answer);
      return answers.every((answer) => answer.status === 200);
    });
  });

  test('a transaction that is cut in the middle fails as unavailable, leaves nothing and gives its place back', async () => {
    const { database: storage } = node.services;
    const rename = "update workspaces set name = 'Cut'";
    const isUnavailable = (error: unknown) => error instanceof RotaError && error.type === 'unavailable';
    const backend = 'select pg_backend_pid() as pid';
    // More often than the pool has connections, so that a leaked one is noticed.
    for (let round = 0; round < 12; round++) {
      const betweenStatements = storage.transaction(async (tx) => {
        const row = await tx.get<{ pid: number }>(backend);
        await tx.run(rename);
        await kill(row?.pid ?? 0);
        if (round % 2 === 0) await tx.run(rename);
      });
      await assert.rejects(betweenStatements, isUnavailable, 'the next statement, or the commit, fails');
    }
    const duringStatement = storage.transaction(async (tx) => {
      const row = await tx.get<{ pid: number }>(backend);
      await tx.run(rename);
      const sleeping = untilConnections(1, "wait_event = 'PgSleep'").then(() => kill(row?.pid ?? 0));
      await Promise.all([tx.run('select pg_sleep(60)'), sleeping]);
    });
    await assert.rejects(duringStatement, isUnavailable);
    assert.deepEqual(await column('select name from workspaces'), ['Acme']);
    const alive = Array.from({ length: 20 }, () => storage.transaction((tx) => tx.get('select 1 as one')));
    assert.deepEqual(await Promise.all(alive), Array(20).fill({ one: 1 }));
  });

  test('last_used_at that could not be written is written later, with the time of the use', async () => {
    const [usedAt, id] = await useWhileAway(node, 'Used by the first');
    node.clock.advance(60_000);
    await node.get('/api/v1/workspace');
    node.clock.advance(500);
    await until(async () => (await lastUsed(id)) === usedAt);
  });

  test('last_used_at that could not be written is written at the latest when the node stops', async () => {
    const other = await start(node.clock);
    const [usedAt, id] = await useWhileAway(other, 'Used by the other');
    await other.stop();
    assert.equal(await lastUsed(id), usedAt);
  });

  const lastUsed = async (id: string) => {
    const [at] = await column('select last_used_at from api_keys where id = $1', [id]);
    return at === null ? null : Number(at);
  };

  /** Uses a new key of this name. The delayed write of its use meets an unreachable database. */
  async function useWhileAway(on: Node, name: string): Promise<[usedAt: number, id: string]> {
    const { id, key } = dataOf<{ id: string; key: string }>(
      await on.post(KEYS, { name, scopes: ['workspace.read'] }),
    );
    await on.get('/api/v1/workspace', { key });
    const usedAt = on.clock.now();
    const failures = () => on.logLines.filter((line) => line.includes('last_used_at not written yet')).length;
    const before = failures();
    proxy.cut();
    on.clock.advance(500);
    await until(async () => failures() > before);
    assert.equal(await lastUsed(id), null);
    proxy.restore();
    return [usedAt, id];
  }
});

function assertUnavailable(answer: WireAnswer): void {
  const requestId = answer.headers['x-request-id'];
  assert.deepEqual(
    { status: answer.status, retryAfter: answer.headers['retry-after'], body: answer.body },
    {
      status: 503,
      retryAfter: '1',
      body: {
        error: {
          type: 'unavailable',
          message: `The service is temporarily unavailable. Request id: ${requestId}`,
        },
      },
    },
  );
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (!(await isSo())) {
    assert.ok(Date.now() < deadline, `not so within ${DEADLINE_MS} ms: ${isSo}`);
    await pause(5);
  }
}
