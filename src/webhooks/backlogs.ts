import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Services } from '../context.ts';
import type { Database } from '../storage/database.ts';
import { repeatingWorker, type Worker } from '../worker.ts';
import { countPending, selectWaitingEndpoints, type WaitingEndpoint } from './backlog-queries.ts';

const LOOK_EVERY_MS = 10_000;
/** A backlog that was full is full until so much of the limit is left: else it would be told of with each delivery. */
const PART_LEFT = 0.9;
/** Of the figures by endpoint only the worst are shown: there may be any number of endpoints. */
const WORST = 20;

/** What waits for an endpoint, counted up to the limit. */
export interface Backlog extends WaitingEndpoint {
  pending: number;
}

export interface BacklogOptions {
  services: Services;
  log: Logger;
  registry: Registry;
  /** Writes down that there is no room any more for what happens from now on, or that there is again. */
  onChange(backlog: Backlog, isFull: boolean): Promise<void>;
}

/** Looks now and then how much waits for each endpoint: for the metrics, and because a backlog must have an end. */
export function createBacklogs({ services, log, registry, onChange }: BacklogOptions): Worker {
  const { clock, config, storage, tally } = services;
  const limit = config.webhookBacklogLimit;
  let backlogs: Backlog[] = [];

  const worker = repeatingWorker('backlogs', clock, LOOK_EVERY_MS, async () => {
    try {
      backlogs = await measureBacklogs(storage.background, clock.now(), limit);
      for (const backlog of backlogs) {
        const isFull = isFullNow(backlog, limit);
        if (isFull !== (backlog.fullAt !== null)) await onChange(backlog, isFull);
      }
    } catch (error) {
      log.warn({ err: error }, 'backlogs not measured');
    }
  });

  /** A figure for each of the worst, and none for the others. */
  function showWorst(name: string, help: string, figureOf: (backlog: Backlog) => number): void {
    new Gauge({
      name,
      help: `${help} Only the worst ${WORST}, as of the last ${LOOK_EVERY_MS / 1000} seconds.`,
      labelNames: ['workspace_id', 'endpoint_id'] as const,
      registers: [registry],
      collect() {
        this.reset();
        for (const [backlog, figure] of worstOf(backlogs, figureOf)) {
          this.set({ workspace_id: backlog.workspaceId, endpoint_id: backlog.id }, figure);
        }
      },
    });
  }
  showWorst(
    'rota_webhook_endpoint_backlog',
    'Deliveries that wait for an endpoint, up to the limit.',
    ({ pending }) => pending,
  );
  showWorst(
    'rota_webhook_endpoint_oldest_due_age_seconds',
    'How long the oldest due delivery to an endpoint has waited.',
    ({ oldestDueAt }) => (oldestDueAt === null ? 0 : Math.max(clock.now() - oldestDueAt, 0) / 1000),
  );
  showWorst(
    'rota_webhook_endpoint_failures',
    'Deliveries to an endpoint that have failed for good of late; ten in a day disable it.',
    ({ failures }) => failures,
  );
  new Counter({
    name: 'rota_webhook_deliveries_skipped_total',
    help: 'Deliveries that were not made because too many waited for their endpoint.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(tally.skippedDeliveries);
    },
  });

  return worker;
}

/** One endpoint at a time: to count a large backlog takes milliseconds, and others have something to do, too. */
async function measureBacklogs(database: Database, now: number, limit: number): Promise<Backlog[]> {
  const backlogs: Backlog[] = [];
  for (const endpoint of await selectWaitingEndpoints(database, now)) {
    backlogs.push({ ...endpoint, pending: await countPending(database, endpoint.id, limit) });
  }
  return backlogs;
}

function isFullNow({ pending, fullAt }: Backlog, limit: number): boolean {
  return pending >= (fullAt === null ? limit : limit * PART_LEFT);
}

function worstOf(backlogs: Backlog[], figureOf: (backlog: Backlog) => number): [Backlog, number][] {
  return backlogs
    .map((backlog): [Backlog, number] => [backlog, figureOf(backlog)])
    .filter(([, figure]) => figure > 0)
    .sort(([, one], [, other]) => other - one)
    .slice(0, WORST);
}
