import type { Reader, Transaction } from '../storage/database.ts';
import { insertRow, updateRow } from '../storage/rows.ts';
import type { MessageKind } from './drafts.ts';

interface IncomingRow {
  id: string;
  request_id: string | null;
  place: number | null;
  kind: MessageKind;
  sender_name: string | null;
  sender_address: string;
  recipient_address: string;
  subject: string;
  /** Empty without one. */
  message_id: string;
  in_reply_to: string | null;
  /** As JSON. */
  thread: string;
  created_at: number;
}

export function insertIncoming(tx: Transaction, workspaceId: string, row: IncomingRow): Promise<void> {
  return insertRow(tx, 'messages', {
    workspace_id: workspaceId,
    ...row,
    direction: 'in',
    text: '',
    status: 'received',
    attempts: 0,
  });
}

export interface IncomingFate {
  /** `received` if it was acted on. */
  status: 'received' | 'ignored';
  kind: MessageKind;
  request_id: string | null;
  place: number | null;
  text: string;
  understood_as: string | null;
  rule: string | null;
  ignored_because: string | null;
}

export async function updateIncoming(
  tx: Transaction,
  workspaceId: string,
  id: string,
  { status, kind, request_id, place, text, understood_as, rule, ignored_because }: IncomingFate,
): Promise<void> {
  const fate = { status, kind, request_id, place, text, understood_as, rule, ignored_because };
  await updateRow(tx, 'messages', { workspace_id: workspaceId, id }, fate);
}

export async function updateRequestOf(
  tx: Transaction,
  workspaceId: string,
  id: string,
  requestId: string,
): Promise<void> {
  await updateRow(tx, 'messages', { workspace_id: workspaceId, id }, { request_id: requestId });
}

/** The request that a mail was filed under; null for none yet. */
export async function selectRequestOf(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<string | null> {
  const row = await reader.get<{ request_id: string | null }>(
    'select request_id from messages where workspace_id = $1 and id = $2',
    [workspaceId, id],
  );
  return row?.request_id ?? null;
}

export async function updateIgnored(
  tx: Transaction,
  workspaceId: string,
  id: string,
  reason: string,
): Promise<void> {
  const fate = { status: 'ignored', ignored_because: reason };
  await updateRow(tx, 'messages', { workspace_id: workspaceId, id }, fate);
}

/** The workspace of an outgoing message. */
export async function selectWorkspaceOfMessage(reader: Reader, id: string): Promise<string | undefined> {
  const row = await reader.get<{ workspace_id: string }>(
    "select workspace_id from messages where id = $1 and direction = 'out'",
    [id],
  );
  return row?.workspace_id;
}
