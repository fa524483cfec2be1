// The backlogs of all endpoints, for metrics and limits. No caller sees what is read here.
import type { Reader } from '../storage/database.ts';
import { isSending, oldestDue, waiting } from './queries.ts';

export interface WaitingEndpoint {
  workspace_id: string;
  id: string;
  /** When the oldest due delivery became due; null when none is due or the endpoint is disabled. */
  oldest_due_at: number | null;
  /** How many final failures the row of the endpoint keeps. */
  failures: number;
  backlog_full_at: number | null;
}

/** Endpoints with pending deliveries, and those whose backlog was full. */
export async function selectWaitingEndpoints(reader: Reader, now: number): Promise<WaitingEndpoint[]> {
  const rows = await reader.all<Omit<WaitingEndpoint, 'failures'> & { failures: string }>(
    `with ${waiting}
     select workspace_id, id, failures, backlog_full_at, case when ${isSending} then ${oldestDue} end as oldest_due_at
     from webhook_endpoints
     where id in (select endpoint_id from waiting
                  union select id from webhook_endpoints where backlog_full_at is not null)
       and deleted_at is null`,
    [now],
  );
  return rows.map((row) => ({ ...row, failures: (JSON.parse(row.failures) as number[]).length }));
}

/** How many deliveries are pending, counted up to `limit`. */
export async function countPending(reader: Reader, endpointId: string, limit: number): Promise<number> {
  const row = await reader.get<{ pending: number }>(
    `select count(*) as pending from
       (select id from webhook_deliveries where endpoint_id = $1 and status = 'pending' limit ${limit}) as counted`,
    [endpointId],
  );
  return row?.pending ?? 0;
}
