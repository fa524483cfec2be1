import type { Context, Services } from '../../../context.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import {
  clearSchedule,
  selectClaimedDue,
  selectProgress,
  updateReminders,
  upsertReminders,
  upsertSchedule,
  upsertSchedules,
} from './queries.ts';
import { nextReminderAt, remindersAhead } from './rules.ts';

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

/** Nothing is left to do but to remind people of the present time, if there is one. */
export async function stopSchedule({ caller }: Context, tx: Transaction, requestId: string): Promise<void> {
  clearSchedule(tx, caller.workspaceId, requestId);
}

/** For a meeting that was booked or moved: schedules these reminders, unless it's too late for them. */
export async function scheduleReminders(
  { caller, clock }: Context,
  tx: Transaction,
  requestId: string,
  reminders: number[],
  startsAt: number,
): Promise<void> {
  const ahead = remindersAhead(reminders, startsAt, clock.now());
  upsertReminders(tx, caller.workspaceId, requestId, rowOf(ahead, startsAt));
}

/** Nothing is left to do about the request. */
export async function endSchedule({ caller }: Context, tx: Transaction, requestId: string): Promise<void> {
  upsertReminders(tx, caller.workspaceId, requestId, { reminders: null, reminder_at: null });
}

/** Keeps these reminders, while the step that is due is being taken. */
export function keepReminders(
  { caller }: Context,
  tx: Transaction,
  requestId: string,
  reminders: number[],
  startsAt: number,
): void {
  updateReminders(tx, caller.workspaceId, requestId, rowOf(reminders, startsAt));
}

const rowOf = (reminders: number[], startsAt: number) => ({
  reminders: reminders.length === 0 ? null : JSON.stringify(reminders),
  reminder_at: nextReminderAt(reminders, startsAt),
});

/** Whether Rota writes mail about the request, and when its next step and the next reminder are due. Undefined if it does not exist. */
export function readProgress({ caller }: Context, reader: Reader, requestId: string) {
  return selectProgress(reader, caller.workspaceId, requestId);
}

/** What is due, if the claim still holds and anything is. The row stays locked until the transaction ends. */
export async function findDue(
  { caller, clock }: Context,
  tx: Transaction,
  requestId: string,
  claimId: string,
): Promise<Due | undefined> {
  const now = clock.now();
  const row = await selectClaimedDue(tx, caller.workspaceId, requestId, claimId);
  if (!row || row.due_at === null || row.due_at > now) return undefined;
  const isReminderDue = row.reminder_at !== null && row.reminder_at <= now;
  return { reminders: isReminderDue ? JSON.parse(row.reminders ?? '[]') : null };
}

interface Due {
  /** Of the meeting, those to come, one of which is due; null if none is. */
  reminders: number[] | null;
}

/** The actor in the audit log: `scheduling` of the system. */
export function asScheduling(services: Services, workspaceId: string): Context {
  return { ...services, caller: { workspaceId, actor: { type: 'system', id: 'scheduling' }, scopes: [] } };
}
