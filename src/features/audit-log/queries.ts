import type { Reader, Transaction, Value } from '../../storage/database.ts';

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
  before: string | undefined;
  count: number;
}

export function selectAuditEntries(reader: Reader, workspaceId: string, filter: AuditFilter) {
  const values: Value[] = [workspaceId, filter.count];
  const conditions = ['workspace_id = $1'];
  const where = (condition: string, value: string | undefined) => {
    if (value !== undefined) conditions.push(`${condition} $${values.push(value)}`);
  };
  where('action =', filter.action);
  where('target_id =', filter.targetId);
  where('id <', filter.before);
  return reader.all<AuditEntryRow>(
    `select id, action, actor_type, actor_id, target_type, target_id, changes, reason, created_at
     from audit_entries where ${conditions.join(' and ')} order by id desc limit $2`,
    values,
  );
}
