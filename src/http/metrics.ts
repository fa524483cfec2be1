import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '../version.ts';

/**
 * Metrics of the process: memory, event loop, garbage collection. Collected once for all apps, because a collector
 * never ends: it would keep watching the event loop, and keep its app in memory, for as long as the process lives.
 */
let ofProcess: Registry | undefined;

function collectOfProcess(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Callers who ask more often get the same figures: collecting them takes queries, and milliseconds of the process. */
const KEPT_MS = 1_000;

interface MetricsOptions {
  /** How long to reuse a text. */
  keptMs?: number | undefined;
  /** Monotonic milliseconds. */
  now?: () => number;
}

/** Metrics in Prometheus' text format. Each app has its own registry. */
export function createMetrics({ keptMs = KEPT_MS, now = () => performance.now() }: MetricsOptions = {}) {
  const registry = new Registry();
  ofProcess ??= collectOfProcess();
  const registries = [ofProcess, registry];
  new Gauge({
    name: 'rota_build_info',
    help: 'Always 1. The label is the version that the node runs.',
    labelNames: ['version'] as const,
    registers: [registry],
  }).set({ version }, 1);
  const requests = new Counter({
    name: 'rota_http_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'rota_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response, by route.',
    labelNames: ['method', 'route'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const closedConnections = new Counter({
    name: 'rota_http_connections_closed_total',
    help: 'Connections closed because of their client: too many from one address, responses not read, too many requests at once.',
    labelNames: ['reason'] as const,
    registers: [registry],
  });
  let collecting: Promise<string> | undefined;
  let kept: { text: string; until: number } | undefined;

  async function collect(): Promise<string> {
    try {
      const text = (await Promise.all(registries.map((each) => each.metrics()))).join('\n');
      kept = { text, until: now() + keptMs };
      return text;
    } finally {
      collecting = undefined;
    }
  }

  return {
    registry,
    contentType: registry.contentType,
    /** Callers who ask while figures are being collected share the result. */
    async text(): Promise<string> {
      if (kept && now() < kept.until) return kept.text;
      collecting ??= collect();
      return collecting;
    },
    observeRequest(method: string, route: string, status: number, seconds: number): void {
      requests.inc({ method, route, status });
      duration.observe({ method, route }, seconds);
    },
    countClosedConnection(reason: 'too_many' | 'unread' | 'pipelined'): void {
      closedConnections.inc({ reason });
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
