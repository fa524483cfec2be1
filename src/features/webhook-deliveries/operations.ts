import type { Context } from '../../context.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import { DELIVERIES_DUE } from '../../events/announce.ts';
import { type Page, type PageRequest, takePage } from '../../pages.ts';
import { formatTimestamp } from '../../timestamps.ts';
import type { LoggedAttempt } from '../../webhooks/queries.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { findEndpoint } from '../webhook-endpoints/operations.ts';
import {
  type DeliveryFilter,
  type DeliveryRow,
  selectAttempts,
  selectDeliveries,
  selectDelivery,
  selectDeliveryForUpdate,
  startAgain,
  startFailedAgain,
} from './queries.ts';

export type Delivery = ReturnType<typeof presentDelivery>;

export async function listDeliveries(
  context: Context,
  endpointId: string,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<Page<Delivery>> {
  const { database, caller } = context;
  await findEndpoint(context, database, endpointId);
  const rows = await selectDeliveries(database, caller.workspaceId, endpointId, filter, page);
  return takePage(rows, page, presentDelivery);
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

/** Sends it again, whatever came of it so far. While its endpoint is disabled, it waits like any other. */
export async function retryDelivery(context: Context, endpointId: string, id: string): Promise<Delivery> {
  const { database, caller, clock } = context;
  return database.transaction(async (tx) => {
    await findEndpoint(context, tx, endpointId);
    const row = await selectDeliveryForUpdate(tx, caller.workspaceId, endpointId, id);
    if (!row) throw notFound('Webhook delivery');
    if (row.status === 'pending') throw invalidRequest('The delivery is pending already');
    await startAgain(tx, caller.workspaceId, id, clock.now());
    await recordAudit(context, tx, {
      action: 'webhook_delivery.retried',
      target: { type: 'webhook_delivery', id },
      changes: { status: [row.status, 'pending'] },
    });
    tx.notify(DELIVERIES_DUE);
    return presentDelivery({ ...row, status: 'pending', attempts: 0, delivered_at: null });
  });
}

/** After an outage: sends everything again that has failed since then. */
export async function recoverDeliveries(context: Context, endpointId: string, since: number) {
  const { database, caller, clock } = context;
  return database.transaction(async (tx) => {
    await findEndpoint(context, tx, endpointId);
    const recovered = await startFailedAgain(tx, caller.workspaceId, endpointId, { since, now: clock.now() });
    if (recovered > 0) {
      await recordAudit(context, tx, {
        action: 'webhook_endpoint.recovered',
        target: { type: 'webhook_endpoint', id: endpointId },
        changes: { since: [null, formatTimestamp(since)], recovered: [null, recovered] },
      });
      tx.notify(DELIVERIES_DUE);
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
