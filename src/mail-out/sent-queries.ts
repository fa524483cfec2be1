import { firstIdAt } from '../ids.ts';
import type { Reader, Transaction } from '../storage/database.ts';
import { idRows, wantedRows, withoutIndex } from '../storage/rows.ts';
import type { MessageKind } from './drafts.ts';

/** An outgoing message, sent or not. */
export interface SentRow {
  id: string;
  request_id: string | null;
  place: number | null;
  kind: MessageKind;
  status: 'queued' | 'sent' | 'kept' | 'failed';
  recipient_address: string;
  message_id: string;
  created_at: number;
  content: string | null;
}

const columns = 'id, request_id, place, kind, status, recipient_address, message_id, created_at, content';

/** The messages with these ids, if they exist. */
export function selectSent(reader: Reader, workspaceId: string, ids: string[]): Promise<SentRow[]> {
  return reader.all<SentRow>(
    `with ${wantedRows(reader.dialect)}
     select ${columns} from wanted
     join messages on messages.workspace_id = wanted.workspace_id and messages.id = wanted.wanted_id
     where ${withoutIndex('direction')} = 'out'`,
    [workspaceId, idRows(ids)],
  );
}

/** The last message that offered times to the participant in this place. */
export function selectLastOffer(
  reader: Reader,
  workspaceId: string,
  requestId: string,
  place: number,
): Promise<SentRow | undefined> {
  return reader.get<SentRow>(
    `select ${columns} from messages
     where request_id = $2 and workspace_id = $1 and place = $3 and ${withoutIndex('direction')} = 'out'
       and ${withoutIndex('kind')} in ('options', 'follow_up') and ${withoutIndex('status')} in ('sent', 'kept')
     order by id desc limit 1`,
    [workspaceId, requestId, place],
  );
}

/** Of the mail that made the request, and of the newest messages that went out about it. */
export async function selectSubjects(
  reader: Reader,
  workspaceId: string,
  requestId: string,
  limit: number,
): Promise<string[]> {
  const rows = await reader.all<{ subject: string }>(
    `select subject from messages
     where request_id = $2 and workspace_id = $1
       and (${withoutIndex('direction')} = 'out' or understood_as = 'new_request')
     order by id desc limit ${limit}`,
    [workspaceId, requestId],
  );
  return rows.map(({ subject }) => subject);
}

export async function countOfRequestSince(
  reader: Reader,
  workspaceId: string,
  requestId: string,
  kind: MessageKind,
  since: number,
): Promise<number> {
  const row = await reader.get<{ count: number }>(
    `select count(*) as count from messages
     where request_id = $2 and workspace_id = $1 and id >= $4 and ${withoutIndex('kind')} = $3`,
    [workspaceId, requestId, kind, firstIdAt('message', since)],
  );
  return row?.count ?? 0;
}

/** Locks a message and returns its state. */
export async function selectStatusForUpdate(
  tx: Transaction,
  workspaceId: string,
  id: string,
): Promise<SentRow['status'] | undefined> {
  const row = await tx.get<Pick<SentRow, 'status'>>(
    `select status from messages where workspace_id = $1 and id = $2 ${tx.dialect.forUpdate}`,
    [workspaceId, id],
  );
  return row?.status;
}

export async function updateFailed(
  tx: Transaction,
  workspaceId: string,
  id: string,
  error: string,
): Promise<void> {
  await tx.run(`update messages set status = 'failed', last_error = $3 where workspace_id = $1 and id = $2`, [
    workspaceId,
    id,
    error,
  ]);
}
