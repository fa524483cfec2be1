import type { Transaction } from '../storage/database.ts';
import { idRows, insertRow, insertRows, type Row, wantedRows } from '../storage/rows.ts';

export function insertSync(tx: Transaction, workspaceId: string, row: Row): Promise<void> {
  return insertRow(tx, 'calendar_syncs', { workspace_id: workspaceId, ...row });
}

export function insertSyncs(tx: Transaction, workspaceId: string, rows: Row[]): Promise<void> {
  const columns = {
    ...({ calendar_id: 'text', lane: 'text', health: 'text', attempts: 'bigint' } as const),
    ...({ due_at: 'bigint', wish_number: 'bigint' } as const),
  };
  return insertRows(tx, 'calendar_syncs', workspaceId, columns, rows);
}

/** Locks the rows in the order of their ids, as everywhere, and returns their ids. */
export async function lockSyncs(
  tx: Transaction,
  workspaceId: string,
  calendarIds: string[],
  condition = 'true',
): Promise<string[]> {
  const rows = await tx.all<{ calendar_id: string }>(
    `with ${wantedRows(tx.dialect)}
     select calendar_id from wanted
     join calendar_syncs
       on calendar_syncs.workspace_id = wanted.workspace_id and calendar_syncs.calendar_id = wanted.wanted_id
     where ${condition}
     order by calendar_id ${tx.dialect.forUpdateOf('calendar_syncs')}`,
    [workspaceId, idRows(calendarIds)],
  );
  return rows.map(({ calendar_id }) => calendar_id);
}

/** Changes locked rows. `$3` is the time. */
async function updateSyncs(
  tx: Transaction,
  workspaceId: string,
  calendarIds: string[],
  assignments: string,
  now?: number,
): Promise<void> {
  if (calendarIds.length === 0) return;
  await tx.run(
    `with ${wantedRows(tx.dialect)}
     update calendar_syncs set ${assignments} from wanted
     where calendar_syncs.workspace_id = wanted.workspace_id and calendar_syncs.calendar_id = wanted.wanted_id`,
    [workspaceId, idRows(calendarIds), ...(now === undefined ? [] : [now])],
  );
}

const REQUEST_SYNC = 'wish_number = wish_number + 1, due_at = $3';

export async function requestSyncRows(
  tx: Transaction,
  workspaceId: string,
  calendarIds: string[],
  now: number,
): Promise<string[]> {
  const ids = await lockSyncs(tx, workspaceId, calendarIds, 'due_at is not null');
  await updateSyncs(tx, workspaceId, ids, REQUEST_SYNC, now);
  return ids;
}

/** Does both in one call, so that all rows are locked in the same order. */
export async function stopSyncRows(
  tx: Transaction,
  workspaceId: string,
  { stopped, requested }: { stopped: string[]; requested: string[] },
  now: number,
): Promise<void> {
  const ids = new Set(await lockSyncs(tx, workspaceId, [...stopped, ...requested], 'due_at is not null'));
  const locked = (calendarIds: string[]) => calendarIds.filter((id) => ids.has(id));
  await updateSyncs(tx, workspaceId, locked(stopped), 'due_at = null, claim_id = null, lease_until = null');
  await updateSyncs(tx, workspaceId, locked(requested), REQUEST_SYNC, now);
}

export async function resumeSyncRows(
  tx: Transaction,
  workspaceId: string,
  calendarIds: string[],
  now: number,
): Promise<void> {
  const ids = await lockSyncs(tx, workspaceId, calendarIds, 'lane is not null and due_at is null');
  await updateSyncs(tx, workspaceId, ids, 'due_at = $3', now);
}

/** Those that nobody chose stay without a due time. */
export async function restartAccountRows(
  tx: Transaction,
  workspaceId: string,
  calendarIds: string[],
  now: number,
): Promise<void> {
  const ids = await lockSyncs(tx, workspaceId, calendarIds, 'lane is not null');
  await updateSyncs(
    tx,
    workspaceId,
    ids,
    `due_at = $3, wish_number = wish_number + 1, claim_id = null, lease_until = null, attempts = 0, last_error = null,
     health = case when last_synced_at is null then 'new' else 'ok' end, failing_since = null, announced_at = null`,
    now,
  );
}

/** Forgets what is known about the server. A stopped sync stays stopped. */
export async function restartSyncRow(
  tx: Transaction,
  workspaceId: string,
  calendarId: string,
  { lane, now }: { lane: string; now: number },
): Promise<void> {
  await tx.run(
    `update calendar_syncs
     set lane = $3, due_at = case when due_at is null then null else cast($4 as bigint) end, claim_id = null, lease_until = null,
       etag = null, collection_url = null, expanded_until = null
     where workspace_id = $1 and calendar_id = $2`,
    [workspaceId, calendarId, lane, now],
  );
  // Another server may use the same names for different things.
  await tx.run("update calendar_objects set etag = '' where workspace_id = $1 and calendar_id = $2", [
    workspaceId,
    calendarId,
  ]);
}
