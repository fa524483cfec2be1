import { deleteExpired } from '../../../storage/batches.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { insertRow } from '../../../storage/rows.ts';
import type { PageOwner, Use } from './rules.ts';

// Bookings made on a page, by the form that was submitted. Whoever writes one has locked the owner of the page.

const tables = {
  booking_link: { table: 'booking_link_uses', owner_id: 'link_id' },
  meeting_type: { table: 'meeting_type_uses', owner_id: 'meeting_type_id' },
} as const;

export async function insertUse(
  tx: Transaction,
  workspaceId: string,
  { type, id }: PageOwner,
  use: Use,
): Promise<void> {
  const row = { workspace_id: workspaceId, ...use };
  switch (type) {
    case 'booking_link':
      return insertRow(tx, 'booking_link_uses', { link_id: id, ...row });
    case 'meeting_type':
      return insertRow(tx, 'meeting_type_uses', { meeting_type_id: id, ...row });
  }
}

/** The booking made with this form. */
export function selectUse(reader: Reader, workspaceId: string, { type, id }: PageOwner, nonce: string) {
  const { table, owner_id } = tables[type];
  return reader.get<Pick<Use, 'request_id' | 'starts_at'>>(
    `select request_id, starts_at from ${table} where workspace_id = $1 and ${owner_id} = $2 and nonce = $3`,
    [workspaceId, id, nonce],
  );
}

/** The last request that this address booked at this time. */
export async function selectLastUseOf(
  reader: Reader,
  workspaceId: string,
  { type, id }: PageOwner,
  { email_folded, starts_at }: Pick<Use, 'email_folded' | 'starts_at'>,
): Promise<string | undefined> {
  const { table, owner_id } = tables[type];
  const row = await reader.get<{ request_id: string }>(
    `select request_id from ${table}
     where ${owner_id} = $2 and workspace_id = $1 and email_folded = $3 and starts_at = $4 order by request_id desc limit 1`,
    [workspaceId, id, email_folded, starts_at],
  );
  return row?.request_id;
}

export async function deleteUses(tx: Transaction, workspaceId: string, { type, id }: PageOwner) {
  const { table, owner_id } = tables[type];
  await tx.run(`delete from ${table} where workspace_id = $1 and ${owner_id} = $2`, [workspaceId, id]);
}

export function deleteExpiredUses(
  tx: Transaction,
  type: PageOwner['type'],
  now: number,
): Promise<{ id: string }[]> {
  const { table, owner_id } = tables[type];
  const key = ['workspace_id', owner_id, 'nonce'];
  return deleteExpired(tx, { table, key, until: 'kept_until', id: 'nonce' }, now);
}
