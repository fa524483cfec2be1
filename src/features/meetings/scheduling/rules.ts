import { isDeepStrictEqual } from 'node:util';
import type { Option } from '../../calendar/options/rules.ts';
import type { MeetingRequest, Respondent } from '../requests/rules.ts';

/** Without follow-ups, Rota waits this many business days for an answer. */
const USUAL_WAIT_DAYS = 5;

/**
 * Business days from one follow-up to the next. After the last one, the same wait again until the request needs attention. `days`
 * count from when times were offered.
 */
export function daysAfter(followUps: number, days: readonly number[]): number {
  const place = Math.min(followUps, days.length - 1);
  const day = days[place];
  return day === undefined ? USUAL_WAIT_DAYS : day - (days[place - 1] ?? 0);
}

/** The wait when no follow-ups are sent: all waits together. */
export function daysInAll(days: readonly number[]): number {
  return (days.at(-1) ?? 0) + daysAfter(days.length, days);
}

/** What the answers so far lead to. */
export type Verdict = 'waiting' | 'no_common_time' | 'to_book';

export function verdictOf(respondents: readonly Respondent[], options: readonly Option[]): Verdict {
  if (respondents.some(({ response }) => response === 'declined')) return 'no_common_time';
  if (respondents.some(({ response }) => response === 'none')) return 'waiting';
  return commonOptions(respondents, options).length > 0 ? 'to_book' : 'no_common_time';
}

/** The options that work for everybody, earliest first. */
export function commonOptions(respondents: readonly Respondent[], options: readonly Option[]): Option[] {
  return offered(options)
    .filter(({ accepted_by }) => respondents.every(({ place }) => accepted_by.includes(place)))
    .sort((one, other) => one.starts_at - other.starts_at);
}

export const offered = (options: readonly Option[]) => options.filter(({ status }) => status === 'offered');

export function areOffered(options: readonly Option[], ids: readonly string[]): boolean {
  const there = new Set(offered(options).map(({ id }) => id));
  return ids.every((id) => there.has(id));
}

/** A participant's answer: the options that work; empty if none does. */
export interface GivenAnswer extends Pick<Respondent, 'comment' | 'wishes'> {
  option_ids: string[];
}

/** An answer by form or mail, which may be sent twice, or late. */
export interface SentAnswer extends GivenAnswer {
  /** The options that it names, whether or not they are still offered. */
  named_ids: readonly string[];
  /** It answers what is offered now, not something replaced since. */
  is_current: boolean;
  /** A repeated answer counts again. */
  counts_again: boolean;
  /** The participant's zone, according to the browser. Stored with an answer that counts. */
  timezone?: string | undefined;
}

/**
 * - `agrees`: the meeting is booked for one of the times that it names
 * - `outdated`: it names times that are no longer offered
 * - `remarks_only`: the times that do not work were replaced already, so it does not use up another round
 * - `repeated`: the participant has given the same answer before
 * - `counts`: it answers what is offered
 */
export type Meaning = 'agrees' | 'outdated' | 'remarks_only' | 'repeated' | 'counts';

/** What an answer means in the current state of the request. */
export function meaningNow(
  request: Pick<MeetingRequest, 'status' | 'starts_at' | 'ends_at'>,
  options: readonly Option[],
  participant: Respondent,
  answer: SentAnswer,
): Meaning {
  const { named_ids, is_current, counts_again } = answer;
  if (request.status === 'booked') return isMeetingAt(request, options, named_ids) ? 'agrees' : 'outdated';
  if (request.status === 'cancelled') return 'outdated';
  if (!is_current) return named_ids.length > 0 ? 'outdated' : 'remarks_only';
  return !counts_again && hasAnswered(options, participant, answer) ? 'repeated' : 'counts';
}

function isMeetingAt(
  { starts_at, ends_at }: Pick<MeetingRequest, 'starts_at' | 'ends_at'>,
  options: readonly Option[],
  ids: readonly string[],
): boolean {
  return options.some(
    (option) => ids.includes(option.id) && option.starts_at === starts_at && option.ends_at === ends_at,
  );
}

function hasAnswered(
  options: readonly Option[],
  { place, response, comment, wishes }: Respondent,
  given: GivenAnswer,
): boolean {
  if (response === 'none') return false;
  const accepted = offered(options).filter(({ accepted_by }) => accepted_by.includes(place));
  const before = { option_ids: accepted.map(({ id }) => id).sort(), comment, wishes };
  const now = { option_ids: [...given.option_ids].sort(), comment: given.comment, wishes: given.wishes };
  return isDeepStrictEqual(before, now);
}

/** The options after this participant accepts these, and no others on offer. */
export function acceptedBy(place: number, options: readonly Option[], ids: readonly string[]): Option[] {
  return options.map((option) => {
    if (option.status !== 'offered') return option;
    const others = option.accepted_by.filter((other) => other !== place);
    return { ...option, accepted_by: ids.includes(option.id) ? [...others, place] : others };
  });
}
