// The client retries what is worth a retry, waits as the server asks, and reports the last error.
import assert from 'node:assert/strict';
import { Rota, RotaError, type RotaOptions } from '@rota/client';
import { test } from '../support/lanes.ts';
import { type Scripted, ScriptedServer } from '../support/receivers/scripted-server.ts';
import { onBothEngines } from '../support/server/rota.ts';

const team = { id: 'team_1', name: 'Sales' };
const good: Scripted = { status: 200, body: { data: team } };
const fails = (status: number, type: string, headers = {}): Scripted => ({
  status,
  headers,
  body: { error: { type, message: `It is ${type}` } },
});
const broken = fails(500, 'internal_error');
const times = (count: number, answer: Scripted) => Array.from({ length: count }, () => answer);

/** A client that notes how long it would wait, and continues at once. */
function patientClient(url: string, options: Partial<RotaOptions> = {}): { rota: Rota; waits: number[] } {
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  return { rota: new Rota({ url, key: 'some-key', wait, ...options }), waits };
}

/** The error of a call. */
async function errorOf(call: Promise<unknown>): Promise<RotaError> {
  const error = await call.then(
    () => assert.fail('it succeeded'),
    (reason) => reason,
  );
  assert.ok(error instanceof RotaError, String(error));
  return error;
}

/** Each wait is this many seconds, and up to one more. */
function assertWaits(waits: number[], seconds: number[]): void {
  assert.deepEqual(
    waits.map((ms) => Math.floor(ms / 1000)),
    seconds,
  );
}

for (const failures of [1, 2, 3, 4, 5]) {
  test(`A server that fails ${failures} times is asked again, after 1, 2, 4, … seconds and a bit`, async () => {
    await using server = await ScriptedServer.start(...times(failures, broken), good);
    const { rota, waits } = patientClient(server.url);
    assert.deepEqual(await rota.teams.get('team_1'), team);
    assert.equal(server.asked.length, failures + 1);
    assertWaits(waits, [1, 2, 4, 8, 16].slice(0, failures));
  });
}

test('After five retries the last error is thrown, with what the server said', async () => {
  await using server = await ScriptedServer.start(broken);
  const { rota, waits } = patientClient(server.url);
  const { name, status, type, message, requestId } = await errorOf(rota.teams.get('team_1'));
  assert.deepEqual(
    { name, status, type, message, requestId },
    {
      name: 'RotaError',
      status: 500,
      type: 'internal_error',
      message: 'It is internal_error',
      requestId: 'req_6',
    },
  );
  assertWaits(waits, [1, 2, 4, 8, 16]);
  const byChance = new Set(waits.map((ms) => ms % 1000));
  assert.ok(byChance.size > 1, 'the bit is not always the same');
});

test('The number of retries can be less, and not more', async () => {
  for (const [retries, requests] of [
    [0, 1],
    [2, 3],
    [50, 6],
  ] as const) {
    await using server = await ScriptedServer.start(broken);
    await errorOf(patientClient(server.url, { retries }).rota.teams.get('team_1'));
    assert.equal(server.asked.length, requests);
  }
});

test('429 and every 5xx are tried again, and nothing else', async () => {
  const again = [429, 500, 502, 503, 504];
  const never = [400, 401, 403, 404, 405, 409, 413, 415, 422];
  for (const status of [...again, ...never]) {
    await using server = await ScriptedServer.start(fails(status, 'some_type'), good);
    const call = patientClient(server.url).rota.teams.get('team_1');
    if (again.includes(status)) await call;
    else assert.equal((await errorOf(call)).status, status);
    assert.equal(server.asked.length, again.includes(status) ? 2 : 1, String(status));
  }
});

test('409 is tried again by whoever asked before: the first attempt is still at work', async () => {
  const running = fails(409, 'conflict', { 'retry-after': '1' });
  await using server = await ScriptedServer.start(fails(504, 'unavailable'), running, good);
  const { rota, waits } = patientClient(server.url);
  assert.deepEqual(await rota.teams.create({ name: 'Sales' }), team);
  assertWaits(waits, [1, 1]);
});

