import type { Actor } from '../../../context.ts';
import { isOfOpenWorkspace } from '../../../outbox/claim-queries.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { insertRow } from '../../../storage/rows.ts';

/** A deactivated member whose requests are still being handed over, and the successor who gets them. */
interface HandOverRow {
  member_id: string;
  heir_id: string;
  actor_type: Actor['type'];
  actor_id: string;
  created_at: number;
}

const columns = 'member_id, heir_id, actor_type, actor_id, created_at';
const oneHandOver = `select ${columns} from hand_overs where workspace_id = $1 and member_id = $2`;

export function insertHandOver(tx: Transaction, workspaceId: string, row: HandOverRow): Promise<void> {
  return insertRow(tx, 'hand_overs', { workspace_id: workspaceId, ...row });
}

export function selectHandOver(reader: Reader, workspaceId: string, memberId: string) {
  return reader.get<HandOverRow>(oneHandOver, [workspaceId, memberId]);
}

/** Undefined while another node has it locked. */
export function selectFreeHandOver(tx: Transaction, workspaceId: string, memberId: string) {
  const sql = `${oneHandOver} ${tx.dialect.forUpdateOfFree('hand_overs')}`;
  return tx.get<HandOverRow>(sql, [workspaceId, memberId]);
}

/** Of all workspaces that aren't closed, oldest first. There are few: a row is deleted when it is done. */
export function selectHandOvers(reader: Reader) {
  return reader.all<{ workspace_id: string; member_id: string }>(
    `select workspace_id, member_id from hand_overs where ${isOfOpenWorkspace('workspace_id')} order by created_at, member_id`,
  );
}

/** The members whose requests are being handed over to the successor. */
export async function selectHandingOverTo(reader: Reader, workspaceId: string, successorId: string) {
  const rows = await reader.all<{ member_id: string }>(
    'select member_id from hand_overs where workspace_id = $1 and heir_id = $2 order by member_id',
    [workspaceId, successorId],
  );
  return rows.map(({ member_id }) => member_id);
}

export async function updateSuccessor(
  tx: Transaction,
  workspaceId: string,
  change: { from: string; to: string },
): Promise<void> {
  await tx.run('update hand_overs set heir_id = $3 where workspace_id = $1 and heir_id = $2', [
    workspaceId,
    change.from,
    change.to,
  ]);
}

export async function deleteHandOver(tx: Transaction, workspaceId: string, memberId: string): Promise<void> {
  await tx.run('delete from hand_overs where workspace_id = $1 and member_id = $2', [workspaceId, memberId]);
}
