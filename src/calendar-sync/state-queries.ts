import type { Transaction } from '../storage/database.ts';

/** Locks the row of a calendar's sync. The calendar itself is locked before, as everywhere. */
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
  // Busy times refer to the calendar. Whoever deletes it locks it before its sync, so it comes first here too.
  await tx.get(`select id from calendars where workspace_id = $1 and id = $2 ${tx.dialect.forReference}`, [
    workspaceId,
    id,
  ]);
  const sync = await lockSync(tx, workspaceId, id);
  return sync?.claim_id === claim_id;
}

/** What has been read, to tell next time whether anything has changed. */
export interface ReadState {
  etag: string | null;
  content_hash: string | null;
  expanded_until: number;
  read_for: string;
  /** How many events could not be understood, or only in part. */
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

/** A calendar has been given its busy times by a call. */
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
