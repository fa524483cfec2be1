import type { PageRequest } from '../../pages.ts';
import { deleteBatch, type Range } from '../../storage/batches.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { selectNewestFirst } from '../../storage/newest-first.ts';
import { insertRow, insertRows } from '../../storage/rows.ts';

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

export function insertAuditEntry(tx: Transaction, workspaceId: string, row: AuditEntryRow): Promise<void> {
  return insertRow(tx, 'audit_entries', { workspace_id: workspaceId, ...row });
}

const columns = {
  id: 'text',
  action: 'text',
  actor_type: 'text',
  actor_id: 'text',
  target_type: 'text',
  target_id: 'text',
  changes: 'text',
  reason: 'text',
  created_at: 'bigint',
} as const;

export function insertAuditEntries(
  tx: Transaction,
  workspaceId: string,
  rows: AuditEntryRow[],
): Promise<void> {
  return insertRows(tx, 'audit_entries', workspaceId, columns, rows);
}

export interface AuditFilter {
  action: string | undefined;
  target_id: string | undefined;
}

export function selectAuditEntries(
  reader: Reader,
  workspaceId: string,
  filter: AuditFilter,
  page: PageRequest,
) {
  return selectNewestFirst<AuditEntryRow>(reader, workspaceId, page, {
    columns: Object.keys(columns).join(', '),
    table: 'audit_entries',
    where: [
      ['action = ?', filter.action],
      ['target_id = ?', filter.target_id],
    ],
  });
}

export function deleteAuditEntries(tx: Transaction, workspaceId: string, range: Range) {
  return deleteBatch(tx, { table: 'audit_entries', scope: { workspace_id: workspaceId }, ...range });
}
