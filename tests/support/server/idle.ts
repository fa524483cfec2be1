// Waits until the service has done everything that is due now.
import { eventually } from '../makers/webhooks.ts';
import type { Node } from './rota.ts';

const LEFT = `
  select 'meeting_request_schedules' as kind, due_at, claim_id from meeting_request_schedules
    where due_at <= $1 or claim_id is not null
  union all select 'place_orders', due_at, claim_id from place_orders where due_at <= $1 or claim_id is not null
  union all select 'calendar_connections', due_at, claim_id from calendar_connections where due_at <= $1 or claim_id is not null
  union all select 'messages', due_at, claim_id from messages where due_at <= $1 or claim_id is not null
  union all select 'inbox', due_at, claim_id from inbox where due_at <= $1 or claim_id is not null
  union all select 'erasures', due_at, null from erasures where due_at <= $1
  union all select 'held work', null, null from workspaces
    where has_held_work = 1 and suspended_at is null and delete_at is null
  limit 5`;

/**
 * Waits until there is no mail to read, no request with a step to take, no place to be made, nothing to do about an account, no message to send and no erasure in progress, by the node's clock.
 * Includes work that was parked before.
 */
export async function untilIdle({ services }: Pick<Node, 'services'>): Promise<void> {
  const { database, clock } = services;
  let left: unknown[] = [];
  await eventually(async () => {
    left = await database.all(LEFT, [clock.now()]);
    return left.length === 0;
  }).catch((error) => {
    throw new Error(`${JSON.stringify(left)} is left at ${clock.now()}`, { cause: error });
  });
}
