import type { Caller } from '../../../context.ts';
import { invalidRequest } from '../../../errors.ts';
import { foldEmail } from '../../../text/emails.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { readTimestamp } from '../../../time/timestamps.ts';
import type { Wishes } from '../../../time/wishes.ts';
import type { AttentionReason } from '../../events/events/event-types.ts';
import type { Closable } from '../../workspace/workspaces/rules.ts';

export const statuses = ['active', 'booked', 'cancelled', 'paused'] as const;
export type Status = (typeof statuses)[number];

export interface MeetingRequest {
  id: string;
  organizer_id: string;
  organizer_email: string;
  participant_emails: string[];
  /** The active hosts that stack teams bring. */
  team_host_emails: string[];
  team_id: string | null;
  status: Status;
  title: string | null;
  purpose: string | null;
  description: string | null;
  include_introduction: boolean;
  /** Whether Rota writes mail about the request, to anybody. */
  notify_participants: boolean;
  /** What the participants see of the organizer, where it differs from the member. */
  organizer_name: string | null;
  organizer_timezone: string | null;
  duration_minutes: number | null;
  timeframe_start: number | null;
  timeframe_end: number | null;
  calendar_event_id: string | null;
  starts_at: number | null;
  ends_at: number | null;
  /** Set on cancellation: whether to tell the participants. */
  notify: boolean | null;
  /** How often times were offered; 0 before the first time, and again when a booked request is reopened. */
  round: number;
  /** What the first message says of the organizer; null until it is written. */
  introduction: string | null;
  /** Why a person must look at it; null while nobody must. */
  attention_reason: AttentionReason | null;
  attention_since: number | null;
  created_at: number;
  updated_at: number;
  booked_at: number | null;
  cancelled_at: number | null;
  paused_at: number | null;
}

interface Transition {
  /** For messages: "Cannot ... a request that is booked". */
  words: string;
  from: readonly Status[];
  /** Null when the state does not change. */
  to: Status | null;
}

/** Everything that can be done to an existing request, and in which states. All else is refused. */
export const transitions = {
  book: { words: 'book', from: ['active'], to: 'booked' },
  reschedule: { words: 'reschedule', from: ['booked'], to: null },
  /** To be rescheduled, with the time still open. */
  reopen: { words: 'reschedule', from: ['booked'], to: 'active' },
  cancel: { words: 'cancel', from: ['active', 'paused', 'booked'], to: 'cancelled' },
  pause: { words: 'pause', from: ['active'], to: 'paused' },
  resume: { words: 'resume', from: ['paused'], to: 'active' },
  changeOrganizer: { words: 'change the organizer of', from: ['active', 'paused'], to: null },
  followUp: { words: 'follow up on', from: ['active'], to: null },
  offerOptions: { words: 'offer times for', from: ['active'], to: null },
  /** What is answered meanwhile counts once the request is resumed. */
  answer: { words: 'answer', from: ['active', 'paused'], to: null },
  addParticipants: { words: 'add participants to', from: ['active', 'paused', 'booked'], to: null },
} as const satisfies Record<string, Transition>;
export type TransitionName = keyof typeof transitions;
/** The transitions that write the request. For the others, only the state is checked. */
export type ChangingTransition = Exclude<
  TransitionName,
  'followUp' | 'offerOptions' | 'answer' | 'addParticipants'
>;

/** The columns that change with a transition, besides the state. */
export function columnsAfter(name: ChangingTransition): Partial<MeetingRequest> {
  if (name === 'reopen') return { round: 0 };
  // Of somebody else.
  if (name === 'changeOrganizer') {
    return { introduction: null, organizer_name: null, organizer_timezone: null };
  }
  return {};
}

/** The state after the transition. Refuses one that the table does not allow. */
export function statusAfter(name: TransitionName, status: Status): Status {
  const { words, from, to }: Transition = transitions[name];
  if (from.includes(status)) return to ?? status;
  throw invalidRequest(`Cannot ${words} a request that is ${status === to ? 'already ' : ''}${status}`);
}

export type Dated = Pick<MeetingRequest, 'status' | 'starts_at' | 'ends_at'>;

/** The time that is taken for the request: since it was booked, also while another one is looked for. */
export function bookedTime({ status, starts_at, ends_at }: Dated): MeetingTime | undefined {
  if (status === 'cancelled' || starts_at === null || ends_at === null) return undefined;
  return { starts_at, ends_at };
}

/** The hosts have the meeting: they keep it without a seat, also at another time. An open request would be a new one. */
export const hostsKeepMeeting = ({ status }: Pick<MeetingRequest, 'status'>) => status === 'booked';

/** The states of requests that still need an organizer. */
export const openStatuses = transitions.changeOrganizer.from;
export type OpenStatus = (typeof openStatuses)[number];

/** Whether something is still to come: a time, or the meeting itself. */
export const isOpen = ({ status, ends_at }: Dated, now: number): boolean =>
  status === 'active' || status === 'paused' || (status === 'booked' && ends_at !== null && ends_at > now);

const MAX_BATCH = 100;
/** Measured on SQLite: writing 1,000 rows takes 40 ms, and the process does nothing else meanwhile. */
const MAX_ROWS_PER_BATCH = 1_000;
/** The event, the audit entry and a message. A delivery for each endpoint comes on top. */
const ROWS_PER_REQUEST = 3;
/** They are long: with each, everybody who takes part is named. */
const MAX_INVITES_PER_BATCH = 200;

