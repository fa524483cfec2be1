// How an operator closes a workspace: by suspending it, or by deleting it after its days of grace.
import type { Context, Services } from '../../../context.ts';
import { invalidRequest, notFound } from '../../../errors.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { DAY_MS, formatTimestamp } from '../../../time/timestamps.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { changesBetween } from '../audit-log/rules.ts';
import {
  type OperatedRow,
  selectEveryOperated,
  selectOperated,
  selectOperatedForUpdate,
  updateStatus,
} from './lifecycle-queries.ts';
import { selectWorkspacePage, type WorkspaceFilter } from './list-queries.ts';
import { presentWorkspace } from './operations.ts';
import { checkGraceDays, statusOf } from './rules.ts';

/** The notification that a workspace was closed or opened again. Nodes of the last release know it by this older name. */
export const WORKSPACE_STATUS_CHANGED = 'holds_changed';

export type OperatedWorkspace = ReturnType<typeof presentOperated>;

/** A workspace as operators see it: whether it's closed, and why. */
export async function getOperatedWorkspace({ database, caller }: Context): Promise<OperatedWorkspace> {
  const row = await selectOperated(database, caller.workspaceId);
  if (!row) throw notFound('Workspace');
  return presentOperated(row);
}

/** Whether the workspace is closed: nobody may use it, and nothing goes out. */
export async function isWorkspaceClosed({ caller }: Context, reader: Reader): Promise<boolean> {
  const row = await selectOperated(reader, caller.workspaceId);
  return !row || statusOf(row) !== 'active';
}

/** Whether the days of grace of a deleted workspace are over. From then on, don't add anything to it. */
export async function isBeingRemoved(
  { clock }: Services,
  reader: Reader,
  workspaceId: string,
): Promise<boolean> {
  const row = await selectOperated(reader, workspaceId);
  return !row || (row.delete_at !== null && row.delete_at <= clock.now());
}

/** A page of workspaces, newest first. */
export async function pageOperatedWorkspaces(
  { database }: Services,
  query: WorkspaceFilter & PageRequest,
): Promise<Page<OperatedWorkspace>> {
  return takePage(await selectWorkspacePage(database, query, query), query, presentOperated);
}

/** Every workspace of the installation, newest first. */
export async function listOperatedWorkspaces({ database }: Services): Promise<OperatedWorkspace[]> {
  return (await selectEveryOperated(database)).map(presentOperated);
}

/** Closes it to everybody, and stops what goes out, until it is resumed. A second call changes only the reason. */
export function suspendWorkspace(
  context: Context,
  { reason }: { reason: string | null },
): Promise<OperatedWorkspace> {
  return changeStatus(context, 'workspace.suspended', reason, (before) => {
    refuseIfDeleting(before);
    return { suspended_at: before.suspended_at ?? context.clock.now(), suspended_reason: reason };
  });
}

/** Makes what waited due again. Changes nothing unless it's suspended. */
export function resumeWorkspace(context: Context): Promise<OperatedWorkspace> {
  return changeStatus(context, 'workspace.resumed', null, (before) => {
    refuseIfDeleting(before);
    return { suspended_at: null, suspended_reason: null };
  });
}

/** Closes it at once, and removes everything in it after these days. Changes nothing if it's already being deleted. */
export async function deleteWorkspace(
  context: Context,
  { grace_days }: { grace_days: number },
): Promise<OperatedWorkspace> {
  checkGraceDays(grace_days);
  return changeStatus(context, 'workspace.deletion_scheduled', null, (before) => ({
    delete_at: before.delete_at ?? context.clock.now() + grace_days * DAY_MS,
  }));
}

/** Undoes a deletion; a workspace that was suspended stays so. Refused once its rows are being removed. */
export function restoreWorkspace(context: Context): Promise<OperatedWorkspace> {
  return changeStatus(context, 'workspace.restored', null, (before) => {
    if (before.delete_at !== null && before.delete_at <= context.clock.now()) {
      throw invalidRequest("The workspace can't be restored any more: everything in it is being deleted");
    }
    return { delete_at: null };
  });
}

function refuseIfDeleting({ delete_at }: OperatedRow): void {
  if (delete_at !== null) throw invalidRequest('The workspace is being deleted: restore it first');
}

/** Locks the row, so that the removal has either begun already, or sees the change. */
function changeStatus(
  context: Context,
  action: string,
  reason: string | null,
  decide: (before: OperatedRow) => Partial<OperatedRow>,
): Promise<OperatedWorkspace> {
  const { database, caller, clock } = context;
  return database.transaction(async (tx: Transaction) => {
    const before = await selectOperatedForUpdate(tx, caller.workspaceId);
    if (!before) throw notFound('Workspace');
    const wanted = { ...before, ...decide(before) };
    const changes = changesBetween(presentOperated(before), presentOperated(wanted), [
      'status',
      'suspended_at',
      'suspended_reason',
      'delete_at',
    ]);
    if (!changes) return presentOperated(before);
    const after = { ...wanted, updated_at: clock.now() };
    await updateStatus(tx, caller.workspaceId, after);
    await recordAudit(context, tx, {
      action,
      target: { type: 'workspace', id: before.id },
      changes,
      reason,
    });
    tx.notify(WORKSPACE_STATUS_CHANGED);
    return presentOperated(after);
  });
}

function presentOperated(row: OperatedRow) {
  return {
    ...presentWorkspace(row),
    external_id: row.external_id,
    status: statusOf(row),
    suspended_at: formatTimestamp(row.suspended_at),
    suspended_reason: row.suspended_reason,
    delete_at: formatTimestamp(row.delete_at),
  };
}
