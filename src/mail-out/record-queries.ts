import type { ItemKey } from '../outbox/channel.ts';
import { isScheduled } from '../outbox/claim-queries.ts';
import { BATCH } from '../storage/batches.ts';
import type { Transaction } from '../storage/database.ts';

/** The state of a message after an attempt. */
export interface OutcomeRow extends ItemKey {
  claim_id: string;
  status: 'queued' | 'sent' | 'kept' | 'failed';
  attempts: number;
  last_error: string | null;
  sent_at: number | null;
  due_at: number | null;
  /** 1 if the mail server was unavailable. */
  is_of_relay: number;
}

const outcomeColumns = {
  workspace_id: 'text',
  id: 'text',
  claim_id: 'text',
  status: 'text',
  attempts: 'bigint',
  last_error: 'text',
  sent_at: 'bigint',
  due_at: 'bigint',
  is_of_relay: 'bigint',
} as const;

/** Locks the messages whose claims still hold, in the order of their ids. Returns their states by id. */
export async function lockClaimed(tx: Transaction, outcomes: OutcomeRow[]): Promise<Map<string, string>> {
  const { workspace_id, id, claim_id } = outcomeColumns;
  const claims = outcomes.map((outcome) => ({
    workspace_id: outcome.workspace_id,
    id: outcome.id,
    claim_id: outcome.claim_id,
  }));
  const rows = await tx.all<{ id: string; status: string }>(
    `select messages.id, messages.status
     from (select * from ${tx.dialect.rows('$1', { workspace_id, id, claim_id })}) as made
     join messages on messages.workspace_id = made.workspace_id and messages.id = made.id
       and messages.claim_id = made.claim_id
     order by messages.id ${tx.dialect.forUpdateOf('messages')}`,
    [JSON.stringify(claims)],
  );
  return new Map(rows.map((row) => [row.id, row.status]));
}

/**
 * Writes outcomes and ends claims. The rows are locked. A message whose request was paused meanwhile stays without a due time.
 */
export async function updateOutcomes(tx: Transaction, outcomes: OutcomeRow[]): Promise<void> {
  await tx.run(
    `update messages
     set status = made.status, attempts = made.attempts, last_error = made.last_error, sent_at = made.sent_at,
       due_at = case when messages.due_at is null then null else made.due_at end, claim_id = null, lease_until = null,
       waits_for_relay_since = case when made.is_of_relay = 1 then coalesce(messages.waits_for_relay_since, messages.due_at) end
     from (select * from ${tx.dialect.rows('$1', outcomeColumns)}) as made
     where messages.workspace_id = made.workspace_id and messages.id = made.id`,
    [JSON.stringify(outcomes)],
  );
}

/** Ends the claims of messages that were dropped during an attempt, which then failed. Their state is already written. */
export async function endClaims(tx: Transaction, keys: ItemKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.run(
    `update messages set claim_id = null, lease_until = null
     from (select * from ${tx.dialect.rows('$1', { workspace_id: 'text', id: 'text' })}) as made
     where messages.workspace_id = made.workspace_id and messages.id = made.id`,
    [JSON.stringify(keys.map(({ workspace_id, id }) => ({ workspace_id, id })))],
  );
}

/** The interval at which messages become due again once the mail server takes mail: the first at once, then five per second. */
const STEP_MS = 200;
const SPREAD_MS = STEP_MS * BATCH;

/**
 * Makes a batch of the messages due soon that wait because the mail server was unavailable, oldest first. Their retries start
 * again, because those failures say nothing about the messages. Leaves out messages that have waited since before `since`, and
 * those due within the spread, which may have been found here before. Skips locked rows, so that any number of nodes can do it.
 * Returns how many.
 */
export function releaseWaitingForRelay(
  tx: Transaction,
  { now, since }: { now: number; since: number },
): Promise<number> {
  return tx.run(
    `with waiting as (
       select workspace_id, id, waits_for_relay_since as since from messages
       where waits_for_relay_since > $1 and ${isScheduled} and coalesce(due_at, 0) > $2
       order by waits_for_relay_since, id limit ${BATCH} ${tx.dialect.forUpdateOfFree('messages')}
     ), placed as (
       select workspace_id, id, row_number() over (order by since, id) as place from waiting
     )
     update messages set due_at = $3 + (placed.place - 1) * ${STEP_MS}, attempts = 1 from placed
     where messages.workspace_id = placed.workspace_id and messages.id = placed.id`,
    [since, now + SPREAD_MS, now],
  );
}