/** How many requests change their organizer in one transaction, given the number of subscribed endpoints. */
export function handOverBatchSize(endpoints: number): number {
  const batch = Math.floor(MAX_ROWS_PER_BATCH / (endpoints + ROWS_PER_REQUEST));
  return Math.max(1, Math.min(batch, MAX_BATCH));
}

/** The first of these with which a transaction stays small. The first of all goes in any case, however many it concerns. */
export function withinInviteLimit<Next extends { invited: number }>(next: Next[], taken: Next[]): Next[] {
  let invites = taken.reduce((sum, { invited }) => sum + invited, 0);
  const end = next.findIndex(({ invited }, place) => {
    invites += invited;
    return invites > MAX_INVITES_PER_BATCH && taken.length + place > 0;
  });
  return end < 0 ? next : next.slice(0, end);
}

/** Of one request. */
export const MAX_PARTICIPANTS = 50;

export interface Participant {
  email: string;
  name: string | null;
  timezone: string | null;
}

/** What a participant has said to the times that are offered. */
export const responses = ['none', 'chosen', 'declined'] as const;
export type Response = (typeof responses)[number];

/** What the calendar of a participant has said to the invite. */
export const attendances = ['none', 'accepted', 'declined', 'tentative'] as const;
export type Attendance = (typeof attendances)[number];

/** A participant, with the answer to what is offered. */
export interface Respondent extends Participant {
  /** Among the participants of the request. */
  place: number;
  response: Response;
  responded_at: number | null;
  comment: string | null;
  /** When they would like to meet, as they said with their last answer. */
  wishes: Wishes | null;
  /** They have chosen the zone themselves: no guess replaces it. */
  timezone_chosen: boolean;
  /** Somebody wrote or filled in a form in their name, and they have not done anything since. */
  unproven: boolean;
  /** They asked the workspace not to write to them: they are offered no times, and not asked again. */
  opted_out: boolean;
  attendance: Attendance;
  /** Since when an answer is waited for; null while nothing is offered. */
  asked_at: number | null;
  /** Since then. */
  follow_ups: number;
  /** When the wait for an answer is over, and something is done about it; null for never. */
  follow_up_at: number | null;
}

type SeenOfRequest =
  | 'id'
  | 'status'
  | 'title'
  | 'purpose'
  | 'duration_minutes'
  | 'timeframe_start'
  | 'timeframe_end'
  | 'round'
  | 'starts_at'
  | 'ends_at'
  | 'cancelled_at';

/** A request as one of its participants sees it. No address of anybody else is read, so that none can be shown. */
export interface Visit
  extends Pick<MeetingRequest, SeenOfRequest>,
    Pick<Respondent, 'email' | 'timezone' | 'response'>,
    Closable {
  workspace_id: string;
  /** 0 or 1. */
  notify_participants: number;
  /** What the organizer is called; null for somebody without a name. */
  organizer: string | null;
  organizer_title: string | null;
  /** Of the workspace, if the organizer has none. */
  organizer_timezone: string;
  workspace_name: string;
  /** 0 or 1. */
  timezone_chosen: number;
  /** How many there are, and how many of them have answered. */
  participants: number;
  answered: number;
}

/** Whom somebody outside named: a member may add them. */
export type SuggestedParticipant = Pick<Participant, 'email' | 'name'>;

/** What a request of somebody who is no member is known to be. */
export interface FromOutside {
  suggested: SuggestedParticipant[];
  /** It is certain that the first participant has asked for it. */
  is_proven: boolean;
}

interface GivenParticipants {
  participant_emails?: string[] | null;
  participants?: { email: string; name?: string | null; timezone?: string | null }[] | null;
}

/** From either of the two fields; each address once, ignoring case. */
export function participantsFrom({ participant_emails, participants }: GivenParticipants): Participant[] {
  if (participant_emails && participants) {
    throw invalidRequest('participants must not be given with participant_emails');
  }
  const given: NonNullable<typeof participants> =
    participants ?? participant_emails?.map((email) => ({ email })) ?? [];
  const byAddress = new Map<string, Participant>();
  for (const { email, name, timezone } of given) {
    const folded = foldEmail(email);
    if (!byAddress.has(folded)) {
      byAddress.set(folded, { email, name: name || null, timezone: timezone ?? null });
    }
  }
  if (byAddress.size === 0) throw invalidRequest('participant_emails or participants is required');
  return [...byAddress.values()];
}

/** The columns for a timeframe. */
export function timeframeFrom(given: { start: string; end: string } | null | undefined) {
  const timeframe_start = readTimestamp(given?.start);
  const timeframe_end = readTimestamp(given?.end);
  if (timeframe_start !== null && timeframe_end !== null && timeframe_start >= timeframe_end) {
    throw invalidRequest('context.timeframe.start must be before context.timeframe.end');
  }
  return { timeframe_start, timeframe_end };
}

/** The timeframe as one value; null without one. */
export function spanOf({
  timeframe_start: from,
  timeframe_end: to,
}: Pick<MeetingRequest, 'timeframe_start' | 'timeframe_end'>): { from: number; to: number } | null {
  return from === null || to === null ? null : { from, to };
}

/** Whether somebody may have the links by which participants answer, move and cancel: a key only if it may do the same itself. */
export function mayActForParticipants({ actor, scopes }: Pick<Caller, 'actor' | 'scopes'>): boolean {
  return actor.type !== 'api_key' || scopes.includes('meeting_requests.write');
}
