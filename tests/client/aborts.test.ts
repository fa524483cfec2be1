// A call of the client ends early for three reasons: its caller, its timeout, or no connection.
import assert from 'node:assert/strict';
import { Rota, RotaError } from '@rota/client';
import { test } from '../support/lanes.ts';
import { ScriptedServer } from '../support/receivers/scripted-server.ts';

const reason = new Error('The user has gone');
const broken = { status: 503, body: { error: { type: 'unavailable', message: 'Not now' } } };

test('A caller ends a call that waits for an answer, with its own reason', async () => {
  await using server = await ScriptedServer.start('silence');
  const rota = new Rota({ url: server.url, key: 'some-key' });
  const controller = new AbortController();
  const call = rota.teams.list().page();
  const ended = rota.teams.get('team_1', { signal: controller.signal });
  await server.next();
  controller.abort(reason);
  await assert.rejects(ended, (error) => error === reason);
  // The call without the signal still waits.
  assert.equal(await Promise.race([call.catch(() => 'ended'), Promise.resolve('waits')]), 'waits');
  call.catch(() => {});
});

test('A caller ends a call that waits for its next attempt, and nothing more is sent', {
  timeout: 30_000,
}, async () => {
  await using server = await ScriptedServer.start({ ...broken, headers: { 'retry-after': '60' } });
  const controller = new AbortController();
  const rota = new Rota({
    url: server.url,
    key: 'some-key',
    fetch: async (...given) => {
      const response = await fetch(...given);
      // It has read the response by then, and waits.
      setTimeout(() => controller.abort(reason), 50);
      return response;
    },
  });
  const call = rota.teams.get('team_1', { signal: controller.signal });
  await assert.rejects(call, (error) => error === reason);
  assert.equal(server.asked.length, 1);
});

test('A signal that has come already keeps a call from being made', async () => {
  await using server = await ScriptedServer.start(broken);
  const rota = new Rota({ url: server.url, key: 'some-key' });
  await assert.rejects(
    rota.teams.create({ name: 'Sales' }, { signal: AbortSignal.abort(reason) }),
    (error) => error === reason,
  );
  assert.equal(server.asked.length, 0);
});

test('A signal ends a list between two pages', async () => {
  const page = { data: [{ id: 'team_1' }], meta: { limit: 1, has_more: true, next_cursor: 'team_1' } };
  await using server = await ScriptedServer.start({ status: 200, body: page });
  const controller = new AbortController();
  const rota = new Rota({ url: server.url, key: 'some-key' });
  const seen: string[] = [];
  await assert.rejects(
    async () => {
      for await (const { id } of rota.teams.list({ limit: 1 }, { signal: controller.signal })) {
        if (seen.push(id) === 3) controller.abort(reason);
      }
    },
    (error) => error === reason,
  );
  assert.deepEqual([seen.length, server.asked.length], [3, 3]);
});

test('An answer that takes too long is an error, and is not asked for again', async () => {
  await using server = await ScriptedServer.start('silence');
  const slow = new Rota({ url: server.url, key: 'some-key', timeoutMs: 20 });
  const isTimeout = (error: unknown) =>
    error instanceof RotaError && error.type === 'timed_out' && error.status === undefined;
  await assert.rejects(slow.teams.get('team_1'), isTimeout);
  const rota = new Rota({ url: server.url, key: 'some-key' });
  await assert.rejects(rota.teams.get('team_1', { timeoutMs: 20 }), isTimeout);
  // On a busy machine the timeout can fire before the request has arrived.
  assert.ok(server.asked.length <= 2);
});

test('No connection is an error that says why', async () => {
  const { url } = await (async () => {
    await using server = await ScriptedServer.start(broken);
    return server;
  })();
  const rota = new Rota({ url, key: 'some-key' });
  await assert.rejects(rota.teams.get('team_1'), {
    name: 'RotaError',
    type: 'connection_failed',
    status: undefined,
    message: /^No connection: .*ECONNREFUSED/,
  });
});
