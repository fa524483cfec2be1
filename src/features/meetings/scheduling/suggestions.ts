import type { MeetingTime } from '../../../time/intervals.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { acceptOptions } from '../../calendar/options/operations.ts';
import type { Changes } from '../../workspace/audit-log/rules.ts';
import { mailOptions } from '../requests/mails/mails.ts';
import type { Respondent } from '../requests/rules.ts';
import { keepAnswer } from './answers.ts';
import { waitForAnswers } from './asking.ts';
import { introductionOf } from './introductions.ts';
import { replaceOptions } from './offers.ts';
import { leaveToOrganizer, optedOutAmong } from './opt-outs.ts';
import type { Search } from './search.ts';

/**
 * Offers the times that a participant suggests as the next round. They count as accepted by the suggester; the others get a
 * message.
 */
export async function offerSuggested(
  search: Search,
  suggester: Respondent,
  times: MeetingTime[],
  changes: Changes,
): Promise<void> {
  const { context, tx, locked } = search;
  const reason = 'suggested';
  const introduction = await introductionOf(context, tx, locked.request);
  const round = locked.request.round + 1;
  const { request, options } = await replaceOptions(search, { reason, round, times, introduction });
  const { id } = request;
  const { place, name } = suggester;
  await mailOptions(
    context,
    tx,
    request,
    { options, reason, suggester: name, introduction: introduction || null },
    [place],
  );
  await acceptOptions(
    context,
    tx,
    id,
    place,
    options.map((option) => option.id),
  );
  const starts = times.map(({ starts_at }) => formatTimestamp(starts_at));
  const answer = { response: 'chosen', comment: null, wishes: null } as const;
  await keepAnswer(search, suggester, answer, { starts_at: [null, starts], ...changes });
  const others = search.respondents.filter((respondent) => respondent.place !== place);
  const optedOut = optedOutAmong(search, others);
  if (optedOut) return leaveToOrganizer({ ...search, locked: { ...locked, request } }, optedOut);
  await waitForAnswers(context, tx, id);
}
