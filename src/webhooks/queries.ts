// The engine sends for all workspaces. What it reads and writes is never shown to a caller; each row carries its
// workspace along.

import type { Database, Reader, Transaction } from '../storage/database.ts';
import { idRows } from '../storage/rows.ts';
import { isNotOf, isSending, type LeftOut, retry, waiting } from './backlog-queries.ts';

/** Where a delivery is. */
export interface DeliveryKey {
  workspace_id: string;
  id: string;
}

const keyColumns = { workspace_id: 'text', id: 'text' } as const;

const isFree = (now: string) => `(lease_until is null or lease_until <= ${now})`;

export interface EndpointDue {
  workspaceId: string;
  endpointId: string;
  /** What is due and has not been tried yet, oldest first, */
  firstIds: string[];
  /** and what is due again. */
  retryIds: string[];
  /** When the first of the others becomes due. */
  nextDueAt: number | null;
}

/** Of each endpoint, except for those of some, at most `share` deliveries of each kind that are due and that nobody is sending. */
export async function selectDue(
  reader: Reader,
  now: number,
  share: number,
  except: LeftOut,
): Promise<EndpointDue[]> {
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
     where ${isSending} and ${isNotOf(dialect, '$3', '$4')}`,
    [now, share, idRows(except.endpointIds), idRows(except.workspaceIds)],
  );
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    endpointId: row.id,
    firstIds: JSON.parse(row.firsts ?? '[]'),
    retryIds: JSON.parse(row.retries ?? '[]'),
    nextDueAt: earliest(row.next_first, row.next_retry),
  }));
}

function earliest(one: number | null, other: number | null): number | null {
  return one !== null && other !== null ? Math.min(one, other) : (one ?? other);
}

/**
 * Takes those that are still free and due; the others are somebody else's by now. Who they are is found out first, because
 * PostgreSQL would ask a subquery that locks rows anew for each row of the table; and by their ids, because with `+ 0` it
 * has no index that leads it through all that is due.
 */
export function claimDeliveries(
  database: Database,
  keys: DeliveryKey[],
  claim: { id: string; now: number; until: number },
): Promise<DeliveryKey[]> {
  const { dialect } = database;
  return database.change<DeliveryKey>(
    `with free as (
       select webhook_deliveries.workspace_id, webhook_deliveries.id
       from (select workspace_id, id from ${dialect.rows('$3', keyColumns)}) as wanted
       join webhook_deliveries
         on webhook_deliveries.workspace_id = wanted.workspace_id and webhook_deliveries.id = wanted.id
       where due_at + 0 <= $4 and ${isFree('$4')}
       ${dialect.forUpdateOfFree('webhook_deliveries')}
     )
     update webhook_deliveries set claim_id = $1, lease_until = $2 from free
     where webhook_deliveries.workspace_id = free.workspace_id and webhook_deliveries.id = free.id
     returning webhook_deliveries.workspace_id, webhook_deliveries.id`,
    [claim.id, claim.until, JSON.stringify(keys), claim.now],
  );
}

export interface ClaimedRow extends DeliveryKey {
  endpoint_id: string;
  event_type: string;
  attempts: number;
  earlier_attempts: number;
  payload: string;
  url: string;
  sealed_secret: string;
  sealed_headers: string;
  sealed_former_secret: string | null;
  former_secret_until: number | null;
}

/**
 * What is to be sent of what has been claimed: nothing for an endpoint that has been disabled or deleted since. Each step
 * can only go from a row to the one that it names. As a plain join of four tables, PostgreSQL has begun with all
 * endpoints and all events of the workspace, before it knew how many there are: 15 seconds and more for 1,000 rows.
 */
export function selectClaimed(reader: Reader, claimId: string, keys: DeliveryKey[]): Promise<ClaimedRow[]> {
  return reader.all<ClaimedRow>(
    `with claimed as materialized (
       select webhook_deliveries.*
       from (select workspace_id, id from ${reader.dialect.rows('$1', keyColumns)}) as taken
       join webhook_deliveries
         on webhook_deliveries.workspace_id = taken.workspace_id and webhook_deliveries.id = taken.id
       where claim_id = $2
     )
     select claimed.workspace_id, claimed.id, endpoint_id, event_type, attempts, earlier_attempts, url,
       sealed_secret, sealed_headers, sealed_former_secret, former_secret_until,
       (select payload from events where workspace_id = claimed.workspace_id and id = claimed.event_id) as payload
     from claimed join webhook_endpoints on webhook_endpoints.id = claimed.endpoint_id
     where ${isSending}
     order by due_at, claimed.id`,
    [JSON.stringify(keys), claimId],
  );
}

/** Hands back what has been claimed and not sent. */
export async function releaseClaims(
  database: Database,
  claims: (DeliveryKey & { claim_id: string })[],
): Promise<void> {
  await database.change(
    `update webhook_deliveries set claim_id = null, lease_until = null
     from (select * from ${database.dialect.rows('$1', { ...keyColumns, claim_id: 'text' })}) as held
     where webhook_deliveries.workspace_id = held.workspace_id and webhook_deliveries.id = held.id
       and webhook_deliveries.claim_id = held.claim_id`,
    [JSON.stringify(claims)],
  );
}

/** What an attempt has made of its delivery. */
export interface OutcomeRow extends DeliveryKey {
  claim_id: string;
  status: 'pending' | 'success' | 'failed';
  attempts: number;
  response_code: number | null;
  delivered_at: number | null;
  last_attempted_at: number;
  due_at: number | null;
}

const outcomeColumns = {
  ...keyColumns,
  claim_id: 'text',
  status: 'text',
  attempts: 'bigint',
  response_code: 'bigint',
  delivered_at: 'bigint',
  last_attempted_at: 'bigint',
  due_at: 'bigint',
} as const;

/** Writes outcomes and ends their claims; the ids of those whose claim still held. */
export async function updateOutcomes(tx: Transaction, outcomes: OutcomeRow[]): Promise<Set<string>> {
  const rows = await tx.all<{ id: string }>(
    `update webhook_deliveries
     set status = made.status, attempts = made.attempts, response_code = made.response_code,
       delivered_at = made.delivered_at, last_attempted_at = made.last_attempted_at, due_at = made.due_at,
       claim_id = null, lease_until = null
     from (select * from ${tx.dialect.rows('$1', outcomeColumns)}) as made
     where webhook_deliveries.workspace_id = made.workspace_id and webhook_deliveries.id = made.id
       and webhook_deliveries.claim_id = made.claim_id
     returning webhook_deliveries.id`,
    [JSON.stringify(outcomes)],
  );
  return new Set(rows.map(({ id }) => id));
}

export interface LoggedAttempt {
  number: number;
  started_at: number;
  duration_ms: number;
  response_code: number | null;
  error: string | null;
  response_body: string | null;
}

export interface AttemptRow extends LoggedAttempt {
  workspace_id: string;
  delivery_id: string;
}

const attemptColumns = {
  workspace_id: 'text',
  delivery_id: 'text',
  number: 'bigint',
  started_at: 'bigint',
  duration_ms: 'bigint',
  response_code: 'bigint',
  error: 'text',
  response_body: 'text',
} as const;

export async function insertAttempts(tx: Transaction, attempts: AttemptRow[]): Promise<void> {
  const names = Object.keys(attemptColumns).join(', ');
  await tx.run(
    `insert into webhook_attempts (${names}) select ${names} from ${tx.dialect.rows('$1', attemptColumns)}`,
    [JSON.stringify(attempts)],
  );
}

export interface FailingEndpoint {
  workspaceId: string;
  id: string;
  failures: number[];
  isEnabled: boolean;
}

/** Endpoints with the times of their latest failures, in the order of their ids, which is that of their locks. */
export async function lockEndpoints(tx: Transaction, ids: string[]): Promise<FailingEndpoint[]> {
  const rows = await tx.all<{ workspace_id: string; id: string; failures: string; is_enabled: number }>(
    `select workspace_id, id, failures, case when ${isSending} then 1 else 0 end as is_enabled
     from webhook_endpoints where id in (select id from ${tx.dialect.rows('$1', { id: 'text' })})
     order by id ${tx.dialect.forUpdate}`,
    [idRows(ids)],
  );
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    id: row.id,
    failures: JSON.parse(row.failures),
    isEnabled: row.is_enabled === 1,
  }));
}

export async function updateFailures(tx: Transaction, { workspaceId, id, failures }: FailingEndpoint) {
  await tx.run('update webhook_endpoints set failures = $3 where workspace_id = $1 and id = $2', [
    workspaceId,
    id,
    JSON.stringify(failures),
  ]);
}

export async function disableEndpoint(
  tx: Transaction,
  endpoint: FailingEndpoint,
  reason: string,
  now: number,
) {
  await tx.run(
    `update webhook_endpoints set disabled_at = $3, disabled_reason = $4, updated_at = $3
     where workspace_id = $1 and id = $2`,
    [endpoint.workspaceId, endpoint.id, now, reason],
  );
}
