// Claims on deliveries, in all workspaces: an engine sends for all of them. No caller sees what is read here.
import type { ClaimedItem, Due, ItemKey, Skipped } from '../outbox/channel.ts';
import { claimableTable } from '../outbox/channel-table.ts';
import { isFree, isOfOpenWorkspace } from '../outbox/claim-queries.ts';
import type { Dialect, Reader } from '../storage/database.ts';
import { idRows } from '../storage/rows.ts';

/**
 * The endpoints with pending deliveries, one by one. Each step is one probe of the index, so the cost depends on the number of
 * these endpoints alone: not on their deliveries, nor on endpoints without any.
 */
export const waiting = `recursive waiting (endpoint_id) as (
  select min(endpoint_id) from webhook_deliveries where status = 'pending'
  union all
  select (select min(endpoint_id) from webhook_deliveries
          where status = 'pending' and endpoint_id > waiting.endpoint_id)
  from waiting where waiting.endpoint_id is not null
)`;

/** 0 before the first attempt, then 1. A column of the index by due time. */
const retry = '(case when attempts = 0 then 0 else 1 end)';

/** An attempt has failed, and another one is to come, or is being made. */
export const waitsForRetry = `status = 'pending' and ${retry} = 1`;

export const isSending = `webhook_endpoints.disabled_at is null and webhook_endpoints.deleted_at is null
  and ${isOfOpenWorkspace('webhook_endpoints.workspace_id')}`;

const isNotSkipped = (dialect: Dialect, laneIds: string, workspaceIds: string) =>
  `webhook_endpoints.id not in (select id from ${dialect.rows(laneIds, { id: 'text' })})
     and webhook_endpoints.workspace_id not in (select id from ${dialect.rows(workspaceIds, { id: 'text' })})`;

/** Finds up to `limit` first attempts and `limit` retries per endpoint that are due and unclaimed. */
async function selectDue(reader: Reader, now: number, limit: number, skipped: Skipped): Promise<Due> {
  const { dialect } = reader;
  const ofKind = (kind: number) =>
    `endpoint_id = webhook_endpoints.id and status = 'pending' and ${retry} = ${kind}`;
  const due = (kind: number) =>
    `(select ${dialect.list('due.id order by due.due_at, due.id')} from
       (select id, due_at from webhook_deliveries where ${ofKind(kind)} and due_at <= $1 and ${isFree('$1')}
        order by due_at, id limit $2) as due)`;
  const next = (kind: number) =>
    `(select min(due_at) from webhook_deliveries where ${ofKind(kind)} and due_at > $1)`;
  const rows = await reader.all<{
    workspace_id: string;
    id: string;
    firsts: string | null;
    retries: string | null;
    next_first: number | null;
    next_retry: number | null;
  }>(
    `with ${waiting}
     select webhook_endpoints.workspace_id, webhook_endpoints.id,
       ${due(0)} as firsts, ${due(1)} as retries, ${next(0)} as next_first, ${next(1)} as next_retry
     from waiting join webhook_endpoints on webhook_endpoints.id = waiting.endpoint_id
     where ${isSending} and ${isNotSkipped(dialect, '$3', '$4')}`,
    [now, limit, idRows(skipped.lane_ids), idRows(skipped.workspace_ids)],
  );
  const lanes = rows.map((row) => ({
    workspace_id: row.workspace_id,
    lane_id: row.id,
    first_ids: JSON.parse(row.firsts ?? '[]'),
    retry_ids: JSON.parse(row.retries ?? '[]'),
    next_due_at: earliest(row.next_first, row.next_retry),
  }));
  return { lanes, isWhole: true };
}

function earliest(one: number | null, other: number | null): number | null {
  return one !== null && other !== null ? Math.min(one, other) : (one ?? other);
}

/** When the oldest due delivery of one endpoint became due. */
export const oldestDue = `(select min(due_at) from
  (select (select min(due_at) from webhook_deliveries where endpoint_id = webhook_endpoints.id
             and status = 'pending' and ${retry} = 0 and due_at <= $1) as due_at
   union all
   select (select min(due_at) from webhook_deliveries where endpoint_id = webhook_endpoints.id
             and status = 'pending' and ${retry} = 1 and due_at <= $1)) as kinds)`;

/** When the oldest due delivery became due, leaving out skipped endpoints; undefined when none is due. */
async function selectOldestDue(reader: Reader, now: number, skipped: Skipped): Promise<number | undefined> {
  const row = await reader.get<{ oldest: number | null }>(
    `with ${waiting}
     select min(${oldestDue}) as oldest
     from waiting join webhook_endpoints on webhook_endpoints.id = waiting.endpoint_id
     where ${isSending} and ${isNotSkipped(reader.dialect, '$2', '$3')}`,
    [now, idRows(skipped.lane_ids), idRows(skipped.workspace_ids)],
  );
  return row?.oldest ?? undefined;
}

export const deliveryTable = claimableTable(
  { table: 'webhook_deliveries', id: 'id' },
  { createDueSearch: () => selectDue, selectOldestDue },
);

export interface ClaimedDelivery extends ClaimedItem {
  endpoint_id: string;
  event_id: string;
  event_type: string;
  earlier_attempts: number;
  /** The trace of what caused the event; null without one. */
  traceparent: string | null;
  tracestate: string | null;
  payload: string;
  url: string;
  sealed_secret: string;
  sealed_headers: string;
  sealed_former_secret: string | null;
  former_secret_until: number | null;
}

/**
 * What to send for the claimed deliveries, except those to an endpoint that has since been disabled or deleted. Each step goes
 * from a row to the row that it references. With a plain join of four tables, PostgreSQL has started with all endpoints and
 * events of the workspace: 15 seconds and more for 1,000 rows.
 */
export function selectClaimed(reader: Reader, claimId: string, keys: ItemKey[]): Promise<ClaimedDelivery[]> {
  return reader.all<ClaimedDelivery>(
    `with claimed as materialized (
       select webhook_deliveries.*
       from ${deliveryTable.taken(reader.dialect)}
       where claim_id = $2
     )
     select claimed.workspace_id, claimed.id, claim_id, endpoint_id, event_id, event_type, attempts, earlier_attempts,
       traceparent, tracestate, url, sealed_secret, sealed_headers, sealed_former_secret, former_secret_until,
       (select payload from events where workspace_id = claimed.workspace_id and id = claimed.event_id) as payload
     from claimed join webhook_endpoints on webhook_endpoints.id = claimed.endpoint_id
     where ${isSending}
     order by due_at, claimed.id`,
    [JSON.stringify(keys), claimId],
  );
}
