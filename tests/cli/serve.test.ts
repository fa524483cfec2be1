// Full lane, because it starts many processes: `rota serve` as a real process: first start, log, and a stop that finishes requests in flight.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scopes } from '../../src/scopes.ts';
import { readConfig } from '../../src/settings/config.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { describe, test } from '../support/lanes.ts';
import { send } from '../support/server/http.ts';
import {
  EmptyStorage,
  Program,
  ROOT,
  rotaProcess,
  type Served,
  takePort,
} from '../support/server/process.ts';
import type { AuditEntry } from '../support/server/resources.ts';
import { dataOf, type Engine, engines, freshStorage, startNode } from '../support/server/rota.ts';

const KEYS = '/api/v1/api_keys';
const CHOSEN = '20-characters-chosen';
/** Looks like a key made by Rota, except for its checksum. */
const LOOKALIKE = `sk_live_${'A'.repeat(38)}`;

const statusWith = async (server: Served, key: string) =>
  (await server.call('GET', '/api/v1/workspace', { key })).status;

const findKey = (text: string) => /sk_live_[0-9A-Za-z]{38}/.exec(text)?.[0] ?? 'none was printed';

function introduction(address: string, place: string, key: string | undefined): string {
  return [
    '',
    'First start: created the workspace Acme and a key with every scope.',
    `The database, which had no workspace yet: ${place}`,
    ...(key ? ['Keep this key: it is shown only once.', '', `  ${key}`] : []),
    '',
    'Try it:',
    '',
    `  curl -H "Authorization: Bearer ${key ?? '$ROTA_BOOTSTRAP_API_KEY'}" ${address}/api/v1/workspace`,
    '',
    'Next, follow docs/start/getting-started.md with these set in another terminal:',
    '',
    `  export ROTA_URL=${address}`,
    `  export ROTA_KEY="${key ?? '$ROTA_BOOTSTRAP_API_KEY'}"`,
    '',
    `The API reference is at ${address}/docs`,
    '',
    ...(key ? printedLink(address) : [toldCommand(address)]),
    '',
    '',
  ].join('\n');
}

const printedLink = (address: string) => [
  'The console, for people. This link signs you in as owner@example.com, once, within 15 minutes:',
  '',
  `  ${address}/console/sign-in/TOKEN`,
  '',
  'Later, `rota sign-in owner@example.com` prints another.',
];

const toldCommand = (address: string) =>
  `The console, for people: ${address}/console (\`rota sign-in owner@example.com\` prints a link to sign in with)`;

/** A token is never the same. */
const withoutToken = (text: string) => text.replace(/(?<=\/console\/sign-in\/)[0-9a-z]{54}/, 'TOKEN');

/** The place as printed: for PostgreSQL without user and password. */
function placeOf({ environment }: EmptyStorage): string {
  if (environment.ROTA_DATA_DIR) return path.join(environment.ROTA_DATA_DIR, 'rota.db');
  const { host, pathname } = new URL(String(environment.DATABASE_URL));
  return `PostgreSQL, database ${pathname.slice(1)} on ${host}`;
}

async function stop(server: Served): Promise<void> {
  server.signal('SIGTERM');
  const { code, stderr } = await server.ended;
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
}

/** Opens new connections until none is accepted any more. One that still gets through must be refused. */
async function assertRefusesNewWork(server: Served): Promise<void> {
  for (;;) {
    const outgoing = request(`${server.address}/readyz`, { agent: false }).end();
    try {
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
      assert.equal(incoming.resume().statusCode, 503);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ECONNREFUSED') return;
      assert.equal(code, 'ECONNRESET');
    }
  }
}

