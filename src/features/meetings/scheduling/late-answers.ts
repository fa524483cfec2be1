import { isDeepStrictEqual } from 'node:util';
import type { Respondent } from '../requests/rules.ts';
import type { GivenAnswer } from './answers.ts';
import { offered } from './rules.ts';
import type { Search } from './search.ts';

// What an answer means where the request stands by now. It may have been sent twice, or late.

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
