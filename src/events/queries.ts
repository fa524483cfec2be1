import type { Reader, Transaction } from '../storage/database.ts';
import { insertRows } from '../storage/rows.ts';

export interface EventRow {
  id: string;
  type: string;
  payload: string;
  created_at: number;
}

export function insertEvents(tx: Transaction, workspaceId: string, rows: EventRow[]): Promise<void> {
  const columns = { id: 'text', type: 'text', payload: 'text', created_at: 'bigint' } as const;
  return insertRows(tx, 'events', workspaceId, columns, rows);
}

/** Which endpoint wants which types of events. None of them goes away until the transaction ends. */
export function selectSubscriptionsForReference(tx: Transaction, workspaceId: string) {
  return selectSubscriptions(tx, workspaceId, tx.dialect.forReference);
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

export interface NewDeliveryRow {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  status: 'pending';
  attempts: number;
  earlier_attempts: number;
  due_at: number;
  created_at: number;
}

export function insertDeliveries(
  tx: Transaction,
  workspaceId: string,
  rows: NewDeliveryRow[],
): Promise<void> {
  const columns = {
    id: 'text',
    endpoint_id: 'text',
    event_id: 'text',
    event_type: 'text',
    status: 'text',
    attempts: 'bigint',
    earlier_attempts: 'bigint',
    due_at: 'bigint',
    created_at: 'bigint',
  } as const;
  return insertRows(tx, 'webhook_deliveries', workspaceId, columns, rows);
}
