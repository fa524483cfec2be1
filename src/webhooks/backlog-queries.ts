// What waits for endpoints, of all workspaces: nobody is shown what is read here but the operator.
import type { Dialect, Reader } from '../storage/database.ts';
import { idRows } from '../storage/rows.ts';

/**
 * Endpoints that have a delivery waiting, one by one: each step is one look into the index, so that it takes as long as
 * there are such endpoints, however many deliveries wait for each and however many endpoints have none.
 */
export const waiting = `recursive waiting (endpoint_id) as (
  select min(endpoint_id) from webhook_deliveries where status = 'pending'
  union all
  select (select min(endpoint_id) from webhook_deliveries
          where status = 'pending' and endpoint_id > waiting.endpoint_id)
  from waiting where waiting.endpoint_id is not null
)`;

/** 0 for a delivery that has not been tried yet, 1 for one that has: a part of the index that leads to what is due. */
export const retry = '(case when attempts = 0 then 0 else 1 end)';

export const isSending = 'webhook_endpoints.disabled_at is null and webhook_endpoints.deleted_at is null';

/** Endpoints, and workspaces with all of theirs. */
export interface LeftOut {
  endpointIds: string[];
  workspaceIds: string[];
}

/** The endpoint is none of those in two lists of ids, of endpoints and of workspaces. */
export const isNotOf = (dialect: Dialect, endpointIds: string, workspaceIds: string) =>
  `webhook_endpoints.id not in (select id from ${dialect.rows(endpointIds, { id: 'text' })})
     and webhook_endpoints.workspace_id not in (select id from ${dialect.rows(workspaceIds, { id: 'text' })})`;

/** Of one endpoint: when the delivery that has waited longest became due. */
const oldestDue = `(select min(due_at) from
  (select (select min(due_at) from webhook_deliveries where endpoint_id = webhook_endpoints.id
             and status = 'pending' and ${retry} = 0 and due_at <= $1) as due_at
   union all
   select (select min(due_at) from webhook_deliveries where endpoint_id = webhook_endpoints.id
             and status = 'pending' and ${retry} = 1 and due_at <= $1)) as kinds)`;

/** When the delivery that has waited longest became due, of all endpoints but for some; undefined when none is. */
export async function selectOldestDue(
  reader: Reader,
  now: number,
  except: LeftOut,
): Promise<number | undefined> {
  const row = await reader.get<{ oldest: number | null }>(
    `with ${waiting}
     select min(${oldestDue}) as oldest
     from waiting join webhook_endpoints on webhook_endpoints.id = waiting.endpoint_id
     where ${isSending} and ${isNotOf(reader.dialect, '$2', '$3')}`,
    [now, idRows(except.endpointIds), idRows(except.workspaceIds)],
  );
  return row?.oldest ?? undefined;
}

export interface WaitingEndpoint {
  workspaceId: string;
  id: string;
  /** When the delivery that has waited longest became due; null when none is, or none is sent at all. */
  oldestDueAt: number | null;
  /** How many have failed for good of late. */
  failures: number;
  /** Since when its backlog is full. */
  fullAt: number | null;
}

/** Those for which something waits, or did when they were last looked at. */
export async function selectWaitingEndpoints(reader: Reader, now: number): Promise<WaitingEndpoint[]> {
  const rows = await reader.all<{
    workspace_id: string;
    id: string;
    oldest: number | null;
    failures: string;
    backlog_full_at: number | null;
  }>(
    `with ${waiting}
     select workspace_id, id, failures, backlog_full_at, case when ${isSending} then ${oldestDue} end as oldest
     from webhook_endpoints
     where id in (select endpoint_id from waiting
                  union select id from webhook_endpoints where backlog_full_at is not null)
       and deleted_at is null`,
    [now],
  );
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    id: row.id,
    oldestDueAt: row.oldest,
    failures: (JSON.parse(row.failures) as number[]).length,
    fullAt: row.backlog_full_at,
  }));
}

/** How many wait for the endpoint; no more are counted than `limit`. */
export async function countPending(reader: Reader, endpointId: string, limit: number): Promise<number> {
  const row = await reader.get<{ pending: number }>(
    `select count(*) as pending from
       (select id from webhook_deliveries where endpoint_id = $1 and status = 'pending' limit ${limit}) as counted`,
    [endpointId],
  );
  return row?.pending ?? 0;
}
