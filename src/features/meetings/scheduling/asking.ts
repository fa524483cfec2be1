import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../storage/database.ts';
import { saveRound } from '../requests/lifecycle/transitions.ts';
import { readRespondents, restartWaits, type Wait } from '../requests/participants/responses.ts';
import type { MeetingRequest } from '../requests/rules.ts';
import { scheduleAt, stopSchedule } from '../schedules/operations.ts';

/** Asks everybody from scratch, and saves the round and the introduction of the request. */
export function askEverybody(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  waits: Wait[],
): void {
  saveRound(context, tx, request);
  restartWaits(context, tx, request.id, waits);
}

/** Schedules the next step of an active request: to remind those who have not answered by then. */
export async function waitForAnswers(context: Context, tx: Transaction, requestId: string): Promise<void> {
  const respondents = await readRespondents(context, tx, requestId);
  return waitFor(
    context,
    tx,
    requestId,
    respondents.filter(({ response }) => response === 'none'),
  );
}

/** The same, if the caller knows who has not answered. */
export async function waitFor(
  context: Context,
  tx: Transaction,
  requestId: string,
  waits: Wait[],
): Promise<void> {
  const times = waits.flatMap(({ follow_up_at }) => follow_up_at ?? []);
  if (times.length === 0) return stopSchedule(context, tx, requestId);
  return scheduleAt(context, tx, requestId, Math.min(...times));
}
