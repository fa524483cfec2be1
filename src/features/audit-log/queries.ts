import type { PageRequest } from '../../pages.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { selectNewestFirst } from '../../storage/newest-first.ts';

export interface AuditEntryRow {
  id: string;
  action: string;
  actor_type: string;
  actor_id: string;
  target_type: string;
  target_id: string;
  changes: string;
  reason: string | null;
  created_at: number;
}

export async function insertAuditEntry(tx: Transaction, workspaceId: string, row: AuditEntryRow) {
  await tx.run(
    `insert into audit_entries
       (id, workspace_id, action, actor_type, actor_id, target_type, target_id, changes, reason, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      row.id,
      workspaceId,
      row.action,
      row.actor_type,
      row.actor_id,
      row.target_type,
      row.target_id,
      row.changes,
      row.reason,
      row.created_at,
    ],
  );
}

export interface AuditFilter {
  action: string | undefined;
  targetId: string | undefined;
}

export function selectAuditEntries(
  reader: Reader,
  workspaceId: string,
  filter: AuditFilter,
  page: PageRequest,
) {
  return selectNewestFirst<AuditEntryRow>(reader, workspaceId, page, {
    columns: 'id, action, actor_type, actor_id, target_type, target_id, changes, reason, created_at',
    table: 'audit_entries',
    where: [
      ['action = ?', filter.action],
      ['target_id = ?', filter.targetId],
    ],
  });
}
