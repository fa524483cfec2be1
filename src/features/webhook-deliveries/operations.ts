import type { Context } from '../../context.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import { type Page, type PageRequest, takePage } from '../../pages.ts';
import { formatTimestamp, readTimestamp } from '../../timestamps.ts';
import { enqueueAgain, enqueueFailed } from '../../webhooks/enqueue.ts';
import type { LoggedAttempt } from '../../webhooks/record-queries.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { findEndpoint } from '../webhook-endpoints/operations.ts';
import {
  type DeliveryFilter,
  type DeliveryRow,
  selectAttempts,
  selectDeliveries,
  selectDelivery,
  selectDeliveryForUpdate,
} from './queries.ts';

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
  const { database, caller } = context;
  await findEndpoint(context, database, endpointId);
  const row = await selectDelivery(database, caller.workspaceId, endpointId, id);
  if (!row) throw notFound('Webhook delivery');
  const made = row.earlier_attempts + row.attempts;
  const attempts = await selectAttempts(database, caller.workspaceId, id, made);
  return { ...presentDelivery(row), attempt_log: attempts.map(presentAttempt) };
}

/** Also for a delivery that succeeded. While its endpoint is disabled, it waits. */
export async function retryDelivery(context: Context, endpointId: string, id: string): Promise<Delivery> {
  const { database, caller } = context;
  return database.transaction(async (tx) => {
    await findEndpoint(context, tx, endpointId);
    const row = await selectDeliveryForUpdate(tx, caller.workspaceId, endpointId, id);
    if (!row) throw notFound('Webhook delivery');
    if (row.status === 'pending') throw invalidRequest('The delivery is pending already');
    await enqueueAgain(context, tx, id);
    await recordAudit(context, tx, {
      action: 'webhook_delivery.retried',
      target: { type: 'webhook_delivery', id },
      changes: { status: [row.status, 'pending'] },
    });
    return presentDelivery({ ...row, status: 'pending', attempts: 0, delivered_at: null });
  });
}

/** After an outage: sends every delivery again that has failed since then. */
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

function presentAttempt(row: LoggedAttempt) {
  return {
    number: row.number,
    started_at: formatTimestamp(row.started_at),
    duration_ms: row.duration_ms,
    response_code: row.response_code,
    error: row.error,
    response_body: row.response_body,
  };
}