/** Starts two nodes and stops both at the migrations until both wait there, so that they continue together. */
async function startTogether<Started>(storage: EmptyStorage, start: () => Started): Promise<Started> {
  const database = await openDatabase(readConfig(storage.environment));
  const waiting = `select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'rota migrating'`;
  try {
    const ifLocked = () => assert.fail('nobody else migrates yet');
    return await database.alone(async () => {
      const started = start();
      const deadline = Date.now() + 30_000;
      while ((await database.get<{ count: number }>(waiting))?.count !== 3) {
        assert.ok(Date.now() < deadline, 'both nodes come as far as the migrations');
        await sleep(5);
      }
      return started;
    }, ifLocked);
  } finally {
    await database.close();
  }
}

// Several at a time, because these tests mostly wait for a process.
describe('rota serve', { concurrency: 3 }, () => {
  // On one engine only: the database does not affect how connections are closed.
  test('a client that never finishes holds the stop for about ten seconds, not longer', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    await using server = await storage.serve({ ROTA_BOOTSTRAP_API_KEY: CHOSEN });
    const { outgoing } = await server.sendHalf(CHOSEN);
    const cut = once(outgoing, 'error');
    const asked = Date.now();
    await stop(server);
    const seconds = (Date.now() - asked) / 1_000;
    assert.ok(seconds > 8 && seconds < 14, `it took ${seconds} s`);
    const [error] = (await cut) as [NodeJS.ErrnoException];
    assert.equal(error.code, 'ECONNRESET');
  });

  test('with a delay, it says that it is not ready and serves on until the delay is over', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    await using server = await storage.serve({ ROTA_BOOTSTRAP_API_KEY: CHOSEN, ROTA_STOP_DELAY_MS: '4000' });
    assert.equal((await server.call('GET', '/readyz')).status, 200);
    const asked = performance.now();
    server.signal('SIGTERM');
    await server.logged('stopping');
    const notReady = await server.call('GET', '/readyz');
    assert.equal(notReady.status, 503);
    assert.match(notReady.text, /"Not ready: the service is about to stop\. /);
    const served = await server.call('POST', KEYS, { key: CHOSEN, body: { name: 'Late' } });
    assert.deepEqual([served.status, served.headers.connection], [201, 'close']);
    assert.ok(performance.now() - asked < 4_000, 'all of this happened within the delay');
    await assertRefusesNewWork(server);
    assert.ok(performance.now() - asked >= 4_000);
    assert.equal((await server.ended).code, 0);
  });

  test('started by npm, it stops when npm is gone', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    const environment = { ...storage.environment, PORT: '0' };
    await using npm = new Program('npm', ['start'], { environment, cwd: ROOT, isGroup: true });
    await npm.printed((stdout) => (stdout.includes('"listening"') ? true : undefined), 'listening');
    npm.signal('SIGTERM', { alone: true });
    await npm.printed((stdout) => /"stopping"[\s\S]*"stopped"/.test(stdout) || undefined, 'stopped');
    // Its output is closed when the last process with it has ended.
    await npm.ended;
  });

  test('started by npm, it takes a Ctrl-C that npm passes on for one, and finishes what is in flight', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    const environment = { ROTA_BOOTSTRAP_API_KEY: CHOSEN, npm_lifecycle_event: 'start' };
    await using server = await storage.serve(environment);
    const { finish } = await server.sendHalf(CHOSEN);
    server.signal('SIGINT');
    // The system merges two signals of the same moment.
    await server.logged('stopping');
    server.signal('SIGINT');
    await assertRefusesNewWork(server);
    assert.equal(await finish(), 201);
    assert.equal((await server.ended).code, 0);
  });

  test('a second signal stops it at once', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    await using server = await storage.serve({ ROTA_BOOTSTRAP_API_KEY: CHOSEN });
    const { outgoing } = await server.sendHalf(CHOSEN);
    const cut = once(outgoing, 'error');
    server.signal('SIGINT');
    await server.logged('stopping');
    await assertRefusesNewWork(server);
    server.signal('SIGINT');
    const { code, stdout } = await server.ended;
    assert.equal(code, 1);
    assert.ok(!stdout.includes('"stopped"'));
    await cut;
  });

  test('two nodes that start at once on an empty PostgreSQL share one first key', async () => {
    await using storage = await EmptyStorage.make('postgres');
    const starting = await startTogether(storage, () => [storage.serve(), storage.serve()] as const);
    await using one = await starting[0];
    await using other = await starting[1];
    const introductions = [one.introduction, other.introduction].filter((text) => text !== '');
    assert.equal(introductions.length, 1);
    const key = findKey(String(introductions[0]));
    assert.deepEqual([await statusWith(one, key), await statusWith(other, key)], [200, 200]);
    assert.equal((await one.all(`${KEYS}?`, key)).length, 1);
  });

  for (const engine of engines) defineTests(engine);
});

