import { isDeepStrictEqual } from 'node:util';
import type { Respondent } from '../requests/rules.ts';
import type { AnswerOutcome } from '../scheduling/answers.ts';
import { offered } from '../scheduling/rules.ts';
import type { Search } from '../scheduling/search.ts';
import type { Outcome } from './rules.ts';

// What a submitted form means in the current state of the request. It may have been sent twice, or late.

/** What the page says about an answer. */
export function outcomeOf(result: AnswerOutcome, isDecline: boolean): Outcome {
  switch (result) {
    case 'waiting':
    case 'repeated':
      return isDecline ? 'declined' : 'answered';
    case 'none_worked':
    case 'remarks_only':
      return 'declined';
    default:
      return result;
  }
}

/** Whether exactly these times are offered, and the participant has accepted them all. */
export function hasSuggested(
  { options }: Pick<Search, 'options'>,
  { place }: Respondent,
  starts: readonly number[],
): boolean {
  const open = offered(options);
  const isSuggestedByThem = open.every(({ accepted_by }) => accepted_by.includes(place));
  return (
    isSuggestedByThem &&
    isDeepStrictEqual(
      open.map(({ starts_at }) => starts_at),
      starts,
    )
  );
}
