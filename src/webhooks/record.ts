import type { Attempt, Recorded } from '../outbox/channel.ts';
import type { Transaction } from '../storage/database.ts';
import type { ClaimedDelivery } from './queries.ts';
import { type AttemptRow, insertAttempts, type OutcomeRow, updateOutcomes } from './record-queries.ts';
import type { WebhookResponse } from './send.ts';

type DeliveryAttempt = Attempt<ClaimedDelivery, WebhookResponse>;

/** A delivery that failed for good. */
export interface FinalFailure {
  endpoint_id: string;
  failed_at: number;
}

/**
 * Provided by the feature that owns endpoints. Locks the endpoints of deliveries that failed for good, because endpoints are
 * locked before deliveries are written. Returns the function to call with the failures once they are recorded.
 */
export type LockEndpoints = (tx: Transaction, endpointIds: string[]) => Promise<ReportFailures>;

/** May return what to do after the commit. */
type ReportFailures = (failures: FinalFailure[], now: number) => Promise<(() => void) | undefined>;

/** Writes deliveries and attempts, and reports those that failed for good. */
export async function recordAttempts(
  tx: Transaction,
  attempts: DeliveryAttempt[],
  now: number,
  lockEndpoints: LockEndpoints,
): Promise<Recorded> {
  const failed = attempts.filter(({ outcome }) => outcome === 'failed');
  const endpointIds = [...new Set(failed.map(({ item }) => item.endpoint_id))];
  const reportFailures = failed.length > 0 ? await lockEndpoints(tx, endpointIds) : undefined;

  const ids = await updateOutcomes(tx, attempts.map(outcomeRow));
  const recorded = attempts.filter(({ item }) => ids.has(item.id));
  if (recorded.length > 0) await insertAttempts(tx, recorded.map(attemptRow));

  const failures = failed
    .filter(({ item }) => ids.has(item.id))
    .map(({ item, endedAt }) => ({ endpoint_id: item.endpoint_id, failed_at: endedAt }));
  const afterCommit = await reportFailures?.(failures, now);
  return { ids, ...(afterCommit && { afterCommit }) };
}

function outcomeRow({ item, result, outcome, startedAt, endedAt, retryAt }: DeliveryAttempt): OutcomeRow {
  return {
    workspace_id: item.workspace_id,
    id: item.id,
    claim_id: item.claim_id,
    status: outcome === 'retry' ? 'pending' : outcome,
    attempts: item.attempts + 1,
    response_code: result.response_code,
    delivered_at: outcome === 'success' ? endedAt : null,
    last_attempted_at: startedAt,
    due_at: retryAt,
  };
}

function attemptRow({ item, result, startedAt, endedAt }: DeliveryAttempt): AttemptRow {
  return {
    workspace_id: item.workspace_id,
    delivery_id: item.id,
    number: item.earlier_attempts + item.attempts + 1,
    started_at: startedAt,
    duration_ms: Math.max(endedAt - startedAt, 0),
    response_code: result.response_code,
    error: result.error,
    response_body: result.response_body,
  };
}
