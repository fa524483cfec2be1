import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Services } from './context.ts';
import type { Resolve } from './delivery/connect.ts';
import { createEngine } from './delivery/engine.ts';
import { TOO_MANY_FAILURES } from './delivery/record.ts';
import { createSweep } from './delivery/sweep.ts';
import { describedEvents } from './events/announcement.ts';
import { createKeyRing } from './features/api-keys/key-ring.ts';
import { createLastUsed } from './features/api-keys/last-used.ts';
import { apiKeyRoutes } from './features/api-keys/routes.ts';
import { auditLogRoutes } from './features/audit-log/routes.ts';
import { deactivationRoutes } from './features/deactivation/routes.ts';
import { eventRoutes } from './features/events/routes.ts';
import { meetingRequestRoutes } from './features/meeting-requests/routes.ts';
import { memberRoutes } from './features/members/routes.ts';
import { membershipRoutes } from './features/memberships/routes.ts';
import { routingRoutes } from './features/routing/routes.ts';
import { seatRoutes } from './features/seats/routes.ts';
import { teamRoutes } from './features/teams/routes.ts';
import { webhookDeliveryRoutes } from './features/webhook-deliveries/routes.ts';
import { recordDisabling } from './features/webhook-endpoints/operations.ts';
import { webhookEndpointRoutes } from './features/webhook-endpoints/routes.ts';
import { workspaceRoutes } from './features/workspaces/routes.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createMetrics } from './http/metrics.ts';
import { describeApi } from './http/openapi.ts';
import { createSharedRateLimiter, MemoryRateLimiter } from './http/rate-limit.ts';
import type { Route } from './http/route.ts';
import { createServer } from './http/server.ts';
import { systemRoutes } from './http/system-routes.ts';
import { refreshStatistics } from './storage/statistics.ts';
import { version } from './version.ts';

/** What is in flight when the process is asked to stop gets this long. */
const DRAIN_MS = 10_000;
const SWEEP_EVERY_MS = 10 * 60 * 1000;
/** After the start: a new database fills up fastest at first. */
const STATISTICS_AFTER_MS = [2_000, 5_000, 15_000, 45_000];

export interface App {
  routes: Route[];
  /** Starts to accept connections and to send deliveries; answers the address. */
  listen(): Promise<string>;
  /** Stops accepting, finishes what is in flight within ten seconds, and lets go of everything but the database. */
  stop(): Promise<void>;
}

/** What is outside of the service and can be replaced in tests. */
export interface Outside {
  resolve?: Resolve;
}

/** The one place where the parts are put together. The database is open and migrated. */
export function createApp(services: Services, log: Logger, outside: Outside = {}): App {
  const { storage, clock, config } = services;
  const { background } = storage;
  const lastUsed = createLastUsed(services, (error) =>
    log.warn({ err: error }, 'last_used_at not written yet'),
  );
  const idempotency = createIdempotency(storage, clock);
  const metrics = createMetrics();
  const engine = createEngine({
    services,
    log,
    registry: metrics.registry,
    onDisabled: (tx, { workspaceId, id }) =>
      recordDisabling(services, tx, { workspaceId, id, reason: TOO_MANY_FAILURES }),
    ...outside,
  });
  const sweepDeliveries = createSweep(background, clock, config.deliveryRetentionDays);
  const stopping = new AbortController();

  const routes: Route[] = [
    ...teamRoutes,
    ...membershipRoutes,
    ...routingRoutes,
    ...meetingRequestRoutes,
    ...memberRoutes,
    ...deactivationRoutes,
    ...seatRoutes,
    ...webhookEndpointRoutes,
    ...webhookDeliveryRoutes,
    ...eventRoutes,
    ...workspaceRoutes,
    ...apiKeyRoutes,
    ...auditLogRoutes,
    ...systemRoutes({
      metrics,
      stopping: stopping.signal,
      describeApi: () => describeApi(routes, describedEvents, version),
    }),
  ];

  const server = createServer({
    routes,
    services,
    access: {
      keys: createKeyRing(services, lastUsed),
      clock,
      limiter: createLimiter(services),
    },
    stopping: stopping.signal,
    idempotency,
    metrics,
    log,
    trustedProxies: config.trustedProxies,
  });

  const cancelSweeps = repeat(clock, SWEEP_EVERY_MS, async () => {
    try {
      while (await idempotency.sweep(background));
      await sweepDeliveries();
    } catch (error) {
      log.warn({ err: error }, 'what is no longer kept is not removed yet');
    }
  });

  const cancelStatistics = STATISTICS_AFTER_MS.map((ms) =>
    clock.after(ms, () => {
      refreshStatistics(background).catch((error) => log.warn({ err: error }, 'statistics not refreshed'));
    }),
  );

  return {
    routes,
    async listen() {
      await server.listen({ host: config.host, port: config.port });
      engine.start();
      const { port } = server.server.address() as AddressInfo;
      return `http://${reachableHost(config.host)}:${port}`;
    },
    async stop() {
      stopping.abort();
      cancelSweeps();
      for (const cancel of cancelStatistics) cancel();
      const cancel = clock.after(DRAIN_MS, () => server.server.closeAllConnections());
      await Promise.all([server.close().then(cancel), engine.stop(DRAIN_MS)]);
      await lastUsed.flush();
    },
  };
}

/** An address to call: "every interface" is one to listen on only. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function createLimiter({ database, config: { rateLimitPerMinute } }: Services) {
  if (rateLimitPerMinute === 0) return undefined;
  return database.dialect.engine === 'postgres'
    ? createSharedRateLimiter(database, rateLimitPerMinute)
    : new MemoryRateLimiter(rateLimitPerMinute);
}

/** So long after its last end, so that it never runs twice at once. */
function repeat(clock: Clock, ms: number, action: () => Promise<void>): () => void {
  let isCancelled = false;
  let cancel = clock.after(ms, again);
  async function again() {
    await action();
    if (!isCancelled) cancel = clock.after(ms, again);
  }
  return () => {
    isCancelled = true;
    cancel();
  };
}
