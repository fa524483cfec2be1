// With a collector, requests and attempts are exported by OTLP, and the collector can't hold up the service.
import assert from 'node:assert/strict';
import { Registry } from 'prom-client';
import { createLog } from '../../src/log.ts';
import { readConfig } from '../../src/settings/config.ts';
import type { Span } from '../../src/trace.ts';
import { createTraces } from '../../src/tracing/traces.ts';
import { describe, test } from '../support/lanes.ts';
import { makeRequest } from '../support/makers/meeting-requests.ts';
import { afterAttempts, createEndpoint, eventually, listDeliveries } from '../support/makers/webhooks.ts';
import { Collector } from '../support/receivers/collector.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import { untilIdle } from '../support/server/idle.ts';
import { linesOf } from '../support/server/log-lines.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import { closedPort } from '../support/server/process.ts';
import { freshStorage, startNode } from '../support/server/rota.ts';

const BATCH = 512;
const MAX_QUEUED = 2_048;
const BATCH_MS = 5_000;
const TIMEOUT_MS = 10_000;
const STOP_MS = 2_000;
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN_ID = '00f067aa0ba902b7';
const FAILURE = 'trace export failed';

/** The exporter alone, with a clock that the test moves. */
function startExporter(endpoint: string, environment: Record<string, string> = {}) {
  const clock = new ManualClock();
  const registry = new Registry();
  const logLines: string[] = [];
  const { traces, exporters } = createTraces({
    config: readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...environment }),
    clock,
    registry,
    log: createLog('debug', { write: (line) => void logLines.push(line) }),
  });
  const [exporter] = exporters;
  assert.ok(exporter);
  exporter.start();
  const counted = async (outcome: 'exported' | 'dropped') => {
    const { values } = (await registry.getSingleMetric('rota_trace_spans_total')?.get()) ?? { values: [] };
    return values.find(({ labels }) => labels.outcome === outcome)?.value ?? Number.NaN;
  };
  return {
    clock,
    logLines,
    counted,
    stop: () => exporter.stop(),
    until: (outcome: 'exported' | 'dropped', count: number) =>
      eventually(async () => (await counted(outcome)) === count),
    /** Moves the clock once a timer waits for that. */
    async pass(ms: number): Promise<void> {
      await eventually(async () => clock.isAwaited(ms));
      clock.advance(ms);
    },
    record(count: number, at = clock.now()): void {
      for (let place = 0; place < count; place += 1) traces.record(spanAt(at, traces.begin()));
    },
  };
}

function spanAt(now: number, trace: Span['trace']): Span {
  return {
    trace,
    name: 'GET /x',
    kind: 'server',
    startedAt: now,
    endedAt: now,
    attributes: {},
    isError: false,
  };
}

