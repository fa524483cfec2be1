import type { Logger } from 'pino';
import type { Context, Services } from '../../../context.ts';
import type { Channel, MetricTexts } from '../../../outbox/channel.ts';
import { createMinutesSchedule } from '../../../outbox/retry-schedule.ts';
import { MINUTE_MS } from '../../../time/timestamps.ts';
import { type Trace, traceFields } from '../../../trace.ts';
import type { Writer } from '../../../writer/writer.ts';
import { findRequest } from '../requests/lifecycle/transitions.ts';
import {
  asScheduling,
  type ClaimedStep,
  endClaims,
  SCHEDULING_DUE,
  scheduleTable,
  selectClaimedSteps,
} from '../schedules/operations.ts';
import { writeIntroduction } from './introductions.ts';
import { takeStep } from './step.ts';

/** Few per workspace at a time: they often wait for the rows of the same hosts. */
const PERMITS = { total: 12, per_lane: 2 };
/** On SQLite without a model, a step waits for nothing, and steps that run together commit together. */
const PERMITS_WITHOUT_WAITS = { total: 24, per_lane: 4 };
/** A writer takes at most ten seconds, and a lock three. */
const LEASE_MS = MINUTE_MS;
/** In minutes, after this many failures in a row. */
const delayAfter = createMinutesSchedule([0.1, 1, 5, 15, 60]);

export interface SchedulingChannelOptions {
  services: Services;
  log: Logger;
  writer: Writer;
}

export interface StepResult {
  error: string | null;
}

/** The steps that Rota takes on requests, as a channel of the outbox: an item is a request, a lane is a workspace. */
export function createSchedulingChannel(options: SchedulingChannelOptions): Channel<ClaimedStep, StepResult> {
  const { log, writer } = options;
  const services = { ...options.services, database: options.services.storage.background };

  const logFields = ({ workspace_id, id }: ClaimedStep, result?: StepResult) => ({
    workspace_id,
    meeting_request_id: id,
    ...(result && { error: result.error }),
  });

  async function attempt(item: ClaimedStep, trace: Trace): Promise<StepResult> {
    try {
      const context = asScheduling({ ...services, trace }, item.workspace_id);
      // Without a model, the step composes it.
      const introduction = writer.ask && (await introductionFor(context, writer, item.id));
      await takeStep(context, item, introduction);
      return { error: null };
    } catch (error) {
      log.warn(
        { err: error, ...logFields(item), ...traceFields(trace) },
        'scheduling step failed; will retry',
      );
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }

  return {
    name: 'scheduling',
    wakeUp: SCHEDULING_DUE,
    permits: services.database.dialect.engine === 'sqlite' && !writer.ask ? PERMITS_WITHOUT_WAITS : PERMITS,
    leaseMs: LEASE_MS,
    // Steps are retried without end.
    maxAttempts: Number.POSITIVE_INFINITY,
    delayAfter,
    metrics,
    ...scheduleTable.forEngine(selectClaimedSteps),
    laneOf: ({ workspace_id }) => workspace_id,
    spanKind: 'internal',
    attempt,
    verdictOf: ({ error }) => (error === null ? 'accepted' : 'not accepted'),
    async record(tx, attempts, now) {
      const ended = await endClaims(tx, attempts);
      // Something became due during the attempt.
      if (ended.some(({ due_at }) => due_at !== null && due_at <= now)) tx.notify(SCHEDULING_DUE);
      return { ids: new Set(ended.map(({ id }) => id)) };
    },
    logFields,
    close: () => writer.close(),
  };
}

/** Only for a request that is about to be offered times: other requests don't wait for a writer. */
async function introductionFor(context: Context, writer: Writer, id: string) {
  const request = await findRequest(context, context.database, id);
  if (request.status !== 'active' || request.attention_reason !== null) return undefined;
  return writeIntroduction(context, writer, request);
}

const metrics: MetricTexts = {
  prefix: 'rota_scheduling',
  help: {
    attempts_total:
      'Steps that Rota took on meeting requests: success, or retry after a failure. None is given up.',
    attempt_duration_seconds: 'Time that a step takes, with the wait for a writer.',
    claims_lost_total: 'Steps that ended after their claim on the request.',
    in_flight: 'Requests that this node has claimed and not recorded yet.',
    oldest_due_age_seconds:
      'How long the request that has been due for longest has waited, but for workspaces that are slow themselves. Absent ' +
      'while the database is away.',
    last_record_age_seconds: 'Time since this node last ended a claim, or since its start.',
  },
};
