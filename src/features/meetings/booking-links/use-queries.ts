import { deleteExpired } from '../../../storage/batches.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { insertRow } from '../../../storage/rows.ts';

// Bookings made with a link, by the form that was submitted. Whoever writes one has locked the link.

interface Use {
  link_id: string;
  nonce: string;
  request_id: string;
  email_folded: string;
  starts_at: number;
  kept_until: number;
}

export async function insertUse(tx: Transaction, workspaceId: string, use: Use): Promise<void> {
  await insertRow(tx, 'booking_link_uses', { workspace_id: workspaceId, ...use });
}

/** The booking made with this form. */
export function selectUse(reader: Reader, workspaceId: string, linkId: string, nonce: string) {
  return reader.get<Pick<Use, 'request_id' | 'starts_at'>>(
    'select request_id, starts_at from booking_link_uses where workspace_id = $1 and link_id = $2 and nonce = $3',
    [workspaceId, linkId, nonce],
  );
}

/** The last request that this address booked at this time. */
export async function selectLastUseOf(
  reader: Reader,
  workspaceId: string,
  { link_id, email_folded, starts_at }: Pick<Use, 'link_id' | 'email_folded' | 'starts_at'>,
): Promise<string | undefined> {
  const row = await reader.get<{ request_id: string }>(
    `select request_id from booking_link_uses
     where link_id = $2 and workspace_id = $1 and email_folded = $3 and starts_at = $4 order by request_id desc limit 1`,
    [workspaceId, link_id, email_folded, starts_at],
  );
  return row?.request_id;
}

export function deleteExpiredUses(tx: Transaction, now: number): Promise<{ id: string }[]> {
  const key = ['workspace_id', 'link_id', 'nonce'];
  return deleteExpired(tx, { table: 'booking_link_uses', key, until: 'kept_until', id: 'nonce' }, now);
}
