// Why a step goes by the state and not by a plan: docs/decisions/0024-scheduling-is-due-work.md.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../storage/database.ts';
import { readTogether } from '../../../storage/read-together.ts';
import { type LockedRequest, withHostsLocked, withRequestLocked } from '../requests/lifecycle/hosts.ts';
import { isStillDue, stopSchedule } from '../schedules/operations.ts';
import { followUpDue } from './follow-ups.ts';
import { type Introduction, introductionOf } from './introductions.ts';
import { reasonToOffer } from './offers.ts';
import { offered, verdictOf } from './rules.ts';
import { loadSearch, type Search } from './search.ts';
import { askForTimes, offerOrAsk, settle } from './settle.ts';

interface DueStep {
  id: string;
  claim_id: string;
}

/**
 * Does what is due for a request, and says when the next thing is. Nothing, if the claim was lost or somebody was faster: so it
 * happens once, however many nodes try.
 */
export async function takeStep(
  context: Context,
  due: DueStep,
  introduction: Introduction | undefined,
): Promise<void> {
  // Most steps only write to people. Those hold up nobody who books a time of the same hosts.
  const isTaken = await withRequestLocked(context, due.id, (tx, locked) =>
    stepWithin(context, tx, locked, due, introduction, false),
  );
  if (isTaken) return;
  await withHostsLocked(context, due.id, (tx, locked) =>
    stepWithin(context, tx, locked, due, introduction, true),
  );
}

/** False if it would take time of the hosts, and they are not locked. */
async function stepWithin(
  context: Context,
  tx: Transaction,
  locked: LockedRequest,
  { id, claim_id }: DueStep,
  introduction: Introduction | undefined,
  mayTakeTime: boolean,
): Promise<boolean> {
  const { request } = locked;
  const isOpen = request.status === 'active' && request.attention_reason === null;
  const [isDue, search] = await readTogether(tx, (together) => [
    isStillDue(context, together, id, claim_id),
    isOpen ? loadSearch(context, together, locked) : undefined,
  ]);
  if (!isDue) return true;
  if (!search) {
    await stopSchedule(context, tx, id);
    return true;
  }
  return stepOf(search, introduction, mayTakeTime);
}

/** What Rota does next in a search that goes on. False if it would take time of the hosts, and may not. */
export async function stepOf(
  search: Search,
  introduction: Introduction | undefined,
  mayTakeTime: boolean,
): Promise<boolean> {
  const { context, tx, settings, respondents, options, withoutSeat } = search;
  const { request } = search.locked;
  if (withoutSeat.length > 0) {
    await askForTimes(search);
    return true;
  }
  const isAnswered = verdictOf(respondents, options) !== 'waiting';
  if (!mayTakeTime && (isAnswered || settings.hold_options)) return false;
  if (offered(options).length === 0) {
    await offerOrAsk(search, {
      reason: reasonToOffer(search),
      round: Math.max(request.round, 1),
      introduction: await introductionOf(context, tx, request, introduction),
    });
  } else if (isAnswered) await settle(search);
  else await followUpDue(search);
  return true;
}
