import type { Context, Services } from '../../../context.ts';
import type { Authenticity, CalendarReply, Mail } from '../../../mail-in/mail.ts';
import type { ClaimedMail } from '../../../mail-in/queries.ts';
import type { Transaction } from '../../../storage/database.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { findSequence } from '../requests/invites/invites.ts';
import { clearAttention, needAttention } from '../requests/lifecycle/attention.ts';
import { everyHost, withRequestLocked } from '../requests/lifecycle/hosts.ts';
import { mailboxOf } from '../requests/mails/people.ts';
import { readRespondents, recordAttendance } from '../requests/participants/responses.ts';
import { bookedTime, type MeetingRequest, type Respondent } from '../requests/rules.ts';
import { asScheduling } from '../schedules/operations.ts';
import { asParticipant } from '../scheduling/participant.ts';
import { asInbox } from './addresses.ts';
import { type Fate, onceOpen } from './outcomes.ts';
import { type Attendee, attendeeOf, type Plan } from './rules.ts';

/** Handles a calendar's reply to an invitation. */
export function takeCalendarReply(
  services: Services,
  item: ClaimedMail,
  mail: Mail,
  { proof }: Authenticity,
  { request_id, reply }: Extract<Plan, { plan: 'attend' }>,
): Promise<boolean> {
  const context = asInbox(services, item.workspace_id);
  return withRequestLocked(context, request_id, async (tx, { request, hosts }) => {
    const participants = await readRespondents(context, tx, request_id);
    const invited = { participants, hosts: everyHost(hosts) };
    const found = attendeeOf(reply, { item, mail, proof }, invited);
    const place = typeof found === 'string' ? null : found.attendee.place;
    return onceOpen(context, tx, item, mail, request, { kind: 'calendar_reply', place }, async () => {
      if (typeof found === 'string') return { ignored_because: found };
      const sequence = await findSequence(context, tx, request_id, reply.uid);
      if (sequence === undefined) return { ignored_because: 'it answers an invite that was never sent' };
      const counting = reply.sequence < sequence ? stillCounting(reply, request) : reply;
      if (!counting) return { ignored_because: 'it answers an invite to another time' };
      const { attendee, is_authentic } = found;
      if (!is_authentic) return askOrganizer(context, tx, request, attendee, mail, counting);
      return recordReply(context, tx, request, attendee, counting);
    });
  });
}

/**
 * What still counts of a reply to an earlier invite. Not everybody gets each one, and only another time asks everybody again. A
 * counter-proposal doesn't say which time it answers, so only what it proposes counts.
 */
function stillCounting(reply: CalendarReply, request: MeetingRequest): CalendarReply | undefined {
  if (reply.method === 'COUNTER') return { ...reply, attendance: 'none' };
  const time = bookedTime(request);
  return time?.starts_at === reply.starts_at && time.ends_at === reply.ends_at ? reply : undefined;
}

/** Somebody answered for another person, or claims to be them: the organizer has to find out. */
async function askOrganizer(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  attendee: Attendee<Respondent>,
  { from }: Mail,
  reply: CalendarReply,
): Promise<Fate> {
  await needAttention(asScheduling(context, context.caller.workspaceId), tx, request, 'unclear_reply', {
    cause: {
      by: { name: null, address: from[0]?.address ?? '' },
      said: reply.comment,
      proposed: proposedIn(reply),
      in_the_name_of: attendee.email,
    },
  });
  return { understood_as: 'unclear', rule: 'calendar.unproven' };
}

async function recordReply(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  attendee: Attendee<Respondent>,
  reply: CalendarReply,
): Promise<Fate> {
  const { method, attendance, comment } = reply;
  if (attendance !== 'none') await keepAttendance(context, tx, request, attendee, attendance);
  const cause = { by: mailboxOf(attendee), said: comment, proposed: null };
  const asRota = asScheduling(context, context.caller.workspaceId);
  if (method === 'COUNTER') {
    const proposed = proposedIn(reply);
    await needAttention(asRota, tx, request, 'counter_proposal', { cause: { ...cause, proposed } });
    return { understood_as: 'counter_proposal', rule: 'calendar' };
  }
  switch (attendance) {
    case 'none':
      return { ignored_because: 'it says neither yes nor no' };
    case 'declined':
      // While another time is being looked for, a refusal of this one is no news.
      if (request.status === 'booked') await needAttention(asRota, tx, request, 'declined', { cause });
      break;
    case 'accepted':
      await clearDecline(context, tx, request, attendee);
  }
  return { understood_as: `attendance_${attendance}`, rule: 'calendar' };
}

/** Every reply contains the time of the meeting; only in a counter-proposal is it another one. */
function proposedIn({ method, starts_at, ends_at }: CalendarReply): MeetingTime | null {
  return method !== 'COUNTER' || starts_at === null || ends_at === null ? null : { starts_at, ends_at };
}

/**
 * Records a participant's reply. Replies of hosts aren't stored: they attend unless they decline, and a refusal needs attention.
 */
async function keepAttendance(
  context: Context,
  tx: Transaction,
  { id }: MeetingRequest,
  attendee: Attendee<Respondent>,
  attendance: Respondent['attendance'],
): Promise<void> {
  if (attendee.place === null || attendee.attendance === attendance) return;
  await recordAttendance(context, tx, id, attendee.place, attendance);
  await recordAudit(asParticipant(context, context.caller.workspaceId, attendee.email), tx, {
    action: 'meeting_request.attendance_changed',
    target: { type: 'meeting_request', id },
    changes: { participant_email: [null, attendee.email], attendance: [attendee.attendance, attendance] },
  });
}

/** Clears the attention when a participant who had declined accepts and nobody else still declines. */
async function clearDecline(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  attendee: Attendee<Respondent>,
): Promise<void> {
  if (request.attention_reason !== 'declined' || attendee.place === null) return;
  const participants = await readRespondents(context, tx, request.id);
  const isDeclined = participants.some(({ attendance }) => attendance === 'declined');
  if (attendee.attendance !== 'declined' || isDeclined) return;
  await clearAttention(asParticipant(context, context.caller.workspaceId, attendee.email), tx, request);
}
