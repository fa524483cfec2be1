import { deleteBatch, type Range } from '../storage/batches.ts';
import type { Reader, Transaction } from '../storage/database.ts';
import { insertRow } from '../storage/rows.ts';
import type { Target } from './arrival.ts';

export interface NewMail {
  id: string;
  target: Target['target'];
  /** The id of the team, the request or the message; null for the workspace. */
  target_id: string | null;
  /** The participant's place; null unless it is a reply. */
  place: number | null;
  recipient_address: string;
  /** See `HeaderSummary`. */
  message_key: string;
  envelope_sender: string;
  client_address: string | null;
  client_name: string | null;
  received_at: number;
  due_at: number;
  raw: Uint8Array;
}

/** Needs its row in `messages`. */
export function insertMail(tx: Transaction, workspaceId: string, mail: NewMail): Promise<void> {
  return insertRow(tx, 'inbox', { workspace_id: workspaceId, ...mail, attempts: 0 });
}

/** The id of the same mail to the same address, if it has come before. */
export async function selectEarlier(
  reader: Reader,
  workspaceId: string,
  address: string,
  key: string,
): Promise<string | undefined> {
  const row = await reader.get<{ id: string }>(
    'select id from inbox where workspace_id = $1 and recipient_address = $2 and message_key = $3',
    [workspaceId, address, key],
  );
  return row?.id;
}

/** Whether at least `count` mails wait to be processed. */
export async function hasDue(reader: Reader, workspaceId: string, count: number): Promise<boolean> {
  const row = await reader.get(
    `select id from inbox where workspace_id = $1 and due_at is not null order by due_at, id limit 1 offset $2`,
    [workspaceId, count - 1],
  );
  return row !== undefined;
}

/** Deletes the processed mails of a batch. Returns the ids of the whole batch. */
export function deleteMails(tx: Transaction, workspaceId: string, range: Range): Promise<{ id: string }[]> {
  const batch = { table: 'inbox', scope: { workspace_id: workspaceId }, ...range };
  return deleteBatch(tx, { ...batch, mayGo: 'due_at is null and waits_for_request_id is null' });
}
