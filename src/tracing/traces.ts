import { Counter, type Registry } from 'prom-client';
import type { Config } from '../settings/config.ts';
import { beginSpan, notRecorded, type Sampler, type Span, type Traces } from '../trace.ts';
import type { Worker } from '../workers/worker.ts';
import type { ExporterOptions } from './exporter.ts';

/** The most spans that can wait for the collector. Further ones are dropped. */
const MAX_QUEUED = 2_048;

type TracesOptions = Omit<ExporterOptions, 'queue' | 'count'> & { registry: Registry };

/** Without a collector, nothing is recorded, and the exporter isn't loaded. */
export function createTraces(options: TracesOptions): { traces: Traces; exporters: Worker[] } {
  const { config, registry } = options;
  if (config.otelEndpoint === undefined) return { traces: notRecorded, exporters: [] };
  const counter = new Counter({
    name: 'rota_trace_spans_total',
    help: 'Spans by outcome: exported to the collector, or dropped because it refused them or too many were waiting.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const count = (outcome: 'exported' | 'dropped', spans: number) => counter.inc({ outcome }, spans);
  // Start each series at 0: otherwise the first dropped span would be a new series instead of an increase.
  count('exported', 0);
  count('dropped', 0);

  const sample = createSampler(config);
  const queue: Span[] = [];
  let onRecorded = () => {};
  const traces: Traces = {
    begin: (origin) => beginSpan(sample, origin),
    isRecorded: ({ isSampled }) => isSampled,
    record(span) {
      if (!span.trace.isSampled) return;
      if (queue.length >= MAX_QUEUED) return count('dropped', 1);
      queue.push(span);
      onRecorded();
    },
  };

  const exporting = () => import('./exporter.ts');
  let started: Promise<{ stop(): Promise<void> }> | undefined;
  const exporter: Worker = {
    name: 'traces',
    start() {
      started = exporting().then(({ createExporter }) => {
        const { wake, stop } = createExporter({ ...options, queue, count });
        onRecorded = wake;
        wake();
        return { stop };
      });
    },
    async stop() {
      await (await started)?.stop();
    },
    stopsLast: true,
  };
  return { traces, exporters: [exporter] };
}

/** The last 14 digits of a trace id: by the specification, they are random. */
const RANDOM_DIGITS = 14;
const RANDOM_VALUES = 16 ** RANDOM_DIGITS;

/** Decides by the trace id alone, so that all who have the same ratio decide the same. */
function createSampler({ otelTracesSampler, otelTracesSamplerArg }: Config): Sampler {
  const name = otelTracesSampler.replace('parentbased_', '');
  const ratio = { always_on: 1, always_off: 0 }[name] ?? otelTracesSamplerArg;
  const threshold = (1 - ratio) * RANDOM_VALUES;
  const byId = (traceId: string) => Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) >= threshold;
  return name === otelTracesSampler ? byId : (traceId, parent) => parent ?? byId(traceId);
}
