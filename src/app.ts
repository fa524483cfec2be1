import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { repeat } from './clock.ts';
import type { Services } from './context.ts';
import { createKeyRing } from './features/api-keys/key-ring.ts';
import { createLastUsed } from './features/api-keys/last-used.ts';
import { apiKeyRoutes } from './features/api-keys/routes.ts';
import { removeAuditEntries } from './features/audit-log/operations.ts';
import { auditLogRoutes } from './features/audit-log/routes.ts';
import { createHandOvers } from './features/deactivation/hand-overs.ts';
import { deactivationRoutes } from './features/deactivation/routes.ts';
import { describedEvents } from './features/events/event-types.ts';
import { removeEvents } from './features/events/operations.ts';
import { eventRoutes } from './features/events/routes.ts';
import { meetingRequestRoutes } from './features/meeting-requests/routes.ts';
import { memberRoutes } from './features/members/routes.ts';
import { membershipRoutes } from './features/memberships/routes.ts';
import { removeTurns } from './features/routing/operations.ts';
import { routingRoutes } from './features/routing/routes.ts';
import { seatRoutes } from './features/seats/routes.ts';
import { teamRoutes } from './features/teams/routes.ts';
import { webhookDeliveryRoutes } from './features/webhook-deliveries/routes.ts';
import { setBacklogFull } from './features/webhook-endpoints/backlog.ts';
import { createFailureReports } from './features/webhook-endpoints/failures.ts';
import { removeDeletedEndpoints } from './features/webhook-endpoints/operations.ts';
import { webhookEndpointRoutes } from './features/webhook-endpoints/routes.ts';
import { listEveryWorkspace } from './features/workspaces/operations.ts';
import { workspaceRoutes } from './features/workspaces/routes.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createMetrics } from './http/metrics.ts';
import { describeApi } from './http/openapi.ts';
import { createSharedRateLimiter, MemoryRateLimiter } from './http/rate-limit.ts';
import { createReadiness } from './http/readiness.ts';
import { referenceScript, SCRIPT_URL } from './http/reference-page.ts';
import type { Route } from './http/route.ts';
import { createServer } from './http/server.ts';
import { systemRoutes } from './http/system-routes.ts';
import { firstIdAt, type IdKind } from './ids.ts';
import type { NameSources, Resolve } from './network/names.ts';
import { createAddressPolicy } from './network/safe-address.ts';
import { createEngine } from './outbox/engine.ts';
import { serviceAddress } from './service-address.ts';
import { keepTime } from './storage/database-clock.ts';
import { registerStorageMetrics } from './storage/metrics.ts';
import { refreshStatistics } from './storage/statistics.ts';
import { DAY_MS } from './timestamps.ts';
import { version } from './version.ts';
import { createBacklogs } from './webhooks/backlogs.ts';
import { createWebhookChannel } from './webhooks/channel.ts';
import { removeDeliveries } from './webhooks/sweep.ts';

/** What is in flight when the process is asked to stop gets this long. */
const DRAIN_MS = 10_000;
/** Unless told otherwise, a workspace may make as many requests as so many of its keys. */
const KEYS_IN_WORKSPACE_LIMIT = 10;
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
  /** Takes the place of all look-ups of names. */
  resolve?: Resolve;
  names?: NameSources;
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
  registerStorageMetrics(metrics.registry, storage, clock);
  const { registry } = metrics;
  const lockEndpoints = createFailureReports({ services, log, registry });
  const engine = createEngine({
    channel: createWebhookChannel({ services, log, lockEndpoints, ...outside }),
    storage,
    clock,
    log,
    registry,
    drainMs: DRAIN_MS,
  });
  const backlogs = createBacklogs({
    services,
    log,
    registry,
    onChange: (backlog, isFull) => setBacklogFull(services, log, backlog, isFull),
  });
  const handOvers = createHandOvers({ services, log });
  /** Asked to stop, but still serving. */
  const leaving = new AbortController();
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
      assertReady: createReadiness(services, leaving.signal),
      describeApi: () => describeApi(routes, describedEvents, version),
    }),
  ];

  const server = createServer({
    routes,
    files: { [SCRIPT_URL]: referenceScript },
    services,
    access: {
      keys: createKeyRing(services, lastUsed),
      clock,
      limiter: createLimiter(services),
      limits: {
        key: config.rateLimitPerMinute,
        workspace: config.workspaceRateLimitPerMinute ?? config.rateLimitPerMinute * KEYS_IN_WORKSPACE_LIMIT,
      },
    },
    leaving: leaving.signal,
    stopping: stopping.signal,
    idempotency,
    metrics,
    log,
    trustedProxies: config.trustedProxies,
    connectionsPerAddress: config.connectionsPerAddress,
    local: createAddressPolicy(config, services.proxy),
  });

  const stopSweeps = repeat(clock, SWEEP_EVERY_MS, async () => {
    try {
      await sweep();
    } catch (error) {
      log.warn({ err: error }, 'what is no longer kept is not removed yet');
    }
  });

  /** Removes what is no longer kept. */
  async function sweep(): Promise<void> {
    const removal = (lock: string) => ({ database: background, lock, signal: stopping.signal });
    await idempotency.sweep(removal('sweep answers'));
    const workspaces = await listEveryWorkspace({ ...services, database: background });
    const workspaceIds = workspaces.map(({ id }) => id);
    const before = (kind: IdKind, days: number) => firstIdAt(kind, clock.now() - days * DAY_MS);
    const { deliveryRetentionDays, turnRetentionDays, auditRetentionDays } = config;
    const deliveries = removal('sweep deliveries');
    await removeDeletedEndpoints(deliveries);
    for (const id of workspaceIds) {
      await removeDeliveries(deliveries, id, before('delivery', deliveryRetentionDays));
      await removeEvents(deliveries, id, before('event', deliveryRetentionDays));
      if (turnRetentionDays) await removeTurns(removal('sweep turns'), id, before('turn', turnRetentionDays));
      if (auditRetentionDays) {
        await removeAuditEntries(removal('sweep audit log'), id, before('auditEntry', auditRetentionDays));
      }
    }
  }

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
      backlogs.start();
      handOvers.start();
      const { port } = server.server.address() as AddressInfo;
      return serviceAddress(config.host, port);
    },
    async stop() {
      leaving.abort();
      if (config.stopDelayMs > 0) {
        await new Promise<void>((resolve) => void clock.after(config.stopDelayMs, resolve));
      }
      stopping.abort();
      for (const cancel of cancelStatistics) cancel();
      const cancel = clock.after(DRAIN_MS, () => server.server.closeAllConnections());
      await Promise.all([
        server.close().then(cancel),
        engine.stop(),
        stopSweeps(),
        backlogs.stop(),
        handOvers.stop(),
      ]);
      await lastUsed.flush();
      // Whoever starts next goes on from here, whatever the clock shows then.
      await keepTime(storage.probe, clock.now()).catch((error) => log.warn({ err: error }, 'time not kept'));
    },
  };
}

function createLimiter({ database }: Services) {
  return database.dialect.engine === 'postgres' ? createSharedRateLimiter(database) : new MemoryRateLimiter();
}
