import { deleteBatch, type Range } from '../storage/batches.ts';
import type { Transaction } from '../storage/database.ts';
import { idRows, insertRowsLater, wantedRows, withoutIndex } from '../storage/rows.ts';
import type { StoredMessage } from './mime.ts';

const newMessageColumns = {
  id: 'text',
  request_id: 'text',
  place: 'bigint',
  direction: 'text',
  kind: 'text',
  sender_name: 'text',
  sender_address: 'text',
  recipient_name: 'text',
  recipient_address: 'text',
  reply_to: 'text',
  subject: 'text',
  text: 'text',
  content: 'text',
  invite: 'text',
  invite_method: 'text',
  invite_of: 'text',
  invite_details: 'text',
  message_id: 'text',
  in_reply_to: 'text',
  thread: 'text',
  status: 'text',
  attempts: 'bigint',
  created_at: 'bigint',
  lane: 'text',
  due_at: 'bigint',
  expires_at: 'bigint',
} as const;

export interface NewMessageRow extends StoredMessage {
  request_id: string | null;
  place: number | null;
  direction: 'out';
  invite_of: string | null;
  status: 'queued';
  attempts: number;
  lane: string;
  due_at: number;
  /** When it stops being true; null for never. */
  expires_at: number | null;
}

export function insertMessages(tx: Transaction, workspaceId: string, rows: NewMessageRow[]): void {
  insertRowsLater(tx, 'messages', workspaceId, newMessageColumns, rows);
}

interface ThreadKey {
  request_id: string;
  /** The participant's place; null for a member. */
  place: number | null;
  address: string;
}

interface LastOfThread extends Omit<ThreadKey, 'place'> {
  message_id: string;
  thread: string;
  direction: 'in' | 'out';
  /** Of an offer, and of what the participant wrote if it's proven that it was them; else null. */
  subject: string | null;
}

/** The last message to or from each of these people about a request; none for a new thread. */
export function selectLastOfThreads(
  tx: Transaction,
  workspaceId: string,
  keys: ThreadKey[],
): Promise<LastOfThread[]> {
  return tx.all<LastOfThread>(
    `with last as materialized (
       select wanted.request_id, wanted.address,
         (select id from messages
          where request_id = wanted.request_id and workspace_id = $1
            and case when ${withoutIndex('direction')} = 'out' then recipient_address = wanted.address
              else ${withoutIndex('status')} = 'received' and message_id <> ''
                and (place = wanted.place or lower(sender_address) = lower(wanted.address)) end
          order by id desc limit 1) as id
       from (select distinct request_id, place, address
             from ${tx.dialect.rows('$2', { request_id: 'text', place: 'bigint', address: 'text' })}) as wanted
     )
     select last.request_id, last.address, messages.message_id, messages.thread, messages.direction,
       case when messages.kind in ('options', 'follow_up') then subject
         when messages.kind in ('request', 'reply') and exists (select 1 from meeting_request_participants as participants
           where participants.workspace_id = $1 and participants.request_id = messages.request_id
             and participants.place = messages.place and participants.unproven = 0) then subject end as subject
     from last join messages on messages.workspace_id = $1 and messages.id = last.id`,
    [workspaceId, JSON.stringify(keys)],
  );
}

/** Locks messages of a request in the order of their ids, and returns the ids. The request is locked, so no message is added. */
async function lockOfRequest(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  condition: string,
): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(
    `select id from messages where request_id = $2 and workspace_id = $1 and ${condition}
     order by id ${tx.dialect.forUpdate}`,
    [workspaceId, requestId],
  );
  return rows.map(({ id }) => id);
}

/** Changes rows that are locked. `$3` is the value. */
async function updateMessages(
  tx: Transaction,
  workspaceId: string,
  ids: string[],
  assignments: string,
  value: string | number | null,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `with ${wantedRows(tx.dialect)}
     update messages set ${assignments} from wanted
     where messages.workspace_id = wanted.workspace_id and messages.id = wanted.wanted_id`,
    [workspaceId, idRows(ids), value],
  );
}

const isQueued = `${withoutIndex('status')} = 'queued'`;

