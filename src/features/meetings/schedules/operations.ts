import type { Context, Services } from '../../../context.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import {
  clearSchedule,
  selectClaimedDue,
  selectProgress,
  upsertSchedule,
  upsertSchedules,
} from './queries.ts';

// For the channel, which works across all workspaces.
export {
  type ClaimedStep,
  endClaims,
  scheduleTable,
  selectClaimedSteps,
} from './queries.ts';

// When the next step of a request is due. The caller has locked the request.

/** The topic that wakes the engines. */
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
  upsertSchedule(tx, caller.workspaceId, requestId, at);
  if (at <= clock.now()) tx.notify(SCHEDULING_DUE);
}

/** For many requests. */
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
  clearSchedule(tx, caller.workspaceId, requestId);
}

/** Whether Rota writes mail about the request, and when its next step is due. Undefined if it does not exist. */
export function readProgress({ caller }: Context, reader: Reader, requestId: string) {
  return selectProgress(reader, caller.workspaceId, requestId);
}

/** Whether the claim still holds and something is still due. The row stays locked until the transaction ends. */
export async function isStillDue(
  { caller, clock }: Context,
  tx: Transaction,
  requestId: string,
  claimId: string,
): Promise<boolean> {
  const dueAt = await selectClaimedDue(tx, caller.workspaceId, requestId, claimId);
  return dueAt !== null && dueAt <= clock.now();
}

/** The actor in the audit log: `scheduling` of the system. */
export function asScheduling(services: Services, workspaceId: string): Context {
  return { ...services, caller: { workspaceId, actor: { type: 'system', id: 'scheduling' }, scopes: [] } };
}
