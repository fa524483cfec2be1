import type { Logger } from 'pino';
import type { Services } from '../../../context.ts';
import type { Attempt, Channel, MetricTexts } from '../../../outbox/channel.ts';
import { createMinutesSchedule } from '../../../outbox/retry-schedule.ts';
import type { Transaction } from '../../../storage/database.ts';
import { MINUTE_MS } from '../../../time/timestamps.ts';
import { traceFields } from '../../../trace.ts';
import { lockRequest } from '../requests/lifecycle/transitions.ts';
import {
  endOrder,
  holdsOrder,
  PLACES_DUE,
  type PlaceOrder,
  placeTable,
  selectClaimedOrders,
} from '../requests/places/places.ts';
import { placeNeeded, settlePlace } from '../requests/places/settle.ts';
import { asScheduling } from '../schedules/operations.ts';
import type { PlaceMade, PlaceMaker } from './maker.ts';

const PERMITS = { total: 12, per_lane: 4 };
/** Longer than any maker may take. */
const LEASE_MS = 2 * MINUTE_MS;
/** In minutes: half an hour in all, so that guests hear in time that there is no link. */
const delayAfter = createMinutesSchedule([0.2, 1, 5, 10, 15]);
const MAX_ATTEMPTS = 6;

interface PlaceChannelOptions {
  services: Services;
  log: Logger;
  makers: readonly PlaceMaker[];
}

type Result = Exclude<PlaceMade, { not_yet: string }> | { error: string } | { is_over: true };

/** Has places made, as a channel of the outbox: an item is a booked meeting, a lane is a workspace. */
export function createPlaceChannel(options: PlaceChannelOptions): Channel<PlaceOrder, Result> {
  const { log, makers } = options;
  const services = { ...options.services, database: options.services.storage.background };

  const logFields = ({ workspace_id, id }: PlaceOrder, result?: Result) => ({
    workspace_id,
    meeting_request_id: id,
    ...(result && 'error' in result && { error: result.error }),
    ...(result && 'refused' in result && { refused: result.refused }),
  });

  async function record(tx: Transaction, { item, result, retryAt }: Attempt<PlaceOrder, Result>) {
    const context = asScheduling(services, item.workspace_id);
    const request = await lockRequest(context, tx, item.id);
    if (!(await holdsOrder(tx, item.workspace_id, item))) return false;
    await endOrder(tx, item.workspace_id, item, retryAt);
    if (retryAt === null && !('is_over' in result))
      await settlePlace(context, tx, request, 'join_url' in result ? result.join_url : null);
    return true;
  }

  return {
    name: 'places',
    wakeUp: PLACES_DUE,
    permits: PERMITS,
    leaseMs: LEASE_MS,
    maxAttempts: MAX_ATTEMPTS,
    delayAfter,
    metrics,
    ...placeTable.forEngine(selectClaimedOrders),
    laneOf: ({ workspace_id }) => workspace_id,
    async attempt(item, trace) {
      try {
        const context = asScheduling({ ...services, trace }, item.workspace_id);
        const needed = await placeNeeded(context, item.id);
        if (!needed) return { is_over: true };
        const maker = makers.find(({ kind }) => kind === needed.kind);
        if (!maker) return { refused: `nobody makes places of the kind ${needed.kind}` };
        const made = await maker.make(needed);
        return 'not_yet' in made ? { error: made.not_yet } : made;
      } catch (error) {
        log.warn({ err: error, ...logFields(item), ...traceFields(trace) }, 'place not made; will retry');
        return { error: error instanceof Error ? error.message : String(error) };
      }
    },
    verdictOf: (result) =>
      'error' in result ? 'not accepted' : 'refused' in result ? 'rejected' : 'accepted',
    async record(tx, attempts) {
      const ids = new Set<string>();
      // In one order everywhere, so that two nodes never wait for each other.
      for (const attempt of attempts.toSorted((one, other) => (one.item.id < other.item.id ? -1 : 1)))
        if (await record(tx, attempt)) ids.add(attempt.item.id);
      return { ids };
    },
    logFields,
    close: async () => {},
  };
}

const metrics: MetricTexts = {
  prefix: 'rota_place',
  help: {
    attempts_total:
      'Attempts to have the place of a meeting made by another service: success, retry or failed.',
    attempt_duration_seconds: 'Time that an attempt takes.',
    claims_lost_total: 'Attempts that ended after their claim on the meeting.',
    in_flight: 'Meetings that this node has claimed and not recorded yet.',
    oldest_due_age_seconds: 'How long the meeting that has waited longest for its place has been due.',
    last_record_age_seconds: 'Time since this node last recorded a place, or since its start.',
  },
};
