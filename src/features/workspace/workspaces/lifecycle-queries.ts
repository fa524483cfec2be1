import type { Reader, Transaction } from '../../../storage/database.ts';
import type { WorkspaceRow } from './queries.ts';
import type { Closable } from './rules.ts';

/** A workspace as operators see it. */
export interface OperatedRow extends WorkspaceRow, Closable {}

export const operatedColumns =
  'id, name, handle, timezone, external_id, created_at, updated_at, suspended_at, suspended_reason, delete_at';

export function selectOperated(reader: Reader, workspaceId: string) {
  return reader.get<OperatedRow>(`select ${operatedColumns} from workspaces where id = $1`, [workspaceId]);
}

export function selectOperatedForUpdate(tx: Transaction, workspaceId: string) {
  return tx.get<OperatedRow>(
    `select ${operatedColumns} from workspaces where id = $1 ${tx.dialect.forUpdate}`,
    [workspaceId],
  );
}

/** For operators, who see the whole installation. */
export function selectEveryOperated(reader: Reader) {
  return reader.all<OperatedRow>(`select ${operatedColumns} from workspaces order by id desc`);
}

/** Once a workspace is closed, its work may be parked. `has_held_work` says so until all of it is unparked. */
export async function updateStatus(tx: Transaction, workspaceId: string, row: OperatedRow): Promise<void> {
  await tx.run(
    `update workspaces set suspended_at = $2, suspended_reason = $3, delete_at = $4, updated_at = $5, has_held_work = 1
     where id = $1`,
    [workspaceId, row.suspended_at, row.suspended_reason, row.delete_at, row.updated_at],
  );
}

const isClosed = '(suspended_at is not null or delete_at is not null)';

/** Whether the workspace is closed, which can't change before the transaction ends. Undefined if it's gone. */
export async function selectIsClosed(tx: Transaction, workspaceId: string): Promise<boolean | undefined> {
  const row = await tx.get<{ is_held: number }>(
    `select case when ${isClosed} then 1 else 0 end as is_held from workspaces where id = $1 ${tx.dialect.forShare}`,
    [workspaceId],
  );
  return row && row.is_held === 1;
}

/** Workspaces that are open again, and may still have parked work. */
export function selectToUnpark(reader: Reader) {
  return reader.all<{ id: string }>(
    `select id from workspaces where has_held_work = 1 and not ${isClosed} order by id`,
  );
}

/** False if it's closed again. */
export async function clearParkedFlag(tx: Transaction, workspaceId: string): Promise<boolean> {
  const changed = await tx.run(`update workspaces set has_held_work = 0 where id = $1 and not ${isClosed}`, [
    workspaceId,
  ]);
  return changed > 0;
}

/** Workspaces whose days of grace are over, and that nobody has changed since `quietSince`. */
export function selectToRemove(reader: Reader, now: number, quietSince: number) {
  return reader.all<{ id: string }>(
    'select id from workspaces where delete_at <= $1 and updated_at <= $2 order by delete_at',
    [now, quietSince],
  );
}

/** Whether to remove the workspace's rows. It can't be restored before the transaction ends. */
export async function selectIsOver(tx: Transaction, workspaceId: string, now: number): Promise<boolean> {
  const row = await tx.get(
    `select id from workspaces where id = $1 and delete_at <= $2 ${tx.dialect.forShare}`,
    [workspaceId, now],
  );
  return row !== undefined;
}

/** Deletes the last row of the workspace. */
export async function deleteWorkspaceRow(
  tx: Transaction,
  workspaceId: string,
  now: number,
): Promise<boolean> {
  const removed = await tx.run('delete from workspaces where id = $1 and delete_at <= $2', [
    workspaceId,
    now,
  ]);
  return removed > 0;
}
