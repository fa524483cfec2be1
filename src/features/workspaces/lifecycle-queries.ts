import type { Reader, Transaction } from '../../storage/database.ts';
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
