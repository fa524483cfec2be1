import type { Context } from '../../context.ts';
import { holdRequest } from '../meeting-requests/hosts.ts';
import { isStillDue, stopSchedule } from '../meeting-requests/schedules.ts';
import { followUpDue } from './follow-ups.ts';
import { type Introduction, introductionOf } from './introductions.ts';
import { reasonToOffer } from './offers.ts';
import { offered, verdictOf } from './rules.ts';
import { loadSearch } from './search.ts';
import { offerOrAsk, settle } from './settle.ts';

/**
 * Does what is due for a request, and says when the next thing is. Nothing, if the claim was lost or somebody was faster: so it
 * happens once, however many nodes try.
 */
export function takeStep(
  context: Context,
  { id, claim_id }: { id: string; claim_id: string },
  introduction: Introduction | undefined,
): Promise<void> {
  return holdRequest(context, id, async (tx, held) => {
    if (!(await isStillDue(context, tx, id, claim_id))) return;
    const { request } = held;
    if (request.status !== 'active' || request.attention_reason !== null) {
      return stopSchedule(context, tx, id);
    }
    const search = await loadSearch(context, tx, held);
    if (offered(search.options).length === 0) {
      return offerOrAsk(search, {
        because: reasonToOffer(search),
        round: Math.max(request.round, 1),
        introduction: await introductionOf(context, tx, request, introduction),
      });
    }
    if (verdictOf(search.respondents, search.options) === 'waiting') return followUpDue(search);
    return settle(search);
  });
}
