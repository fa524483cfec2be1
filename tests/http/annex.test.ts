// Pages that are loaded with the first request for one of them.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { openAnnex } from '../../src/http/annex.ts';
import { createLog } from '../../src/log.ts';
import { test } from '../support/lanes.ts';
import { send } from '../support/server/http.ts';
import { lineOf } from '../support/server/log-lines.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import { onBothEngines } from '../support/server/rota.ts';

onBothEngines('An annex', (node) => {
  test('the first requests, all at once, wait for its pages; each is logged and counted', async () => {
    const paths = ['/console/sign-in', '/console/sign-in?next=x', '/console', '/console/nothing'];
    const answers = await Promise.all(paths.map((path) => send({ method: 'GET', url: node().url + path })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 303, 303],
    );
    const logged = await Promise.all(answers.map((answer) => lineOf(node(), answer)));
    assert.equal(logged.filter(({ route }) => route === '/console/sign-in').length, 2);
    const metrics = await send({ method: 'GET', url: `${node().url}/metrics` });
    assert.match(metrics.text, /rota_http_requests_total\{[^}]*route="\/console\/sign-in"[^}]*\} 2/);
  });

  test('is found where the request names the host as well; no other path is its own', async () => {
    const { hostname, port, origin } = new URL(node().url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(`GET ${origin}/console/sign-in HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    assert.match(await text(socket), /^HTTP\/1\.1 200 [\s\S]*<form/);
    for (const path of ['/consoles', '/Console', '/x/console', '/?/console']) {
      const { status, headers } = await send({ method: 'GET', url: node().url + path });
      assert.deepEqual([status, headers['content-type']], [404, 'application/json; charset=utf-8'], path);
    }
  });
});

test('an annex that could not be loaded says so, and is tried again', async () => {
  const lines: string[] = [];
  let loads = 0;
  const annex = openAnnex(
    {
      path: '/annex',
      async load() {
        loads += 1;
        if (loads === 1) throw new Error('its files are gone');
        return [];
      },
    },
    {
      createRouter: () => Fastify().get('/annex', async () => 'loaded'),
      clock: new ManualClock(),
      log: createLog('info', { write: (line) => void lines.push(line) }),
    },
  );
  await using server = createServer((request, response) => void annex.answer(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  const get = () => send({ method: 'GET', url: `http://127.0.0.1:${port}/annex` });

  const refused = await get();
  assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '1']);
  assert.match(lines.join(), /its files are gone/);
  assert.deepEqual([(await get()).text, (await get()).text, loads], ['loaded', 'loaded', 2]);
  await annex.stop();
});
