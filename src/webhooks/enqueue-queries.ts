import type { Reader, Transaction } from '../storage/database.ts';
import { insertRowsLater } from '../storage/rows.ts';

/** The event types that each endpoint has subscribed to. Endpoints can't be deleted until the transaction ends. */
export function selectSubscriptionsForReference(tx: Transaction, workspaceId: string) {
  return selectSubscriptions(tx.ahead, workspaceId, tx.dialect.forReference);
}

export async function selectSubscriptions(reader: Reader, workspaceId: string, suffix = '') {
  const rows = await reader.all<{ id: string; events: string; backlog_full_at: number | null }>(
    `select id, events, backlog_full_at from webhook_endpoints where workspace_id = $1 and deleted_at is null
     order by id ${suffix}`,
    [workspaceId],
  );
  return rows.map(({ id, events, backlog_full_at }) => ({
    endpointId: id,
    types: JSON.parse(events) as string[],
    isFull: backlog_full_at !== null,
  }));
}

const newDeliveryColumns = {
  id: 'text',
  endpoint_id: 'text',
  event_id: 'text',
  event_type: 'text',
  status: 'text',
  attempts: 'bigint',
  earlier_attempts: 'bigint',
  due_at: 'bigint',
  created_at: 'bigint',
  traceparent: 'text',
  tracestate: 'text',
} as const;

export interface NewDeliveryRow {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  status: string;
  attempts: number;
  earlier_attempts: number;
  due_at: number;
  created_at: number;
  traceparent: string | null;
  tracestate: string | null;
}

export function insertDeliveries(tx: Transaction, workspaceId: string, rows: NewDeliveryRow[]): void {
  insertRowsLater(tx, 'webhook_deliveries', workspaceId, newDeliveryColumns, rows);
}

/** Keeps the log of attempts. */
const freshSchedule = `status = 'pending', due_at = $3, delivered_at = null,
  earlier_attempts = earlier_attempts + attempts, attempts = 0`;

export async function resetDelivery(
  tx: Transaction,
  workspaceId: string,
  id: string,
  now: number,
): Promise<void> {
  await tx.run(`update webhook_deliveries set ${freshSchedule} where workspace_id = $1 and id = $2`, [
    workspaceId,
    id,
    now,
  ]);
}

/** Keeps its schedule: only the wait ends. */
export async function endWaitForAttempt(
  tx: Transaction,
  workspaceId: string,
  id: string,
  now: number,
): Promise<void> {
  await tx.run('update webhook_deliveries set due_at = $3 where workspace_id = $1 and id = $2', [
    workspaceId,
    id,
    now,
  ]);
}

/** `|| ''` makes it use the index by time. */
export function resetFailedDeliveries(
  tx: Transaction,
  workspaceId: string,
  endpointId: string,
  { since, now }: { since: number; now: number },
): Promise<number> {
  return tx.run(
    `update webhook_deliveries set ${freshSchedule}
     where workspace_id = $1 and endpoint_id = $2 and status || '' = 'failed' and last_attempted_at >= $4`,
    [workspaceId, endpointId, now, since],
  );
}

/** Makes pending deliveries due in the order they were created, retries included. */
export async function resetWaitingDeliveries(
  tx: Transaction,
  workspaceId: string,
  endpointId: string,
): Promise<void> {
  await tx.run(
    `update webhook_deliveries set due_at = created_at
     where workspace_id = $1 and endpoint_id = $2 and status = 'pending' and claim_id is null
       and due_at <> created_at`,
    [workspaceId, endpointId],
  );
}
