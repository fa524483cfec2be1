// Requests that are over, and everything that belongs to them. The tables are listed here because their order matters.
import type { Transaction } from '../../../storage/database.ts';

/** When a request was over, as the index has it. */
const overAt =
  "case when status = 'cancelled' then cancelled_at else coalesce(ends_at, starts_at, booked_at) end";

export interface EndedRequest {
  id: string;
  over_at: number;
}

/** Locks the next requests that were over by then, oldest first. */
export function selectOver(
  tx: Transaction,
  workspaceId: string,
  { after, until, limit }: { after: EndedRequest; until: number; limit: number },
): Promise<EndedRequest[]> {
  return tx.all<EndedRequest>(
    `select id, ${overAt} as over_at from meeting_requests
     where workspace_id = $1 and status in ('booked', 'cancelled') and ${overAt} <= $2 and (${overAt}, id) > ($3, $4)
     order by ${overAt}, id limit ${limit} ${tx.dialect.forUpdate}`,
    [workspaceId, until, after.over_at, after.id],
  );
}

/** Whether a message or mail of the request has not been sent or processed yet. */
export async function existsUnfinished(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
): Promise<boolean> {
  const found = await tx.get(
    `select 1 as found from messages
     where request_id = $2 and workspace_id = $1 and (due_at is not null or claim_id is not null or exists
       (select 1 from inbox where inbox.workspace_id = messages.workspace_id and inbox.id = messages.id
          and (inbox.due_at is not null or inbox.claim_id is not null)))
     limit 1`,
    [workspaceId, requestId],
  );
  return found !== undefined;
}

/** What refers to a request, in an order in which references go first. Turns stay, because they decide who is next. */
const parts = [
  'option_acceptances',
  'option_holds',
  'options',
  'bookings',
  'calendar_entries',
  'invites',
  'meeting_request_schedules',
  'place_orders',
  'booking_link_uses',
  'booking_confirmations',
  'meeting_type_uses',
  'meeting_type_confirmations',
  'messages',
  'meeting_request_hosts',
  'suggested_participants',
  'meeting_request_participants',
];

export async function deleteRequest(tx: Transaction, workspaceId: string, requestId: string): Promise<void> {
  const key = [workspaceId, requestId];
  const ofRequest = 'where workspace_id = $1 and request_id = $2';
  const mails = 'inbox';
  await tx.run(
    `delete from ${mails} where workspace_id = $1 and id in (select id from messages where request_id = $2 and workspace_id = $1)`,
    key,
  );
  for (const part of parts) await tx.run(`delete from ${part} ${ofRequest}`, key);
  const whole = 'meeting_requests';
  await tx.run(`delete from ${whole} where workspace_id = $1 and id = $2`, key);
}
