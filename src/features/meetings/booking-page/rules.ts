import type { MeetingTime } from '../../../time/intervals.ts';
import { DAY_MS } from '../../../time/timestamps.ts';
import type { Option } from '../../calendar/options/rules.ts';
import type { SchedulingSettings } from '../../workspace/scheduling-settings/rules.ts';
import type { Dated, Visit } from '../requests/rules.ts';

/** What came of a form. The page that follows says it in words. */
export const outcomes = [
  /** The answer is kept, and others are waited for. */
  'answered',
  'booked',
  /** Somebody else was faster: other times are offered. */
  'taken',
  /** The form was about times that are not offered any more. Nothing was changed. */
  'outdated',
  /** Nothing was marked. */
  'empty',
  /** None worked: other times are offered, or a person looks at it. */
  'declined',
  /** These times are offered to everybody now. */
  'suggested',
  'moved',
  /** Other times are offered for a booked meeting. */
  'reopened',
  'cancelled',
  /** The times are in another zone now. */
  'timezone',
  /** The workspace does not allow it, or it is too late. Nothing was changed. */
  'refused',
  /** Participants have rescheduled the meeting as often as they may in a day. Nothing was changed. */
  'often',
] as const;
export type Outcome = (typeof outcomes)[number];

/** How often participants can reschedule one meeting in any `RESCHEDULES_MS`: each time, everybody who takes part gets a mail. */
export const MAX_RESCHEDULES = 5;
export const RESCHEDULES_MS = DAY_MS;

/** What the page says of the meeting, whatever its state. */
export interface Meeting {
  organizer: string;
  organizer_title: string | null;
  title: string | null;
  purpose: string | null;
  duration_minutes: number;
}

export interface ShownOption extends MeetingTime {
  id: string;
  /** It works for the participant, as far as they have said. */
  is_accepted: boolean;
}

/** Times to say something about. */
export interface Offer {
  options: ShownOption[];
  round: number;
  /** The meeting has this time until another is found; null for none. */
  booked_time: MeetingTime | null;
  is_paused: boolean;
  participants: number;
  answered: number;
  /** How many other free times the participant may take or suggest. */
  times_to_take: number;
  may_cancel: boolean;
}

/** Where a request stands for one of its participants. */
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

/** How long a link leads to a page after the meeting, or after it was cancelled. */
const KEPT_MS = 30 * DAY_MS;

/** Whether the meeting has been over for so long that its links are of no use any more. */
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

/** A request that a participant wants to change. */
interface ChangeableRequest extends Pick<Visit, 'status' | 'starts_at'> {
  /** The only participant. */
  is_alone: boolean;
  now: number;
}

export function mayReschedule(settings: SchedulingSettings, request: ChangeableRequest): boolean {
  return settings.participants_may_reschedule && request.status === 'booked' && isAhead(request);
}

/** One of several can't end the search for a time for all of them: only a meeting that has one. */
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
  // The times that one of several suggests are another round.
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

/** How many free times the participant may choose on the page of a week; 0 if it is not for them. */
export function timesToTake(state: PageState): number {
  if ('times_to_take' in state) return state.times_to_take;
  return state.kind === 'booked' && state.may_reschedule && state.is_alone ? 1 : 0;
}
