// The audit entries of a request, in words.

import { type AttentionReason, attentionReasons } from '../../features/events/events/event-types.ts';
import type { MemberRow } from '../../features/people/members/operations.ts';
import type { listAuditEntries } from '../../features/workspace/audit-log/operations.ts';
import { clipped } from '../../text/plain-text.ts';
import { placeInWords } from '../location-words.ts';
import type { Screen } from '../screen.ts';
import { momentInWords, plainName } from '../words.ts';
import { attentions, inWords } from './words.ts';

/** Members by id. */
export type People = ReadonlyMap<string, MemberRow>;

export type AuditEntry = Awaited<ReturnType<typeof listAuditEntries>>['data'][number];

type Clock = Pick<Screen, 'dates' | 'now'>;

/** The name of whoever has this address, or the address. */
export type NameFor = (email: string) => string;

interface Decision {
  title: string;
  detail?: string | undefined;
}

const offerReasons: Record<string, string> = {
  new: 'The first times.',
  none_worked: 'None of the earlier ones worked for everybody.',
  taken: 'The earlier ones were taken in the meantime.',
  organizer_changed: 'The host has changed.',
  rescheduling: 'The meeting is moving to another time.',
  by_hand: 'A member asked for them.',
  suggested: 'A participant suggested them.',
};

const attendances: Record<string, string> = {
  accepted: 'accepted the invitation',
  declined: 'declined the invitation',
  tentative: 'answered “maybe” to the invitation',
  none: 'took back the answer to the invitation',
};

/** Words an entry about a request. An unknown action is shown by its name. */
export function decisionOf(
  { action, changes }: Pick<AuditEntry, 'action' | 'changes'>,
  clock: Clock,
  nameFor: NameFor,
): Decision {
  const after = (field: string): unknown => changes[field]?.[1];
  const text = (field: string): string => String(after(field) ?? '');
  const name = (field: string): string => nameFor(text(field));
  const people = (value: unknown): string | undefined =>
    Array.isArray(value) && value.length > 0 ? inWords(value.map(String).map(nameFor), 5) : undefined;
  const names = (value: unknown): string | undefined => people(value) && `${people(value)}.`;
  const time = (field: string): string | undefined => timeIn(after(field), clock);
  switch (action.replace('meeting_request.', '')) {
    case 'created':
      return { title: 'Request created', detail: `${name('organizer_email')} is the host.` };
    case 'options_offered':
      return { title: 'Times offered', detail: offered(changes, clock) };
    case 'answered':
      return { title: answered(name('participant_email'), after('response')), detail: remarks(after) };
    case 'commented':
      return { title: `${name('participant_email')} left a comment`, detail: remarks(after) };
    case 'participants_added':
      return { title: 'Participants added', detail: names(after('participant_emails')) };
    case 'follow_up_sent':
      return { title: 'Reminder sent', detail: names(after('participant_emails')) };
    case 'reminder_sent':
      return { title: 'Meeting reminder sent', detail: names(after('emails')) };
    case 'follow_up_put_off':
      return {
        title: `Reminder to ${name('participant_email')} postponed`,
        detail: time('follow_up_at') && `Until ${time('follow_up_at')}.`,
      };
    case 'timezone_chosen':
      return {
        title: `${name('participant_email')} set the time zone to ${text('timezone').replaceAll('_', ' ')}`,
      };
    case 'language_chosen':
      return { title: `${name('participant_email')} chose the language ${text('locale')}` };
    case 'attendance_changed':
      return {
        title: `${name('participant_email')} ${attendances[text('attendance')] ?? 'answered the invitation'}`,
      };
    case 'booked':
      return { title: 'Booked', detail: time('starts_at') && `For ${time('starts_at')}.` };
    case 'rescheduled':
      return after('status') === 'active'
        ? { title: 'Looking for another time' }
        : { title: 'Moved', detail: time('starts_at') && `To ${time('starts_at')}.` };
    case 'cancelled':
      return {
        title: 'Cancelled',
        detail: [
          after('notify') === true ? 'The participants were told.' : 'The participants weren’t told.',
          turnAfter(changes),
        ]
          .filter(Boolean)
          .join(' '),
      };
    case 'no_show':
      return { title: missing(after('no_show'), people), detail: turnAfter(changes) };
    case 'paused':
      return { title: 'Paused' };
    case 'resumed':
      return { title: 'Resumed' };
    case 'organizer_changed':
      return { title: `Reassigned to ${name('organizer_email')}` };
    case 'number_given':
      return { title: `${name('participant_email')} gave a phone number` };
    case 'updated':
    case 'place_changed':
      return { title: 'Place changed', detail: placeIn(changes) };
    case 'changed_in_calendar':
      return inCalendar(name('host_email'), after('in_calendar'), time('starts_at'));
    case 'put_back_in_calendar':
      return { title: 'Put back in the calendar', detail: time('starts_at') && `At ${time('starts_at')}.` };
    case 'needs_attention':
      return { title: 'Needs attention', detail: reasonIn(after('attention')) };
    default:
      return { title: action };
  }
}