test('Retry-After is heeded, be it seconds or a date; one that is too long is not waited for', async () => {
  const start = Date.now();
  const inAMinute = new Date(start + 60_000).toUTCString();
  await using server = await ScriptedServer.start(
    fails(429, 'rate_limited', { 'retry-after': '37' }),
    fails(503, 'unavailable', { 'retry-after': '0' }),
    fails(503, 'unavailable', { 'retry-after': inAMinute }),
    fails(503, 'unavailable', { 'retry-after': 'soon' }),
    fails(429, 'rate_limited', { 'retry-after': '3600' }),
  );
  const { rota, waits } = patientClient(server.url);
  const error = await errorOf(rota.teams.get('team_1'));
  assert.deepEqual([error.type, error.retryAfter], ['rate_limited', 3600]);
  const [told, none, date, unread, ...others] = waits.map((ms) => Math.floor(ms / 1000));
  assert.deepEqual([told, none, unread, others], [37, 0, 8, []]);
  // The date has no milliseconds.
  const gone = (Date.now() - start) / 1000 + 1;
  assert.ok(date !== undefined && date >= Math.floor(60 - gone) && date <= 60, String(date));
});

test('Every POST carries a key that makes it safe to repeat: one for a call, another for the next', async () => {
  await using server = await ScriptedServer.start(broken, broken, good);
  const { rota } = patientClient(server.url);
  await rota.teams.create({ name: 'Sales' });
  await rota.teams.create({ name: 'Sales' });
  await rota.teams.create({ name: 'Sales' }, { idempotencyKey: 'order-17' });
  const keys = server.asked.map(({ headers }) => headers['idempotency-key']);
  assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
  assert.deepEqual([keys[1], keys[2], keys[4]], [keys[0], keys[0], 'order-17']);
  assert.notEqual(keys[3], keys[0]);
  await rota.teams.update('team_1', { name: 'Sales' });
  await rota.teams.get('team_1');
  const [patch, get] = server.asked.slice(-2);
  assert.deepEqual(
    [patch?.headers['idempotency-key'], get?.headers['idempotency-key']],
    [undefined, undefined],
  );
});

test('A body is sent as JSON, and a call without one says nothing of a type', async () => {
  await using server = await ScriptedServer.start(good);
  const { rota } = patientClient(`${server.url}/`);
  await rota.teams.create({ name: 'Sales' });
  await rota.teams.deactivate('team_1');
  const [create, deactivate] = server.asked;
  assert.deepEqual(
    [create?.path, create?.body, create?.headers['content-type'], create?.headers.authorization],
    ['/api/v1/teams', '{"name":"Sales"}', 'application/json', 'Bearer some-key'],
  );
  assert.deepEqual([deactivate?.body, deactivate?.headers['content-type']], ['', undefined]);
});

test('An answer that is not of Rota is an error that says so', async () => {
  const page = '<html>Bad gateway</html>';
  await using proxy = await ScriptedServer.start({ status: 502, body: page });
  const { rota } = patientClient(proxy.url, { retries: 0 });
  const error = await errorOf(rota.teams.get('team_1'));
  assert.deepEqual([error.status, error.type], [502, 'unexpected_answer']);

  const json = { 'content-type': 'application/json' };
  await using liar = await ScriptedServer.start({ status: 200, headers: json, body: page });
  const unread = await errorOf(patientClient(liar.url).rota.teams.get('team_1'));
  assert.deepEqual([unread.status, unread.type, unread.requestId], [200, 'unexpected_answer', 'req_1']);

  await using redirect = await ScriptedServer.start({ status: 302, headers: { location: '/elsewhere' } });
  const moved = await errorOf(patientClient(redirect.url).rota.teams.create({ name: 'Sales' }));
  assert.deepEqual([moved.status, moved.type, redirect.asked.length], [undefined, 'connection_failed', 1]);
});

test('An id that would lead to another path is refused before anything is sent', async () => {
  const { rota } = patientClient('http://127.0.0.1:1');
  for (const id of ['', '.', '..', undefined as unknown as string]) {
    await assert.rejects(async () => rota.teams.get(id), TypeError);
  }
  assert.throws(() => new Rota({ url: 'http://127.0.0.1:1', key: '' }), /key is missing/);
  assert.throws(() => new Rota({ url: 'not a url', key: 'x' }), TypeError);
});

onBothEngines(
  'The client beyond the rate limit',
  (node) => {
    test('waits as it is told, and is served then', async () => {
      const waits: number[] = [];
      const rota = new Rota({
        url: node().url,
        key: node().rawKey,
        wait: async (ms) => {
          waits.push(ms);
          node().clock.advance(ms);
        },
      });
      const start = node().clock.now();
      for (let call = 0; call < 5; call++) await rota.workspace.get();
      // The fourth and fifth call within a minute wait until the first leaves the window.
      assert.equal(waits.length, 1);
      const [ms] = waits as [number];
      assert.ok(ms >= 60_000 && ms < 61_000, `${ms}`);
      assert.equal(node().clock.now() - start, ms);
    });
  },
  { environment: { ROTA_RATE_LIMIT_PER_MINUTE: '4' } },
);
