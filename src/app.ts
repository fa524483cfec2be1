import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { AccountNews } from './calendar-sync/accounts/news.ts';
import { connectionTable } from './calendar-sync/accounts/upkeep-queries.ts';
import { createCalendarChannel } from './calendar-sync/channel.ts';
import { providersFrom } from './calendar-sync/providers.ts';
import { syncTable } from './calendar-sync/queries.ts';
import { CALENDARS_DUE } from './calendar-sync/sync-requests.ts';
import { consoleAnnex } from './console/annex.ts';
import type { Services } from './context.ts';
import { ReadOnly } from './errors.ts';
import { featureRoutes } from './feature-routes.ts';
import { createHealthReports } from './features/calendar/calendars/failures.ts';
import { createBrokenNews } from './features/calendar/connections/broken.ts';
import { createConnecting } from './features/calendar/connections/connecting.ts';
import { CONNECTIONS_DUE } from './features/calendar/connections/operations.ts';
import { callbackRoutes } from './features/calendar/connections/routes.ts';
import { sweepHolds } from './features/calendar/options/operations.ts';
import { describedEvents } from './features/events/events/event-types.ts';
import { removeEvents } from './features/events/events/operations.ts';
import { setBacklogFull } from './features/events/webhook-endpoints/backlog.ts';
import { createFailureReports } from './features/events/webhook-endpoints/failures.ts';
import { removeDeletedEndpoints } from './features/events/webhook-endpoints/operations.ts';
import { createHandOvers, HAND_OVERS_DUE } from './features/leaving/deactivation/operations.ts';
import { createErasures } from './features/leaving/erasures/operations.ts';
import { bookingPageRoutes } from './features/meetings/booking-page/routes.ts';
import { actingWith } from './features/meetings/inbox/acting.ts';
import { recipientFor } from './features/meetings/inbox/addresses.ts';
import { receive } from './features/meetings/inbox/receive.ts';
import { sweepPageBookings } from './features/meetings/page-bookings/operations.ts';
import { calendarMakers } from './features/meetings/places/calendar-makers.ts';
import { createPlaceChannel } from './features/meetings/places/channel.ts';
import type { PlaceMaker } from './features/meetings/places/maker.ts';
import { publicPageRoutes } from './features/meetings/public-pages/routes.ts';
import { noticeChange } from './features/meetings/requests/lifecycle/in-calendars.ts';
import { createMailReports } from './features/meetings/requests/lifecycle/mail-reports.ts';
import { askForPlace, PLACES_DUE, placeTable } from './features/meetings/requests/places/places.ts';
import { asScheduling, SCHEDULING_DUE, scheduleTable } from './features/meetings/schedules/operations.ts';
import { createSchedulingChannel } from './features/meetings/scheduling/channel.ts';
import { createOperatorKeyRing } from './features/operators/operator-keys/operations.ts';
import { updateOperatorKeysUsed } from './features/operators/operator-keys/queries.ts';
import { tellAdmins } from './features/people/notices/admins.ts';
import { createKeyNotices } from './features/people/notices/expiring-keys.ts';
import { findSession, sweepSessions } from './features/people/sessions/operations.ts';
import { removeTurns } from './features/turns/rotation/turns.ts';
import { createKeyRing } from './features/workspace/api-keys/key-ring.ts';
import { createLastUsed } from './features/workspace/api-keys/last-used.ts';
import { removeAuditEntries } from './features/workspace/audit-log/operations.ts';
import { logoRoutes } from './features/workspace/branding/routes.ts';
import { daysKept } from './features/workspace/retention/operations.ts';
import type { KeptKind } from './features/workspace/retention/rules.ts';
import { sweepRequests } from './features/workspace/retention/sweep.ts';
import { createUsageCounting } from './features/workspace/usage/counting.ts';
import { createRequestCounts } from './features/workspace/usage/requests.ts';
import { listEveryWorkspace } from './features/workspace/workspaces/operations.ts';
import { createParking } from './features/workspace/workspaces/parking.ts';
import { createRemoval } from './features/workspace/workspaces/removal.ts';
import type { AccessKind } from './http/access/access.ts';
import { createKeyAccess } from './http/access/api-key.ts';
import { createConnectingAccess } from './http/access/connecting.ts';
import { createOperatorKeyAccess } from './http/access/operator-key.ts';
import { createLinkAccess } from './http/access/participant-link.ts';
import { publicAccess } from './http/access/public.ts';
import { createPageAccess } from './http/access/public-page.ts';
import { createSessionAccess } from './http/access/session.ts';
import { createSignInAccess } from './http/access/sign-in.ts';
import { createThisMachineAccess, thisMachine } from './http/access/this-machine.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createMetrics } from './http/metrics.ts';
import { createMonitor } from './http/monitor.ts';
import { describeApi, type OpenApiDocument } from './http/openapi.ts';
import { pageFiles } from './http/page-files.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { createReadiness } from './http/readiness.ts';
import { referenceScript, SCRIPT_URL } from './http/reference-page.ts';
import type { Route } from './http/route.ts';
import { createServer } from './http/server.ts';
import { metricsRoute, probeRoutes, referenceRoutes } from './http/system-routes.ts';
import { keyLimits } from './limits/limits.ts';
import { createAuthenticator } from './mail-in/authenticity.ts';
import { createInboxChannel } from './mail-in/channel.ts';
import { mailTable } from './mail-in/queries.ts';
import { hasRoom, sweepInboxDays } from './mail-in/quota.ts';
import { INBOX_DUE, removeMails } from './mail-in/store.ts';
import { createMailChannel } from './mail-out/channel.ts';
import { readTemplates } from './mail-out/compose.ts';
import { sweepMessageDays } from './mail-out/daily-limit.ts';
import { MESSAGES_DUE, removeMessages } from './mail-out/enqueue.ts';
import { messageTable } from './mail-out/queries.ts';
import { createMcpMount } from './mcp/mount.ts';
import type { NameSources, Resolve } from './network/names.ts';
import { createRecords, type Records } from './network/records.ts';
import { createAddressPolicy } from './network/safe-address.ts';
import type { Channel, ClaimedItem } from './outbox/channel.ts';
import { createEngine } from './outbox/engine.ts';
import { createNode } from './outbox/node.ts';
import { createListener, type MailAddresses } from './smtp/listener.ts';
import type { Reception } from './smtp/sessions.ts';
import { registerStorageMetrics } from './storage/metrics.ts';
import { serviceAddress } from './text/networks.ts';
import { createTraces } from './tracing/traces.ts';
import { version } from './version.ts';
import { createBacklogs } from './webhooks/backlogs.ts';
import { createWebhookChannel } from './webhooks/channel.ts';
import { DELIVERIES_DUE } from './webhooks/enqueue.ts';
import { removeDeliveries } from './webhooks/sweep.ts';
import { createClockRecorder } from './workers/clock-recorder.ts';
import { createLinkKeyRefresh } from './workers/link-keys.ts';
import { createStatisticsWorker } from './workers/statistics.ts';
import { createSweeper, type DaysOfWorkspaces, type Sweep, sweepByAge } from './workers/sweeps.ts';
import { stopWorkers, type Worker } from './workers/worker.ts';
import { createWriter } from './writer/writer.ts';

