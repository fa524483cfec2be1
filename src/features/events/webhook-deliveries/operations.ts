import type { Context } from '../../../context.ts';
import { invalidRequest, notFound } from '../../../errors.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import { formatTimestamp, readTimestamp } from '../../../time/timestamps.ts';
import { enqueueAgain, enqueueFailed, enqueueNow } from '../../../webhooks/enqueue.ts';
import type { LoggedAttempt as AttemptRow } from '../../../webhooks/record-queries.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { findEndpoint } from '../webhook-endpoints/operations.ts';
import { requireEnabled } from '../webhook-endpoints/rules.ts';
import {
  countPending,
  type DeliveryFilter,
  type DeliveryRow,
  selectAttempts,
  selectDeliveries,
  selectDelivery,
  selectDeliveryForUpdate,
} from './queries.ts';
import { isWaiting, requireWaiting } from './rules.ts';

export type Delivery = ReturnType<typeof presentDelivery>;

export async function listDeliveries(
  context: Context,
  endpointId: string,
  query: DeliveryFilter & PageRequest,
): Promise<Page<Delivery>> {
  const { database, caller } = context;
  await findEndpoint(context, database, endpointId);
  const rows = await selectDeliveries(database, caller.workspaceId, endpointId, query);
  return takePage(rows, query, presentDelivery);
}

export async function getDelivery(context: Context, endpointId: string, id: string) {
  return presentWithLog(await readDelivery(context, endpointId, id));
}

/** With the time of its next attempt; null if there is none. */
export async function getDeliveryWithNext(context: Context, endpointId: string, id: string) {
  const read = await readDelivery(context, endpointId, id);
  return {
    ...presentWithLog(read),
    next_attempt_at: formatTimestamp(read.row.due_at),
    /** Whether it waits for its next attempt, which can be made at once. */
    is_waiting: isWaiting(read.row, context.clock.now()),
  };
}

export type DeliveryWithNext = Awaited<ReturnType<typeof getDeliveryWithNext>>;
export type LoggedAttempt = DeliveryWithNext['attempt_log'][number];

async function readDelivery(context: Context, endpointId: string, id: string) {
  const { database, caller } = context;
  await findEndpoint(context, database, endpointId);
  const row = await selectDelivery(database, caller.workspaceId, endpointId, id);
  if (!row) throw notFound('Webhook delivery');
  const made = row.earlier_attempts + row.attempts;
  return { row, attempts: await selectAttempts(database, caller.workspaceId, id, made) };
}

/** Counting stops here. */
export const MAX_COUNTED = 100;

/** How many deliveries wait for each endpoint, by its id. */
export async function countWaiting(
  { database, caller }: Context,
  endpointIds: string[],
): Promise<Map<string, number>> {
  const rows = await countPending(database, caller.workspaceId, endpointIds, MAX_COUNTED);
  return new Map(rows.map(({ id, pending }) => [id, pending]));
}

/** Works for a delivery that succeeded, too. While its endpoint is disabled, it waits. */
export async function retryDelivery(context: Context, endpointId: string, id: string): Promise<Delivery> {
  const { database, caller } = context;
  return database.transaction(async (tx) => {
    await findEndpoint(context, tx, endpointId);
    const row = await selectDeliveryForUpdate(tx, caller.workspaceId, endpointId, id);
    if (!row) throw notFound('Webhook delivery');
    if (row.status === 'pending')
      throw invalidRequest('The delivery is pending already', {
        plain: 'This delivery is already waiting to be sent.',
      });
    await enqueueAgain(context, tx, id);
    await recordAudit(context, tx, {
      action: 'webhook_delivery.retried',
      target: { type: 'webhook_delivery', id },
      changes: { status: [row.status, 'pending'] },
    });
    return presentDelivery({ ...row, status: 'pending', attempts: 0, delivered_at: null });
  });
}

/**
 * Ends the wait of a delivery for its next attempt. What is being sent, or is about to be, can't be sent twice: its next attempt is
 * due already. The row's lock keeps the engine from claiming it meanwhile.
 */
export async function retryDeliveryNow(context: Context, endpointId: string, id: string): Promise<Delivery> {
  const { database, caller, clock } = context;
  return database.transaction(async (tx) => {
    const { disabled_at } = await findEndpoint(context, tx, endpointId);
    const row = await selectDeliveryForUpdate(tx, caller.workspaceId, endpointId, id);
    if (!row) throw notFound('Webhook delivery');
    requireEnabled(disabled_at);
    requireWaiting(row, clock.now());
    await enqueueNow(context, tx, id);
    await recordAudit(context, tx, {
      action: 'webhook_delivery.retried_now',
      target: { type: 'webhook_delivery', id },
      changes: { next_attempt_at: [formatTimestamp(row.due_at), formatTimestamp(clock.now())] },
    });
    return presentDelivery(row);
  });
}

/** After an outage: sends again every delivery that has failed since. */
export async function recoverDeliveries(context: Context, endpointId: string, input: { since: string }) {
  const since = readTimestamp(input.since) as number;
  return context.database.transaction(async (tx) => {
    await findEndpoint(context, tx, endpointId);
    const recovered = await enqueueFailed(context, tx, endpointId, since);
    if (recovered > 0) {
      await recordAudit(context, tx, {
        action: 'webhook_endpoint.recovered',
        target: { type: 'webhook_endpoint', id: endpointId },
        changes: { since: [null, formatTimestamp(since)], recovered: [null, recovered] },
      });
    }
    return { recovered };
  });
}

function presentDelivery(row: DeliveryRow) {
  return {
    id: row.id,
    event_type: row.event_type,
    status: row.status,
    payload: JSON.parse(row.payload) as Record<string, unknown>,
    response_code: row.response_code,
    attempts: row.attempts,
    delivered_at: formatTimestamp(row.delivered_at),
    last_attempted_at: formatTimestamp(row.last_attempted_at),
    created_at: formatTimestamp(row.created_at),
  };
}

function presentWithLog({ row, attempts }: { row: DeliveryRow; attempts: AttemptRow[] }) {
  return { ...presentDelivery(row), attempt_log: attempts.map(presentAttempt) };
}

function presentAttempt(row: AttemptRow) {
  return {
    number: row.number,
    started_at: formatTimestamp(row.started_at),
    duration_ms: row.duration_ms,
    response_code: row.response_code,
    error: row.error,
    response_body: row.response_body,
  };
}
