import type { Reader, Transaction } from '../../../storage/database.ts';
import { insertRow } from '../../../storage/rows.ts';

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

/** The workspace that has or had the handle. Looks in both tables: nodes of an earlier version do not write `workspace_handles`. */
export async function selectWorkspaceByHandle(reader: Reader, handle: string): Promise<string | undefined> {
  const row = await reader.get<{ id: string | null }>(
    `select coalesce((select id from workspaces where handle = $1),
       (select workspace_id from workspace_handles where handle = $1)) as id`,
    [handle],
  );
  return row?.id ?? undefined;
}

/** Keeps the handle for the workspace from now on, unless another one has or had it. Returns the workspace that it belongs to. */
export async function keepHandle(
  tx: Transaction,
  workspaceId: string,
  handle: string,
): Promise<string | undefined> {
  const row = await tx.get<{ workspace_id: string }>(
    `insert into workspace_handles (handle, workspace_id) values ($2, $1)
     on conflict (handle) do update set workspace_id = workspace_handles.workspace_id
     returning workspace_id`,
    [workspaceId, handle],
  );
  return row?.workspace_id;
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
