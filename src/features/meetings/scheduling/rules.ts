import type { Option } from '../../calendar/options/rules.ts';
import type { Respondent } from '../requests/rules.ts';

/** Without follow-ups, an answer is waited for this many business days. */
const USUAL_WAIT_DAYS = 5;

/**
 * Business days from one follow-up to the next, and after the last one until a person must look at it: as long again as
 * before. `days` count from when times were offered.
 */
export function daysAfter(followUps: number, days: readonly number[]): number {
  const place = Math.min(followUps, days.length - 1);
  const day = days[place];
  return day === undefined ? USUAL_WAIT_DAYS : day - (days[place - 1] ?? 0);
}

/** The same without any follow-up: as long as all waits together. */
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

/** Those that work for everybody, the earliest first. */
export function commonOptions(respondents: readonly Respondent[], options: readonly Option[]): Option[] {
  return offered(options)
    .filter(({ accepted_by }) => respondents.every(({ place }) => accepted_by.includes(place)))
    .sort((one, other) => one.starts_at - other.starts_at);
}

export const offered = (options: readonly Option[]) => options.filter(({ status }) => status === 'offered');
