import type { Context } from '../../../../context.ts';
import type { Static } from '../../../../shapes/type.ts';
import type { Transaction } from '../../../../storage/database.ts';
import { formatTimestamp } from '../../../../time/timestamps.ts';
import { announce } from '../../../events/events/announce.ts';
import type { AttentionReason, NewEvent } from '../../../events/events/event-types.ts';
import { type AuditRecord, recordAudit } from '../../../workspace/audit-log/operations.ts';
import { type Changes, changesFromNothing } from '../../../workspace/audit-log/rules.ts';
import { presentAnswers } from '../../meeting-types/questions.ts';
import { presentNoShow, presentPlace, presentRequest } from '../present.ts';
import type { MeetingRequest, Participant } from '../rules.ts';
import type { NewMeetingRequest } from '../shapes.ts';

export type NewRequest = Static<typeof NewMeetingRequest>;

/** Writes the audit entry and the event of a change. */
export async function recordAndAnnounce(
  context: Context,
  tx: Transaction,
  announcement: NewEvent,
  changes: Changes,
): Promise<void> {
  await recordAudit(context, tx, auditEntryFor(announcement, changes));
  await announce(context, tx, announcement);
}

/** The entry of a change without an event. */
export function recordUpdate(context: Context, tx: Transaction, id: string, changes: Changes): Promise<void> {
  const target = { type: 'meeting_request', id } as const;
  return recordAudit(context, tx, { action: 'meeting_request.updated', target, changes });
}

/** The entry records everything the request was created with. */
export async function announceCreated(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  participants: Participant[],
): Promise<void> {
  const presented = presentRequest(request);
  const changes = changesFromNothing({
    organizer_email: presented.organizer_email,
    organizer_name: request.organizer_name,
    organizer_timezone: request.organizer_timezone,
    participants: participants.map(({ answers: _, ...participant }) => participant),
    team_id: presented.team_id,
    meeting_type_id: presented.meeting_type_id,
    host_emails: presented.host_emails,
    title: presented.title,
    purpose: presented.purpose,
    description: presented.description,
    location: presented.location,
    include_introduction: presented.include_introduction,
    notify_participants: request.notify_participants,
    reminders: presented.reminders,
    duration_minutes: presented.duration_minutes,
    timeframe: presented.timeframe,
  });
  await recordAndAnnounce(context, tx, created(request), changes);
}

/** The action of the entry is the name of the event. */
export function auditEntryFor({ event, id }: NewEvent, changes: Changes): AuditRecord {
  return { action: event, target: { type: 'meeting_request', id }, changes };
}

// The events about a request. `at` is the time of the change.

function subject({ id, organizer_email }: MeetingRequest) {
  return { id, organizer_email };
}

function created(request: MeetingRequest): NewEvent {
  return {
    event: 'meeting_request.created',
    ...subject(request),
    participant_emails: request.participant_emails,
    meeting_type_id: request.meeting_type_id,
    status: 'active',
    created_at: formatTimestamp(request.created_at),
  };
}

export function booked(
  request: MeetingRequest,
  participants: Pick<Participant, 'email' | 'answers'>[],
  at: number,
): NewEvent {
  return {
    event: 'meeting_request.booked',
    ...subject(request),
    // A booked request has one.
    calendar_event_id: request.calendar_event_id as string,
    place: presentPlace(request.place),
    meeting_type_id: request.meeting_type_id,
    participants: participants.map(({ email, answers }) => ({ email, answers: presentAnswers(answers) })),
    status: 'booked',
    booked_at: formatTimestamp(at),
  };
}

/** `startsAt` is null while another time is being looked for. */
export function rescheduled(
  request: MeetingRequest,
  status: 'booked' | 'active',
  { oldStartsAt, startsAt }: { oldStartsAt: number | null; startsAt: number | null },
): NewEvent {
  return {
    event: 'meeting_request.rescheduled',
    ...subject(request),
    // A booked request has both.
    calendar_event_id: request.calendar_event_id as string,
    old_starts_at: formatTimestamp(oldStartsAt as number),
    starts_at: formatTimestamp(startsAt),
    place: presentPlace(request.place),
    status,
  };
}

/** The meeting takes place elsewhere, or its link is there now. */
export function placeChanged(request: MeetingRequest, at: number): NewEvent {
  return {
    event: 'meeting_request.place_changed',
    ...subject(request),
    calendar_event_id: request.calendar_event_id as string,
    place: presentPlace(request.place),
    changed_at: formatTimestamp(at),
  };
}

export function cancelled(request: MeetingRequest, at: number): NewEvent {
  return {
    event: 'meeting_request.cancelled',
    ...subject(request),
    status: 'cancelled',
    cancelled_at: formatTimestamp(at),
    was_booked: request.booked_at !== null,
  };
}

export function paused(request: MeetingRequest, at: number): NewEvent {
  return {
    event: 'meeting_request.paused',
    ...subject(request),
    status: 'paused',
    paused_at: formatTimestamp(at),
  };
}

export function resumed(request: MeetingRequest, at: number): NewEvent {
  return {
    event: 'meeting_request.resumed',
    ...subject(request),
    status: 'active',
    resumed_at: formatTimestamp(at),
  };
}

export function organizerChanged(id: string, from: string, to: string): NewEvent {
  return {
    event: 'meeting_request.organizer_changed',
    id,
    old_organizer_email: from,
    new_organizer_email: to,
  };
}

/** Sent to these participants. */
export function followUpSent(request: MeetingRequest, emails: string[], at: number): NewEvent {
  return {
    event: 'meeting_request.follow_up_sent',
    ...subject(request),
    participant_emails: emails,
    sent_at: formatTimestamp(at),
  };
}

/** With `by: null` once it is undone. */
export function noShow(request: MeetingRequest): NewEvent {
  const missed = presentNoShow(request);
  return {
    event: 'meeting_request.no_show',
    ...subject(request),
    by: missed?.by ?? null,
    participant_emails: missed?.participant_emails ?? [],
    // A booked request has both.
    calendar_event_id: request.calendar_event_id as string,
    starts_at: formatTimestamp(request.starts_at as number),
    marked_at: missed?.at ?? null,
  };
}

export function needsAttention(request: MeetingRequest, reason: AttentionReason, at: number): NewEvent {
  return {
    event: 'meeting_request.needs_attention',
    ...subject(request),
    reason,
    since: formatTimestamp(at),
  };
}
