import type { Context } from '../../context.ts';
import { holdAlone, holdWithHosts } from '../meeting-requests/hosts.ts';
import { readRespondents } from '../meeting-requests/responses.ts';
import { isStillDue, stopSchedule } from '../meeting-requests/schedules.ts';
import { readOptions } from '../options/operations.ts';
import { readSchedulingSettings } from '../scheduling-settings/operations.ts';
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
export async function takeStep(
  context: Context,
  { id, claim_id }: { id: string; claim_id: string },
  introduction: Introduction | undefined,
): Promise<void> {
  const isTakingTime = await takesTime(context, id);
  const hold = isTakingTime ? holdWithHosts : holdAlone;
  return hold(context, id, async (tx, held) => {
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
    const verdict = verdictOf(search.respondents, search.options);
    if (verdict === 'waiting') return followUpDue(search);
    // Answered just now. It stays due, and the next try locks the hosts.
    if (verdict === 'to_book' && !isTakingTime) return;
    return settle(search);
  });
}

/** Whether a step may take the time of hosts: with a booking, or with offers that are held. Else nobody waits for it. */
async function takesTime(context: Context, id: string): Promise<boolean> {
  const { database } = context;
  const { hold_options } = await readSchedulingSettings(context, database);
  if (hold_options) return true;
  const options = await readOptions(context, database, id);
  if (offered(options).length === 0) return false;
  return verdictOf(await readRespondents(context, database, id), options) === 'to_book';
}
