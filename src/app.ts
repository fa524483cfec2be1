import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createCalendarChannel } from './calendar-sync/channel.ts';
import { consoleRoutes } from './console/routes.ts';
import type { Services } from './context.ts';
import { createKeyRing } from './features/api-keys/key-ring.ts';
import { createLastUsed } from './features/api-keys/last-used.ts';
import { apiKeyRoutes } from './features/api-keys/routes.ts';
import { removeAuditEntries } from './features/audit-log/operations.ts';
import { auditLogRoutes } from './features/audit-log/routes.ts';
import { availabilityRoutes } from './features/availability/routes.ts';
import { billingRoutes } from './features/billing/routes.ts';
import { sweepBookingLinks } from './features/booking-links/confirmations.ts';
import { bookingLinkPageRoutes, bookingLinkRoutes } from './features/booking-links/routes.ts';
import { bookingPageRoutes } from './features/booking-page/routes.ts';
import { createHealthReports } from './features/calendars/failures.ts';
import { calendarRoutes } from './features/calendars/routes.ts';
import { createHandOvers } from './features/deactivation/hand-overs.ts';
import { deactivationRoutes } from './features/deactivation/routes.ts';
import { describedEvents } from './features/events/event-types.ts';
import { removeEvents } from './features/events/operations.ts';
import { eventRoutes } from './features/events/routes.ts';
import { recipientFor } from './features/inbox/addresses.ts';
import { createInboxChannel } from './features/inbox/channel.ts';
import { receive } from './features/inbox/receive.ts';
import { inboxRoutes } from './features/inbox/routes.ts';
import { createMailReports } from './features/meeting-requests/mail-reports.ts';
import { meetingRequestRoutes } from './features/meeting-requests/routes.ts';
import { memberRoutes } from './features/members/routes.ts';
import { messageRoutes } from './features/messages/routes.ts';
import { operatorRoutes } from './features/operator/routes.ts';
import { createOperatorKeyRing } from './features/operator-keys/key-ring.ts';
import { updateOperatorKeysUsed } from './features/operator-keys/queries.ts';
import { sweepHolds } from './features/options/operations.ts';
import { rotationRoutes } from './features/rotation/routes.ts';
import { removeTurns } from './features/rotation/turns.ts';
import { createSchedulingChannel } from './features/scheduling/channel.ts';
import { schedulingRoutes } from './features/scheduling/routes.ts';
import { schedulingSettingsRoutes } from './features/scheduling-settings/routes.ts';
import { seatRoutes } from './features/seats/routes.ts';
import { findSession, sweepSessions } from './features/sessions/operations.ts';
import { slotRoutes } from './features/slots/routes.ts';
import { teamRoutes } from './features/teams/routes.ts';
import { webhookDeliveryRoutes } from './features/webhook-deliveries/routes.ts';
import { setBacklogFull } from './features/webhook-endpoints/backlog.ts';
import { createFailureReports } from './features/webhook-endpoints/failures.ts';
import { removeDeletedEndpoints } from './features/webhook-endpoints/operations.ts';
import { webhookEndpointRoutes } from './features/webhook-endpoints/routes.ts';
import { listEveryWorkspace } from './features/workspaces/operations.ts';
import { workspaceRoutes } from './features/workspaces/routes.ts';
import type { AccessKind } from './http/access/access.ts';
import { createKeyAccess } from './http/access/api-key.ts';
import { createOperatorKeyAccess } from './http/access/operator-key.ts';
import { createLinkAccess } from './http/access/participant-link.ts';
import { publicAccess } from './http/access/public.ts';
import { createSessionAccess } from './http/access/session.ts';
import { createSignInAccess } from './http/access/sign-in.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createMetrics } from './http/metrics.ts';
import { describeApi, type OpenApiDocument } from './http/openapi.ts';
import { pageFiles } from './http/page-files.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { createReadiness } from './http/readiness.ts';
import { referenceScript, SCRIPT_URL } from './http/reference-page.ts';
import type { Route } from './http/route.ts';
import { createServer } from './http/server.ts';
import { systemRoutes } from './http/system-routes.ts';
import { createAuthenticator } from './inbox/authenticity.ts';
import { removeMails } from './inbox/sweep.ts';
import { keyLimits } from './key-limits.ts';
import { createMailChannel } from './mail/channel.ts';
import { readTemplates } from './mail/compose.ts';
import { sweepMessageDays } from './mail/daily-limit.ts';
import { removeMessages } from './mail/sweep.ts';
import type { NameSources, Resolve } from './network/names.ts';
import { createRecords, type Records } from './network/records.ts';
import { createAddressPolicy } from './network/safe-address.ts';
import type { Channel, ClaimedItem } from './outbox/channel.ts';
import { createEngine } from './outbox/engine.ts';
import { serviceAddress } from './service-address.ts';
import { createListener, type MailAddresses } from './smtp/listener.ts';
import type { Reception } from './smtp/reception.ts';
import { createTimeKeeper } from './storage/database-clock.ts';
import { registerStorageMetrics } from './storage/metrics.ts';
import { createStatisticsWorker } from './storage/statistics.ts';
import { createSweeper, type Sweep, sweepByAge } from './sweeps.ts';
import { version } from './version.ts';
import { createBacklogs } from './webhooks/backlogs.ts';
import { createWebhookChannel } from './webhooks/channel.ts';
import { removeDeliveries } from './webhooks/sweep.ts';
import { stopWorkers, type Worker } from './worker.ts';
import { createWriter } from './writer/writer.ts';

