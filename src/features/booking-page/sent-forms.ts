import { isDeepStrictEqual } from 'node:util';
import type { Respondent } from '../meeting-requests/rules.ts';
import type { GivenAnswer } from '../scheduling/answers.ts';
import { offered } from '../scheduling/rules.ts';
import type { Search } from '../scheduling/search.ts';
import type { Settled } from '../scheduling/settle.ts';
import type { Outcome } from './rules.ts';

// What a form means where the request stands by now. It may have been sent twice, or late.

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
