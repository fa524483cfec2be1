import type { Transaction } from '../storage/database.ts';
import { insertRows } from '../storage/rows.ts';

export interface BusyRow {
  calendar_id: string;
  object: string;
  starts_at: number;
  ends_at: number;
  member_id: string;
}

type Place = Pick<BusyRow, 'calendar_id' | 'object'>;

/** In order of time. */
export function selectBusyTimes(tx: Transaction, workspaceId: string, { calendar_id, object }: Place) {
  return tx.all<Pick<BusyRow, 'starts_at' | 'ends_at'>>(
    `select starts_at, ends_at from busy_times where workspace_id = $1 and calendar_id = $2 and object = $3
     order by starts_at`,
    [workspaceId, calendar_id, object],
  );
}

/** Of all objects of the calendar, those of each in order of time. */
export function selectAllBusyTimes(tx: Transaction, workspaceId: string, calendarId: string) {
  return tx.all<Pick<BusyRow, 'object' | 'starts_at' | 'ends_at'>>(
    `select object, starts_at, ends_at from busy_times where workspace_id = $1 and calendar_id = $2
     order by object, starts_at`,
    [workspaceId, calendarId],
  );
}

export async function deleteBusyTimes(
  tx: Transaction,
  workspaceId: string,
  { calendar_id, object }: Place,
  starts: number[],
): Promise<void> {
  if (starts.length === 0) return;
  // Whole keys, hidden from the planner in a CTE. Otherwise PostgreSQL reads all busy times of the calendar.
  await tx.run(
    `with gone as materialized
       (select cast($1 as text) as workspace_id, cast($2 as text) as calendar_id, cast($3 as text) as object, starts_at
        from ${tx.dialect.rows('$4', { starts_at: 'bigint' })})
     delete from busy_times where (workspace_id, calendar_id, object, starts_at) in
       (select workspace_id, calendar_id, object, starts_at from gone)`,
    [workspaceId, calendar_id, object, JSON.stringify(starts.map((starts_at) => ({ starts_at })))],
  );
}

export function insertBusyTimes(tx: Transaction, workspaceId: string, rows: BusyRow[]): Promise<void> {
  const columns = {
    calendar_id: 'text',
    object: 'text',
    starts_at: 'bigint',
    ends_at: 'bigint',
    member_id: 'text',
  } as const;
  return insertRows(tx, 'busy_times', workspaceId, columns, rows);
}
