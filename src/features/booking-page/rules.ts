import { isDeepStrictEqual } from 'node:util';
import type { MeetingRequest, Respondent } from '../meeting-requests/rules.ts';
import type { GivenAnswer } from '../scheduling/answers.ts';
import { offered } from '../scheduling/rules.ts';
import type { Search } from '../scheduling/search.ts';
import type { Settled } from '../scheduling/settle.ts';
import type { SchedulingSettings } from '../scheduling-settings/rules.ts';

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
] as const;
export type Outcome = (typeof outcomes)[number];

/** What came of an answer that was kept. */
export function outcomeOf(settled: Settled, isDecline: boolean): Outcome {
  switch (settled) {
    case 'waiting':
      return isDecline ? 'declined' : 'answered';
    case 'none_worked':
      return 'declined';
    default:
      return settled;
  }
}

// What a search says about a form. It may have been sent twice, or late.

/** The only participant decides; several have to agree. */
export const isAlone = ({ participant_emails }: MeetingRequest) => participant_emails.length === 1;

export function isOffered({ options }: Pick<Search, 'options'>, ids: readonly string[]): boolean {
  const there = new Set(offered(options).map(({ id }) => id));
  return ids.every((id) => there.has(id));
}

/** Whether the meeting is at the time of one of these options. */
export function isMeetingAt(
  { options, held }: Pick<Search, 'options' | 'held'>,
  ids: readonly string[],
): boolean {
  const { starts_at, ends_at } = held.request;
  return options.some(
    (option) => ids.includes(option.id) && option.starts_at === starts_at && option.ends_at === ends_at,
  );
}

/** Whether the participant has given this answer already. */
export function hasAnswered(
  { options }: Pick<Search, 'options'>,
  { place, response, comment, wishes }: Respondent,
  given: GivenAnswer,
): boolean {
  if (response === 'none') return false;
  const accepted = offered(options).filter(({ accepted_by }) => accepted_by.includes(place));
  const before = { option_ids: accepted.map(({ id }) => id).sort(), comment, wishes };
  return isDeepStrictEqual(before, { ...given, option_ids: [...given.option_ids].sort() });
}

/** Whether exactly these times are offered, and the participant has accepted them all. */
export function hasSuggested(
  { options }: Pick<Search, 'options'>,
  { place }: Respondent,
  starts: readonly number[],
): boolean {
  const open = offered(options);
  const isTheirs = open.every(({ accepted_by }) => accepted_by.includes(place));
  return (
    isTheirs &&
    isDeepStrictEqual(
      open.map(({ starts_at }) => starts_at),
      starts,
    )
  );
}

// What participants may do about a meeting depends on the workspace, and ends when the meeting begins.

type Permissions = Pick<SchedulingSettings, 'participants_may_reschedule' | 'participants_may_cancel'>;

export function mayReschedule(settings: Permissions, request: MeetingRequest, now: number): boolean {
  return settings.participants_may_reschedule && request.status === 'booked' && isAhead(request, now);
}

/** One of several can't end the search for a time for all of them: only a meeting that has one. */
export function mayCancel(settings: Permissions, request: MeetingRequest, now: number): boolean {
  if (!settings.participants_may_cancel || request.status === 'cancelled') return false;
  return isAhead(request, now) || (request.status !== 'booked' && isAlone(request));
}

const isAhead = ({ starts_at }: MeetingRequest, now: number) => starts_at !== null && starts_at > now;
