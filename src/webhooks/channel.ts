// How endpoints share permits, and why backlogs and hostile receivers do no harm: docs/decisions/0017-webhook-deliveries.md.
import type { Logger } from 'pino';
import type { Services } from '../context.ts';
import { createNames, type NameSources, type Resolve } from '../network/names.ts';
import { createAddressPolicy } from '../network/safe-address.ts';
import type { Channel, MetricTexts } from '../outbox/channel.ts';
import { createRetrySchedule } from '../outbox/retry-schedule.ts';
import { SealBroken } from '../secrets/sealing.ts';
import { readTrace, traceFields, traceNamedAfter } from '../trace.ts';
import { createComposer } from './compose.ts';
import { DELIVERIES_DUE } from './enqueue.ts';
import { type ClaimedDelivery, deliveryTable, selectClaimed } from './queries.ts';
import { type LockEndpoints, recordAttempts } from './record.ts';
import { createSender, type WebhookResponse } from './send.ts';

export const PERMITS = { total: 1_000, per_lane: 50, ahead: 250 };
export const MAX_ATTEMPTS = 8;
/** The lease is this many times as long as an attempt can take. */
const LEASE_FACTOR = 3;

const UNREADABLE =
  "not sent: the endpoint's signing secret or headers can't be read; rotate the secret and set the headers again";

interface WebhookChannelOptions {
  services: Services;
  log: Logger;
  lockEndpoints: LockEndpoints;
  /** Replaces all DNS look-ups. */
  resolve?: Resolve;
  names?: NameSources;
}

/** Webhooks as a channel of the outbox: an item is a delivery, a lane is an endpoint. */
export function createWebhookChannel(
  options: WebhookChannelOptions,
): Channel<ClaimedDelivery, WebhookResponse> {
  const { services, log, lockEndpoints } = options;
  const { clock, config } = services;
  const timeoutMs = config.webhookTimeoutMs;
  const compose = createComposer(services.secrets);
  const sender = createSender({
    policy: createAddressPolicy(config, services.proxy),
    resolve: options.resolve ?? createNames(clock, options.names),
    timeoutMs,
    clock,
  });

  function logFields(item: ClaimedDelivery, response?: WebhookResponse) {
    // Without the URL: it may contain a token.
    const { workspace_id, endpoint_id, id: delivery_id, event_type } = item;
    const fields = { workspace_id, endpoint_id, delivery_id, event_type };
    return response ? { ...fields, status: response.response_code, error: response.error } : fields;
  }

  return {
    name: 'webhooks',
    wakeUp: DELIVERIES_DUE,
    permits: PERMITS,
    leaseMs: LEASE_FACTOR * timeoutMs,
    maxAttempts: MAX_ATTEMPTS,
    delayAfter: createRetrySchedule(config.webhookRetryDelays),
    metrics,
    ...deliveryTable.forEngine(selectClaimed),
    claim,
    laneOf: ({ endpoint_id }) => endpoint_id,
    originOf: ({ traceparent, tracestate, event_id }) =>
      readTrace(traceparent, tracestate) ?? traceNamedAfter(event_id),
    attempt(item, trace) {
      try {
        return sender.send(compose(item, clock.wall(), trace));
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error;
        // Recorded like any failed attempt: so it is retried less and less often, and the owner sees why.
        log.error({ err: error, ...logFields(item), ...traceFields(trace) }, UNREADABLE);
        return { response_code: null, response_body: null, error: UNREADABLE };
      }
    },
    verdictOf({ response_code, error }) {
      const code = response_code ?? 0;
      return code >= 200 && code < 300 && error === null ? 'accepted' : 'not accepted';
    },
    record: (tx, attempts, now) => recordAttempts(tx, attempts, now, lockEndpoints),
    logFields,
    close: sender.close,
  };
}

/** Releases deliveries whose endpoint has been disabled or deleted since they were found. */
export const claim: Channel<ClaimedDelivery, WebhookResponse>['claim'] = async (database, keys, claim) => {
  const taken = await deliveryTable.claim(database, keys, claim);
  const items = taken.length > 0 ? await selectClaimed(database, claim.id, taken) : [];
  if (items.length < taken.length) {
    const kept = new Set(items.map(({ id }) => id));
    const rest = taken.filter(({ id }) => !kept.has(id));
    await deliveryTable.release(
      database,
      rest.map((key) => ({ ...key, claim_id: claim.id })),
    );
  }
  return { taken: taken.length, items };
};

const metrics: MetricTexts = {
  prefix: 'rota_webhook',
  help: {
    attempts_total: 'Delivery attempts by outcome: success, retry, or failed for good.',
    attempt_duration_seconds: 'Time from looking up the receiver to the end of its response.',
    claims_lost_total: 'Attempts that ended after their claim on the delivery.',
    in_flight: 'Deliveries that this node has claimed and not recorded yet.',
    oldest_due_age_seconds:
      'How long the oldest due delivery has waited, not counting slow endpoints: those have their own metrics. Absent ' +
      'while the database is down.',
    last_record_age_seconds:
      'Time since this node last recorded the outcome of an attempt, or since its start.',
  },
};
