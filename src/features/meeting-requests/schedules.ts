import type { Context } from '../../context.ts';
import type { Transaction } from '../../storage/database.ts';
import { clearSchedule, upsertSchedule, upsertSchedules } from './schedule-queries.ts';

// When Rota does the next thing about a request by itself. The caller holds the request.

/** The notification that wakes the engines. */
export const SCHEDULING_DUE = 'scheduling_due';

export function scheduleNow(context: Context, tx: Transaction, requestId: string): Promise<void> {
  return scheduleAt(context, tx, requestId, context.clock.now());
}

export async function scheduleAt(
  { caller, clock }: Context,
  tx: Transaction,
  requestId: string,
  at: number,
): Promise<void> {
  await upsertSchedule(tx, caller.workspaceId, requestId, at);
  if (at <= clock.now()) tx.notify(SCHEDULING_DUE);
}

/** Many at once. */
export async function scheduleAllNow(
  { caller, clock }: Context,
  tx: Transaction,
  requestIds: string[],
): Promise<void> {
  if (requestIds.length === 0) return;
  await upsertSchedules(tx, caller.workspaceId, requestIds, clock.now());
  tx.notify(SCHEDULING_DUE);
}

export async function stopSchedule({ caller }: Context, tx: Transaction, requestId: string): Promise<void> {
  await clearSchedule(tx, caller.workspaceId, requestId);
}
