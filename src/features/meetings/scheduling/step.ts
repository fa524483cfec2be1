// Why a step follows the state and not a plan: docs/decisions/0024-scheduling-is-due-work.md.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../storage/database.ts';
import { readTogether } from '../../../storage/read-together.ts';
import { type LockedRequest, withHostsLocked, withRequestLocked } from '../requests/lifecycle/hosts.ts';
import { findDue, stopSchedule } from '../schedules/operations.ts';
import { followUpDue } from './follow-ups.ts';
import { type Introduction, introductionOf } from './introductions.ts';
import { reasonToOffer } from './offers.ts';
import { remind } from './reminders.ts';
import { offered, verdictOf } from './rules.ts';
import { loadSearch, type Search } from './search.ts';
import { askForTimes, offerOrAsk, settle } from './settle.ts';

interface DueStep {
  id: string;
  claim_id: string;
}

/**
 * Takes the step that is due for a request, and schedules the next one. Does nothing if the claim was lost or somebody else was
 * faster, so a step is taken once, however many nodes try.
 */
export async function takeStep(
  context: Context,
  due: DueStep,
  introduction: Introduction | undefined,
): Promise<void> {
  // Most steps only write to people. Without locking the hosts, they hold up nobody who books with the same ones.
  const isTaken = await withRequestLocked(context, due.id, (tx, locked) =>
    stepWithin(context, tx, locked, due, introduction, false),
  );
  if (isTaken) return;
  await withHostsLocked(context, due.id, (tx, locked) =>
    stepWithin(context, tx, locked, due, introduction, true),
  );
}

/** False if the step would take the hosts' time, and they are not locked. */
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
  const [due, search] = await readTogether(tx, (together) => [
    findDue(context, together, id, claim_id),
    isOpen ? loadSearch(context, together, locked) : undefined,
  ]);
  if (!due) return true;
  if (due.reminders) await remind(context, tx, request, due.reminders);
  if (!search) {
    await stopSchedule(context, tx, id);
    return true;
  }
  return stepOf(search, introduction, mayTakeTime);
}

/** Takes the next step of a search. False if it would take the hosts' time, and may not. */
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
