import { firstIdAt } from '../../../ids.ts';
import type { PageRequest } from '../../../pagination.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { selectNewestFirst } from '../../../storage/newest-first.ts';
import { idRows, withoutIndex } from '../../../storage/rows.ts';
import type { LoggedAttempt } from '../../../webhooks/record-queries.ts';
import { SHOWN_ATTEMPTS, type Status } from './rules.ts';

export interface DeliveryRow {
  id: string;
  event_type: string;
  status: Status;
  payload: string;
  response_code: number | null;
  attempts: number;
  earlier_attempts: number;
  delivered_at: number | null;
  last_attempted_at: number | null;
  /** When the next attempt is due; null if there is none. */
  due_at: number | null;
  created_at: number;
}

const columns = `webhook_deliveries.id, event_type, status, payload, response_code, attempts, earlier_attempts,
  delivered_at, last_attempted_at, due_at, webhook_deliveries.created_at`;
const withEvent = `join events on events.workspace_id = webhook_deliveries.workspace_id
  and events.id = webhook_deliveries.event_id`;

export interface DeliveryFilter {
  status: Status | undefined;
  event_type: string | undefined;
  /** Inclusive. */
  created_after?: number | undefined;
}

export function selectDeliveries(
  reader: Reader,
  workspaceId: string,
  endpointId: string,
  { status, event_type, created_after: after, ...page }: DeliveryFilter & PageRequest,
): Promise<DeliveryRow[]> {
  // With both filters, use the index of the status, because few deliveries are not `success`; for `success`, that of the type.
  const leading =
    event_type !== undefined && (status === undefined || status === 'success') ? 'type' : 'status';
  return selectNewestFirst<DeliveryRow>(reader, workspaceId, page, {
    columns,
    table: 'webhook_deliveries',
    found: 'webhook_deliveries',
    beside: withEvent,
    where: [
      ['endpoint_id = ?', endpointId],
      [`${leading === 'status' ? 'status' : withoutIndex('status')} = ?`, status],
      [`${leading === 'type' ? 'event_type' : withoutIndex('event_type')} = ?`, event_type],
      // The id begins with the time: a range of times is a range in each of the indexes.
      ['webhook_deliveries.id >= ?', after === undefined ? undefined : firstIdAt('delivery', after)],
    ],
  });
}

/** How many deliveries wait for each of these endpoints, counted up to `limit`. */
export function countPending(
  reader: Reader,
  workspaceId: string,
  endpointIds: string[],
  limit: number,
): Promise<{ id: string; pending: number }[]> {
  return reader.all(
    `select endpoints.id,
       (select count(*) from
          (select 1 as waits from webhook_deliveries
           where workspace_id = $1 and endpoint_id = endpoints.id and status = 'pending' limit ${limit}) as counted) as pending
     from (select id from ${reader.dialect.rows('$2', { id: 'text' })}) as endpoints`,
    [workspaceId, idRows(endpointIds)],
  );
}

const one = `select ${columns} from webhook_deliveries ${withEvent}
  where webhook_deliveries.workspace_id = $1 and endpoint_id = $2 and webhook_deliveries.id = $3`;

export function selectDelivery(reader: Reader, workspaceId: string, endpointId: string, id: string) {
  return reader.get<DeliveryRow>(one, [workspaceId, endpointId, id]);
}

export function selectDeliveryForUpdate(
  tx: Transaction,
  workspaceId: string,
  endpointId: string,
  id: string,
) {
  return tx.get<DeliveryRow>(`${one} ${tx.dialect.forUpdateOf('webhook_deliveries')}`, [
    workspaceId,
    endpointId,
    id,
  ]);
}

/** The last of the first `count` attempts. One more may have been made since the delivery was read. */
export function selectAttempts(
  reader: Reader,
  workspaceId: string,
  deliveryId: string,
  count: number,
): Promise<LoggedAttempt[]> {
  return reader.all<LoggedAttempt>(
    `select number, started_at, duration_ms, response_code, error, response_body from webhook_attempts
     where workspace_id = $1 and delivery_id = $2 and number > $3 and number <= $4 order by number`,
    [workspaceId, deliveryId, count - SHOWN_ATTEMPTS, count],
  );
}
