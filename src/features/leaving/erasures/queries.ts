import type { Actor } from '../../../context.ts';
import type { PageRequest } from '../../../pagination.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { selectNewestFirst } from '../../../storage/newest-first.ts';
import { insertRow, updateRow } from '../../../storage/rows.ts';

export interface ErasureRow {
  id: string;
  status: 'running' | 'done';
  sealed_email: string | null;
  actor_type: Actor['type'];
  actor_id: string;
  pass: number;
  stage: string;
  last_key: string | null;
  counts: string;
  due_at: number | null;
  vacuumed_at: number | null;
  created_at: number;
  finished_at: number | null;
}

const columns = `id, status, sealed_email, actor_type, actor_id, pass, stage, last_key, counts, due_at, vacuumed_at,
  created_at, finished_at`;
const one = `select ${columns} from erasures where workspace_id = $1 and id = $2`;

export function insertErasure(tx: Transaction, workspaceId: string, row: ErasureRow): Promise<void> {
  return insertRow(tx, 'erasures', { workspace_id: workspaceId, ...row });
}

export function selectErasure(reader: Reader, workspaceId: string, id: string) {
  return reader.get<ErasureRow>(one, [workspaceId, id]);
}

/** Undefined while another node has it locked. */
export function selectFreeErasure(tx: Transaction, workspaceId: string, id: string) {
  return tx.get<ErasureRow>(`${one} ${tx.dialect.forUpdateOfFree('erasures')}`, [workspaceId, id]);
}

export function selectErasures(reader: Reader, workspaceId: string, page: PageRequest) {
  return selectNewestFirst<ErasureRow>(reader, workspaceId, page, { columns, table: 'erasures', where: [] });
}

/** A workspace has few. */
export function selectRunning(reader: Reader, workspaceId: string) {
  return reader.all<ErasureRow>(
    `select ${columns} from erasures where workspace_id = $1 and due_at is not null order by id`,
    [workspaceId],
  );
}

/** Of all workspaces, those that have waited longest first. */
export function selectDueErasures(reader: Reader, now: number) {
  return reader.all<{ workspace_id: string; id: string }>(
    'select workspace_id, id from erasures where due_at <= $1 order by due_at, id',
    [now],
  );
}

/** Whether an erasure has ever rewritten the embedded database. */
export async function existsVacuumed(reader: Reader): Promise<boolean> {
  return (
    (await reader.get('select 1 as found from erasures where vacuumed_at is not null limit 1')) !== undefined
  );
}

export function updateErasure(
  tx: Transaction,
  workspaceId: string,
  id: string,
  changes: Partial<Omit<ErasureRow, 'id'>>,
): Promise<boolean> {
  return updateRow(tx, 'erasures', { workspace_id: workspaceId, id }, { ...changes });
}