function inCalendar(who: string, change: unknown, time: string | undefined): Decision {
  if (change === 'deleted') return { title: `Deleted from ${who}’s calendar` };
  const detail = time && `To ${time}.`;
  return change === 'moved'
    ? { title: `Moved in ${who}’s calendar`, detail }
    : { title: `Moved back in ${who}’s calendar`, detail };
}

function missing(mark: unknown, people: (value: unknown) => string | undefined): string {
  const { by, participant_emails } = (mark ?? {}) as Record<string, unknown>;
  if (by === 'host') return 'The host didn’t come';
  return by === 'guest' ? `${people(participant_emails) ?? 'The guest'} didn’t come` : 'No-show undone';
}

function turnAfter({ returned_turn_id }: AuditEntry['changes']): string | undefined {
  if (!returned_turn_id) return undefined;
  return returned_turn_id[1] === null ? 'The turn counts again.' : 'The turn was given back.';
}

/** Where the meeting is now; where it should be, while it isn't booked. */
function placeIn({ place, location }: AuditEntry['changes']): string | undefined {
  return place ? placeInWords(place[1]) : location && placeInWords(location[1]);
}

function offered(changes: AuditEntry['changes'], clock: Clock): string {
  const because = offerReasons[String(changes.because?.[1])];
  const starts = changes.starts_at?.[1];
  const times = Array.isArray(starts) ? starts.flatMap((start) => timeIn(start, clock) ?? []) : [];
  return [because, times.length > 0 && `${inWords(times, 5)}.`].filter(Boolean).join(' ');
}

function answered(who: string, response: unknown): string {
  return response === 'declined' ? `None of the times works for ${who}` : `${who} chose a time`;
}

const MAX_COMMENT = 200;

const remarks = (after: (field: string) => unknown): string | undefined => {
  const comment = after('comment');
  return typeof comment === 'string' ? `“${clipped(comment, MAX_COMMENT)}”` : undefined;
};

function timeIn(value: unknown, clock: Clock): string | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : momentInWords(clock, at);
}

function reasonIn(value: unknown): string | undefined {
  const reason = (value as { reason?: unknown } | null)?.reason;
  return attentionReasons.includes(reason as AttentionReason)
    ? `${attentions[reason as AttentionReason].label}.`
    : undefined;
}

const actors: Record<string, string> = {
  system: 'Rota',
  member: 'Member',
  api_key: 'API key',
  booking_link: 'Booking link',
  meeting_type: 'Booking page',
  cli: 'Command line',
};

/** The actor, as members of the workspace would call them. A participant's id is their address. */
export function actorName({ type, id }: AuditEntry['actor'], people: People, nameFor: NameFor): string {
  const member = type === 'member' ? people.get(id) : undefined;
  return member ? plainName(member) : (actors[type] ?? nameFor(id));
}
