import type { Caller } from '../../../context.ts';
import { invalidRequest } from '../../../errors.ts';
import { foldEmail } from '../../../text/emails.ts';
import { canonicalLocale } from '../../../text/languages.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { readTimestamp } from '../../../time/timestamps.ts';
import type { Wishes } from '../../../time/wishes.ts';
import type { AttentionReason } from '../../events/events/event-types.ts';
import type { BrandRow } from '../../workspace/branding/rules.ts';
import type { Place } from '../../workspace/locations/place.ts';
import { checkedNumber, type Location } from '../../workspace/locations/rules.ts';
import type { Closable } from '../../workspace/workspaces/rules.ts';
import { checkAnswers } from '../meeting-types/answers.ts';
import type { Answer, Question } from '../meeting-types/questions.ts';

export const statuses = ['active', 'booked', 'cancelled', 'paused'] as const;
export type Status = (typeof statuses)[number];

/** Who didn't come to a meeting. */
export const noShows = ['guest', 'host'] as const;
export type NoShow = (typeof noShows)[number];

export interface MeetingRequest {
  id: string;
  organizer_id: string;
  organizer_email: string;
  participant_emails: string[];
  /** The active hosts from stack teams. */
  team_host_emails: string[];
  team_id: string | null;
  meeting_type_id: string | null;
  status: Status;
  title: string | null;
  purpose: string | null;
  description: string | null;
  /** Whether everybody in the meeting may read the description, and not the hosts alone. */
  description_is_shared: boolean;
  include_introduction: boolean;
  /** Whether Rota writes mail about the request, to anybody. */
  notify_participants: boolean;
  /** In minutes before the meeting, in descending order; null for those of its type, or of the workspace. */
  reminders: number[] | null;
  /** What participants are told about the organizer, where it differs from the member's own. */
  organizer_name: string | null;
  organizer_timezone: string | null;
  duration_minutes: number | null;
  timeframe_start: number | null;
  timeframe_end: number | null;
  /** Where it should take place, if the request itself says so. */
  location: Location | null;
  /** Where it takes place, once it is booked. */
  place: Place | null;
  calendar_event_id: string | null;
  starts_at: number | null;
  ends_at: number | null;
  /** Set on cancellation: whether to tell the participants. */
  notify: boolean | null;
  /** How many rounds of times were offered; 0 before the first, and again when a booked request is reopened. */
  round: number;
  /** The introduction of the organizer in the first message; null until it is written. */
  introduction: string | null;
  /** Why it needs attention; null if it doesn't. */
  attention_reason: AttentionReason | null;
  attention_since: number | null;
  /** Who didn't come; null for a meeting that nobody marked. */
  no_show_by: NoShow | null;
  /** The places of the participants who didn't come. */
  no_show_places: number[];
  no_show_at: number | null;
  /** Whether the mark gave a turn back. */
  no_show_returned_turn: boolean;
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

/** Everything that can be done to an existing request, and in which states. Anything else is refused. */
export const transitions = {
  book: { words: 'book', from: ['active'], to: 'booked' },
  reschedule: { words: 'reschedule', from: ['booked'], to: null },
  /** To reschedule without a new time yet. */
  reopen: { words: 'reschedule', from: ['booked'], to: 'active' },
  cancel: { words: 'cancel', from: ['active', 'paused', 'booked'], to: 'cancelled' },
  pause: { words: 'pause', from: ['active'], to: 'paused' },
  resume: { words: 'resume', from: ['paused'], to: 'active' },
  changeOrganizer: { words: 'change the organizer of', from: ['active', 'paused'], to: null },
  /** Another location, or another place at the same one. */
  relocate: { words: 'change the location of', from: ['active', 'paused', 'booked'], to: null },
  followUp: { words: 'follow up on', from: ['active'], to: null },
  offerOptions: { words: 'offer times for', from: ['active'], to: null },
  /** An answer during a pause counts once the request is resumed. */
  answer: { words: 'answer', from: ['active', 'paused'], to: null },
  addParticipants: { words: 'add participants to', from: ['active', 'paused', 'booked'], to: null },
  markNoShow: { words: 'mark a no-show in', from: ['booked'], to: null },
} as const satisfies Record<string, Transition>;
export type TransitionName = keyof typeof transitions;
/** The transitions that write the request. For the others, only the state is checked. */
export type ChangingTransition = Exclude<
  TransitionName,
  'followUp' | 'offerOptions' | 'answer' | 'addParticipants' | 'markNoShow'
>;

/** Columns that a transition changes, besides the state. */
export function columnsAfter(name: ChangingTransition): Partial<MeetingRequest> {
  if (name === 'reopen') return { round: 0 };
  // These describe the former organizer.
  if (name === 'changeOrganizer') {
    return { introduction: null, organizer_name: null, organizer_timezone: null };
  }
  return {};
}

/** The state after a transition. Refuses one that the table does not allow. */
export function statusAfter(name: TransitionName, status: Status): Status {
  const { words, from, to }: Transition = transitions[name];
  if (from.includes(status)) return to ?? status;
  throw invalidRequest(`Cannot ${words} a request that is ${status === to ? 'already ' : ''}${status}`, {
    plain: `This request is ${status === to ? 'already ' : ''}${status}. Reload the page to see what can be done.`,
  });
}

export type Dated = Pick<MeetingRequest, 'status' | 'starts_at' | 'ends_at'>;

/** The time taken for the request since it was booked, even while another one is being looked for. */
export function bookedTime({ status, starts_at, ends_at }: Dated): MeetingTime | undefined {
  if (status === 'cancelled' || starts_at === null || ends_at === null) return undefined;
  return { starts_at, ends_at };
}

/** Hosts keep a booked meeting without a seat, even at another time. An open request would be a new meeting. */
export const hostsKeepMeeting = ({ status }: Pick<MeetingRequest, 'status'>) => status === 'booked';

/** The states of requests that still need an organizer. */
export const openStatuses = transitions.changeOrganizer.from;
export type OpenStatus = (typeof openStatuses)[number];

/** Whether anything is still to come: a search for a time, or the meeting itself. */
export const isOpen = ({ status, ends_at }: Dated, now: number): boolean =>
  status === 'active' || status === 'paused' || (status === 'booked' && ends_at !== null && ends_at > now);

const MAX_BATCH = 100;
/** Measured on SQLite: writing 1,000 rows takes 40 ms, and the process does nothing else meanwhile. */
const MAX_ROWS_PER_BATCH = 1_000;
/** The event, the audit entry and a message. Each endpoint adds a delivery. */
const ROWS_PER_REQUEST = 3;
/** Invitations are long: each names everybody in the meeting. */
const MAX_INVITES_PER_BATCH = 200;

/** How many requests to hand over in one transaction, given the number of subscribed endpoints. */
export function handOverBatchSize(endpoints: number): number {
  const batch = Math.floor(MAX_ROWS_PER_BATCH / (endpoints + ROWS_PER_REQUEST));
  return Math.max(1, Math.min(batch, MAX_BATCH));
}

/**
 * As many of the next ones, in order, as keep the transaction small. The very first is always included, however many people it
 * concerns.
 */
export function withinInviteLimit<Next extends { invited: number }>(next: Next[], taken: Next[]): Next[] {
  let invites = taken.reduce((sum, { invited }) => sum + invited, 0);
  const end = next.findIndex(({ invited }, place) => {
    invites += invited;
    return invites > MAX_INVITES_PER_BATCH && taken.length + place > 0;
  });
  return end < 0 ? next : next.slice(0, end);
}

/** For each request. */
export const MAX_PARTICIPANTS = 50;

export interface Participant {
  email: string;
  name: string | null;
  timezone: string | null;
  /** The language that they read, as a tag such as `de-AT`; null if it isn't known. */
  locale: string | null;
  /** Where a host calls them, as E.164. */
  phone_number: string | null;
  /** To the questions of the meeting type. */
  answers: Answer[];
}

/** A participant's answer to the offered times. */
export const responses = ['none', 'chosen', 'declined'] as const;
export type Response = (typeof responses)[number];

/** What a participant's calendar replied to the invitation. */
export const attendances = ['none', 'accepted', 'declined', 'tentative'] as const;
export type Attendance = (typeof attendances)[number];

/** A participant, with their answer to the offered times. */
export interface Respondent extends Participant {
  /** Position among the participants of the request. */
  place: number;
  response: Response;
  responded_at: number | null;
  comment: string | null;
  /** When they would like to meet, according to their last answer. */
  wishes: Wishes | null;
  /** They chose the zone themselves, so no guess replaces it. */
  timezone_chosen: boolean;
  /** Somebody wrote or filled in a form in their name, and they have done nothing themselves since. */
  unproven: boolean;
  /** They asked the workspace not to write to them: they get no offers and no reminders. */
  opted_out: boolean;
  attendance: Attendance;
  /** Since when Rota has waited for their answer; null while nothing is offered. */
  asked_at: number | null;
  /** How many reminders went out since then. */
  follow_ups: number;
  /** When the wait for an answer ends and something is done about it; null for never. */
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
  | 'cancelled_at'
  | 'meeting_type_id';

/** A request as one of its participants sees it. Addresses of other people are never read, so that none can be shown. */
export interface Visit
  extends Pick<MeetingRequest, SeenOfRequest>,
    Pick<Respondent, 'email' | 'timezone' | 'locale' | 'response'>,
    BrandRow,
    Closable {
  workspace_id: string;
  /** Where it should be, and where it is, as JSON. */
  location: string | null;
  booked_place: string | null;
  type_location: string | null;
  team_location: string | null;
  phone_number: string | null;
  /** 0 or 1. */
  notify_participants: number;
  /** The name of the organizer; null if they have none. */
  organizer: string | null;
  organizer_title: string | null;
  /** The workspace's, if the organizer has none. */
  organizer_timezone: string;
  workspace_name: string;
  /** 0 or 1. */
  timezone_chosen: number;
  /** How many participants there are, and how many of them have answered. */
  participants: number;
  answered: number;
}

/** Somebody whom a person outside suggested. A member may add them. */
export type SuggestedParticipant = Pick<Participant, 'email' | 'name'>;

/** What is known about a request from outside. */
export interface FromOutside {
  suggested: SuggestedParticipant[];
  /** Whether the first participant certainly asked for it. */
  is_proven: boolean;
}

interface GivenParticipants {
  participant_emails?: string[] | null;
  participants?:
    | {
        email: string;
        name?: string | null;
        timezone?: string | null;
        locale?: string | null;
        phone_number?: string | null;
        answers?: Record<string, unknown> | null;
      }[]
    | null;
}

/** From either of the two fields; each address once, ignoring case. Answers are to the questions of the meeting type, if there is one. */
export function participantsFrom(
  { participant_emails, participants }: GivenParticipants,
  type: { questions: Question[] } | undefined,
): Participant[] {
  if (participant_emails && participants) {
    throw invalidRequest('participants must not be given with participant_emails');
  }
  const given: NonNullable<typeof participants> =
    participants ?? participant_emails?.map((email) => ({ email })) ?? [];
  const byAddress = new Map<string, Participant>();
  for (const [place, { email, name, timezone, locale, phone_number, answers }] of given.entries()) {
    const folded = foldEmail(email);
    if (!byAddress.has(folded)) {
      byAddress.set(folded, {
        email,
        name: name || null,
        timezone: timezone ?? null,
        locale: locale ? canonicalLocale(locale) : null,
        phone_number: phone_number
          ? checkedNumber(phone_number, `participants[${place}].phone_number`)
          : null,
        answers: answers
          ? checkAnswers(type?.questions ?? [], answers, `participants[${place}].answers`)
          : [],
      });
    }
  }
  if (byAddress.size === 0)
    throw invalidRequest('participant_emails or participants is required', {
      field: 'participants',
      plain: 'Enter at least one person to meet.',
    });
  return [...byAddress.values()];
}

/** The columns for a timeframe. */
export function timeframeFrom(given: { start: string; end: string } | null | undefined) {
  const timeframe_start = readTimestamp(given?.start);
  const timeframe_end = readTimestamp(given?.end);
  if (timeframe_start !== null && timeframe_end !== null && timeframe_start >= timeframe_end) {
    throw invalidRequest('context.timeframe.start must be before context.timeframe.end', {
      field: 'context.timeframe.start',
      plain: 'The first possible time has to be before the last.',
    });
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

/**
 * Whether somebody may see the links with which participants answer, move and cancel. A key only if it may do the same itself.
 */
export function mayActForParticipants({ actor, scopes }: Pick<Caller, 'actor' | 'scopes'>): boolean {
  return actor.type !== 'api_key' || scopes.includes('meeting_requests.write');
}
