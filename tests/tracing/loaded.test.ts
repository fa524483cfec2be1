// Full lane, because it starts processes: Without a collector, nothing of the exporter is loaded, and nothing of it is in the metrics.
import assert from 'node:assert/strict';
import { test } from '../support/lanes.ts';
import { modulesLoadedBy } from '../support/server/loaded-modules.ts';
import { closedPort, type Environment } from '../support/server/process.ts';

/** The modules of the exporter that `rota serve` has loaded, and its metrics. */
async function served(environment: Environment): Promise<{ ofExporter: string[]; metrics: string }> {
  let metrics = '';
  const modules = await modulesLoadedBy(async (server) => {
    metrics = (await server.call('GET', '/metrics')).text;
  }, environment);
  const ofExporter = modules.filter((url) => /\/src\/tracing\/(?:exporter|otlp)\.ts$|\/undici\//.test(url));
  return { ofExporter, metrics };
}

test('the exporter is loaded with a collector only', async () => {
  const endpoint = `http://127.0.0.1:${await closedPort()}`;
  const [without, having] = await Promise.all([
    served({}),
    served({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
  ]);
  assert.deepEqual(without.ofExporter, []);
  assert.doesNotMatch(without.metrics, /rota_trace/);
  assert.ok(having.ofExporter.length > 2);
  assert.match(having.metrics, /rota_trace_spans_total\{outcome="dropped"\} 0/);
});
