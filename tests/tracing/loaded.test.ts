// Full lane, because it starts many processes: Without a collector, nothing of the exporter is loaded, and nothing of it is in the metrics.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '../support/lanes.ts';
import { closedPort, EmptyStorage } from '../support/server/process.ts';

const NOTE_MODULES = fileURLToPath(new URL('../support/server/note-modules.mjs', import.meta.url));

/** The modules that `rota serve` has loaded from its start to its end, with a request in between, and its metrics. */
async function served(environment: Record<string, string>): Promise<{ modules: string[]; metrics: string }> {
  await using storage = await EmptyStorage.make('sqlite');
  const file = path.join(storage.environment.ROTA_DATA_DIR as string, '..', 'modules');
  await using server = await storage.serve({
    ...environment,
    NODE_OPTIONS: `--import=${NOTE_MODULES}`,
    MODULES_FILE: file,
  });
  // A call for metrics is no span: nothing would be exported.
  await server.call('GET', '/api/v1/workspace');
  const { text: metrics } = await server.call('GET', '/metrics');
  server.signal('SIGTERM');
  await server.ended;
  return { modules: (await readFile(file, 'utf8')).split('\n'), metrics };
}

test('the exporter is loaded with a collector only', async () => {
  const endpoint = `http://127.0.0.1:${await closedPort()}`;
  const [without, having] = await Promise.all([
    served({}),
    served({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
  ]);
  const ofExporter = (modules: string[]) =>
    modules.filter((url) => /\/src\/tracing\/(?:exporter|otlp)\.ts$|\/undici\//.test(url));
  assert.ok(without.modules.length > 100, 'modules were noted');
  assert.deepEqual(ofExporter(without.modules), []);
  assert.doesNotMatch(without.metrics, /rota_trace/);
  assert.ok(ofExporter(having.modules).length > 2);
  assert.match(having.metrics, /rota_trace_spans_total\{outcome="dropped"\} 0/);
});
