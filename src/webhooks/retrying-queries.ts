// Endpoints of one workspace that have refused a delivery, which is to be attempted again.
import type { Reader } from '../storage/database.ts';
import { waitsForRetry } from './queries.ts';

export interface RetryingEndpoint {
  endpoint_id: string;
  /** The delivery whose next attempt comes first. */
  delivery_id: string;
  next_attempt_at: number;
  /** Of that delivery's last attempt. */
  last_attempted_at: number;
  response_code: number | null;
  error: string | null;
  /** When the first attempt failed of the delivery that has been retried longest, or of one that has been retried nearly as long. */
  since: number;
}

/**
 * The endpoints of the workspace with a delivery to be attempted again, or one of them. A few probes of the index for each endpoint,
 * however much waits for it: the delivery that is due first, and the one that is due last, because waits grow with attempts. The
 * last one is not joined: PostgreSQL would look for it among all deliveries of the workspace.
 */
export function selectRetryingEndpoints(
  reader: Reader,
  workspaceId: string,
  endpointId?: string,
): Promise<RetryingEndpoint[]> {
  const retried = (column: string, direction: 'asc' | 'desc') =>
    `(select ${column} from webhook_deliveries where endpoint_id = present.id and ${waitsForRetry}
      order by due_at ${direction}, id ${direction} limit 1)`;
  const attempt = (name: string, deliveryId: string, number: string) =>
    `left join webhook_attempts as ${name} on ${name}.workspace_id = picked.workspace_id
       and ${name}.delivery_id = ${deliveryId} and ${name}.number = ${number}`;
  return reader.all<RetryingEndpoint>(
    `with present as materialized (
       select id from webhook_endpoints
       where workspace_id = $1 and deleted_at is null and disabled_at is null ${endpointId === undefined ? '' : 'and id = $2'}
     ), picked as materialized (
       select cast($1 as text) as workspace_id, id as endpoint_id, ${retried('id', 'asc')} as next_id,
         ${retried('id', 'desc')} as last_id, ${retried('earlier_attempts', 'desc')} as last_earlier_attempts
       from present
     )
     select picked.endpoint_id, next_one.id as delivery_id, next_one.due_at as next_attempt_at,
       coalesce(tried.started_at, next_one.last_attempted_at, next_one.created_at) as last_attempted_at,
       tried.response_code, tried.error,
       case when last_began.started_at < next_began.started_at then last_began.started_at
         else coalesce(next_began.started_at, next_one.created_at) end as since
     from picked
     join webhook_deliveries as next_one on next_one.workspace_id = picked.workspace_id and next_one.id = picked.next_id
     ${attempt('tried', 'next_one.id', 'next_one.earlier_attempts + next_one.attempts')}
     ${attempt('next_began', 'next_one.id', 'next_one.earlier_attempts + 1')}
     ${attempt('last_began', 'picked.last_id', 'picked.last_earlier_attempts + 1')}
     order by since, picked.endpoint_id`,
    [workspaceId, ...(endpointId === undefined ? [] : [endpointId])],
  );
}
