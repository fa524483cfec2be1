import { deleteExpired } from '../../../storage/batches.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { insertRow, updateRow } from '../../../storage/rows.ts';
import { answersIn, answersText } from '../meeting-types/questions.ts';
import type { Confirmation, PageOwner } from './rules.ts';

// Bookings waiting for their address to be confirmed. Whoever writes one has locked the owner of the page.

const tables = {
  booking_link: { table: 'booking_confirmations', owner_id: 'link_id' },
  meeting_type: { table: 'meeting_type_confirmations', owner_id: 'meeting_type_id' },
} as const;

type Row = Omit<Confirmation, 'owner' | 'answers'> & {
  workspace_id: string;
  owner_id: string;
  answers: string | null;
};

export async function insertConfirmation(
  tx: Transaction,
  workspaceId: string,
  { owner, answers, ...confirmation }: Confirmation & { email_folded: string; created_at: number },
): Promise<void> {
  const row = { workspace_id: workspaceId, ...confirmation, answers: answersText(answers) };
  switch (owner.type) {
    case 'booking_link':
      return insertRow(tx, 'booking_confirmations', { link_id: owner.id, ...row });
    case 'meeting_type':
      return insertRow(tx, 'meeting_type_confirmations', { meeting_type_id: owner.id, ...row });
  }
}

/** Reads the workspace, too: the page URL contains only the confirmation. */
export async function selectConfirmation(
  reader: Reader,
  id: string,
): Promise<(Confirmation & { workspace_id: string }) | undefined> {
  for (const type of ['booking_link', 'meeting_type'] as const) {
    const { table, owner_id } = tables[type];
    const row = await reader.get<Row>(
      `select workspace_id, id, ${owner_id} as owner_id, nonce, name, email, timezone, locale, note, answers, phone_number, host_id,
         starts_at, expires_at, request_id
       from ${table} where id = $1`,
      [id],
    );
    if (row) {
      const { owner_id: ownerId, answers, ...others } = row;
      return { ...others, answers: answersIn(answers), owner: { type, id: ownerId } };
    }
  }
  return undefined;
}

/** Whether this form has already asked for a confirmation. */
export async function existsConfirmation(
  reader: Reader,
  workspaceId: string,
  { type, id }: PageOwner,
  nonce: string,
): Promise<boolean> {
  const { table, owner_id } = tables[type];
  const sql = `select 1 from ${table} where ${owner_id} = $2 and workspace_id = $1 and nonce = $3`;
  return (await reader.get(sql, [workspaceId, id, nonce])) !== undefined;
}

/** The confirmations that this address was asked for since a time, and for which page. */
export function selectAskedOf(
  reader: Reader,
  workspaceId: string,
  emailFolded: string,
  since: number,
): Promise<{ owner_id: string; request_id: string | null }[]> {
  return reader.all(
    `select link_id as owner_id, request_id from booking_confirmations
     where email_folded = $2 and workspace_id = $1 and created_at > $3
     union all
     select meeting_type_id as owner_id, request_id from meeting_type_confirmations
     where email_folded = $2 and workspace_id = $1 and created_at > $3`,
    [workspaceId, emailFolded, since],
  );
}

export async function updateConfirmed(
  tx: Transaction,
  workspaceId: string,
  { owner, id }: Pick<Confirmation, 'owner' | 'id'>,
  confirmed: { request_id: string; expires_at: number },
): Promise<void> {
  const key = { workspace_id: workspaceId, id };
  switch (owner.type) {
    case 'booking_link':
      await updateRow(tx, 'booking_confirmations', key, confirmed);
      return;
    case 'meeting_type':
      await updateRow(tx, 'meeting_type_confirmations', key, confirmed);
  }
}

export async function deleteConfirmations(tx: Transaction, workspaceId: string, { type, id }: PageOwner) {
  const { table, owner_id } = tables[type];
  await tx.run(`delete from ${table} where workspace_id = $1 and ${owner_id} = $2`, [workspaceId, id]);
}

export function deleteExpiredConfirmations(
  tx: Transaction,
  type: PageOwner['type'],
  now: number,
): Promise<{ id: string }[]> {
  const { table } = tables[type];
  return deleteExpired(tx, { table, key: ['workspace_id', 'id'], until: 'expires_at', id: 'id' }, now);
}
