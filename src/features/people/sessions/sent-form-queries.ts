import { deleteExpired } from '../../../storage/batches.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';

interface SentForm {
  session_id: string;
  digest: string;
}

/** False if it was sent before and has not expired. Waits for a transaction that has just written the same form. */
export async function insertSentForm(
  tx: Transaction,
  workspaceId: string,
  { session_id, digest }: SentForm,
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<boolean> {
  const written = await tx.run(
    `insert into sent_forms (workspace_id, session_id, digest, expires_at) values ($1, $2, $3, $4)
     on conflict (workspace_id, session_id, digest)
     do update set expires_at = $4, leads_to = null where sent_forms.expires_at <= $5`,
    [workspaceId, session_id, digest, expiresAt, now],
  );
  return written === 1;
}

export async function updateLeadsTo(
  tx: Transaction,
  workspaceId: string,
  { session_id, digest }: SentForm,
  leadsTo: string,
): Promise<void> {
  await tx.run(
    'update sent_forms set leads_to = $4 where workspace_id = $1 and session_id = $2 and digest = $3',
    [workspaceId, session_id, digest, leadsTo],
  );
}

export function selectSentForm(reader: Reader, workspaceId: string, { session_id, digest }: SentForm) {
  return reader.get<{ leads_to: string | null }>(
    'select leads_to from sent_forms where workspace_id = $1 and session_id = $2 and digest = $3',
    [workspaceId, session_id, digest],
  );
}

export function deleteExpiredForms(tx: Transaction, now: number): Promise<{ id: string }[]> {
  const key = ['workspace_id', 'session_id', 'digest'];
  return deleteExpired(tx, { table: 'sent_forms', key, until: 'expires_at', id: 'digest' }, now);
}
