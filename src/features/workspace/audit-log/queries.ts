import type { Actor } from '../../../context.ts';
import { firstIdAt } from '../../../ids.ts';
import type { PageRequest } from '../../../pagination.ts';
import { deleteBatch, type Range } from '../../../storage/batches.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { optional, selectNewestFirst } from '../../../storage/newest-first.ts';
import { idRows, insertRowLater, insertRowsLater, wantedRows, withoutIndex } from '../../../storage/rows.ts';

export interface AuditEntryRow {
  id: string;
  action: string;
  actor_type: Actor['type'];
  actor_id: string;
  tool: string | null;
  target_type: string;
  target_id: string;
  changes: string;
  reason: string | null;
  created_at: number;
}

export function insertAuditEntry(tx: Transaction, workspaceId: string, row: AuditEntryRow): void {
  insertRowLater(tx, 'audit_entries', { workspace_id: workspaceId, ...row });
}

const columns = {
  id: 'text',
  action: 'text',
  actor_type: 'text',
  actor_id: 'text',
  tool: 'text',
  target_type: 'text',
  target_id: 'text',
  changes: 'text',
  reason: 'text',
  created_at: 'bigint',
} as const;

export function insertAuditEntries(tx: Transaction, workspaceId: string, rows: AuditEntryRow[]): void {
  insertRowsLater(tx, 'audit_entries', workspaceId, columns, rows);
}

export interface AuditFilter {
  action?: string | undefined;
  target_id?: string | undefined;
  actor_id?: string | undefined;
  actor_type?: Actor['type'] | undefined;
  /** Both inclusive. */
  created_after?: number | undefined;
  created_before?: number | undefined;
}

export function selectAuditEntries(
  reader: Reader,
  workspaceId: string,
  filter: AuditFilter,
  page: PageRequest,
) {
  const { created_after: after, created_before: before } = filter;
  // Use the index of the first filter that is set. The planners don't know that a target has fewer entries than an actor.
  const columnsToFind = ['target_id', 'actor_id', 'action', 'actor_type'] as const;
  const leading = columnsToFind.find((column) => filter[column] !== undefined);
  const others = leading ? columnsToFind.slice(columnsToFind.indexOf(leading) + 1) : [];
  return selectNewestFirst<AuditEntryRow>(reader, workspaceId, page, {
    columns: Object.keys(columns).join(', '),
    table: 'audit_entries',
    where: [
      [`${leading} = ?`, leading && filter[leading]],
      ...others.map((column) => optional(`${withoutIndex(column)} = ?`, filter[column])),
    ],
    // The id begins with the time: a range of times is a range in the index on ids.
    from: after === undefined ? undefined : firstIdAt('auditEntry', after),
    before: before === undefined ? undefined : firstIdAt('auditEntry', before + 1),
  });
}

/** Who has done this to these targets. */
export function selectActorsOf(reader: Reader, workspaceId: string, action: string, targetIds: string[]) {
  return reader.all<Pick<AuditEntryRow, 'target_id' | 'actor_type' | 'actor_id'>>(
    `with ${wantedRows(reader.dialect)}
     select target_id, actor_type, actor_id from wanted
     join audit_entries on audit_entries.workspace_id = wanted.workspace_id
       and audit_entries.target_id = wanted.wanted_id
     where ${withoutIndex('action')} = $3`,
    [workspaceId, idRows(targetIds), action],
  );
}

/** How often actors of a type, or one of them, have done this to a target since a time. */
export async function countDone(
  reader: Reader,
  workspaceId: string,
  done: Required<Pick<AuditFilter, 'action' | 'target_id' | 'actor_type'>> & Pick<AuditFilter, 'actor_id'>,
  since: number,
): Promise<number> {
  const row = await reader.get<{ count: number }>(
    `select count(*) as count from audit_entries
     where workspace_id = $1 and target_id = $2 and id >= $3
       and ${withoutIndex('action')} = $4 and ${withoutIndex('actor_type')} = $5
       and ${withoutIndex('actor_id')} = coalesce($6, actor_id)`,
    [
      workspaceId,
      done.target_id,
      firstIdAt('auditEntry', since),
      done.action,
      done.actor_type,
      done.actor_id ?? null,
    ],
  );
  return Number(row?.count ?? 0);
}

export function deleteAuditEntries(tx: Transaction, workspaceId: string, range: Range) {
  return deleteBatch(tx, { table: 'audit_entries', scope: { workspace_id: workspaceId }, ...range });
}
