import type { ItemKey } from '../outbox/channel.ts';
import type { Transaction } from '../storage/database.ts';

/** The state of a delivery after an attempt. */
export interface OutcomeRow extends ItemKey {
  claim_id: string;
  status: 'pending' | 'success' | 'failed';
  attempts: number;
  response_code: number | null;
  delivered_at: number | null;
  last_attempted_at: number;
  due_at: number | null;
}

const outcomeColumns = {
  workspace_id: 'text',
  id: 'text',
  claim_id: 'text',
  status: 'text',
  attempts: 'bigint',
  response_code: 'bigint',
  delivered_at: 'bigint',
  last_attempted_at: 'bigint',
  due_at: 'bigint',
} as const;

/** Writes outcomes and ends claims. Returns the ids of the deliveries whose claim still held. */
export async function updateOutcomes(tx: Transaction, outcomes: OutcomeRow[]): Promise<Set<string>> {
  const rows = await tx.all<{ id: string }>(
    `update webhook_deliveries
     set status = made.status, attempts = made.attempts, response_code = made.response_code,
       delivered_at = made.delivered_at, last_attempted_at = made.last_attempted_at, due_at = made.due_at,
       claim_id = null, lease_until = null
     from (select * from ${tx.dialect.rows('$1', outcomeColumns)}) as made
     where webhook_deliveries.workspace_id = made.workspace_id and webhook_deliveries.id = made.id
       and webhook_deliveries.claim_id = made.claim_id
     returning webhook_deliveries.id`,
    [JSON.stringify(outcomes)],
  );
  return new Set(rows.map(({ id }) => id));
}

export interface LoggedAttempt {
  number: number;
  started_at: number;
  duration_ms: number;
  response_code: number | null;
  error: string | null;
  response_body: string | null;
}

export interface AttemptRow extends LoggedAttempt {
  workspace_id: string;
  delivery_id: string;
}

const attemptColumns = {
  workspace_id: 'text',
  delivery_id: 'text',
  number: 'bigint',
  started_at: 'bigint',
  duration_ms: 'bigint',
  response_code: 'bigint',
  error: 'text',
  response_body: 'text',
} as const;

export async function insertAttempts(tx: Transaction, attempts: AttemptRow[]): Promise<void> {
  const names = Object.keys(attemptColumns).join(', ');
  await tx.run(
    `insert into webhook_attempts (${names}) select ${names} from ${tx.dialect.rows('$1', attemptColumns)}`,
    [JSON.stringify(attempts)],
  );
}
