import { acceptOptions } from '../../calendar/options/operations.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import type { Changes } from '../../workspace/audit-log/rules.ts';
import { type Answer, recordResponse } from '../requests/participants/responses.ts';
import type { Respondent } from '../requests/rules.ts';
import { clearSearchAttention } from './participant.ts';
import { keepRemarksOnly, keepTimezone } from './remarks.ts';
import { acceptedBy, type GivenAnswer, meaningNow, type SentAnswer } from './rules.ts';
import type { Search } from './search.ts';
import { type Settled, settle } from './settle.ts';

/** The outcome of an answer that was sent. */
export type AnswerOutcome = Settled | 'outdated' | 'remarks_only' | 'repeated';

/** Acts on an answer by form or mail, according to what it means by now. */
export async function takeAnswer(
  search: Search,
  participant: Respondent,
  answer: SentAnswer,
): Promise<AnswerOutcome> {
  const meaning = meaningNow(search.locked.request, search.options, participant, answer);
  switch (meaning) {
    case 'agrees':
      return 'booked';
    case 'remarks_only':
      await keepRemarksOnly(search, participant, answer);
      return meaning;
    case 'counts': {
      const changes = await keepTimezone(search, participant, answer.timezone);
      const updated = changes.timezone ? { ...participant, timezone: answer.timezone ?? null } : participant;
      return answerWithin(await clearSearchAttention(search), updated, answer, changes);
    }
    default:
      return meaning;
  }
}

/**
 * Records an answer and acts on it; while the request is paused, only once it is resumed. `changes` are for the audit entry: what
 * else changed with the answer. `participant` already has those changes.
 */
export async function answerWithin(
  search: Search,
  participant: Respondent,
  { option_ids, comment, wishes }: GivenAnswer,
  changes: Changes = {},
): Promise<Settled> {
  const { context, tx, locked, respondents, options } = search;
  const { id, status } = locked.request;
  const { place } = participant;
  await acceptOptions(context, tx, id, place, option_ids);
  const response = option_ids.length > 0 ? 'chosen' : 'declined';
  const chosen: Changes = option_ids.length > 0 ? { option_ids: [null, option_ids] } : {};
  const answer = { response, comment, wishes } as const;
  await keepAnswer(search, participant, answer, { ...chosen, ...changes });
  if (status !== 'active') return 'waiting';
  // The request is locked, so nothing else has changed since the search was loaded.
  return settle({
    ...search,
    respondents: respondents.map((each) =>
      each.place === place ? { ...participant, ...answer, follow_up_at: null } : each,
    ),
    options: acceptedBy(place, options, option_ids),
  });
}

/** Records an answer. Its audit entry includes these changes. */
export async function keepAnswer(
  { context, tx, locked }: Search,
  { place, email, response }: Respondent,
  answer: Answer,
  changes: Changes,
): Promise<void> {
  const { id } = locked.request;
  await recordResponse(context, tx, id, place, answer);
  await recordAudit(context, tx, {
    action: 'meeting_request.answered',
    target: { type: 'meeting_request', id },
    changes: {
      participant_email: [null, email],
      response: [response, answer.response],
      ...changes,
      ...(answer.comment !== null && { comment: [null, answer.comment] }),
      ...(answer.wishes !== null && { wishes: [null, answer.wishes] }),
    },
  });
}
