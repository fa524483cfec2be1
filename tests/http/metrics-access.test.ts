// On the public port, metrics are for callers on the same machine; they are collected once a second, whoever asks.
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { setImmediate as loopTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Gauge } from 'prom-client';
import { createThisMachineAccess } from '../../src/http/access/this-machine.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { describe, test } from '../support/lanes.ts';
import { behindProxy } from '../support/makers/booking-links.ts';
import { send } from '../support/server/http.ts';
import { errorOf, freshStorage, type NodeOptions, onBothEngines, startNode } from '../support/server/rota.ts';

const REFUSAL = {
  type: 'forbidden',
  message:
    'Only callers on the same machine may read this: set ROTA_METRICS_LISTEN to serve it at another address',
};

onBothEngines('Metrics on the public port', (node) => {
  test('200 for a caller on the same machine', async () => {
    const { status, text } = await node().get('/metrics', { key: null });
    assert.equal(status, 200);
    assert.match(text, /^rota_build_info\{/m);
  });

  test('403 through a proxy, which names the setting; probes are answered', async () => {
    const signs: Record<string, string>[] = [
      { 'x-forwarded-for': '203.0.113.7' },
      { 'x-forwarded-proto': 'https' },
      { 'x-real-ip': '203.0.113.7' },
      { forwarded: 'for=203.0.113.7' },
      { via: '1.1 proxy' },
      { host: 'rota.example.com' },
    ];
    for (const headers of signs) {
      const answer = await node().get('/metrics', { headers });
      assert.deepEqual([answer.status, errorOf(answer)], [403, REFUSAL], JSON.stringify(headers));
      assert.equal((await node().get('/healthz', { key: null, headers })).status, 200);
    }
  });
});

onBothEngines(
  'Metrics beside a proxy on the same machine',
  (node) => {
    test('403: who comes from its address may be anybody', async () => {
      const answer = await node().get('/metrics', { key: null });
      assert.deepEqual([answer.status, errorOf(answer)], [403, REFUSAL]);
    });
  },
  behindProxy,
);

describe('A caller on the same machine', () => {
  /** A request that came in from this address, as Node would have it. */
  const from = (remoteAddress: string | undefined, httpVersion = '1.1') => {
    const raw = { socket: { remoteAddress }, headers: { host: 'localhost:3000' }, httpVersion };
    return { raw: raw as unknown as IncomingMessage } as FastifyRequest;
  };
  const isAdmitted = async (request: FastifyRequest, proxies?: string[]) => {
    const { identify } = createThisMachineAccess(proxies);
    try {
      await identify(request, {} as FastifyReply);
      return true;
    } catch {
      return false;
    }
  };

  test('is known by a loopback address, and by nothing else', async () => {
    for (const address of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1']) {
      assert.ok(await isAdmitted(from(address)), address);
    }
    const others = [
      '10.0.0.4',
      '192.168.1.1',
      '203.0.113.7',
      '::ffff:10.0.0.4',
      'fe80::1%eth0',
      '2001:db8::1',
    ];
    for (const address of [...others, '', undefined]) assert.ok(!(await isAdmitted(from(address))), address);
  });

  test('is no proxy, and speaks HTTP/1.1', async () => {
    assert.ok(!(await isAdmitted(from('127.0.0.1', '1.0'))), 'as some proxies do');
    for (const proxies of [['127.0.0.1'], ['127.0.0.0/8', '10.0.0.0/8']]) {
      assert.ok(!(await isAdmitted(from('127.0.0.1'), proxies)), proxies.join());
      assert.ok(!(await isAdmitted(from('::ffff:127.0.0.1'), proxies)), proxies.join());
      assert.ok(await isAdmitted(from('::1'), proxies), proxies.join());
    }
  });
});

describe('Figures', () => {
  test('are collected once for all who ask within a second, or meanwhile', async () => {
    let now = 0;
    const metrics = createMetrics({ now: () => now });
    let collected = 0;
    new Gauge({
      name: 'rota_collected',
      help: 'How often.',
      registers: [metrics.registry],
      async collect() {
        this.set(++collected);
        // As long as a query takes: others ask meanwhile.
        await loopTurn();
      },
    });
    const ask = async () => Number(/^rota_collected (\d+)$/m.exec(await metrics.text())?.[1]);
    const first = Array.from({ length: 20 }, ask);
    await Promise.resolve();
    const meanwhile = ask();
    assert.deepEqual(new Set(await Promise.all([...first, meanwhile])), new Set([1]));
    now = 999;
    assert.equal(await ask(), 1);
    now = 1_000;
    assert.equal(await ask(), 2);
  });

  test('that could not be collected are not kept', async () => {
    const metrics = createMetrics({ now: () => 0 });
    let fails = true;
    new Gauge({
      name: 'rota_failing',
      help: 'At first.',
      registers: [metrics.registry],
      collect() {
        if (fails) throw new Error('It failed');
        this.set(1);
      },
    });
    await assert.rejects(metrics.text(), /It failed/);
    fails = false;
    assert.match(await metrics.text(), /^rota_failing 1$/m);
  });

  const own = { environment: { ROTA_METRICS_LISTEN: '127.0.0.1:0' } };
  for (const [where, options] of Object.entries<NodeOptions>({
    'on the public port': {},
    'at their own': own,
  })) {
    test(`are kept ${where}`, async (t) => {
      const storage = await freshStorage('sqlite');
      const node = await startNode(storage, { ...options, outside: { metricsKeptMs: 3_600_000 } });
      t.after(async () => {
        await node.stop();
        await storage.remove();
      });
      const url = `${node.app.metricsAddress ?? node.url}/metrics`;
      const ask = async (of = url) => (await send({ method: 'GET', url: of })).text;
      const texts = await Promise.all(Array.from({ length: 10 }, () => ask()));
      await ask(`${node.url}/healthz`);
      assert.equal(new Set([...texts, await ask()]).size, 1);
    });
  }
});
