import type { Transaction } from '../storage/database.ts';

/** Also ends a claim on it. */
export async function forgetWhatWasRead(
  tx: Transaction,
  workspaceId: string,
  calendarId: string,
): Promise<void> {
  await tx.run(
    `update calendar_syncs
     set claim_id = null, lease_until = null, attempts = 0, health = 'new', last_synced_at = null, last_error = null, doubtful = 0,
       failing_since = null, announced_at = null, etag = null, collection_url = null, content_hash = null, expanded_until = null,
       read_for = null
     where workspace_id = $1 and calendar_id = $2`,
    [workspaceId, calendarId],
  );
  for (const table of ['busy_times', 'calendar_objects'])
    await tx.run(`delete from ${table} where workspace_id = $1 and calendar_id = $2`, [
      workspaceId,
      calendarId,
    ]);
}

/** A sync that is under way is followed by another one. */
export async function setSyncRow(
  tx: Transaction,
  workspaceId: string,
  calendarId: string,
  { lane, due_at }: { lane: string | null; due_at: number | null },
): Promise<void> {
  await tx.run(
    `update calendar_syncs set lane = $3, due_at = $4, wish_number = wish_number + 1
     where workspace_id = $1 and calendar_id = $2`,
    [workspaceId, calendarId, lane, due_at],
  );
}
