import { deleteExpired } from '../../../storage/batches.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { insertRow, updateRow } from '../../../storage/rows.ts';

// Bookings waiting for their address to be confirmed. Whoever writes one has locked its link.

export interface Confirmation {
  id: string;
  link_id: string;
  /** Identifies the submitted form. */
  nonce: string;
  name: string;
  email: string;
  timezone: string | null;
  locale: string | null;
  note: string | null;
  starts_at: number;
  /** When its link stops working. A confirmed one leads to its meeting until that is over. */
  expires_at: number;
  /** Null until it is confirmed. */
  request_id: string | null;
}

export async function insertConfirmation(
  tx: Transaction,
  workspaceId: string,
  confirmation: Confirmation & { email_folded: string; created_at: number },
): Promise<void> {
  await insertRow(tx, 'booking_confirmations', { workspace_id: workspaceId, ...confirmation });
}

/** Reads the workspace, too: the page URL contains only the confirmation. */
export function selectConfirmation(reader: Reader, id: string) {
  return reader.get<Confirmation & { workspace_id: string }>(
    `select workspace_id, id, link_id, nonce, name, email, timezone, locale, note, starts_at, expires_at, request_id
     from booking_confirmations where id = $1`,
    [id],
  );
}

/** Whether this form has already asked for a confirmation. */
export async function existsConfirmation(
  reader: Reader,
  workspaceId: string,
  linkId: string,
  nonce: string,
): Promise<boolean> {
  const sql = 'select 1 from booking_confirmations where link_id = $2 and workspace_id = $1 and nonce = $3';
  return (await reader.get(sql, [workspaceId, linkId, nonce])) !== undefined;
}

/** The confirmations that this address was asked for since a time. */
export function selectAskedOf(
  reader: Reader,
  workspaceId: string,
  emailFolded: string,
  since: number,
): Promise<{ link_id: string; request_id: string | null }[]> {
  return reader.all(
    `select link_id, request_id from booking_confirmations
     where email_folded = $2 and workspace_id = $1 and created_at > $3`,
    [workspaceId, emailFolded, since],
  );
}

export async function updateConfirmed(
  tx: Transaction,
  workspaceId: string,
  id: string,
  { request_id, expires_at }: { request_id: string; expires_at: number },
): Promise<void> {
  await updateRow(tx, 'booking_confirmations', { workspace_id: workspaceId, id }, { request_id, expires_at });
}

export function deleteExpiredConfirmations(tx: Transaction, now: number): Promise<{ id: string }[]> {
  const key = ['workspace_id', 'id'];
  return deleteExpired(tx, { table: 'booking_confirmations', key, until: 'expires_at', id: 'id' }, now);
}
