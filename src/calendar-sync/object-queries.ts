// The objects of a calendar that have been read, and how far.
import type { Reader, Transaction } from '../storage/database.ts';
import { type BusyRow, insertBusyTimes } from './busy-queries.ts';
import { deleteByKeys } from './key-queries.ts';

/** Makes the next sync read the whole calendar again: up to `expanded_until`, and for the zone and email in `read_for`. */
export async function forgetReadState(
  tx: Transaction,
  workspaceId: string,
  calendarId: string,
  { expanded_until, read_for }: { expanded_until: number; read_for: string },
): Promise<void> {
  await tx.run(
    `update calendar_syncs set etag = null, expanded_until = $3, read_for = $4
     where workspace_id = $1 and calendar_id = $2`,
    [workspaceId, calendarId, expanded_until, read_for],
  );
  await tx.run(`update calendar_objects set etag = '' where workspace_id = $1 and calendar_id = $2`, [
    workspaceId,
    calendarId,
  ]);
}

export async function updateCollection(
  tx: Transaction,
  workspaceId: string,
  calendarId: string,
  collectionUrl: string,
): Promise<void> {
  await tx.run(
    `update calendar_syncs set collection_url = $3, etag = null where workspace_id = $1 and calendar_id = $2`,
    [workspaceId, calendarId, collectionUrl],
  );
}

/** Records that everything in this state has been read. */
export async function updateState(
  tx: Transaction,
  workspaceId: string,
  calendarId: string,
  state: string | null,
): Promise<void> {
  await tx.run(
    `update calendar_syncs set etag = $3,
       doubtful = (select coalesce(sum(doubtful), 0) from calendar_objects where workspace_id = $1 and calendar_id = $2)
     where workspace_id = $1 and calendar_id = $2`,
    [workspaceId, calendarId, state],
  );
}

export interface ReadObjectRow {
  href: string;
  etag: string;
  /** How many of its events couldn't be understood, or only partly. Such an object may be read again. */
  doubtful: number;
}

export function selectObjects(
  reader: Reader,
  workspaceId: string,
  calendarId: string,
): Promise<ReadObjectRow[]> {
  return reader.all<ReadObjectRow>(
    'select href, etag, doubtful from calendar_objects where workspace_id = $1 and calendar_id = $2',
    [workspaceId, calendarId],
  );
}

export async function writeObjects(
  tx: Transaction,
  workspaceId: string,
  calendarId: string,
  objects: ReadObjectRow[],
): Promise<void> {
  if (objects.length === 0) return;
  const columns = { href: 'text', etag: 'text', doubtful: 'bigint' } as const;
  await tx.run(
    `insert into calendar_objects (workspace_id, calendar_id, href, etag, doubtful)
     select $1, $2, href, etag, doubtful from ${tx.dialect.rows('$3', columns)} where true
     on conflict (workspace_id, calendar_id, href) do update set etag = excluded.etag, doubtful = excluded.doubtful`,
    [workspaceId, calendarId, JSON.stringify(objects)],
  );
}

export async function deleteObjects(
  tx: Transaction,
  workspaceId: string,
  calendarId: string,
  hrefs: string[],
): Promise<void> {
  await deleteByKeys(tx, workspaceId, calendarId, { table: 'calendar_objects', column: 'href', ids: hrefs });
}

/** Replaces all busy times of these objects. */
export async function replaceBusyTimes(
  tx: Transaction,
  workspaceId: string,
  calendarId: string,
  { hrefs, busy }: { hrefs: string[]; busy: BusyRow[] },
): Promise<void> {
  if (hrefs.length === 0) return;
  await deleteByKeys(tx, workspaceId, calendarId, { table: 'busy_times', column: 'object', ids: hrefs });
  await insertBusyTimes(tx, workspaceId, busy);
}

/** Counted up to `limit`. */
export async function countBusyTimes(
  tx: Transaction,
  workspaceId: string,
  calendarId: string,
  limit: number,
): Promise<number> {
  const row = await tx.get<{ count: number }>(
    `select count(*) as count from
       (select starts_at from busy_times where workspace_id = $1 and calendar_id = $2 limit ${limit}) as counted`,
    [workspaceId, calendarId],
  );
  return row?.count ?? 0;
}
