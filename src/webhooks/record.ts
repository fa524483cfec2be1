import { MAX_ATTEMPTS, type RetrySchedule } from '../outbox/retry-schedule.ts';
import type { Transaction } from '../storage/database.ts';
import type { Claimed } from './claim.ts';
import { failuresAfter, isTooMany } from './failure-window.ts';
import {
  disableEndpoint,
  type FailingEndpoint,
  insertAttempts,
  lockEndpoints,
  type OutcomeRow,
  updateFailures,
  updateOutcomes,
} from './queries.ts';
import type { Answer } from './send.ts';

/** An attempt that has come to its end. */
export interface Attempt {
  delivery: Claimed;
  startedAt: number;
  endedAt: number;
  answer: Answer;
}

export const outcomes = ['success', 'retry', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

export const TOO_MANY_FAILURES = 'too_many_failures';

export function outcomeOf({ delivery, answer }: Attempt): Outcome {
  const code = answer.responseCode ?? 0;
  if (code >= 200 && code < 300 && answer.error === null) return 'success';
  return delivery.attempts + 1 < MAX_ATTEMPTS ? 'retry' : 'failed';
}

export interface Recorded {
  /** Attempts whose claim no longer held: somebody else has made the attempt meanwhile, or the delivery is gone. */
  lost: Set<Attempt>;
  disabled: FailingEndpoint[];
}

/**
 * Writes what became of attempts, in the caller's transaction: the delivery, the attempt, and the failures of the endpoint,
 * which is disabled with the tenth in a day. Endpoints are locked before deliveries are written, as everywhere.
 */
export async function recordAttempts(
  tx: Transaction,
  made: Attempt[],
  now: number,
  delayAfter: RetrySchedule,
): Promise<Recorded> {
  // Of two attempts of one delivery, the claim of the first has been lost to the second.
  const attempts = [...new Map(made.map((attempt) => [attempt.delivery.id, attempt])).values()];
  const failed = attempts.filter((attempt) => outcomeOf(attempt) === 'failed');
  const endpointIds = [...new Set(failed.map(({ delivery }) => delivery.endpoint_id))];
  const endpoints = endpointIds.length > 0 ? await lockEndpoints(tx, endpointIds) : [];

  const held = await updateOutcomes(
    tx,
    attempts.map((attempt) => rowOf(attempt, delayAfter)),
  );
  const recorded = attempts.filter(({ delivery }) => held.has(delivery.id));
  if (recorded.length > 0) await insertAttempts(tx, recorded.map(attemptRow));

  const disabled: FailingEndpoint[] = [];
  for (const endpoint of endpoints) {
    const added = recorded.filter(
      (attempt) => failed.includes(attempt) && attempt.delivery.endpoint_id === endpoint.id,
    );
    if (added.length === 0) continue;
    const failures = failuresAfter(
      endpoint.failures,
      added.map(({ endedAt }) => endedAt),
      now,
    );
    await updateFailures(tx, { ...endpoint, failures });
    if (!endpoint.isEnabled || !isTooMany(failures)) continue;
    await disableEndpoint(tx, endpoint, TOO_MANY_FAILURES, now);
    disabled.push(endpoint);
  }
  return { lost: new Set(made).difference(new Set(recorded)), disabled };
}

function rowOf(attempt: Attempt, delayAfter: RetrySchedule): OutcomeRow {
  const { delivery, answer, startedAt, endedAt } = attempt;
  const outcome = outcomeOf(attempt);
  const attempts = delivery.attempts + 1;
  return {
    workspace_id: delivery.workspace_id,
    id: delivery.id,
    claim_id: delivery.claim_id,
    status: outcome === 'retry' ? 'pending' : outcome,
    attempts,
    response_code: answer.responseCode,
    delivered_at: outcome === 'success' ? endedAt : null,
    last_attempted_at: startedAt,
    due_at: outcome === 'retry' ? endedAt + delayAfter(attempts) : null,
  };
}

function attemptRow({ delivery, answer, startedAt, endedAt }: Attempt) {
  return {
    workspace_id: delivery.workspace_id,
    delivery_id: delivery.id,
    number: delivery.earlier_attempts + delivery.attempts + 1,
    started_at: startedAt,
    duration_ms: Math.max(endedAt - startedAt, 0),
    response_code: answer.responseCode,
    error: answer.error,
    response_body: answer.responseBody,
  };
}
