// Waiting until the service has done by itself what is due now.
import { eventually } from '../makers/webhooks.ts';
import type { Node } from './rota.ts';

/**
 * Until no mail is to be read, no request has a step to be taken, no message is to be sent and no erasure goes on, at the time of the
 * node's clock; also of what was held before.
 */
export async function untilIdle({ services }: Pick<Node, 'services'>): Promise<void> {
  const { database, clock } = services;
  await eventually(async () => {
    const left = await database.get(
      `select 1 as found from meeting_request_schedules where due_at <= $1 or claim_id is not null
       union all select 1 from messages where due_at <= $1 or claim_id is not null
       union all select 1 from inbox where due_at <= $1 or claim_id is not null
       union all select 1 from erasures where due_at <= $1
       union all select 1 from workspaces
         where has_held_work = 1 and suspended_at is null and delete_at is null limit 1`,
      [clock.now()],
    );
    return left === undefined;
  });
}
