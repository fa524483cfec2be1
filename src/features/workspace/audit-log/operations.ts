import type { Actor, Context } from '../../../context.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import { type Removal, removeInBatches } from '../../../storage/batches.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import {
  type AuditEntryRow,
  type AuditFilter,
  countDone,
  deleteAuditEntries,
  insertAuditEntries,
  insertAuditEntry,
  selectActorsOf,
  selectAuditEntries,
} from './queries.ts';
import type { Changes } from './rules.ts';

export interface AuditRecord {
  /** Thing and past participle: `api_key.created`. */
  action: string;
  target: { type: string; id: string };
  changes: Changes;
  reason?: string | null;
}

/** Writes the entry in the transaction of the change: neither exists without the other. */
export async function recordAudit(context: Context, tx: Transaction, record: AuditRecord): Promise<void> {
  const entry = entryOf(context, record);
  insertAuditEntry(tx, context.caller.workspaceId, entry);
}

/** The same for many changes at once. */
export async function recordAudits(context: Context, tx: Transaction, records: AuditRecord[]): Promise<void> {
  const entries = records.map((record) => entryOf(context, record));
  insertAuditEntries(tx, context.caller.workspaceId, entries);
}

function entryOf({ caller, clock, ids }: Context, record: AuditRecord): AuditEntryRow {
  return {
    id: ids('auditEntry'),
    action: record.action,
    actor_type: caller.actor.type,
    actor_id: caller.actor.id,
    tool: caller.tool ?? null,
    target_type: record.target.type,
    target_id: record.target.id,
    changes: JSON.stringify(record.changes),
    reason: record.reason ?? null,
    created_at: clock.now(),
  };
}

export async function listAuditEntries(
  { database, caller }: Context,
  query: AuditFilter & PageRequest,
): Promise<Page<AuditEntry>> {
  const rows = await selectAuditEntries(database, caller.workspaceId, query, query);
  return takePage(rows, query, presentEntry);
}

/** Who did something to these targets, by their ids. Targets whose entry was removed are missing. */
export async function whoDid(
  { database, caller }: Context,
  action: string,
  targetIds: string[],
): Promise<Map<string, Actor>> {
  const rows = await selectActorsOf(database, caller.workspaceId, action, targetIds);
  return new Map(rows.map((row) => [row.target_id, { type: row.actor_type, id: row.actor_id }]));
}

/** How often participants have done something to a target since a time. */
export function countByParticipants(
  { caller }: Context,
  reader: Reader,
  done: { action: string; target_id: string },
  since: number,
): Promise<number> {
  return countDone(reader, caller.workspaceId, { ...done, actor_type: 'participant' }, since);
}

/** How often the caller has done something to a target since a time. */
export function countByCaller(
  { caller }: Context,
  reader: Reader,
  done: { action: string; target_id: string },
  since: number,
): Promise<number> {
  const { type, id } = caller.actor;
  return countDone(reader, caller.workspaceId, { ...done, actor_type: type, actor_id: id }, since);
}

/** Removes entries older than the id. Returns false when it was aborted. */
export function removeAuditEntries(removal: Removal, workspaceId: string, before: string): Promise<boolean> {
  return removeInBatches(removal, (tx, after) => deleteAuditEntries(tx, workspaceId, { after, before }));
}

export type AuditEntry = ReturnType<typeof presentEntry>;

function presentEntry(row: AuditEntryRow) {
  return {
    id: row.id,
    action: row.action,
    actor: { type: row.actor_type, id: row.actor_id },
    tool: row.tool,
    target: { type: row.target_type, id: row.target_id },
    changes: JSON.parse(row.changes) as Changes,
    reason: row.reason,
    created_at: formatTimestamp(row.created_at),
  };
}
