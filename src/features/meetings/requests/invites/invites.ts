import type { Context } from '../../../../context.ts';
import { type Attendee, type Invite, inviteText } from '../../../../icalendar/invite.ts';
import type { InviteText } from '../../../../mail-out/drafts.ts';
import type { Reader, Transaction } from '../../../../storage/database.ts';
import { foldEmail } from '../../../../text/emails.ts';
import type { MeetingTime } from '../../../../time/intervals.ts';
import { findMembers, type MemberRow } from '../../../people/members/operations.ts';
import { type Correspondence, guestMailboxOf, mailboxOf } from '../mails/people.ts';
import { type InviteRow, selectInvites, upsertInvites } from './invite-queries.ts';

/** A meeting and its time, or the time it had. */
export interface Dated {
  correspondence: Correspondence;
  time: MeetingTime;
}

/** The next invite to a meeting. */
export interface Issued extends Dated {
  invite: InviteText;
  /** Hosts who had the invitation and no longer take part. */
  former: MemberRow[];
  /** Removes the meeting from their calendars. */
  withdrawal: InviteText;
}

/** Writes the next invitation for each of these meetings, in their order. The requests are locked. */
export async function issueInvites(context: Context, tx: Transaction, meetings: Dated[]): Promise<Issued[]> {
  const { workspaceId } = context.caller;
  const ids = meetings.map(({ correspondence }) => correspondence.request.id);
  const lastInvites = await selectInvites(tx, workspaceId, ids);
  const drafted = meetings.map((meeting) => {
    const last = lastInvites.get(meeting.correspondence.request.id);
    const event = eventOf(context, meeting, last);
    const text = inviteText({
      ...event,
      method: 'REQUEST',
      goes_on: true,
      attendees: everybody(meeting.correspondence),
    });
    return { ...meeting, event, text, former_ids: goneSince(last, meeting.correspondence) };
  });
  const rows = drafted.map(({ correspondence, event, text }) => rowOf(correspondence, event, text));
  await upsertInvites(tx, workspaceId, rows);
  const formerIds = [...new Set(drafted.flatMap(({ former_ids }) => former_ids))];
  const members = formerIds.length > 0 ? await findMembers(context, tx, formerIds) : [];
  return drafted.map(({ correspondence, time, event, text, former_ids }) => {
    const former = members.filter(({ id }) => former_ids.includes(id));
    const attendees = former.map(hostAttendee);
    const withdrawal = inviteText({ ...event, method: 'CANCEL', goes_on: true, attendees });
    return {
      correspondence,
      time,
      invite: { method: 'REQUEST', text },
      former,
      withdrawal: { method: 'CANCEL', text: withdrawal },
    };
  });
}

/** The number of the last invitation to the meeting; undefined if there is none with this UID. */
export async function findSequence(
  { caller }: Context,
  reader: Reader,
  requestId: string,
  uid: string,
): Promise<number | undefined> {
  const last = (await selectInvites(reader, caller.workspaceId, [requestId])).get(requestId);
  return last?.uid === uid ? last.sequence : undefined;
}

/** The cancellation of a meeting for calendars; null if nobody was invited. The request is locked. */
export async function cancelInvite(
  context: Context,
  tx: Transaction,
  meeting: Dated,
): Promise<InviteText | null> {
  const { workspaceId } = context.caller;
  const { correspondence } = meeting;
  const last = (await selectInvites(tx, workspaceId, [correspondence.request.id])).get(
    correspondence.request.id,
  );
  if (!last) return null;
  const event = eventOf(context, meeting, last);
  const text = inviteText({
    ...event,
    method: 'CANCEL',
    goes_on: false,
    attendees: everybody(correspondence),
  });
  await upsertInvites(tx, workspaceId, [rowOf(correspondence, event, text)]);
  return { method: 'CANCEL', text };
}

type Event = Omit<Invite, 'method' | 'goes_on' | 'attendees'>;

/** Keeps the first UID and organizer's address: otherwise calendars take it for another meeting. */
function eventOf(
  { clock, config }: Context,
  { correspondence, time }: Dated,
  last: InviteRow | undefined,
): Event {
  const { request, organizer, from } = correspondence;
  return {
    uid: last?.uid ?? `${request.id}@${config.mailDomain}`,
    sequence: last ? last.sequence + 1 : 0,
    ...time,
    stamped_at: clock.now(),
    // No word of a language: the people in it may have several.
    summary: request.title ?? `${organizer} & ${namesOf(correspondence)}`,
    organizer: { name: organizer, address: last?.organizer_address ?? from.address },
  };
}

function rowOf(
  { request, hosts }: Correspondence,
  { uid, sequence, organizer }: Event,
  text: string,
): InviteRow {
  return {
    request_id: request.id,
    uid,
    sequence,
    organizer_address: organizer.address,
    text,
    host_ids: hosts.map(({ id }) => id),
  };
}

/** By id, because an address can change. */
function goneSince(last: InviteRow | undefined, { hosts }: Correspondence): string[] {
  const present = new Set(hosts.map(({ id }) => id));
  return last?.host_ids.filter((id) => !present.has(id)) ?? [];
}

function namesOf({ participants: [first, ...others] }: Correspondence): string {
  const { name = null, address = '' } = first ? guestMailboxOf(first) : {};
  const label = name ?? address;
  return others.length > 0 ? `${label} +${others.length}` : label;
}

const hostAttendee = (host: { name: string | null; email: string }): Attendee => ({
  ...mailboxOf(host),
  has_accepted: true,
});

/** Each address once: a participant may be a host, too. */
function everybody({ hosts, participants }: Correspondence): Attendee[] {
  const attendees = [
    ...hosts.map(hostAttendee),
    ...participants.map((participant) => ({
      ...guestMailboxOf(participant),
      has_accepted: participant.attendance === 'accepted',
    })),
  ];
  const byAddress = Map.groupBy(attendees, ({ address }) => foldEmail(address));
  return [...byAddress.values()].map(([first]) => first as Attendee);
}
