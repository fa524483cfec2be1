// The audit entries of a request, in words.

import { type AttentionReason, attentionReasons } from '../../features/events/events/event-types.ts';
import type { MemberRow } from '../../features/people/members/operations.ts';
import type { listAuditEntries } from '../../features/workspace/audit-log/operations.ts';
import { shortened } from '../../html/marks.ts';
import type { Screen } from '../screen.ts';
import { momentInWords } from '../words.ts';
import { attentions, inWords } from './words.ts';

/** Members by id. */
export type People = ReadonlyMap<string, MemberRow>;

export type AuditEntry = Awaited<ReturnType<typeof listAuditEntries>>['data'][number];

type Clock = Pick<Screen, 'dates' | 'now'>;

interface Decision {
  title: string;
  detail?: string | undefined;
}

const offerReasons: Record<string, string> = {
  new: 'The first times.',
  none_worked: 'None of those before worked for everybody.',
  taken: 'Those before were taken meanwhile.',
  organizer_changed: 'Somebody else organizes it now.',
  rescheduling: 'The meeting is to be at another time.',
  by_hand: 'Somebody asked for it.',
  suggested: 'A participant suggested them.',
};

const attendances: Record<string, string> = {
  accepted: 'has accepted the invite',
  declined: 'has declined the invite',
  tentative: 'says maybe to the invite',
  none: 'has taken back the answer to the invite',
};

/** Words an entry about a request. An unknown action is shown by its name. */
export function decisionOf(
  { action, changes }: Pick<AuditEntry, 'action' | 'changes'>,
  clock: Clock,
): Decision {
  const after = (field: string): unknown => changes[field]?.[1];
  const text = (field: string): string => String(after(field) ?? '');
  const time = (field: string): string | undefined => timeIn(after(field), clock);
  switch (action.replace('meeting_request.', '')) {
    case 'created':
      return { title: 'The request was made', detail: `${text('organizer_email')} organizes it.` };
    case 'options_offered':
      return { title: 'Times were offered', detail: offered(changes, clock) };
    case 'answered':
      return { title: answered(text('participant_email'), after('response')), detail: remarks(after) };
    case 'commented':
      return { title: `${text('participant_email')} said something besides`, detail: remarks(after) };
    case 'participants_added':
      return { title: 'Participants were added', detail: addresses(after('participant_emails')) };
    case 'follow_up_sent':
      return { title: 'Asked again', detail: addresses(after('participant_emails')) };
    case 'follow_up_put_off':
      return {
        title: `${text('participant_email')} is asked again at another time`,
        detail: time('follow_up_at') && `On ${time('follow_up_at')}.`,
      };
    case 'timezone_chosen':
      return { title: `${text('participant_email')} has chosen the time zone ${text('timezone')}` };
    case 'language_chosen':
      return { title: `${text('participant_email')} has chosen the language ${text('locale')}` };
    case 'attendance_changed':
      return {
        title: `${text('participant_email')} ${attendances[text('attendance')] ?? 'has answered the invite'}`,
      };
    case 'booked':
      return { title: 'Booked', detail: time('starts_at') && `For ${time('starts_at')}.` };
    case 'rescheduled':
      return after('status') === 'active'
        ? { title: 'Another time is looked for' }
        : { title: 'Moved', detail: time('starts_at') && `To ${time('starts_at')}.` };
    case 'cancelled':
      return {
        title: 'Cancelled',
        detail: [
          after('notify') === true ? 'The participants were told.' : 'The participants were not told.',
          changes.returned_turn_id && 'The turn was given back.',
        ]
          .filter(Boolean)
          .join(' '),
      };
    case 'paused':
      return { title: 'Paused' };
    case 'resumed':
      return { title: 'Resumed' };
    case 'organizer_changed':
      return { title: `${text('organizer_email')} organizes it now` };
    case 'needs_attention':
      return { title: 'A person has to look at it', detail: reasonIn(after('attention')) };
    default:
      return { title: action };
  }
}

function offered(changes: AuditEntry['changes'], clock: Clock): string {
  const because = offerReasons[String(changes.because?.[1])];
  const starts = changes.starts_at?.[1];
  const times = Array.isArray(starts) ? starts.flatMap((start) => timeIn(start, clock) ?? []) : [];
  return [because, times.length > 0 && `${inWords(times, 5)}.`].filter(Boolean).join(' ');
}

function answered(email: string, response: unknown): string {
  return response === 'declined' ? `None of the times works for ${email}` : `${email} has chosen`;
}

const MAX_COMMENT = 200;

const remarks = (after: (field: string) => unknown): string | undefined => {
  const comment = after('comment');
  return typeof comment === 'string' ? `“${shortened(comment, MAX_COMMENT)}”` : undefined;
};

const addresses = (value: unknown): string | undefined =>
  Array.isArray(value) ? `${inWords(value.map(String), 5)}.` : undefined;

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
  member: 'a member',
  api_key: 'an API key',
  booking_link: 'a booking link',
  cli: 'the command line',
};

/** The actor, as members of the workspace would call them. A participant's id is their address. */
export function actorName({ type, id }: AuditEntry['actor'], people: People): string {
  const member = type === 'member' ? people.get(id) : undefined;
  return member ? (member.name ?? member.email) : (actors[type] ?? id);
}
