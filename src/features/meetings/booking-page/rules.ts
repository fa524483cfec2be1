import type { Where } from '../../../text/where.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { DAY_MS } from '../../../time/timestamps.ts';
import type { Option } from '../../calendar/options/rules.ts';
import type { SchedulingSettings } from '../../workspace/scheduling-settings/rules.ts';
import type { Dated, Visit } from '../requests/rules.ts';

/** The outcome of a form. The next page puts it into words. */
export const outcomes = [
  /** The answer is recorded; others still have to answer. */
  'answered',
  'booked',
  /** Somebody else was faster: other times are offered. */
  'taken',
  /** The times in the form are no longer offered. Nothing was changed. */
  'outdated',
  /** Nothing was marked. */
  'empty',
  /** None worked: other times are offered, or somebody has to look at it. */
  'declined',
  /** The suggested times are now offered to everybody. */
  'suggested',
  'moved',
  /** Everybody has been offered other times for a booked meeting. */
  'reopened',
  'cancelled',
  /** Times are now shown in another zone. */
  'timezone',
  /** The workspace does not allow it, or it is too late. Nothing was changed. */
  'refused',
  /** The phone number is missing, or nobody can be called there. Nothing was changed. */
  'phone',
  /** The phone number is kept. */
  'number',
  /** Participants have rescheduled the meeting as often as they may in a day. Nothing was changed. */
  'often',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Forms that a mail can lead to: `?open=cancel#cancel`. */
export const openForms = ['cancel', 'reschedule'] as const;
export type OpenForm = (typeof openForms)[number];

/** How often participants can reschedule one meeting within `RESCHEDULES_MS`. Each time, everybody in it gets a mail. */
export const MAX_RESCHEDULES = 5;
export const RESCHEDULES_MS = DAY_MS;

/** What the page says about the meeting, whatever its state. */
export interface Meeting {
  organizer: string;
  organizer_title: string | null;
  title: string | null;
  purpose: string | null;
  duration_minutes: number;
  /** Where it is, or should be; null if nobody says. */
  where: Where | null;
  /** Whether a host will call the participant, and where. */
  is_called: boolean;
  phone_number: string | null;
}

export interface ShownOption extends MeetingTime {
  id: string;
  /** The participant has said that it works for them. */
  is_accepted: boolean;
}

/** Times for the participant to answer. */
export interface Offer {
  options: ShownOption[];
  round: number;
  /** The meeting keeps this time until another is found; null for none. */
  booked_time: MeetingTime | null;
  is_paused: boolean;
  participants: number;
  answered: number;
  /** How many other free times the participant may take or suggest. */
  times_to_take: number;
  may_cancel: boolean;
}

/** The state of a request as one of its participants sees it. */
export type PageState =
  | ({ kind: 'choose' | 'mark' } & Offer)
  | ({ kind: 'answered'; response: 'chosen' | 'declined' } & Offer)
  /** Nothing is offered at the moment. */
  | {
      kind: 'searching' | 'paused';
      booked_time: MeetingTime | null;
      is_written_to: boolean;
      may_cancel: boolean;
    }
  | { kind: 'booked'; time: MeetingTime; is_alone: boolean; may_reschedule: boolean; may_cancel: boolean }
  | { kind: 'over'; time: MeetingTime }
  | { kind: 'cancelled'; time: MeetingTime | null };

/** How long a link works after the meeting or its cancellation. */
const KEPT_MS = 30 * DAY_MS;

/** Whether the meeting ended so long ago that its links no longer work. */
export function isExpired(visited: Dated & Pick<Visit, 'cancelled_at'>, now: number): boolean {
  const { status, ends_at, cancelled_at } = visited;
  const over = status === 'cancelled' ? cancelled_at : status === 'booked' ? ends_at : null;
  return over !== null && over + KEPT_MS <= now;
}

export function stateOf(
  visited: Visit & { place: number },
  options: readonly Option[],
  settings: SchedulingSettings,
  now: number,
): PageState {
  const { status, starts_at, ends_at, response } = visited;
  const time = starts_at === null || ends_at === null ? null : { starts_at, ends_at };
  if (status === 'cancelled') return { kind: 'cancelled', time };
  const is_alone = visited.participants === 1;
  const request = { ...visited, is_alone, now };
  if (status === 'booked' && time) {
    if (time.ends_at <= now) return { kind: 'over', time };
    const may_reschedule = mayReschedule(settings, request);
    return { kind: 'booked', time, is_alone, may_reschedule, may_cancel: mayCancel(settings, request) };
  }
  const standing = { booked_time: time, may_cancel: mayCancel(settings, request) };
  const offer = offerTo(visited, options, settings);
  if (offer.options.length === 0) {
    const is_written_to = visited.notify_participants === 1;
    return { kind: offer.is_paused ? 'paused' : 'searching', is_written_to, ...standing };
  }
  if (response !== 'none') return { kind: 'answered', response, ...offer, ...standing };
  return { kind: is_alone ? 'choose' : 'mark', ...offer, ...standing };
}

/** What decides whether a participant may change a request. */
interface ChangeableRequest extends Pick<Visit, 'status' | 'starts_at'> {
  /** Whether there is only one participant. */
  is_alone: boolean;
  now: number;
}

export function mayReschedule(settings: SchedulingSettings, request: ChangeableRequest): boolean {
  return settings.participants_may_reschedule && request.status === 'booked' && isAhead(request);
}

/** One of several participants can cancel a meeting that has a time, but not end the search for everybody else. */
export function mayCancel(settings: SchedulingSettings, request: ChangeableRequest): boolean {
  const { status, is_alone } = request;
  if (!settings.participants_may_cancel || status === 'cancelled') return false;
  return isAhead(request) || (is_alone && status !== 'booked');
}

const isAhead = ({ starts_at, now }: ChangeableRequest) => starts_at !== null && starts_at > now;

function offerTo(
  { place, status, round, participants, answered }: Visit & { place: number },
  options: readonly Option[],
  settings: SchedulingSettings,
): Omit<Offer, 'booked_time' | 'may_cancel'> {
  const offered = options.filter((option) => option.status === 'offered');
  const is_paused = status === 'paused';
  // Times suggested by one of several participants start another round.
  const suggested = round < settings.rounds ? settings.options_per_round : 0;
  return {
    options: offered.map(({ id, starts_at, ends_at, accepted_by }) => ({
      id,
      starts_at,
      ends_at,
      is_accepted: accepted_by.includes(place),
    })),
    round,
    is_paused,
    participants,
    answered,
    times_to_take: is_paused ? 0 : participants === 1 ? 1 : suggested,
  };
}

/** How many free times the participant may choose on the page of a week; 0 if they may not use it. */
export function timesToTake(state: PageState): number {
  if ('times_to_take' in state) return state.times_to_take;
  return state.kind === 'booked' && state.may_reschedule && state.is_alone ? 1 : 0;
}
