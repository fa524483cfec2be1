import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Services } from '../context.ts';
import { repeatingWorker, type Worker } from '../workers/worker.ts';
import { countPending, selectWaitingEndpoints, type WaitingEndpoint } from './backlog-queries.ts';

const MEASURE_EVERY_MS = 10_000;
/** A full backlog counts as full until it is below this part of the limit. Otherwise that would change with each delivery. */
const CLEARED_PART = 0.9;
/** There can be any number of endpoints, so the metrics have only the worst. */
const WORST = 20;

export interface Backlog extends WaitingEndpoint {
  /** Counted up to the limit. */
  pending: number;
}

interface BacklogOptions {
  services: Services;
  log: Logger;
  registry: Registry;
  /** Records that the backlog of an endpoint is full, or has room again. */
  onChange(backlog: Backlog, isFull: boolean): Promise<void>;
}

/** Measures the backlog of each endpoint every ten seconds, for its limit and for metrics. */
export function createBacklogs({ services, log, registry, onChange }: BacklogOptions): Worker {
  const { clock, config, storage } = services;
  const limit = config.webhookBacklogLimit;
  let backlogs: Backlog[] = [];
  registerMetrics(registry, services, () => backlogs);

  async function measure(): Promise<void> {
    const measured: Backlog[] = [];
    // One at a time: counting a large backlog takes milliseconds.
    for (const endpoint of await selectWaitingEndpoints(storage.background, clock.now())) {
      measured.push({ ...endpoint, pending: await countPending(storage.background, endpoint.id, limit) });
    }
    backlogs = measured;
    for (const backlog of backlogs) {
      const wasFull = backlog.backlog_full_at !== null;
      const isFull = backlog.pending >= (wasFull ? limit * CLEARED_PART : limit);
      if (isFull !== wasFull) await onChange(backlog, isFull);
    }
  }

  return repeatingWorker('webhook backlogs', clock, MEASURE_EVERY_MS, () =>
    measure().catch((error) => log.warn({ err: error }, 'backlogs not measured')),
  );
}

function registerMetrics(registry: Registry, { clock, tally }: Services, backlogs: () => Backlog[]): void {
  function gaugeOfWorst(name: string, help: string, figureOf: (backlog: Backlog) => number): void {
    new Gauge({
      name,
      help: `${help} Only the worst ${WORST}, measured every ${MEASURE_EVERY_MS / 1000} seconds.`,
      labelNames: ['workspace_id', 'endpoint_id'] as const,
      registers: [registry],
      collect() {
        this.reset();
        for (const [{ workspace_id, id }, figure] of worstOf(backlogs(), figureOf)) {
          this.set({ workspace_id, endpoint_id: id }, figure);
        }
      },
    });
  }
  gaugeOfWorst(
    'rota_webhook_endpoint_backlog',
    'Deliveries waiting for an endpoint, up to the limit.',
    ({ pending }) => pending,
  );
  gaugeOfWorst(
    'rota_webhook_endpoint_oldest_due_age_seconds',
    'How long the oldest due delivery to an endpoint has waited.',
    ({ oldest_due_at }) => (oldest_due_at === null ? 0 : Math.max(clock.now() - oldest_due_at, 0) / 1000),
  );
  gaugeOfWorst(
    'rota_webhook_endpoint_failures',
    'Deliveries to an endpoint that recently failed for good; ten in a day disable it.',
    ({ failures }) => failures,
  );
  new Counter({
    name: 'rota_webhook_deliveries_skipped_total',
    help: 'Deliveries left out because too many were waiting for their endpoint.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(tally.skippedDeliveries);
    },
  });
}

function worstOf(backlogs: Backlog[], figureOf: (backlog: Backlog) => number): [Backlog, number][] {
  return backlogs
    .map((backlog): [Backlog, number] => [backlog, figureOf(backlog)])
    .filter(([, figure]) => figure > 0)
    .sort(([, one], [, other]) => other - one)
    .slice(0, WORST);
}
