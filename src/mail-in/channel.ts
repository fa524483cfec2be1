import type { Logger } from 'pino';
import type { Services } from '../context.ts';
import type { Attempt, Channel, MetricTexts } from '../outbox/channel.ts';
import { createMinutesSchedule } from '../outbox/retry-schedule.ts';
import { MINUTE_MS } from '../time/timestamps.ts';
import { type Trace, traceFields } from '../trace.ts';
import type { Authenticator } from './authenticity.ts';
import type { Authenticity, Mail } from './mail.ts';
import { type ClaimedMail, mailTable, selectClaimed } from './queries.ts';
import { INBOX_DUE } from './store.ts';
import { giveUp, retryLater } from './work.ts';

/**
 * Each mail in flight is in memory as a whole. On PostgreSQL, few per workspace at a time: they often wait for the rows of the
 * same hosts, and each holds a connection. On SQLite nothing waits, and simultaneous work is committed together. Measured with
 * one workspace: 220 mails/s instead of 175 with as few as on PostgreSQL.
 */
const PERMITS = {
  sqlite: { total: 64, per_lane: 32 },
  postgres: { total: 16, per_lane: 4 },
};
const LEASE_MS = 5 * MINUTE_MS;
/** In minutes, by the number of failures: about a day in all. */
const DELAYS = [0.1, 1, 5, 15, 60, 180, 360, 720];
const MAX_ATTEMPTS = DELAYS.length + 1;

interface InboxChannelOptions {
  services: Services;
  log: Logger;
  authenticator: Authenticator;
  /** Called with the first mail, so that a start doesn't wait for the grammar of replies. */
  loadAct(): Promise<Act>;
}

/** Does what a mail asks for. False if another node has claimed it by now. */
export type Act = (
  services: Services,
  item: ClaimedMail,
  mail: Mail,
  authenticity: Authenticity,
) => Promise<boolean>;

interface ReadResult {
  error: string | null;
  /** Another node has claimed it by now. */
  isLost: boolean;
  /** Null if it couldn't be determined. */
  authenticity: Authenticity | null;
}

type ReadAttempt = Attempt<ClaimedMail, ReadResult>;

/** Incoming mail as a channel of the outbox: an item is a mail, a lane is a workspace. */
export function createInboxChannel(options: InboxChannelOptions): Channel<ClaimedMail, ReadResult> {
  const { log, authenticator, loadAct } = options;
  const services = { ...options.services, database: options.services.storage.background };

  /** Without addresses and texts, which are personal data. */
  const logFields = ({ workspace_id, id, target }: ClaimedMail, result?: ReadResult) => ({
    workspace_id,
    message_id: id,
    target,
    ...(result && {
      error: result.error,
      proof: result.authenticity?.proof,
      results: result.authenticity?.results,
    }),
  });

  async function attempt(item: ClaimedMail, trace: Trace): Promise<ReadResult> {
    try {
      const [{ readMail }, act] = await Promise.all([import('./read.ts'), loadAct()]);
      const mail = await readMail(item.raw, item.envelope_sender);
      const authenticity = await authenticator.authenticate(item.raw, {
        client: { address: item.client_address, name: item.client_name },
        sender: item.envelope_sender,
        mail,
        // The token in a reply address says who replied: DNS must not hold that up.
        isLastAttempt: item.target === 'reply' || item.attempts + 1 === MAX_ATTEMPTS,
      });
      const isDone = await act({ ...services, trace }, item, mail, authenticity);
      return { error: null, isLost: !isDone, authenticity };
    } catch (error) {
      log.warn({ err: error, ...logFields(item), ...traceFields(trace) }, 'inbox: mail processing failed');
      const reason = error instanceof Error ? error.message : String(error);
      return { error: reason, isLost: false, authenticity: null };
    }
  }

  return {
    name: 'inbox',
    wakeUp: INBOX_DUE,
    permits: PERMITS[services.database.dialect.engine],
    leaseMs: LEASE_MS,
    maxAttempts: MAX_ATTEMPTS,
    delayAfter: createMinutesSchedule(DELAYS),
    metrics,
    ...mailTable.forEngine(selectClaimed),
    laneOf: ({ workspace_id }) => workspace_id,
    spanKind: 'consumer',
    attempt,
    verdictOf: ({ error }) => (error === null ? 'accepted' : 'not accepted'),
    /** A mail that was acted on has ended its claim in the same transaction. */
    async record(tx, attempts) {
      const done = attempts.filter(({ outcome, result }) => outcome === 'success' && !result.isLost);
      const retried = await retryLater(tx, attempts.flatMap(retryOf));
      const givenUp: ReadAttempt[] = [];
      for (const one of attempts.filter(({ outcome }) => outcome === 'failed')) {
        if (await giveUp(tx, one.item, `could not be read: ${one.result.error}`)) givenUp.push(one);
      }
      return {
        ids: new Set([...done.map(({ item }) => item.id), ...retried, ...givenUp.map(({ item }) => item.id)]),
        afterCommit() {
          for (const { item, result } of givenUp)
            log.error(logFields(item, result), 'inbox: mail given up on');
        },
      };
    },
    logFields,
    close: async () => {},
  };
}

function retryOf({ item, retryAt }: ReadAttempt) {
  if (retryAt === null) return [];
  const { workspace_id, id, claim_id } = item;
  return { workspace_id, id, claim_id, retry_at: retryAt };
}

const metrics: MetricTexts = {
  prefix: 'rota_inbox',
  help: {
    attempts_total:
      'Attempts to process incoming mail by outcome: success (acted on, or ignored for a reason), retry, or failed for good.',
    attempt_duration_seconds: 'Time to read a mail, check who sent it and act on it.',
    claims_lost_total: 'Attempts that ended after their claim on the mail.',
    in_flight: 'Mails that this node has claimed and not recorded yet.',
    oldest_due_age_seconds:
      'How long the mail that has been due longest has waited, not counting slow workspaces. Absent while the database ' +
      'is down.',
    last_record_age_seconds:
      'Time since this node last recorded the outcome of an attempt, or since its start.',
  },
};
