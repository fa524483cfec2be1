// Messages about a request, with their invites.

import { withDetails } from '../../../src/icalendar/details.ts';
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
  /** The invite as this reader gets it, and what of it everybody in the meeting gets. */
  invite: string | null;
  shared: string | null;
}

/** Of these kinds, or all, oldest first. */
export async function messagesAbout(
  { services }: Pick<Node, 'services'>,
  requestId: string,
  kinds?: string[],
): Promise<Written[]> {
  type Row = Omit<Written, 'shared'> & { invite_details: string | null };
  const rows = await services.database.all<Row>(
    `select id, kind, recipient_address as "to", place, sender_name, sender_address, reply_to, text, status, last_error,
       coalesce(invite, (select first.invite from messages as first where first.id = messages.invite_of)) as invite,
       invite_details
     from messages where request_id = $1 order by id`,
    [requestId],
  );
  const written = rows.map(({ invite, invite_details: details, ...row }) => ({
    ...row,
    shared: invite,
    invite: invite && details ? withDetails(invite, JSON.parse(details)) : invite,
  }));
  return kinds ? written.filter(({ kind }) => kinds.includes(kind)) : written;
}

/** The kinds with an invite for calendars. */
export const CALENDAR_KINDS = ['booked', 'rescheduled', 'place_changed', 'cancelled'];

export const inviteIn = ({ invite }: Written): ReadInvite => readInvite(invite as string);

/** `booked REQUEST 0 ada@example.com`: the kind, the invite and the recipient. */
export function inShort(message: Written): string {
  const calendar = message.invite ? [inviteIn(message).method, inviteIn(message).sequence] : ['no invite'];
  return [message.kind, ...calendar, message.to].join(' ');
}
