// Why busy times are copied: docs/decisions/0023-calendars-are-copied.md.
import type { Logger } from 'pino';
import type { Services } from '../context.ts';
import { idPattern } from '../ids.ts';
import { type Credentials, createFetch, FetchFailed } from '../network/fetch.ts';
import { createNames, type NameSources, type Resolve } from '../network/names.ts';
import { createAddressPolicy } from '../network/safe-address.ts';
import type { Channel, MetricTexts } from '../outbox/channel.ts';
import { SealBroken } from '../secrets/sealing.ts';
import { traceFields } from '../trace.ts';
import type { AccountNews } from './accounts/news.ts';
import type { Providers } from './accounts/provider.ts';
import { createAccounts } from './accounts/tokens.ts';
import { createCalendarReader } from './ical/reader.ts';
import { MAX_FEED_BYTES, syncFeed, TIMEOUT_MS } from './ics.ts';
import { type ClaimedSync, selectClaimed, syncTable } from './queries.ts';
import { delayAfter, type HealthReports, recordSyncs, type SyncResult } from './record.ts';
import { passwordPlace } from './sealed-password.ts';
import { CALENDARS_DUE } from './sync-requests.ts';

/** Few, because each may hold a feed of 10 MiB: 400 MiB altogether at worst. */
export const PERMITS = { total: 40, per_lane: 8 };
/** Longer than fetching and waiting for a reader thread can take together. */
const LEASE_MS = 6 * TIMEOUT_MS;

const UNREADABLE = "not fetched: the calendar's password can't be read; set it again";

interface CalendarChannelOptions {
  services: Services;
  log: Logger;
  reports: HealthReports;
  news: AccountNews;
  providers: Providers;
  /** Replaces all DNS look-ups. */
  resolve?: Resolve;
  names?: NameSources;
}

/** Loaded with the first calendar that needs it: most services have none, and start faster without it. */
const caldav = () => import('./caldav/sync.ts');
const accountCalendars = () => import('./accounts/sync.ts');

/** Calendars as a channel of the outbox: an item is a calendar, a lane is the host that it is fetched from. */
export function createCalendarChannel(options: CalendarChannelOptions): Channel<ClaimedSync, SyncResult> {
  const { services, log, reports, news, providers } = options;
  const { clock, config } = services;
  const { fetch, close: closeConnections } = createFetch({
    policy: createAddressPolicy(config, services.proxy),
    resolve: options.resolve ?? createNames(clock, options.names),
    timeoutMs: TIMEOUT_MS,
    // With headers and framing. Twice the limit of a body, so that only a response that is mostly something else reaches it.
    maxResponseBytes: 2 * MAX_FEED_BYTES,
    clock,
  });
  const reader = createCalendarReader();
  const parts = {
    database: services.storage.background,
    clock,
    fetch,
    reader,
    ownUids: ownUids(config.mailDomain),
    mailDomain: config.mailDomain,
    accounts: createAccounts({ services, log, fetch, providers, news }),
    news,
    address: services.address,
  };

  /** Without the URL: it may contain a token. */
  function logFields({ workspace_id, id: calendar_id, type }: ClaimedSync, result?: SyncResult) {
    const fields = { workspace_id, calendar_id, type };
    return result ? { ...fields, error: result.error } : fields;
  }

  function credentialsOf({
    workspace_id,
    id,
    username,
    sealed_password,
  }: ClaimedSync): Credentials | undefined {
    if (username === null || sealed_password === null) return undefined;
    const password = services.secrets.open(sealed_password, passwordPlace(workspace_id, id));
    return { username, password };
  }

  return {
    name: 'calendars',
    wakeUp: CALENDARS_DUE,
    permits: PERMITS,
    leaseMs: LEASE_MS,
    // A calendar is never given up on.
    maxAttempts: Number.POSITIVE_INFINITY,
    delayAfter,
    metrics,
    ...syncTable.forEngine(selectClaimed),
    laneOf: ({ lane }) => lane,
    async attempt(item, trace) {
      try {
        if (item.connection_id !== null)
          return await (await accountCalendars()).syncAccountCalendar(parts, item, trace);
        const credentials = credentialsOf(item);
        return item.type === 'caldav' && credentials
          ? await (await caldav()).syncCaldav(parts, item, credentials)
          : await syncFeed(parts, item, credentials);
      } catch (error) {
        if (error instanceof FetchFailed) return { error: error.message };
        if (!(error instanceof SealBroken)) throw error;
        log.error({ err: error, ...logFields(item), ...traceFields(trace) }, UNREADABLE);
        return { error: UNREADABLE };
      }
    },
    verdictOf: ({ error }) => (error === null ? 'accepted' : 'not accepted'),
    record: (tx, attempts, now) => recordSyncs(tx, attempts, now, reports),
    logFields,
    async close() {
      await Promise.all([closeConnections(), reader.close()]);
    },
  };
}

const metrics: MetricTexts = {
  prefix: 'rota_calendar',
  help: {
    attempts_total:
      'Attempts to read calendars by outcome: success, or retry after a failure. A calendar is never given up on, so none fails for good.',
    attempt_duration_seconds: 'Time from looking up the server to writing the last busy times.',
    claims_lost_total: 'Attempts that ended after their claim on the calendar.',
    in_flight: 'Calendars that this node has claimed and not recorded yet.',
    oldest_due_age_seconds:
      'How long the calendar that has been due longest has waited, not counting slow servers. Absent while the database ' +
      'is down.',
    last_record_age_seconds:
      'Time since this node last recorded the outcome of an attempt, or since its start.',
  },
};

/** Of events that Rota has written to a calendar: the id of the request, at the mail domain. They are no busy times. */
export function ownUids(mailDomain: string): RegExp {
  const request = idPattern('meetingRequest').replace(/\$$/, '');
  return new RegExp(`${request}@${RegExp.escape(mailDomain)}$`, 'i');
}