/** How long requests and deliveries in flight may take to finish when the process stops. */
const DRAIN_MS = 10_000;

export interface App {
  routes: Route[];
  describeApi(): OpenApiDocument;
  /** Accepts connections, starts the workers and returns the address. Nothing runs before this. */
  listen(): Promise<string>;
  /** Where mail is accepted, once it listens. */
  readonly mailAddresses: MailAddresses;
  /** The separate address of `/metrics`, if there is one, once it listens. */
  readonly metricsAddress: string | undefined;
  /** Accepts nothing new, and finishes what is in flight within ten seconds. The database stays open. */
  stop(): Promise<void>;
}

/** Services that Rota reaches over the network. Tests replace them. */
export interface ExternalServices {
  /** Replaces every look-up of a host name. */
  resolve?: Resolve;
  names?: NameSources;
  /** Replaces every look-up of mail-related DNS records. */
  records?: Records;
  /** Who makes places of the kinds that Rota can't make itself. */
  placeMakers?: readonly PlaceMaker[];
  /** How long `/metrics` may repeat its figures. By default, one second. */
  metricsKeptMs?: number;
}

/** Puts the parts together. The database must be open and migrated. */
export function createApp(given: Services, log: Logger, external: ExternalServices = {}): App {
  const providers = providersFrom(given.config);
  const makers = [
    ...(external.placeMakers ?? []),
    ...calendarMakers(given.storage.background, Object.values(providers)),
  ];
  const services = { ...given, placeKinds: new Set(makers.map(({ kind }) => kind)) };
  const { storage, clock, config } = services;
  readTemplates();
  const requestCounts = createRequestCounts(clock);
  const lastUsed = createLastUsed(services, log, { requests: requestCounts });
  const operatorsLastUsed = createLastUsed(services, log, { writeUses: updateOperatorKeysUsed });
  const rateLimiter = createRateLimiter(services.database, config.readOnly);
  const idempotency = createIdempotency(storage, clock);
  const metrics = createMetrics({ keptMs: external.metricsKeptMs });
  registerStorageMetrics(metrics.registry, storage, clock);
  const limits = keyLimits(config);
  /** Aborted as soon as the process is told to stop. It keeps serving until `stopping` is aborted. */
  const leaving = new AbortController();
  const stopping = new AbortController();

  const probes = probeRoutes({
    assertReady: createReadiness(services, leaving.signal),
    isReadOnly: config.readOnly,
  });
  const routes: Route[] = [
    ...featureRoutes,
    ...probes,
    ...(config.metricsListen === undefined ? [metricsRoute(metrics, thisMachine)] : []),
    ...referenceRoutes(describe),
  ];

  /** The first kind that claims an unknown path refuses it. */
  const accessKinds: AccessKind[] = [
    // Before API keys, which claim all paths below /api/v1.
    createOperatorKeyAccess(
      createOperatorKeyRing(services, operatorsLastUsed),
      clock,
      rateLimiter,
      limits.key,
    ),
    createKeyAccess(createKeyRing(services, lastUsed, requestCounts), clock, rateLimiter, limits),
    ...createLinkAccess(services),
    createPageAccess(services),
    createSignInAccess(services),
    createConnectingAccess(services),
    createSessionAccess(services, (secret) => findSession(services, secret)),
    createThisMachineAccess(config.trustedProxies),
    publicAccess,
  ];

  const kept =
    (kind: KeptKind, atMost?: number): DaysOfWorkspaces =>
    () =>
      daysKept(services, kind, atMost);
  const sweeps: Sweep[] = [
    ...idempotency.sweepsOf(accessKinds),
    { name: 'deleted endpoints', sweep: removeDeletedEndpoints },
    sweepHolds(services),
    ...sweepMessageDays(clock),
    sweepInboxDays(clock),
    ...sweepPageBookings(services),
    ...sweepSessions(services),
    sweepByAge(clock, 'deliveries', 'delivery', kept('events_days'), removeDeliveries),
    sweepByAge(clock, 'events', 'event', kept('events_days'), removeEvents),
    // Before messages, which can only be deleted after their mail.
    sweepByAge(clock, 'inbox', 'message', kept('messages_days', config.inboxRetentionDays), removeMails),
    sweepByAge(clock, 'messages', 'message', kept('messages_days'), removeMessages),
    sweepRequests(services),
    sweepByAge(clock, 'turns', 'turn', config.turnRetentionDays, removeTurns),
    sweepByAge(clock, 'audit log', 'auditEntry', kept('audit_log_days'), removeAuditEntries),
  ];

  const records = external.records ?? createRecords(clock, external.names);
  const authenticator = createAuthenticator({ config, clock, records });
  const { registry } = metrics;
  const { traces, exporters } = createTraces({ config, clock, log, registry, ...external });
  const reception: Reception = {
    async recipientFor(address) {
      if (config.readOnly) throw new ReadOnly();
      return recipientFor(services, address);
    },
    hasRoom: (recipient) => hasRoom(services, recipient),
    store: async (arrival) => (await receive(services, arrival)).length > 0,
  };
  const listener = createListener({ config, clock, log, registry, reception, drainMs: DRAIN_MS });
  let mailAddresses: MailAddresses = {};
  const node = createNode({ storage, clock, log });
  const engineOf = <Item extends ClaimedItem, Result>(channel: Channel<Item, Result>) =>
    createEngine({ channel, storage, node, clock, log, registry, traces, drainMs: DRAIN_MS });
  const connecting = createConnecting({ services, log, providers, ...external });
  const news: AccountNews = {
    broken: createBrokenNews({ services, log }),
    conferenceSettled: ({ workspace_id, request_id }) =>
      askForPlace(asScheduling(services, workspace_id), request_id),
    changedInCalendar: (change, trace) => noticeChange(services, change, trace),
  };
  const writer = createWriter({ config, clock, log, ...external });
  const workers: Worker[] = [
    node,
    engineOf(
      createWebhookChannel({
        services,
        log,
        lockEndpoints: createFailureReports({ services, log, registry, tellAdmins }),
        ...external,
      }),
    ),
    engineOf(
      createCalendarChannel({
        services,
        log,
        reports: createHealthReports({ services, log, registry }),
        news,
        providers,
        ...external,
      }),
    ),
    engineOf(connecting.upkeep(news)),
    engineOf(createSchedulingChannel({ services, log, writer })),
    engineOf(createPlaceChannel({ services, log, makers })),
    engineOf(
      createMailChannel({
        services,
        log,
        registry,
        lockRequests: createMailReports({ services, log }),
        ...external,
      }),
    ),
    engineOf(createInboxChannel({ services, log, authenticator, loadAct: actingWith(writer, log) })),
    createBacklogs({
      services,
      log,
      registry,
      onChange: (backlog, isFull) => setBacklogFull(services, log, backlog, isFull),
    }),
    createHandOvers({ services, log }),
    createParking({
      services,
      log,
      parkable: [
        { ...messageTable.parkable, wakeUp: MESSAGES_DUE },
        { ...mailTable.parkable, wakeUp: INBOX_DUE },
        { ...scheduleTable.parkable, wakeUp: SCHEDULING_DUE },
        { ...syncTable.parkable, wakeUp: CALENDARS_DUE },
        { ...placeTable.parkable, wakeUp: PLACES_DUE },
        { ...connectionTable.parkable, wakeUp: CONNECTIONS_DUE },
      ],
      // Due work is looked up by endpoint and by member, so that parked work doesn't get in the way.
      alsoWakes: [DELIVERIES_DUE, HAND_OVERS_DUE],
    }),
    createRemoval({ services, log, before: connecting.revokeAll }),
    createKeyNotices({ services, log }),
    createErasures({ services, log }),
    createSweeper({
      services,
      log,
      sweeps,
      async workspaceIds() {
        const workspaces = await listEveryWorkspace({ ...services, database: storage.background });
        return workspaces.map(({ id }) => id);
      },
    }),
    createUsageCounting({ services, log }),
    createStatisticsWorker(storage.background, clock, log),
    lastUsed.worker,
    operatorsLastUsed.worker,
    createLinkKeyRefresh(services, log),
    createClockRecorder(storage.probe, clock, log),
    ...exporters,
  ];

  // All workers but the exporters write to the database.
  const running = config.readOnly ? exporters : workers;

  const serverParts = {
    services,
    leaving: leaving.signal,
    stopping: stopping.signal,
    idempotency,
    metrics,
    traces,
    log,
  };
  const pageRoutes = [...bookingPageRoutes, ...publicPageRoutes, ...logoRoutes];
  const server = createServer({
    ...serverParts,
    routes: [...routes, ...pageRoutes, ...callbackRoutes(connecting.parts)],
    annex: consoleAnnex,
    mounts: [createMcpMount({ describeApi: describe })],
    accessKinds,
    files: { [SCRIPT_URL]: referenceScript, ...pageFiles },
    addressPolicy: createAddressPolicy(config, services.proxy),
  });
  const monitor =
    typeof config.metricsListen === 'object'
      ? createMonitor(config.metricsListen, { ...serverParts, routes: probes })
      : undefined;
  let metricsAddress: string | undefined;

  function describe(): OpenApiDocument {
    return describeApi({ routes, accessKinds, limits, events: describedEvents, version });
  }

  return {
    routes,
    describeApi: describe,
    get mailAddresses() {
      return mailAddresses;
    },
    get metricsAddress() {
      return metricsAddress;
    },
    async listen() {
      await services.secrets.load();
      mailAddresses = await listener.listen();
      try {
        metricsAddress = await monitor?.listen();
        await server.listen({ host: config.host, port: config.port });
      } catch (error) {
        await Promise.all([listener.stop(), monitor?.stop()]);
        throw error;
      }
      const { port } = server.server.address() as AddressInfo;
      const listening = serviceAddress(config.host, port);
      services.address.url = config.publicUrl ?? listening;
      // Only once the address is known: messages contain links.
      for (const worker of running) worker.start();
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
      await stopWorkers(running, ended);
      // Last, so that the progress of the shutdown stays visible.
      await monitor?.stop();
    },
  };
}
