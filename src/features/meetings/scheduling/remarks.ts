import { isTimeZone } from '../../../time/zone-names.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { type Changes, changesBetween } from '../../workspace/audit-log/rules.ts';
import { type Remarks, recordRemarks, recordTimezone } from '../requests/participants/responses.ts';
import type { Respondent } from '../requests/rules.ts';
import type { Search } from './search.ts';

/** Replaces earlier remarks. Returns what that changed, for an audit entry. */
export async function keepRemarks(
  { context, tx, locked }: Search,
  { place, comment, wishes }: Respondent,
  remarks: Remarks,
): Promise<Changes> {
  const changes = changesBetween({ comment, wishes }, remarks, ['comment', 'wishes']);
  if (changes) await recordRemarks(context, tx, locked.request.id, place, remarks);
  return changes ?? {};
}

/** The same for remarks without an answer. Empty ones don't erase earlier ones. */
export async function keepRemarksOnly(
  search: Search,
  participant: Respondent,
  remarks: Remarks,
): Promise<void> {
  const { context, tx, locked } = search;
  const { comment, wishes } = remarks;
  if (comment === null && wishes === null) return;
  const changes = await keepRemarks(search, participant, { comment, wishes });
  if (Object.keys(changes).length === 0) return;
  await recordAudit(context, tx, {
    action: 'meeting_request.commented',
    target: { type: 'meeting_request', id: locked.request.id },
    changes: { participant_email: [null, participant.email], ...changes },
  });
}

/** Makes the zone of a visit the participant's, unless they have chosen one. Ignores a zone that only the browser knows. */
export async function keepTimezone(
  { context, tx, locked }: Search,
  participant: Respondent,
  timezone: string | undefined,
): Promise<Changes> {
  const isNews = timezone !== participant.timezone && !participant.timezone_chosen;
  if (!timezone || !isNews || !isTimeZone(timezone)) return {};
  await recordTimezone(context, tx, locked.request.id, participant.place, { timezone, is_chosen: false });
  return { timezone: [participant.timezone, timezone] };
}