function defineTests(engine: Engine): void {
  test(`the first start prints a key that works, later ones print none (${engine})`, async () => {
    await using storage = await EmptyStorage.make(engine);
    await using first = await storage.serve();
    const key = findKey(first.introduction);
    assert.equal(withoutToken(first.introduction), introduction(first.address, placeOf(storage), key));
    const [, name = '', value = '', url = ''] =
      /^ {2}curl -H "(\S+): (.+)" (\S+)$/m.exec(first.introduction) ?? [];
    const answer = await send({ method: 'GET', url, headers: { [name]: value } });
    assert.equal(dataOf<{ handle: string }>(answer).handle, 'acme');
    assert.equal((await first.call('GET', '/docs')).status, 200);
    if (engine === 'sqlite') {
      const { mode } = await stat(String(storage.environment.ROTA_DATA_DIR));
      assert.equal((mode & 0o777).toString(8), '700');
    }
    await stop(first);
    assert.ok(!JSON.stringify(first.logLines).includes(key));

    await using second = await storage.serve();
    assert.equal(await statusWith(second, key), 200);
    await stop(second);
    assert.equal(second.introduction, '');
    assert.ok(!second.stdout.includes('sk_live_'));
  });

  for (const chosen of [CHOSEN, LOOKALIKE]) {
    test(`a chosen first key such as ${chosen} works, is not printed, and works on without the setting (${engine})`, async () => {
      await using storage = await EmptyStorage.make(engine);
      await using first = await storage.serve({ ROTA_BOOTSTRAP_API_KEY: chosen });
      assert.equal(first.introduction, introduction(first.address, placeOf(storage), undefined));
      assert.equal(await statusWith(first, chosen), 200);
      await stop(first);
      assert.ok(!first.stdout.includes(chosen));
      await using second = await storage.serve();
      assert.equal(await statusWith(second, chosen), 200);
    });
  }

  test(`what the first start makes is in the audit log (${engine})`, async () => {
    const storage = await freshStorage(engine);
    const node = await startNode(storage);
    const entries = dataOf<AuditEntry[]>(await node.get('/api/v1/audit_log'));
    await node.stop();
    await storage.remove();
    const actor = { type: 'system', id: 'bootstrap' };
    const key = { name: [null, 'First key'], scopes: [null, [...scopes]], expires_at: [null, null] };
    const plan = {
      plan_key: [null, 'pro'],
      seat_capacity: [null, 10],
      seat_unlimited: [null, false],
      enforcement_mode: [null, 'hard'],
      priority: [null, 0],
      active: [null, true],
    };
    const owner = { email: [null, 'owner@example.com'], name: [null, null], role: [null, 'admin'] };
    const workspace = { name: [null, 'Acme'], handle: [null, 'acme'] };
    assert.deepEqual(
      entries.map((entry) => [entry.action, entry.target.type, entry.actor, entry.changes]),
      [
        ['api_key.created', 'api_key', actor, key],
        ['entitlement.created', 'entitlement', actor, plan],
        ['member.created', 'member', actor, owner],
        ['workspace.created', 'workspace', actor, workspace],
      ],
    );
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal} lets a request in flight finish, refuses new ones, and ends with 0 (${engine})`, async () => {
      await using storage = await EmptyStorage.make(engine);
      await using server = await storage.serve({ ROTA_BOOTSTRAP_API_KEY: CHOSEN });
      const { finish } = await server.sendHalf(CHOSEN);
      server.signal(signal);
      await server.logged('stopping');
      await assertRefusesNewWork(server);
      assert.equal(await finish(), 201);
      const answered = Date.now();
      const { code, stderr } = await server.ended;
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      // The client would keep its connection for another five seconds.
      assert.ok(Date.now() - answered < 4_000, 'a connection without a request is not waited for');
      const events = server.logLines.filter(({ route }) => route !== '/readyz');
      assert.deepEqual(
        events.map(({ msg, status }) => (msg === 'request' ? status : msg)),
        ['listening', 'stopping', 201, 'stopped'],
      );
    });
  }

  test(`a port that is taken is named in a sentence, and no first key is lost by it (${engine})`, async () => {
    await using taken = await takePort();
    await using storage = await EmptyStorage.make(engine);
    const refused = await rotaProcess(['serve'], { ...storage.environment, PORT: String(taken.port) });
    const problem = `listen EADDRINUSE: address already in use 127.0.0.1:${taken.port}`;
    assert.equal(refused.code, 1);
    assert.equal(refused.stderr, `rota: ${problem}; choose another with HOST and PORT\n`);
    await using server = await storage.serve();
    const printed = refused.stdout + server.stdout;
    assert.equal(
      await statusWith(server, findKey(printed)),
      200,
      `a key that works was printed:\n${printed}`,
    );
  });

  test(`the log has a JSON line for each request and nothing that the client wrote (${engine})`, async () => {
    await using storage = await EmptyStorage.make(engine);
    await using server = await storage.serve({ ROTA_BOOTSTRAP_API_KEY: CHOSEN, ROTA_LOG_LEVEL: 'debug' });
    const marker = 'Marker7';
    const headers = { 'x-note': marker, 'idempotency-key': marker, 'x-forwarded-for': marker };
    const unknown = '(unknown)';
    const requests: [method: string, path: string, body: unknown, route: string, status: number][] = [
      ['POST', `${KEYS}?note=${marker}`, { name: marker }, KEYS, 201],
      ['POST', KEYS, { name: marker, scopes: marker }, KEYS, 422],
      ['POST', KEYS, `{"name": ${marker}`, KEYS, 422],
      ['POST', KEYS, `"${marker}${' '.repeat(300_000)}"`, KEYS, 413],
      ['PATCH', '/api/v1/workspace', { handle: marker }, '/api/v1/workspace', 422],
      ['GET', `/api/v1/audit_log?action=${marker}`, undefined, '/api/v1/audit_log', 200],
      ['GET', `${KEYS}?limit=${marker}`, undefined, KEYS, 422],
      ['DELETE', `${KEYS}/${marker}`, undefined, `${KEYS}/:id`, 404],
      ['PUT', `${KEYS}/${marker}`, { name: marker }, `${KEYS}/:id`, 405],
      // Such as the page of a company.
      ['GET', `/${marker}`, undefined, '/:handle', 404],
      ['GET', `/api/v1/${marker}?${marker}`, undefined, unknown, 404],
      ['GET', `/%ff${marker}`, undefined, unknown, 404],
    ];
    for (const [method, path, body] of requests) {
      await server.call(method, path, { key: CHOSEN, body, headers });
    }
    await server.call('GET', '/api/v1/workspace', { key: `${marker}-is-not-a-key`, headers });
    await stop(server);
    assert.deepEqual(
      server.logLines.map((line) =>
        line.msg === 'request' ? [line.method, line.route, line.status] : (line.sign ?? line.msg),
      ),
      [
        'listening',
        // The warning shows only the common part of such a header.
        'x-forwarded-',
        ...requests.map(([method, , , route, status]) => [method, route, status]),
        ['GET', '/api/v1/workspace', 401],
        'stopping',
        'stopped',
      ],
    );
    for (const secret of [marker, CHOSEN, 'sk_live_']) assert.ok(!server.stdout.includes(secret), secret);
  });
}
