// Messages about a request, with their invites.

import { type ReadInvite, readInvite } from '../receivers/calendar.ts';
import type { Node } from '../server/rota.ts';

export interface Written {
  id: string;
  kind: string;
  to: string;
  place: number | null;
  sender_name: string;
  sender_address: string;
  reply_to: string | null;
  text: string;
  status: string;
  last_error: string | null;
  invite: string | null;
}

/** Of these kinds, or all, oldest first. */
export async function messagesAbout(
  { services }: Pick<Node, 'services'>,
  requestId: string,
  kinds?: string[],
): Promise<Written[]> {
  const rows = await services.database.all<Written>(
    `select id, kind, recipient_address as "to", place, sender_name, sender_address, reply_to, text, status, last_error,
       coalesce(invite, (select first.invite from messages as first where first.id = messages.invite_of)) as invite
     from messages where request_id = $1 order by id`,
    [requestId],
  );
  return kinds ? rows.filter(({ kind }) => kinds.includes(kind)) : rows;
}

/** The kinds with an invite for calendars. */
export const CALENDAR_KINDS = ['booked', 'rescheduled', 'cancelled'];

export const inviteIn = ({ invite }: Written): ReadInvite => readInvite(invite as string);

/** `booked REQUEST 0 ada@example.com`: the kind, the invite and the recipient. */
export function inShort(message: Written): string {
  const calendar = message.invite ? [inviteIn(message).method, inviteIn(message).sequence] : ['no invite'];
  return [message.kind, ...calendar, message.to].join(' ');
}
