// When the next step of each request is due. The engine reads across all workspaces, and shows nobody what it reads.

import type { Attempt, ClaimedItem, ItemKey } from '../../../outbox/channel.ts';
import { channelTable } from '../../../outbox/channel-table.ts';
import { keyColumns } from '../../../outbox/claim-queries.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { idRows } from '../../../storage/rows.ts';

/**
 * Inserts or updates: a request from before scheduling was automatic has no row yet. Callers that write have locked the request.
 */
export function upsertSchedule(tx: Transaction, workspaceId: string, requestId: string, dueAt: number): void {
  tx.later(
    'meeting_request_schedules',
    `insert into meeting_request_schedules (workspace_id, request_id, due_at, attempts) values ($1, $2, $3, 0)
     on conflict (workspace_id, request_id) do update set due_at = ${dueWith('excluded.due_at')}, attempts = 0`,
    [workspaceId, requestId, dueAt],
  );
}

/** While another time is being looked for, the reminders of the present one are still due. */
const dueWith = (step: string) => `case when meeting_request_schedules.reminder_at < ${step}
  then meeting_request_schedules.reminder_at else ${step} end`;

export async function upsertSchedules(
  tx: Transaction,
  workspaceId: string,
  requestIds: string[],
  dueAt: number,
): Promise<void> {
  // `where true`: without it, SQLite takes the conflict clause for a join.
  await tx.run(
    `insert into meeting_request_schedules (workspace_id, request_id, due_at, attempts)
     select $1, id, $3, 0 from ${tx.dialect.rows('$2', { id: 'text' })} where true
     on conflict (workspace_id, request_id) do update set due_at = ${dueWith('excluded.due_at')}, attempts = 0`,
    [workspaceId, idRows(requestIds), dueAt],
  );
}

/** Only reminders are still due. */
export function clearSchedule(tx: Transaction, workspaceId: string, requestId: string): void {
  tx.later(
    'meeting_request_schedules',
    'update meeting_request_schedules set due_at = reminder_at where workspace_id = $1 and request_id = $2',
    [workspaceId, requestId],
  );
}

/** The reminders of the request's meeting type; null without any, and once the type is deleted. */
export async function selectRemindersOfType(
  reader: Reader,
  workspaceId: string,
  requestId: string,
): Promise<number[] | null> {
  const row = await reader.get<{ reminders: string | null }>(
    `select types.reminders from meeting_requests
     join meeting_types as types on types.workspace_id = meeting_requests.workspace_id
       and types.id = meeting_requests.meeting_type_id
     where meeting_requests.workspace_id = $1 and meeting_requests.id = $2 and types.deleted_at is null`,
    [workspaceId, requestId],
  );
  return row?.reminders ? JSON.parse(row.reminders) : null;
}

interface ReminderRow {
  /** JSON of those to come, as minutes before the meeting; null for none. */
  reminders: string | null;
  reminder_at: number | null;
}

/** For a meeting that was booked, moved or cancelled: nothing but reminders is due. */
export function upsertReminders(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  { reminders, reminder_at }: ReminderRow,
): void {
  tx.later(
    'meeting_request_schedules',
    `insert into meeting_request_schedules (workspace_id, request_id, due_at, attempts, reminders, reminder_at)
     values ($1, $2, $3, 0, $4, $3)
     on conflict (workspace_id, request_id) do update set due_at = excluded.due_at, attempts = 0,
       reminders = excluded.reminders, reminder_at = excluded.reminder_at`,
    [workspaceId, requestId, reminder_at, reminders],
  );
}

/** Leaves the request due: the step that is being taken says what is next. */
export function updateReminders(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  { reminders, reminder_at }: ReminderRow,
): void {
  tx.later(
    'meeting_request_schedules',
    `update meeting_request_schedules set reminders = $3, reminder_at = $4
     where workspace_id = $1 and request_id = $2`,
    [workspaceId, requestId, reminders, reminder_at],
  );
}

