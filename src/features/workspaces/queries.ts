import type { Reader, Transaction } from '../../storage/database.ts';
import { insertRow } from '../../storage/rows.ts';

export interface WorkspaceRow {
  id: string;
  name: string;
  handle: string | null;
  timezone: string;
  /** What another system calls it. */
  external_id: string | null;
  created_at: number;
  updated_at: number;
}

const columns = 'id, name, handle, timezone, external_id, created_at, updated_at';

export function selectWorkspace(reader: Reader, workspaceId: string) {
  return reader.get<WorkspaceRow>(`select ${columns} from workspaces where id = $1`, [workspaceId]);
}

export function selectWorkspaceForUpdate(tx: Transaction, workspaceId: string) {
  return tx.get<WorkspaceRow>(`select ${columns} from workspaces where id = $1 ${tx.dialect.forUpdate}`, [
    workspaceId,
  ]);
}

export async function selectWorkspaceByHandle(reader: Reader, handle: string): Promise<string | undefined> {
  const row = await reader.get<{ id: string }>('select id from workspaces where handle = $1', [handle]);
  return row?.id;
}

/** For operators, who see the whole installation. */
export function selectEveryWorkspace(reader: Reader) {
  return reader.all<WorkspaceRow>(`select ${columns} from workspaces order by id desc`);
}

/** Runs before migrations: uses only columns of the first one. */
export function selectAnyWorkspace(reader: Reader) {
  return reader.get<{ id: string }>('select id from workspaces limit 1');
}

export function insertWorkspace(tx: Transaction, row: WorkspaceRow): Promise<void> {
  return insertRow(tx, 'workspaces', { ...row });
}

export async function updateWorkspaceRow(tx: Transaction, workspaceId: string, row: WorkspaceRow) {
  await tx.run(
    'update workspaces set name = $2, handle = $3, timezone = $4, external_id = $5, updated_at = $6 where id = $1',
    [workspaceId, row.name, row.handle, row.timezone, row.external_id, row.updated_at],
  );
}
