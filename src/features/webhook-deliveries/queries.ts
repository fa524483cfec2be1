import type { PageRequest } from '../../pages.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { selectNewestFirst } from '../../storage/newest-first.ts';
import { withoutIndex } from '../../storage/rows.ts';
import type { LoggedAttempt } from '../../webhooks/queries.ts';
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
  created_at: number;
}

const shown = `webhook_deliveries.id, event_type, status, payload, response_code, attempts, earlier_attempts,
  delivered_at, last_attempted_at, webhook_deliveries.created_at`;
const withEvent = `join events on events.workspace_id = webhook_deliveries.workspace_id
  and events.id = webhook_deliveries.event_id`;

export interface DeliveryFilter {
  status: Status | undefined;
  eventType: string | undefined;
}

export function selectDeliveries(
  reader: Reader,
  workspaceId: string,
  endpointId: string,
  { status, eventType }: DeliveryFilter,
  page: PageRequest,
): Promise<DeliveryRow[]> {
  // Of both, the state leads: few deliveries are anything but delivered. Among those that are, the type does.
  const leading =
    eventType !== undefined && (status === undefined || status === 'success') ? 'type' : 'status';
  return selectNewestFirst<DeliveryRow>(reader, workspaceId, page, {
    columns: shown,
    table: 'webhook_deliveries',
    found: 'webhook_deliveries',
    beside: withEvent,
    where: [
      ['endpoint_id = ?', endpointId],
      [`${leading === 'status' ? 'status' : withoutIndex('status')} = ?`, status],
      [`${leading === 'type' ? 'event_type' : withoutIndex('event_type')} = ?`, eventType],
    ],
  });
}

const one = `select ${shown} from webhook_deliveries ${withEvent}
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

/** The last of the first so many, in their order: one more may have been made since the delivery was read. */
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

/** A fresh schedule, as for a new delivery: what has been tried stays in the log of attempts. */
const anew = `status = 'pending', due_at = $3, delivered_at = null,
  earlier_attempts = earlier_attempts + attempts, attempts = 0`;

export async function startAgain(
  tx: Transaction,
  workspaceId: string,
  id: string,
  now: number,
): Promise<void> {
  await tx.run(`update webhook_deliveries set ${anew} where workspace_id = $1 and id = $2`, [
    workspaceId,
    id,
    now,
  ]);
}

/** All of an endpoint's that have failed since then; how many they were. `|| ''` leads to the index by time. */
export function startFailedAgain(
  tx: Transaction,
  workspaceId: string,
  endpointId: string,
  { since, now }: { since: number; now: number },
): Promise<number> {
  return tx.run(
    `update webhook_deliveries set ${anew}
     where workspace_id = $1 and endpoint_id = $2 and status || '' = 'failed' and last_attempted_at >= $4`,
    [workspaceId, endpointId, now, since],
  );
}
