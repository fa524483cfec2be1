// Full lane, because it starts many processes: With ROTA_METRICS_LISTEN, metrics and probes have an address of their own, and the public port has no metrics.
import assert from 'node:assert/strict';
import { describe, test } from '../support/lanes.ts';
import { send } from '../support/server/http.ts';
import { EmptyStorage, takePort } from '../support/server/process.ts';
import { freshStorage, type Node, startNode } from '../support/server/rota.ts';

const get = (url: string) => send({ method: 'GET', url });
const PROBES = ['/healthz', '/readyz'];

async function withNode(ROTA_METRICS_LISTEN: string, work: (node: Node) => Promise<void>): Promise<void> {
  const storage = await freshStorage('sqlite');
  const node = await startNode(storage, { environment: { ROTA_METRICS_LISTEN } });
  try {
    await work(node);
  } finally {
    await node.stop();
    await storage.remove();
  }
}

describe('An address for metrics', () => {
  test('has metrics and probes, and nothing else; the public port has no metrics', async () => {
    await withNode('127.0.0.1:0', async (node) => {
      const { metricsAddress } = node.app;
      assert.ok(metricsAddress);
      // Not by the client of the node: it would take the description without metrics for that of all nodes.
      await get(`${node.url}/api/v1/workspace`);
      const { status, text, headers } = await get(`${metricsAddress}/metrics`);
      assert.equal(status, 200);
      assert.match(String(headers['content-type']), /^text\/plain/);
      assert.match(
        text,
        /rota_http_requests_total\{method="GET",route="\/api\/v1\/workspace",status="401"\} \d/,
      );
      for (const path of PROBES) {
        assert.equal((await get(metricsAddress + path)).status, 200);
        assert.equal((await get(node.url + path)).status, 200);
      }
      for (const path of ['/api/v1/workspace', '/docs', '/openapi.json', '/console', '/'])
        assert.equal((await get(metricsAddress + path)).status, 404, path);
      assert.equal((await get(`${node.url}/metrics`)).status, 404);
      const { body } = await get(`${node.url}/openapi.json`);
      assert.ok(!('/metrics' in (body as { paths: object }).paths));
    });
  });

  test('off: metrics are nowhere', async () => {
    await withNode('off', async (node) => {
      assert.equal(node.app.metricsAddress, undefined);
      assert.equal((await get(`${node.url}/metrics`)).status, 404);
    });
  });

  test('that is taken stops the start', async () => {
    await using taken = await takePort();
    await using storage = await EmptyStorage.make('sqlite');
    const start = storage.serve({ ROTA_METRICS_LISTEN: `127.0.0.1:${taken.port}` });
    await assert.rejects(start, /ROTA_METRICS_LISTEN can't be used: .*EADDRINUSE/s);
  });

  test('is said at the start, answers until the end of a stop, and is closed then', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    const key = 'a-key-that-was-chosen';
    await using server = await storage.serve({
      ROTA_METRICS_LISTEN: '127.0.0.1:0',
      ROTA_BOOTSTRAP_API_KEY: key,
    });
    const address = String((await server.logged('listening')).metrics);
    const half = await server.sendHalf(key);
    server.signal('SIGTERM');
    await server.logged('stopping');
    // The public port takes no new connection, and a request is still in flight.
    await assert.rejects(async () => {
      for (;;)
        await send({ method: 'GET', url: `${server.address}/healthz`, headers: { connection: 'close' } });
    }, /ECONNREFUSED|socket hang up|ECONNRESET/);
    const { status, body } = await get(`${address}/readyz`);
    assert.equal(status, 503, JSON.stringify(body));
    assert.match((await get(`${address}/metrics`)).text, /rota_http_requests_total/);
    assert.equal(await half.finish(), 201);
    assert.equal((await server.ended).code, 0);
    await assert.rejects(get(`${address}/metrics`));
  });
});
