import { phoneNumberInWords } from '../../../text/phone-numbers.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { type Changes, changesBetween } from '../../workspace/audit-log/rules.ts';
import type { Place } from '../../workspace/locations/place.ts';
import type { MeetingRequest } from './rules.ts';

/** Where a meeting is, as the API and events show it. */
export function presentPlace(place: Place | null) {
  if (!place) return null;
  const { location, status, join_url, phone_number } = place;
  return { kind: location.kind, text: textOf(place), join_url, phone_number, status };
}

/** A sentence, or less, for programs that show it to people of the company. */
function textOf({ location, join_url, phone_number }: Place): string | null {
  switch (location.kind) {
    case 'in_person':
      return location.address;
    case 'custom':
      return location.text;
    case 'phone':
      return phone_number ? `Call ${phoneNumberInWords(phone_number)}` : 'The host calls';
    default:
      return join_url;
  }
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
    reminders: request.reminders,
    timeframe:
      start === null || end === null ? null : { start: formatTimestamp(start), end: formatTimestamp(end) },
    team_id: request.team_id,
    meeting_type_id: request.meeting_type_id,
    host_emails: [...new Set([request.organizer_email, ...request.team_host_emails])],
    location: request.location,
    place: presentPlace(request.place),
    calendar_event_id: request.calendar_event_id,
    starts_at: formatTimestamp(request.starts_at),
    ends_at: formatTimestamp(request.ends_at),
    attention:
      request.attention_reason === null || request.attention_since === null
        ? null
        : { reason: request.attention_reason, since: formatTimestamp(request.attention_since) },
    no_show: presentNoShow(request),
    created_at: formatTimestamp(request.created_at),
    updated_at: formatTimestamp(request.updated_at),
    booked_at: formatTimestamp(request.booked_at),
    cancelled_at: formatTimestamp(request.cancelled_at),
    paused_at: formatTimestamp(request.paused_at),
  };
}

/** Null unless somebody didn't come. No addresses if it was a host. */
export function presentNoShow({
  no_show_by: by,
  no_show_places,
  no_show_at,
  participant_emails,
}: MeetingRequest) {
  if (by === null || no_show_at === null) return null;
  return {
    by,
    participant_emails: no_show_places.flatMap((place) => participant_emails[place] ?? []),
    at: formatTimestamp(no_show_at),
  };
}

/** The changes, in terms of the API's fields. */
export function changesOf(before: MeetingRequest, after: MeetingRequest): Changes {
  const present = (request: MeetingRequest) => ({ ...presentRequest(request), notify: request.notify });
  const changes = changesBetween(present(before), present(after), [
    'status',
    'organizer_email',
    'duration_minutes',
    'location',
    'place',
    'calendar_event_id',
    'starts_at',
    'ends_at',
    'booked_at',
    'cancelled_at',
    'paused_at',
    'notify',
    'attention',
    'no_show',
  ]);
  return changes ?? {};
}
