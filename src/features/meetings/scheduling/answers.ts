import { acceptOptions } from '../../calendar/options/operations.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import type { Changes } from '../../workspace/audit-log/rules.ts';
import { type Answer, type Remarks, recordResponse } from '../requests/participants/responses.ts';
import type { Respondent } from '../requests/rules.ts';
import { loadSearch, type Search } from './search.ts';
import { type Settled, settle } from './settle.ts';

/** What a participant answers: the options that work, or with none of them that none does. */
export interface GivenAnswer extends Remarks {
  option_ids: string[];
}

/**
 * Keeps an answer and does what follows from it. While the request is paused, that is done once it is resumed. `changes` are what
 * else was changed with it, for the audit entry.
 */
export async function answerWithin(
  search: Search,
  participant: Respondent,
  { option_ids, comment, wishes }: GivenAnswer,
  changes: Changes = {},
): Promise<Settled> {
  const { context, tx, held } = search;
  const { id, status } = held.request;
  await acceptOptions(context, tx, id, participant.place, option_ids);
  const response = option_ids.length > 0 ? 'chosen' : 'declined';
  const chosen: Changes = option_ids.length > 0 ? { option_ids: [null, option_ids] } : {};
  await keepAnswer(search, participant, { response, comment, wishes }, { ...chosen, ...changes });
  return status === 'active' ? settle(await loadSearch(context, tx, held)) : 'waiting';
}

/** Keeps an answer, with its audit entry, which has these changes too. */
export async function keepAnswer(
  { context, tx, held }: Search,
  { place, email, response }: Respondent,
  answer: Answer,
  changes: Changes,
): Promise<void> {
  const { id } = held.request;
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
