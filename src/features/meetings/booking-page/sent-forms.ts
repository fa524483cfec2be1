import { isDeepStrictEqual } from 'node:util';
import type { Respondent } from '../requests/rules.ts';
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
