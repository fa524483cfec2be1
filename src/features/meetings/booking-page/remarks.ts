import { invalidRequest } from '../../../errors.ts';
import { formatCount, TEXT_LENGTH } from '../../../limits/limits.ts';
import { type PartOfDay, wishesFrom } from '../../../time/wishes.ts';
import type { Weekday } from '../../../time/zones.ts';
import type { Changes } from '../../workspace/audit-log/rules.ts';
import type { Remarks } from '../requests/participants/responses.ts';
import type { Respondent } from '../requests/rules.ts';
import { keepRemarks, keepTimezone } from '../scheduling/remarks.ts';
import type { Search } from '../scheduling/search.ts';

// What participants add to an answer: a comment, rough wishes, and their time zone.

export interface Said extends Remarks {
  timezone?: string | undefined;
}

export const remarksFrom = ({
  comment,
  days,
  parts,
}: {
  comment?: string;
  days?: Weekday[];
  parts?: PartOfDay[];
}): Remarks => ({
  comment: commentFrom(comment),
  wishes: wishesFrom({ days, parts_of_day: parts }),
});

/** Keeps line breaks, each as one character. Null if empty. */
export function commentFrom(given: string | undefined): string | null {
  const comment = (given ?? '').replaceAll('\r\n', '\n').trim();
  if (comment.length <= TEXT_LENGTH) return comment || null;
  throw invalidRequest(`comment must have at most ${formatCount(TEXT_LENGTH)} characters`);
}

/** Replaces earlier remarks. Returns what that changed, for an audit entry. */
export async function keepSaid(
  search: Search,
  participant: Respondent,
  { comment, wishes, timezone }: Said,
): Promise<Changes> {
  const changes = await keepRemarks(search, participant, { comment, wishes });
  return { ...changes, ...(await keepTimezone(search, participant, timezone)) };
}