export async function pauseRows(tx: Transaction, workspaceId: string, requestId: string): Promise<void> {
  const ids = await lockOfRequest(tx, workspaceId, requestId, `${isQueued} and due_at is not null`);
  await updateMessages(tx, workspaceId, ids, 'due_at = cast($3 as bigint)', null);
}

/** Returns how many are due now. */
export async function resumeRows(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  now: number,
): Promise<number> {
  const ids = await lockOfRequest(tx, workspaceId, requestId, `${isQueued} and due_at is null`);
  await updateMessages(tx, workspaceId, ids, 'due_at = $3, waits_for_relay_since = null', now);
  return ids.length;
}

const DROPPED = "status = 'failed', last_error = $3, due_at = null";

/** Keeps claims: an attempt in progress may still deliver the message. */
export async function dropOfferRows(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  reason: string,
): Promise<void> {
  const isOffer = `${withoutIndex('kind')} in ('options', 'follow_up')`;
  const ids = await lockOfRequest(tx, workspaceId, requestId, `${isQueued} and ${isOffer}`);
  await updateMessages(tx, workspaceId, ids, DROPPED, reason);
}

/** The same for all unsent messages to one participant. */
export async function dropRowsTo(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  place: number,
  reason: string,
): Promise<void> {
  const rows = await tx.all<{ id: string; place: number | null }>(
    `select id, place from messages where request_id = $2 and workspace_id = $1 and ${isQueued}
     order by id ${tx.dialect.forUpdate}`,
    [workspaceId, requestId],
  );
  const ids = rows.filter((row) => row.place === place).map(({ id }) => id);
  await updateMessages(tx, workspaceId, ids, DROPPED, reason);
}

/** With an invitation, or without one for hosts to whose calendars Rota writes. */
const dropped = new Set(['booked', 'rescheduled', 'place_changed', 'reminder']);

/**
 * The same for invitations and reminders, of many requests. Locks everything queued for them in one statement: otherwise the order of the locks
 * would depend on the requests. Finds the messages by a subselect per request: with a join, PostgreSQL may read all messages.
 */
export async function dropInviteRows(
  tx: Transaction,
  workspaceId: string,
  requestIds: string[],
  reason: string,
): Promise<void> {
  const found = await tx.all<{ ids: string | null }>(
    `with ${wantedRows(tx.dialect)}
     select (select ${tx.dialect.list('id order by id')} from messages
       where messages.request_id = wanted.wanted_id and messages.workspace_id = wanted.workspace_id and ${isQueued}) as ids
     from wanted`,
    [workspaceId, idRows(requestIds)],
  );
  const queuedIds = found.flatMap(({ ids }): string[] => JSON.parse(ids ?? '[]'));
  if (queuedIds.length === 0) return;
  const queued = await tx.all<{ id: string; kind: string; invite_method: string | null }>(
    `with ${wantedRows(tx.dialect)}
     select id, kind, invite_method from wanted
     join messages on messages.workspace_id = wanted.workspace_id and messages.id = wanted.wanted_id
     where ${isQueued} order by id ${tx.dialect.forUpdateOf('messages')}`,
    [workspaceId, idRows(queuedIds)],
  );
  const ids = queued
    .filter(({ kind, invite_method }) => invite_method !== 'CANCEL' && dropped.has(kind))
    .map(({ id }) => id);
  await updateMessages(tx, workspaceId, ids, DROPPED, reason);
}

export async function requeueRow(
  tx: Transaction,
  workspaceId: string,
  id: string,
  dueAt: number | null,
): Promise<void> {
  await tx.run(
    `update messages
     set status = 'queued', attempts = 0, last_error = null, sent_at = null, due_at = $3, claim_id = null,
       lease_until = null, waits_for_relay_since = null
     where workspace_id = $1 and id = $2`,
    [workspaceId, id, dueAt],
  );
}

/** Deletes the messages of a batch that aren't queued and have no stored mail. Returns the ids of the whole batch. */
export function deleteMessages(
  tx: Transaction,
  workspaceId: string,
  range: Range,
): Promise<{ id: string }[]> {
  const batch = { table: 'messages', scope: { workspace_id: workspaceId }, ...range };
  const mayGo = `status <> 'queued'
    and not exists (select 1 from inbox where inbox.workspace_id = messages.workspace_id and inbox.id = messages.id)`;
  return deleteBatch(tx, { ...batch, mayGo });
}
