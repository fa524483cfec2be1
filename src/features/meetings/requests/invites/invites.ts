import type { Context } from '../../../../context.ts';
import { type Attendee, type Invite, inviteText } from '../../../../icalendar/invite.ts';
import type { InviteText } from '../../../../mail-out/drafts.ts';
import type { Reader, Transaction } from '../../../../storage/database.ts';
import { foldEmail } from '../../../../text/emails.ts';
import type { MeetingTime } from '../../../../time/intervals.ts';
import { makesCalls, type ReceivingType } from '../../../calendar/calendars/means.ts';
import { findReceivingCalendars } from '../../../calendar/calendars/receiving.ts';
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
  /** Hosts to whose calendars Rota writes the meeting: they get no invitation. */
  written: Set<string>;
  /** Hosts who no longer take part. */
  former: MemberRow[];
  /** Those of all these who had an invitation. It is withdrawn. */
  withdrawn: Set<string>;
  /** Removes the meeting from their calendars. */
  withdrawal: InviteText;
}

/**
 * Writes the next invitation for each of these meetings, in their order. The requests are locked. Nothing is written to the calendar of
 * a former host who leaves (`leaverId`).
 */
export async function issueInvites(
  context: Context,
  tx: Transaction,
  meetings: Dated[],
  leaverId?: string,
): Promise<Issued[]> {
  const { workspaceId } = context.caller;
  const ids = meetings.map(({ correspondence }) => correspondence.request.id);
  const lastInvites = await selectInvites(tx, workspaceId, ids);
  const calendars = await readCalendars(context, tx, meetings, [...lastInvites.values()]);
  if (leaverId !== undefined) calendars.delete(leaverId);
  const drafted = meetings.map((meeting) => {
    const { correspondence } = meeting;
    const last = lastInvites.get(correspondence.request.id);
    const event = eventOf(context, meeting, last);
    const text = inviteText({
      ...event,
      method: 'REQUEST',
      goes_on: true,
      attendees: everybody(correspondence),
    });
    return { ...meeting, event, text, ways: waysOf(correspondence, last, calendars) };
  });
  await upsertInvites(
    tx,
    workspaceId,
    drafted.map(({ correspondence, event, text, ways }) => rowOf(correspondence, event, text, ways)),
  );
  const formerIds = [...new Set(drafted.flatMap(({ ways }) => ways.former))];
  const members = await findSome(context, tx, formerIds);
  return drafted.map(({ correspondence, time, event, text, ways }) => {
    const former = members.filter(({ id }) => ways.former.includes(id));
    const attendees = [...former, ...correspondence.hosts]
      .filter(({ id }) => ways.withdrawn.has(id))
      .map(hostAttendee);
    const withdrawal = inviteText({ ...event, method: 'CANCEL', goes_on: true, attendees });
    return {
      correspondence,
      time,
      invite: { method: 'REQUEST', text },
      written: ways.written,
      former,
      withdrawn: ways.withdrawn,
      withdrawal: { method: 'CANCEL', text: withdrawal },
    };
  });
}

const findSome = async (context: Context, tx: Transaction, ids: string[]) =>
  ids.length > 0 ? findMembers(context, tx, ids) : [];

/** Of everybody who has, had, or may get the meeting in a calendar that Rota writes to. */
function readCalendars(context: Context, tx: Transaction, meetings: Dated[], last: InviteRow[]) {
  const present = meetings.flatMap(({ correspondence }) => correspondence.hosts.map(({ id }) => id));
  const before = last.flatMap(({ host_ids, calendar_host_ids }) => [...host_ids, ...calendar_host_ids]);
  return findReceivingCalendars(context, tx, [...new Set([...present, ...before])]);
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

/** The cancellation of a meeting for calendars, and the hosts who have it in one that Rota writes to. */
export interface Cancellation {
  cancel: InviteText;
  written: Set<string>;
}

/** Null if nobody was invited. The request is locked. */
export async function cancelInvite(
  context: Context,
  tx: Transaction,
  meeting: Dated,
): Promise<Cancellation | null> {
  const { workspaceId } = context.caller;
  const { correspondence } = meeting;
  const last = (await selectInvites(tx, workspaceId, [correspondence.request.id])).get(
    correspondence.request.id,
  );
  if (!last) return null;
  const calendars = await readCalendars(context, tx, [meeting], [last]);
  const written = correspondence.hosts.filter(({ id }) => calendars.has(id) && !last.host_ids.includes(id));
  const event = eventOf(context, meeting, last);
  const text = inviteText({
    ...event,
    method: 'CANCEL',
    goes_on: false,
    attendees: everybody(correspondence),
  });
  await upsertInvites(tx, workspaceId, [{ ...last, sequence: event.sequence, text }]);
  return { cancel: { method: 'CANCEL', text }, written: new Set(written.map(({ id }) => id)) };
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
  { written }: Ways,
): InviteRow {
  // Rota writes to nobody about a quiet request, so nobody is invited.
  const told = request.notify_participants ? hosts.map(({ id }) => id) : [];
  return {
    request_id: request.id,
    uid,
    sequence,
    organizer_address: organizer.address,
    text,
    host_ids: told.filter((id) => !written.has(id)),
    calendar_host_ids: told.filter((id) => written.has(id)),
  };
}

/** How the meeting gets into the calendars of its hosts, and out of them. By id, because an address can change. */
interface Ways {
  written: Set<string>;
  former: string[];
  withdrawn: Set<string>;
}

/**
 * A host has the meeting from an invitation or from Rota, never from both: it goes on as it began. Whoever was invited gets it from Rota
 * once their calendar makes the video call, for which it has to be there.
 */
function waysOf(
  { request, hosts }: Correspondence,
  last: InviteRow | undefined,
  calendars: Map<string, ReceivingType>,
): Ways {
  const invited = new Set(request.notify_participants ? last?.host_ids : []);
  const { place } = request;
  const makesPlace = (id: string) =>
    place !== null && place.organizer_id === id && makesCalls(calendars.get(id), place.location.kind);
  const written = hosts
    .map(({ id }) => id)
    .filter((id) => calendars.has(id) && (!invited.has(id) || makesPlace(id)));
  const present = new Set(hosts.map(({ id }) => id));
  const former = [...new Set([...(last?.host_ids ?? []), ...(last?.calendar_host_ids ?? [])])].filter(
    (id) => !present.has(id),
  );
  return {
    written: new Set(written),
    former,
    withdrawn: new Set([
      ...written.filter((id) => invited.has(id)),
      ...former.filter((id) => invited.has(id) || !calendars.has(id)),
    ]),
  };
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
