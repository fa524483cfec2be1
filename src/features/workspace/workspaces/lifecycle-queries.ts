import type { Reader, Transaction } from '../../../storage/database.ts';
import type { WorkspaceRow } from './queries.ts';
import type { Holdable } from './rules.ts';

/** A workspace as operators see it. */
export interface OperatedRow extends WorkspaceRow, Holdable {}

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

/** From the moment that it is held, it may have held work. */
export async function updateHold(tx: Transaction, workspaceId: string, row: OperatedRow): Promise<void> {
  await tx.run(
    `update workspaces set suspended_at = $2, suspended_reason = $3, delete_at = $4, updated_at = $5, has_held_work = 1
     where id = $1`,
    [workspaceId, row.suspended_at, row.suspended_reason, row.delete_at, row.updated_at],
  );
}

const isHeld = '(suspended_at is not null or delete_at is not null)';

/** Whether it is held. That can't change before the transaction ends. Undefined if it is gone. */
export async function selectIsHeld(tx: Transaction, workspaceId: string): Promise<boolean | undefined> {
  const row = await tx.get<{ is_held: number }>(
    `select case when ${isHeld} then 1 else 0 end as is_held from workspaces where id = $1 ${tx.dialect.forShare}`,
    [workspaceId],
  );
  return row && row.is_held === 1;
}

/** Those that are no longer held, in which something may still wait as if they were. */
export function selectToRelease(reader: Reader) {
  return reader.all<{ id: string }>(
    `select id from workspaces where has_held_work = 1 and not ${isHeld} order by id`,
  );
}

/** False if it is held again. */
export async function clearHeldWork(tx: Transaction, workspaceId: string): Promise<boolean> {
  const changed = await tx.run(`update workspaces set has_held_work = 0 where id = $1 and not ${isHeld}`, [
    workspaceId,
  ]);
  return changed > 0;
}

/** Those whose time has come, and that nobody has changed since `quietSince`. */
export function selectToRemove(reader: Reader, now: number, quietSince: number) {
  return reader.all<{ id: string }>(
    'select id from workspaces where delete_at <= $1 and updated_at <= $2 order by delete_at',
    [now, quietSince],
  );
}

/** Whether its rows are to be removed. It can't be restored before the transaction ends. */
export async function selectIsOver(tx: Transaction, workspaceId: string, now: number): Promise<boolean> {
  const row = await tx.get(
    `select id from workspaces where id = $1 and delete_at <= $2 ${tx.dialect.forShare}`,
    [workspaceId, now],
  );
  return row !== undefined;
}

/** The last of its rows. */
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