/** Time for requests and deliveries in flight to end when the process stops. */
const DRAIN_MS = 10_000;

export interface App {
  routes: Route[];
  describeApi(): OpenApiDocument;
  /** Accepts connections, starts the workers and returns the address. Nothing runs before. */
  listen(): Promise<string>;
  /** Where mail is taken, once it listens. */
  readonly mailAddresses: MailAddresses;
  /** Accepts nothing new, and ends what is in flight within ten seconds. The database stays open. */
  stop(): Promise<void>;
}

/** Parts outside the service, which tests replace. */
export interface Outside {
  /** Replaces all look-ups of names. */
  resolve?: Resolve;
  names?: NameSources;
  /** Replaces all look-ups of DNS records about mail. */
  records?: Records;
}

/** Puts the parts together. The database must be open and migrated. */
export function createApp(services: Services, log: Logger, outside: Outside = {}): App {
  const { storage, clock, config } = services;
  readTemplates();
  const lastUsed = createLastUsed(services, log);
  const operatorsLastUsed = createLastUsed(services, log, updateOperatorKeysUsed);
  const rateLimiter = createRateLimiter(services.database);
  const idempotency = createIdempotency(storage, clock);
  const metrics = createMetrics();
  registerStorageMetrics(metrics.registry, storage, clock);
  const limits = keyLimits(config);
  /** Aborted when the process is asked to stop. It still serves until `stopping` is aborted. */
  const leaving = new AbortController();
  const stopping = new AbortController();

  const routes: Route[] = [
    ...teamRoutes,
    ...rotationRoutes,
    ...bookingLinkRoutes,
    ...meetingRequestRoutes,
    ...schedulingRoutes,
    ...messageRoutes,
    ...inboxRoutes,
    ...memberRoutes,
    ...calendarRoutes,
    ...deactivationRoutes,
    ...availabilityRoutes,
    ...slotRoutes,
    ...seatRoutes,
    ...webhookEndpointRoutes,
    ...webhookDeliveryRoutes,
    ...eventRoutes,
    ...workspaceRoutes,
    ...schedulingSettingsRoutes,
    ...apiKeyRoutes,
    ...auditLogRoutes,
    ...operatorRoutes,
    ...billingRoutes,
    ...systemRoutes(metrics, createReadiness(services, leaving.signal), describe),
  ];

  /** The first kind that owns an unknown path refuses it. */
  const accessKinds: AccessKind[] = [
    // Before API keys, which own all paths below /api/v1.
    createOperatorKeyAccess(
      createOperatorKeyRing(services, operatorsLastUsed),
      clock,
      rateLimiter,
      limits.key,
    ),
    createKeyAccess(createKeyRing(services, lastUsed), clock, rateLimiter, limits),
    ...createLinkAccess(services),
    createSignInAccess(services),
    createSessionAccess(services, (secret) => findSession(services, secret)),
    publicAccess,
  ];

  const sweeps: Sweep[] = [
    ...accessKinds.flatMap(({ name, keepsAnswersIn }) =>
      keepsAnswersIn
        ? { name: `stored responses by ${name}`, sweep: idempotency.sweepOf(keepsAnswersIn) }
        : [],
    ),
    { name: 'deleted endpoints', sweep: removeDeletedEndpoints },
    sweepHolds(services),
    sweepMessageDays(clock),
    ...sweepBookingLinks(services),
    ...sweepSessions(services),
    sweepByAge(clock, 'deliveries', 'delivery', config.deliveryRetentionDays, removeDeliveries),
    sweepByAge(clock, 'events', 'event', config.deliveryRetentionDays, removeEvents),
    // Before messages: those can go only without their mail.
    sweepByAge(clock, 'inbox', 'message', config.inboxRetentionDays, removeMails),
    sweepByAge(clock, 'messages', 'message', config.messageRetentionDays, removeMessages),
    sweepByAge(clock, 'turns', 'turn', config.turnRetentionDays, removeTurns),
    sweepByAge(clock, 'audit log', 'auditEntry', config.auditRetentionDays, removeAuditEntries),
  ];

  const records = outside.records ?? createRecords(clock, outside.names);
  const { registry } = metrics;
  const reception: Reception = {
    recipientFor: (address, sender) => recipientFor(services, address, sender),
    store: async (arrival) => void (await receive(services, arrival)),
  };
  const listener = createListener({ config, clock, log, registry, reception, drainMs: DRAIN_MS });
  let mailAddresses: MailAddresses = {};
  const engineOf = <Item extends ClaimedItem, Result>(channel: Channel<Item, Result>) =>
    createEngine({ channel, storage, clock, log, registry, drainMs: DRAIN_MS });
  const writer = createWriter({ config, clock, log, ...outside });
  const workers: Worker[] = [
    engineOf(
      createWebhookChannel({
        services,
        log,
        lockEndpoints: createFailureReports({ services, log, registry }),
        ...outside,
      }),
    ),
    engineOf(
      createCalendarChannel({
        services,
        log,
        reports: createHealthReports({ services, log, registry }),
        ...outside,
      }),
    ),
    engineOf(createSchedulingChannel({ services, log, writer })),
    engineOf(
      createMailChannel({
        services,
        log,
        registry,
        lockRequests: createMailReports({ services, log }),
        ...outside,
      }),
    ),
    engineOf(
      createInboxChannel({
        services,
        log,
        authenticator: createAuthenticator({ config, clock, records }),
        writer,
      }),
    ),
    createBacklogs({
      services,
      log,
      registry,
      onChange: (backlog, isFull) => setBacklogFull(services, log, backlog, isFull),
    }),
    createHandOvers({ services, log }),
    createSweeper({
      services,
      log,
      sweeps,
      async workspaceIds() {
        const workspaces = await listEveryWorkspace({ ...services, database: storage.background });
        return workspaces.map(({ id }) => id);
      },
    }),
    createStatisticsWorker(storage.background, clock, log),
    lastUsed.worker,
    operatorsLastUsed.worker,
    createTimeKeeper(storage.probe, clock, log),
  ];

  const server = createServer({
    routes: [...routes, ...bookingPageRoutes, ...bookingLinkPageRoutes, ...consoleRoutes],
    accessKinds,
    files: { [SCRIPT_URL]: referenceScript, ...pageFiles },
    services,
    leaving: leaving.signal,
    stopping: stopping.signal,
    idempotency,
    metrics,
    log,
    addressPolicy: createAddressPolicy(config, services.proxy),
  });

  function describe(): OpenApiDocument {
    return describeApi({ routes, accessKinds, limits, events: describedEvents, version });
  }

  return {
    routes,
    describeApi: describe,
    get mailAddresses() {
      return mailAddresses;
    },
    async listen() {
      mailAddresses = await listener.listen();
      try {
        await server.listen({ host: config.host, port: config.port });
      } catch (error) {
        await listener.stop();
        throw error;
      }
      const { port } = server.server.address() as AddressInfo;
      const listening = serviceAddress(config.host, port);
      services.address.url = config.publicUrl ?? listening;
      // After the address is known: messages have links.
      for (const worker of workers) worker.start();
      return listening;
    },
    async stop() {
      leaving.abort();
      if (config.stopDelayMs > 0) {
        await new Promise<void>((resolve) => void clock.after(config.stopDelayMs, resolve));
      }
      stopping.abort();
      const cancel = clock.after(DRAIN_MS, () => server.server.closeAllConnections());
      const ended = Promise.all([server.close().then(cancel), listener.stop()]);
      await stopWorkers(workers, ended);
    },
  };
}
