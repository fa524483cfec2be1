import { foldEmail } from '../../emails.ts';
import { invalidRequest } from '../../errors.ts';
import type { Mode } from '../memberships/rules.ts';

export const statuses = ['active', 'booked', 'cancelled', 'paused'] as const;
export type Status = (typeof statuses)[number];

export interface MeetingRequest {
  id: string;
  organizer_id: string;
  organizer_email: string;
  participant_emails: string[];
  /** Those who take part because a stack team does, without the deactivated. */
  team_host_emails: string[];
  team_id: string | null;
  status: Status;
  title: string | null;
  purpose: string | null;
  description: string | null;
  include_introduction: boolean;
  duration_minutes: number | null;
  timeframe_start: number | null;
  timeframe_end: number | null;
  calendar_event_id: string | null;
  starts_at: number | null;
  /** Whether whoever cancelled it wants the participants to be told. */
  notify: boolean | null;
  created_at: number;
  updated_at: number;
  booked_at: number | null;
  cancelled_at: number | null;
  paused_at: number | null;
}

interface Move {
  /** As a person would say it: "Cannot ... a request that is booked". */
  words: string;
  from: readonly Status[];
  /** Null where the state stays as it is. */
  to: Status | null;
}

/** Everything that can happen to a request once it is there. What is not in this table does not happen. */
export const moves = {
  book: { words: 'book', from: ['active'], to: 'booked' },
  cancel: { words: 'cancel', from: ['active', 'paused', 'booked'], to: 'cancelled' },
  pause: { words: 'pause', from: ['active'], to: 'paused' },
  resume: { words: 'resume', from: ['paused'], to: 'active' },
  changeOrganizer: { words: 'change the organizer of', from: ['active', 'paused'], to: null },
  followUp: { words: 'follow up on', from: ['active'], to: null },
} as const satisfies Record<string, Move>;
export type MoveName = keyof typeof moves;

/** The state after the move; refuses one that the table does not have. */
export function statusAfter(name: MoveName, status: Status): Status {
  const { words, from, to }: Move = moves[name];
  if (from.includes(status)) return to ?? status;
  throw invalidRequest(`Cannot ${words} a request that is ${status === to ? 'already ' : ''}${status}`);
}

/** Requests that somebody still has to organize. */
export const openStatuses: readonly Status[] = moves.changeOrganizer.from;

/** At most so many change their organizer in one transaction, and fewer where many endpoints are told of each. */
const MOST_AT_ONCE = 100;
/** What a transaction writes at most: measured on SQLite, 40 ms, in which the process does nothing else. */
const ROWS_AT_ONCE = 1_000;
/** The event and the audit entry. */
const ROWS_OF_EACH = 2;

/** How many requests can change their organizer at once, when so many endpoints are told of each. */
export function requestsAtOnce(endpoints: number): number {
  const most = Math.floor(ROWS_AT_ONCE / (endpoints + ROWS_OF_EACH));
  return Math.max(1, Math.min(most, MOST_AT_ONCE));
}

export interface Participant {
  email: string;
  name: string | null;
  timezone: string | null;
}

/** Whichever of the two forms was given; each address once, whatever its upper and lower case. */
export function participantsFrom(
  emails: string[] | null,
  participants: Participant[] | null,
): [Participant, ...Participant[]] {
  if (emails && participants) throw invalidRequest('participants must not be given with participant_emails');
  const given = participants ?? emails?.map((email) => ({ email, name: null, timezone: null })) ?? [];
  const each = new Map<string, Participant>();
  for (const participant of given) {
    const folded = foldEmail(participant.email);
    if (!each.has(folded)) each.set(folded, participant);
  }
  const [first, ...others] = each.values();
  if (!first) throw invalidRequest('participant_emails or participants is required');
  return [first, ...others];
}

/** Whether the organizer must be, may be or must not be named follows from where the request goes. */
export function checkOrganizer(mode: Mode | undefined, organizerEmail: string | null): void {
  if (mode === 'pool' && organizerEmail !== null) {
    throw invalidRequest('organizer_email must not be given with a team in pool mode, which chooses one');
  }
  if (mode === 'manual' && organizerEmail === null) {
    throw invalidRequest('organizer_email is required with a team in manual mode');
  }
  if (mode === undefined && organizerEmail === null) {
    throw invalidRequest('organizer_email or team_id is required');
  }
}

export interface Timeframe {
  start: number;
  end: number;
}

export function checkTimeframe(timeframe: Timeframe | null): void {
  if (timeframe && timeframe.start >= timeframe.end) {
    throw invalidRequest('context.timeframe.start must be before context.timeframe.end');
  }
}
