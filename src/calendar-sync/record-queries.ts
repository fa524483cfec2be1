import type { ItemKey } from '../outbox/channel.ts';
import type { Transaction } from '../storage/database.ts';
import type { Health } from './queries.ts';

/** The state of a calendar after an attempt. */
export interface OutcomeRow extends ItemKey {
  claim_id: string;
  health: Health;
  attempts: number;
  last_synced_at: number | null;
  last_error: string | null;
  failing_since: number | null;
  announced_at: number | null;
  /** Null if there is nothing more to sync. */
  due_at: number | null;
  /** The last sync request when the attempt began: it is fulfilled, and so are those before it. */
  wish_number: number;
}

const outcomeColumns = {
  workspace_id: 'text',
  id: 'text',
  claim_id: 'text',
  health: 'text',
  attempts: 'bigint',
  last_synced_at: 'bigint',
  last_error: 'text',
  failing_since: 'bigint',
  announced_at: 'bigint',
  due_at: 'bigint',
  wish_number: 'bigint',
} as const;

/** Locks the syncs whose claims still hold, in the order of their calendars' ids. Returns these ids. */
export async function lockClaimed(
  tx: Transaction,
  claims: { workspace_id: string; id: string; claim_id: string }[],
): Promise<Set<string>> {
  const { workspace_id, id, claim_id } = outcomeColumns;
  const rows = await tx.all<{ calendar_id: string }>(
    `select calendar_syncs.calendar_id
     from (select * from ${tx.dialect.rows('$1', { workspace_id, id, claim_id })}) as made
     join calendar_syncs
       on calendar_syncs.workspace_id = made.workspace_id and calendar_syncs.calendar_id = made.id
       and calendar_syncs.claim_id = made.claim_id
     order by calendar_syncs.calendar_id ${tx.dialect.forUpdateOf('calendar_syncs')}`,
    [
      JSON.stringify(
        claims.map((claim) => ({ workspace_id: claim.workspace_id, id: claim.id, claim_id: claim.claim_id })),
      ),
    ],
  );
  return new Set(rows.map((row) => row.calendar_id));
}

/**
 * Writes outcomes and ends claims. The rows are locked. A sync request that came during an attempt makes the next one due at
 * once; returns whether there was one.
 */
export async function updateOutcomes(tx: Transaction, outcomes: OutcomeRow[], now: number): Promise<boolean> {
  const rows = await tx.all<{ due_at: number | null }>(
    `update calendar_syncs
     set health = made.health, attempts = made.attempts, failing_since = made.failing_since,
       announced_at = made.announced_at, last_error = made.last_error,
       last_synced_at = coalesce(made.last_synced_at, calendar_syncs.last_synced_at),
       due_at = case when calendar_syncs.wish_number > made.wish_number then $2 else made.due_at end,
       claim_id = null, lease_until = null
     from (select * from ${tx.dialect.rows('$1', outcomeColumns)}) as made
     where calendar_syncs.workspace_id = made.workspace_id and calendar_syncs.calendar_id = made.id
     returning calendar_syncs.due_at`,
    [JSON.stringify(outcomes), now],
  );
  return rows.some(({ due_at }) => due_at !== null && due_at <= now);
}
