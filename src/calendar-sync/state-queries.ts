import type { Transaction } from '../storage/database.ts';

/** Locks the row of a calendar's sync. The caller has locked the calendar before, as everywhere. */
export function lockSync(tx: Transaction, workspaceId: string, calendarId: string) {
  return tx.get<{ claim_id: string | null }>(
    `select claim_id from calendar_syncs where workspace_id = $1 and calendar_id = $2 ${tx.dialect.forUpdate}`,
    [workspaceId, calendarId],
  );
}

/** Whether the claim still holds. The row stays locked until the transaction ends, so nobody else can claim it. */
export async function lockClaim(
  tx: Transaction,
  workspaceId: string,
  { id, claim_id }: { id: string; claim_id: string },
): Promise<boolean> {
  // Busy times reference the calendar, and deleting one locks it before its sync. So it comes first here, too.
  await tx.get(`select id from calendars where workspace_id = $1 and id = $2 ${tx.dialect.forReference}`, [
    workspaceId,
    id,
  ]);
  const sync = await lockSync(tx, workspaceId, id);
  return sync?.claim_id === claim_id;
}

/** What was read, to find out next time whether anything has changed. */
export interface ReadState {
  etag: string | null;
  content_hash: string | null;
  expanded_until: number;
  read_for: string;
  /** How many events couldn't be understood, or only partly. */
  doubtful: number;
}

export async function updateReadState(
  tx: Transaction,
  workspaceId: string,
  calendarId: string,
  { etag, content_hash, expanded_until, read_for, doubtful }: ReadState,
): Promise<void> {
  await tx.run(
    `update calendar_syncs set etag = $3, content_hash = $4, expanded_until = $5, read_for = $6, doubtful = $7
     where workspace_id = $1 and calendar_id = $2`,
    [workspaceId, calendarId, etag, content_hash, expanded_until, read_for, doubtful],
  );
}

/** Records that a call has pushed busy times to a calendar. */
export async function updatePushed(
  tx: Transaction,
  workspaceId: string,
  calendarId: string,
  now: number,
): Promise<void> {
  await tx.run(
    `update calendar_syncs set health = 'ok', last_synced_at = $3 where workspace_id = $1 and calendar_id = $2`,
    [workspaceId, calendarId, now],
  );
}
