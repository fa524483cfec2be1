import type { Context } from '../../context.ts';
import type { Transaction } from '../../storage/database.ts';
import { formatTimestamp } from '../../timestamps.ts';
import { type AuditRecord, recordAudit } from '../audit-log/operations.ts';
import { type Changes, changesBetween } from '../audit-log/rules.ts';
import { announce } from '../events/announce.ts';
import type { NewEvent } from '../events/event-types.ts';
import type { MeetingRequest } from './rules.ts';

/** The audit entry and the event of a change: they have one name. */
export async function record(context: Context, tx: Transaction, announcement: NewEvent, changes: Changes) {
  await recordAudit(context, tx, entryAbout(announcement, changes));
  await announce(context, tx, announcement);
}

export function entryAbout({ event, id }: NewEvent, changes: Changes): AuditRecord {
  return { action: event, target: { type: 'meeting_request', id }, changes };
}

/** A request as the API shows it. */
export function presentRequest(request: MeetingRequest) {
  const { timeframe_start: start, timeframe_end: end } = request;
  return {
    id: request.id,
    organizer_email: request.organizer_email,
    participant_emails: request.participant_emails,
    status: request.status,
    title: request.title,
    purpose: request.purpose,
    description: request.description,
    include_introduction: request.include_introduction,
    duration_minutes: request.duration_minutes,
    timeframe:
      start === null || end === null ? null : { start: formatTimestamp(start), end: formatTimestamp(end) },
    team_id: request.team_id,
    host_emails: [...new Set([request.organizer_email, ...request.team_host_emails])],
    calendar_event_id: request.calendar_event_id,
    starts_at: formatTimestamp(request.starts_at),
    created_at: formatTimestamp(request.created_at),
    updated_at: formatTimestamp(request.updated_at),
    booked_at: formatTimestamp(request.booked_at),
    cancelled_at: formatTimestamp(request.cancelled_at),
    paused_at: formatTimestamp(request.paused_at),
  };
}

/** What a move has changed, as the API would show it. */
export function changesOf(before: MeetingRequest, after: MeetingRequest): Changes {
  const shown = (request: MeetingRequest) => ({ ...presentRequest(request), notify: request.notify });
  const fields = changesBetween(shown(before), shown(after), [
    'status',
    'organizer_email',
    'duration_minutes',
    'calendar_event_id',
    'starts_at',
    'booked_at',
    'cancelled_at',
    'paused_at',
    'notify',
  ]);
  return fields ?? {};
}