describe('Exported traces', () => {
  test('have a span for the request, one for each attempt, and nothing of people', async () => {
    await using collector = await Collector.start();
    await using receiver = await Receiver.start();
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/otlp/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of%20a%20collector',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=tests',
      OTEL_SERVICE_NAME: 'rota-in-tests',
    };
    const storage = await freshStorage('sqlite');
    const node = await startNode(storage, { environment });
    const { id } = await createEndpoint(node, receiver.url);
    const { id: requestId } = await makeRequest(node);
    const headers = {
      traceparent: `00-${TRACE_ID}-${SPAN_ID}-01`,
      tracestate: 'a=b',
      'x-request-id': 'the-one',
    };
    await node.post(`/api/v1/meeting_requests/${requestId}/pause`, undefined, { headers });
    const [delivery] = await listDeliveries(node, id);
    await afterAttempts(node, id, String(delivery?.id), 1);
    await untilIdle(node);
    await node.get('/healthz', { key: null });
    // It sends what is left.
    await node.stop();
    await storage.remove();

    const paused = collector.spans.find(({ attributes }) => attributes['rota.request_id'] === 'the-one');
    const { startNs: _, endNs: __, resource, spanId: ___, ...span } = paused ?? assert.fail('no span');
    assert.deepEqual(span, {
      traceId: TRACE_ID,
      parentSpanId: SPAN_ID,
      traceState: 'a=b',
      name: 'POST /api/v1/meeting_requests/:id/pause',
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/v1/meeting_requests/:id/pause',
        'http.response.status_code': 200,
        'rota.request_id': 'the-one',
        'rota.workspace_id': node.workspaceId,
        'rota.api_key_id': span.attributes['rota.api_key_id'],
      },
      statusCode: undefined,
    });
    assert.deepEqual(
      [resource['service.name'], resource['deployment.environment.name']],
      ['rota-in-tests', 'tests'],
    );

    const within = collector.spans.find(({ parentSpanId }) => parentSpanId === paused?.spanId);
    assert.deepEqual(
      [within?.name, within?.traceId, within?.attributes],
      ['transaction', TRACE_ID, { 'db.system.name': 'sqlite' }],
    );

    const attempt = collector.spans.find(({ name }) => name === 'webhooks attempt');
    const parent = collector.spans.find(({ spanId }) => spanId === attempt?.parentSpanId);
    assert.equal(parent?.name, 'POST /api/v1/meeting_requests');
    assert.equal(parent?.traceId, attempt?.traceId);
    assert.equal(attempt?.kind, 3);
    assert.deepEqual(attempt?.attributes, {
      'rota.workspace_id': node.workspaceId,
      'rota.endpoint_id': id,
      'rota.delivery_id': delivery?.id,
      'rota.event_type': 'meeting_request.created',
      'rota.status': 200,
      'rota.attempt': 1,
      'rota.outcome': 'success',
    });
    assert.equal(
      receiver.received[0]?.headers.traceparent,
      `00-${attempt?.traceId}-${attempt?.spanId}-01`,
      'what the receiver was told',
    );
    const names = new Set(collector.spans.map(({ name }) => name));
    assert.ok(names.has('scheduling attempt') && !names.has('GET /healthz'), [...names].join());
    for (const { path, headers: sent, body } of collector.requests) {
      assert.equal(path, '/otlp/v1/traces');
      assert.equal(sent.authorization, 'Bearer of a collector');
      assert.doesNotMatch(body, /@|example|127\.0\.0\.1/, 'no address');
    }
  });

  test('are those that the sampler takes', async () => {
    const sampled = (environment: Record<string, string>) => {
      const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', ...environment });
      const { traces } = createTraces({
        config,
        clock: new ManualClock(),
        registry: new Registry(),
        log: createLog('silent'),
      });
      const origin = (isSampled: boolean) => ({
        traceId: TRACE_ID,
        spanId: SPAN_ID,
        isSampled,
        state: undefined,
      });
      return [undefined, origin(true), origin(false)].map((parent) => traces.begin(parent).isSampled);
    };
    assert.deepEqual(sampled({}), [true, true, false]);
    assert.deepEqual(sampled({ OTEL_TRACES_SAMPLER: 'always_on' }), [true, true, true]);
    assert.deepEqual(sampled({ OTEL_TRACES_SAMPLER: 'always_off' }), [false, false, false]);
    assert.deepEqual(sampled({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }), [false, true, false]);
    const none = { OTEL_TRACES_SAMPLER_ARG: '0' };
    assert.deepEqual(sampled({ OTEL_TRACES_SAMPLER: 'traceidratio', ...none }), [false, false, false]);
    assert.deepEqual(sampled({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', ...none }), [
      false,
      true,
      false,
    ]);
  });

  test('traceidratio takes about that part, and the same traces everywhere', () => {
    const tracesOf = () =>
      createTraces({
        config: readConfig({
          OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
          OTEL_TRACES_SAMPLER: 'traceidratio',
          OTEL_TRACES_SAMPLER_ARG: '0.25',
        }),
        clock: new ManualClock(),
        registry: new Registry(),
        log: createLog('silent'),
      }).traces;
    const [one, other] = [tracesOf(), tracesOf()];
    const made = Array.from({ length: 4_000 }, () => one.begin());
    const part = made.filter(({ isSampled }) => isSampled).length / made.length;
    // Six standard deviations.
    assert.ok(Math.abs(part - 0.25) < 0.042, String(part));
    for (const { traceId, isSampled } of made) {
      const again = other.begin({ traceId, spanId: SPAN_ID, isSampled: undefined, state: undefined });
      assert.equal(again.isSampled, isSampled);
    }
  });
});

