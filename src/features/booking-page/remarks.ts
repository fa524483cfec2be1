import { invalidRequest } from '../../errors.ts';
import { formatCount, TEXT_LENGTH } from '../../limits.ts';
import type { Weekday } from '../../time/weekdays.ts';
import { type PartOfDay, wishesFrom } from '../../time/wishes.ts';
import { isTimeZone } from '../../time-zones.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { type Changes, changesBetween } from '../audit-log/rules.ts';
import { type Remarks, recordRemarks, recordTimezone } from '../meeting-requests/responses.ts';
import type { Respondent } from '../meeting-requests/rules.ts';
import type { Search } from '../scheduling/search.ts';

// What participants say besides an answer: a comment, rough wishes, and in which zone they are.

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

/** With the line breaks that people wrote, each as one character. Null for nothing. */
export function commentFrom(given: string | undefined): string | null {
  const comment = (given ?? '').replaceAll('\r\n', '\n').trim();
  if (comment.length <= TEXT_LENGTH) return comment || null;
  throw invalidRequest(`comment must have at most ${formatCount(TEXT_LENGTH)} characters`);
}

/** Replaces what they said before. Returns what that changes, for an audit entry. */
export async function keepSaid(
  search: Search,
  participant: Respondent,
  { comment, wishes, timezone }: Said,
): Promise<Changes> {
  const changes = await keepRemarks(search, participant, { comment, wishes });
  return { ...changes, ...(await keepTimezone(search, participant, timezone)) };
}

/** The zone of a visit is that of the participant, unless they have chosen one. A browser may know zones that we do not. */
export async function keepTimezone(
  { context, tx, held }: Search,
  participant: Respondent,
  timezone: string | undefined,
): Promise<Changes> {
  const isNews = timezone !== participant.timezone && !participant.timezone_chosen;
  if (!timezone || !isNews || !isTimeZone(timezone)) return {};
  await recordTimezone(context, tx, held.request.id, participant.place, { timezone, is_chosen: false });
  return { timezone: [participant.timezone, timezone] };
}

async function keepRemarks(
  { context, tx, held }: Search,
  { place, comment, wishes }: Respondent,
  remarks: Remarks,
): Promise<Changes> {
  const changes = changesBetween({ comment, wishes }, remarks, ['comment', 'wishes']);
  if (changes) await recordRemarks(context, tx, held.request.id, place, remarks);
  return changes ?? {};
}

/** The same for remarks that come with nothing else that changes. Saying nothing takes back nothing. */
export async function keepRemarksOnly(
  search: Search,
  participant: Respondent,
  remarks: Remarks,
): Promise<void> {
  const { context, tx, held } = search;
  const { comment, wishes } = remarks;
  if (comment === null && wishes === null) return;
  const changes = await keepRemarks(search, participant, { comment, wishes });
  if (Object.keys(changes).length === 0) return;
  await recordAudit(context, tx, {
    action: 'meeting_request.commented',
    target: { type: 'meeting_request', id: held.request.id },
    changes: { participant_email: [null, participant.email], ...changes },
  });
}
