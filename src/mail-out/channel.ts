// What is retried, and what is final: docs/decisions/0026-outgoing-mail.md.
import type { LookupFunction } from 'node:net';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { Services } from '../context.ts';
import { INVITATION_MS, SIGN_IN_LINK_MS } from '../limits/limits.ts';
import type { Resolve } from '../network/names.ts';
import type { Channel, MetricTexts } from '../outbox/channel.ts';
import { ClaimLost } from '../outbox/node.ts';
import { createMinutesSchedule } from '../outbox/retry-schedule.ts';
import { MINUTE_MS } from '../time/timestamps.ts';
import { traceFields } from '../trace.ts';
import { createDailyLimit } from './daily-limit.ts';
import { signingOf } from './dkim.ts';
import type { MessageKind } from './drafts.ts';
import { MESSAGES_DUE } from './enqueue.ts';
import { createLogos } from './logos.ts';
import { type ClaimedMessage, messageTable, selectClaimed } from './queries.ts';
import { type MailResult, recordMessages } from './record.ts';
import { readRelay } from './relay.ts';
import type { LockRequests } from './reports.ts';
import type { Sender } from './send.ts';

const RETRY_MINUTES = [1, 5, 15, 60, 3 * 60, 6 * 60, 12 * 60, 24 * 60];

const MAX_ATTEMPTS = RETRY_MINUTES.length + 1;

const delayAfter = createMinutesSchedule(RETRY_MINUTES);

/** Each takes a connection to the mail server, and servers refuse clients with many. */
export const PERMITS = { total: 16, per_lane: 4, unrecorded: 100 };
/** Without a mail server, messages are only marked as kept, so nothing waits. */
const KEEPING_PERMITS = { total: 400, per_lane: 400 };
/** Longer than an attempt can take. */
const LEASE_MS = 4 * MINUTE_MS;

/** How long the link in a message works. */
const linkLifetimes: Partial<Record<MessageKind, number>> = {
  sign_in: SIGN_IN_LINK_MS,
  invitation: INVITATION_MS,
};

const BROKEN = 'not sent: the message could not be put together';
const UNWANTED = 'not sent: the recipient has opted out since it was written';
const TOO_LATE = 'not sent: its link expired before it could be sent';
const OUTDATED = 'not sent: it was too late to remind anybody';

interface MailChannelOptions {
  services: Services;
  log: Logger;
  registry: Registry;
  lockRequests: LockRequests;
  /** Replaces all DNS look-ups. */
  resolve?: Resolve;
}

/** Mail as a channel of the outbox: an item is a message, a lane is a domain that messages go to. */
export function createMailChannel(options: MailChannelOptions): Channel<ClaimedMessage, MailResult> {
  const { services, log, registry, lockRequests, resolve } = options;
  const { clock, config } = services;
  const putOff = new Counter({
    name: 'rota_mail_held_total',
    help: 'Messages put off until the next day because their workspace has reached its daily limit.',
    registers: [registry],
  });
  const letOut = createDailyLimit(config, putOff);
  const table = messageTable.forEngine(selectClaimed);
  const relay = config.smtpUrl === undefined ? undefined : readRelay(config.smtpUrl);

  /** Loaded with the first message: a service that sends none starts faster. */
  let loading: Promise<Sender> | undefined;
  async function load(smtpRelay: NonNullable<typeof relay>): Promise<Sender> {
    const { createSender } = await import('./send.ts');
    return createSender({
      relay: smtpRelay,
      name: config.mailDomain,
      clock,
      linkKeys: services.secrets.linkKeys,
      mailDomain: config.mailDomain,
      signing: signingOf(config),
      serviceUrl: () => services.address.url,
      findLogo: createLogos(services.database),
      ...(resolve && { lookup: lookupWith(resolve) }),
    });
  }

  /** Without addresses and texts, which are personal data. */
  function logFields({ workspace_id, id: message_id, kind }: ClaimedMessage, result?: MailResult) {
    const fields = { workspace_id, message_id, kind };
    return result ? { ...fields, fate: result.fate, error: result.error } : fields;
  }

  return {
    name: 'mail',
    wakeUp: MESSAGES_DUE,
    permits: relay ? PERMITS : KEEPING_PERMITS,
    leaseMs: LEASE_MS,
    maxAttempts: MAX_ATTEMPTS,
    delayAfter,
    metrics,
    ...table,
    async claim(database, keys, claim) {
      const { taken, items } = await table.claim(database, keys, claim);
      return { taken, items: await letOut(database, items, claim) };
    },
    laneOf: ({ lane }) => lane,
    async attempt(item, trace, holdsClaim) {
      if (item.is_unwanted === 1) return { fate: 'unwanted', error: UNWANTED };
      if (item.expires_at !== null && item.expires_at <= clock.now())
        return { fate: 'outdated', error: OUTDATED };
      if (!relay) return { fate: 'kept', error: null };
      const lifetime = linkLifetimes[item.kind];
      if (lifetime !== undefined && item.created_at + lifetime <= clock.now())
        return { fate: 'refused', error: TOO_LATE };
      loading ??= load(relay);
      const sender = await loading;
      try {
        return await sender.send(item, holdsClaim);
      } catch (error) {
        if (error instanceof ClaimLost) throw error;
        // Recorded like any failed attempt: so it is retried less and less often, and its page says why.
        log.error({ err: error, ...logFields(item), ...traceFields(trace) }, BROKEN);
        return { fate: 'trouble', error: BROKEN };
      }
    },
    verdictOf({ fate }) {
      if (fate === 'refused' || fate === 'unwanted' || fate === 'outdated') return 'rejected';
      return fate === 'away' || fate === 'trouble' ? 'not accepted' : 'accepted';
    },
    record: (tx, attempts, now) => recordMessages(tx, attempts, now, lockRequests),
    logFields,
    async close() {
      (await loading)?.close();
    },
  };
}

const lookupWith =
  (resolve: Resolve): LookupFunction =>
  (name, _options, callback) => {
    resolve(name).then(
      // Node asks for a list by default.
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    );
  };

const metrics: MetricTexts = {
  prefix: 'rota_mail',
  help: {
    attempts_total:
      'Attempts to send messages by outcome: success (sent, or kept without a mail server), retry, or failed for good.',
    attempt_duration_seconds: 'Time from connecting to the mail server to its last reply.',
    claims_lost_total: 'Attempts that ended after their claim on the message.',
    in_flight: 'Messages that this node has claimed and not recorded yet.',
    oldest_due_age_seconds:
      'How long the message that has been due longest has waited, retries included if the mail server was unavailable, and ' +
      'not counting slow domains. Absent while the database is down.',
    last_record_age_seconds:
      'Time since this node last recorded the outcome of an attempt, or since its start.',
  },
};