describe('The exporter', () => {
  test('sends full batches at once, and others after five seconds', async () => {
    await using collector = await Collector.start();
    const exporter = startExporter(collector.url);
    exporter.record(BATCH + 3);
    await exporter.until('exported', BATCH);
    await exporter.pass(BATCH_MS);
    await exporter.until('exported', BATCH + 3);
    assert.equal(collector.requests.length, 2);
    assert.equal(new Set(collector.spans.map(({ spanId }) => spanId)).size, BATCH + 3);
    await exporter.stop();
  });

  test('sends a batch again while the collector is down or busy, less and less often, and says so once', async () => {
    await using collector = await Collector.start(503);
    const exporter = startExporter(collector.url);
    exporter.record(1);
    for (const [count, pause] of [BATCH_MS, 2 * BATCH_MS, 4 * BATCH_MS].entries()) {
      await exporter.pass(pause);
      await eventually(async () => linesOf(exporter, FAILURE).length === count + 1);
    }
    assert.equal(collector.requests.length, 3);
    collector.answer = 200;
    await exporter.pass(8 * BATCH_MS);
    await exporter.until('exported', 1);
    assert.equal(await exporter.counted('dropped'), 0);
    assert.deepEqual(
      linesOf(exporter, FAILURE).map(({ level, reason }) => `${level}: ${reason}`),
      ['warn: it answered 503', 'debug: it answered 503', 'debug: it answered 503'],
    );
    assert.equal(linesOf(exporter, 'trace export resumed').length, 1);
    await exporter.stop();
  });

  test('keeps so many spans and no more while nobody listens, and counts the others', async () => {
    const exporter = startExporter(`http://127.0.0.1:${await closedPort()}`);
    exporter.record(MAX_QUEUED + 100);
    assert.equal(await exporter.counted('dropped'), 100);
    await eventually(async () => linesOf(exporter, FAILURE).length === 1);
    await exporter.stop();
    assert.equal(await exporter.counted('dropped'), MAX_QUEUED + 100);
    assert.equal(linesOf(exporter, 'last spans not exported').length, 1);
  });

  test('gives up what the collector refuses, and counts what it takes in part', async () => {
    await using collector = await Collector.start(400);
    const exporter = startExporter(collector.url);
    exporter.record(5);
    await exporter.pass(BATCH_MS);
    await exporter.until('dropped', 5);
    collector.answer = (response) =>
      response.end('{"partialSuccess":{"rejectedSpans":"2","errorMessage":"x"}}');
    exporter.record(5);
    await exporter.pass(2 * BATCH_MS);
    await exporter.until('exported', 3);
    assert.equal(await exporter.counted('dropped'), 7);
    await exporter.stop();
  });

  test('does not wait for an answer that never comes, at a stop neither', async () => {
    await using collector = await Collector.start(() => {});
    const exporter = startExporter(collector.url);
    exporter.record(1);
    await exporter.pass(BATCH_MS);
    await collector.atLeast(1);
    exporter.clock.advance(TIMEOUT_MS);
    await eventually(async () => linesOf(exporter, FAILURE).length === 1);
    const stopped = exporter.stop();
    await exporter.pass(STOP_MS);
    await stopped;
    assert.equal(await exporter.counted('dropped'), 1);
  });

  test('reads little of a large answer', async () => {
    let written = 0;
    const large = 10 * 1024 * 1024;
    const ended = Promise.withResolvers<void>();
    await using collector = await Collector.start((response) => {
      response.on('close', ended.resolve).writeHead(200);
      const chunk = Buffer.alloc(64 * 1024, ' ');
      const write = () => {
        while (written < large && !response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    });
    const exporter = startExporter(collector.url);
    exporter.record(1);
    await exporter.pass(BATCH_MS);
    await exporter.until('exported', 1);
    await ended.promise;
    assert.ok(written < large, `${written} bytes were taken`);
    await exporter.stop();
  });

  test('goes on after a batch that can not be written', async () => {
    await using collector = await Collector.start();
    const exporter = startExporter(collector.url);
    exporter.record(1, Number.NaN);
    await exporter.pass(BATCH_MS);
    await exporter.until('dropped', 1);
    exporter.record(1);
    await exporter.pass(BATCH_MS);
    await exporter.until('exported', 1);
    await exporter.stop();
  });

  test('sends what is left at a stop', async () => {
    await using collector = await Collector.start();
    const exporter = startExporter(collector.url);
    exporter.record(BATCH - 1);
    await exporter.stop();
    assert.equal(collector.spans.length, BATCH - 1);
    assert.equal(await exporter.counted('exported'), BATCH - 1);
  });
});
