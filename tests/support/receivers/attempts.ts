// What a delivery must look like, from its creation on, attempt by attempt.

import { timeOf } from '../makers/team-members.ts';
import { sendTest } from '../makers/webhooks.ts';
import type { AuditEntry, Delivery, DeliveryWithLog, LoggedAttempt } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';

/** Sends a test event. Returns its delivery, before any attempt. */
export async function startTest(node: Node, endpointId: string): Promise<DeliveryWithLog> {
  const created_at = timeOf(node);
  const id = await sendTest(node, endpointId);
  const message = 'This is a test of your webhook endpoint';
  return {
    id,
    event_type: 'test',
    status: 'pending',
    payload: { event: 'test', timestamp: created_at, message } as unknown as Delivery['payload'],
    response_code: null,
    attempts: 0,
    delivered_at: null,
    last_attempted_at: null,
    created_at,
    attempt_log: [],
  };
}

/** Differences from the usual result: an immediate response of a test receiver. */
export type Tried = Partial<LoggedAttempt> & { status?: Delivery['status'] };

/** The delivery after one more attempt, made at this time. */
export function tried(delivery: DeliveryWithLog, at: string, outcome: Tried = {}): DeliveryWithLog {
  const { status = 'pending', ...rest } = outcome;
  const attempt = {
    number: delivery.attempt_log.length + 1,
    started_at: at,
    duration_ms: 0,
    response_code: 500,
    error: null,
    response_body: 'noted',
    ...rest,
  };
  const end = new Date(Date.parse(at) + attempt.duration_ms).toISOString();
  return {
    ...delivery,
    status,
    response_code: attempt.response_code,
    attempts: delivery.attempts + 1,
    delivered_at: status === 'success' ? end : null,
    last_attempted_at: at,
    attempt_log: [...delivery.attempt_log, attempt],
  };
}

/** The delivery after eight failed attempts in a row, all at this time. */
export function failedNow(delivery: DeliveryWithLog, at: string): DeliveryWithLog {
  let after = delivery;
  for (let attempt = 1; attempt < 8; attempt++) after = tried(after, at);
  return tried(after, at, { status: 'failed' });
}

/** The delivery right after somebody retried it: its last result still shows. */
export function startedAgain(delivery: DeliveryWithLog): DeliveryWithLog {
  return { ...delivery, status: 'pending', attempts: 0, delivered_at: null };
}

/** As it is in a list. */
export function withoutLog({ attempt_log: _, ...delivery }: DeliveryWithLog): Delivery {
  return delivery;
}

/** The actor in the audit log for calls with a test's default key. */
export async function firstKey(node: Node): Promise<AuditEntry['actor']> {
  const [key] = dataOf<{ id: string }[]>(await node.get('/api/v1/api_keys'));
  return { type: 'api_key', id: key?.id as string };
}
