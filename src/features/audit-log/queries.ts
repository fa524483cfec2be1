import type { Actor } from '../../context.ts';
import { firstIdAt } from '../../ids.ts';
import type { PageRequest } from '../../pages.ts';
import { deleteBatch, type Range } from '../../storage/batches.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { optional, selectNewestFirst } from '../../storage/newest-first.ts';
import { idRows, insertRowLater, insertRowsLater, wantedRows, withoutIndex } from '../../storage/rows.ts';

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
  // The first of these that is given leads. The planners do not know that a thing has fewer entries than an actor.
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

/** Who has done this with these things. */
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

export function deleteAuditEntries(tx: Transaction, workspaceId: string, range: Range) {
  return deleteBatch(tx, { table: 'audit_entries', scope: { workspace_id: workspaceId }, ...range });
}