/** When the next step is due, for a page. */
export function selectProgress(reader: Reader, workspaceId: string, requestId: string) {
  return reader.get<{ notify_participants: number; due_at: number | null; reminder_at: number | null }>(
    `select notify_participants, due_at, reminder_at from meeting_requests
     left join meeting_request_schedules as schedules
       on schedules.workspace_id = meeting_requests.workspace_id and schedules.request_id = meeting_requests.id
     where meeting_requests.workspace_id = $1 and id = $2`,
    [workspaceId, requestId],
  );
}

/** When the request is due, if this claim still holds. The row stays locked until the transaction ends. */
export function selectClaimedDue(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  claimId: string,
): Promise<(ReminderRow & { due_at: number | null }) | undefined> {
  return tx.get(
    `select due_at, reminders, reminder_at from meeting_request_schedules
     where workspace_id = $1 and request_id = $2 and claim_id = $3 ${tx.dialect.forUpdate}`,
    [workspaceId, requestId, claimId],
  );
}

/** A request whose next step is due. */
export interface ClaimedStep extends ClaimedItem {
  /** Null if its schedule was stopped after it was found. */
  due_at: number | null;
}

/** A workspace is a lane. Many new requests may be due at once, and every step is followed by a poll. */
export const scheduleTable = channelTable({
  table: 'meeting_request_schedules',
  id: 'request_id',
  lane: 'workspace_id',
  workspaceOf: (lane: string) => lane,
  retry: '(case when attempts = 0 then 0 else 1 end)',
  oldest: 50,
});

export function selectClaimedSteps(reader: Reader, claimId: string, keys: ItemKey[]): Promise<ClaimedStep[]> {
  return reader.all<ClaimedStep>(
    `select schedules.workspace_id, request_id as id, claim_id, attempts, due_at
     from (select workspace_id, id from ${reader.dialect.rows('$1', keyColumns)}) as taken
     join meeting_request_schedules as schedules
       on schedules.workspace_id = taken.workspace_id and schedules.request_id = taken.id
     where claim_id = $2
     order by due_at, request_id`,
    [JSON.stringify(keys), claimId],
  );
}

const endColumns = { ...keyColumns, claim_id: 'text', claimed_due_at: 'bigint', retry_at: 'bigint' } as const;

/**
 * Ends the claims that still hold. A failed one is due again at `retry_at`, unless its due time was changed meanwhile. Returns
 * the requests, each with its next due time.
 */
export function endClaims(
  tx: Transaction,
  attempts: Pick<Attempt<ClaimedStep, unknown>, 'item' | 'retryAt'>[],
): Promise<{ id: string; due_at: number | null }[]> {
  const ended = attempts.map(({ item, retryAt }) => ({
    workspace_id: item.workspace_id,
    id: item.id,
    claim_id: item.claim_id,
    claimed_due_at: item.due_at,
    retry_at: retryAt,
  }));
  return tx.all(
    `with held as materialized (
       select schedules.workspace_id, schedules.request_id, ended.claimed_due_at, ended.retry_at
       from (select * from ${tx.dialect.rows('$1', endColumns)}) as ended
       join meeting_request_schedules as schedules
         on schedules.workspace_id = ended.workspace_id and schedules.request_id = ended.id
         and schedules.claim_id = ended.claim_id
       order by schedules.workspace_id, schedules.request_id ${tx.dialect.forUpdateOf('schedules')}
     )
     update meeting_request_schedules
     set claim_id = null, lease_until = null,
       attempts = case when held.retry_at is null then 0 else attempts + 1 end,
       due_at = case when held.retry_at is not null and due_at = held.claimed_due_at then held.retry_at else due_at end
     from held
     where meeting_request_schedules.workspace_id = held.workspace_id
       and meeting_request_schedules.request_id = held.request_id
     returning meeting_request_schedules.request_id as id, due_at`,
    [JSON.stringify(ended)],
  );
}
