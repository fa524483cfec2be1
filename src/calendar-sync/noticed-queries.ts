// What somebody did to the event of a booking in the calendar: noted with the entry, until Rota has written the event anew.
import type { Reader, Transaction } from '../storage/database.ts';

export type Noticed = 'moved' | 'deleted';

/** A booking as it was written, and what became of its event. */
export interface NoticedRow {
  calendar_id: string;
  member_id: string;
  starts_at: number;
  ends_at: number;
  noticed: Noticed | null;
  /** Null if it was deleted. */
  noticed_starts_at: number | null;
  noticed_ends_at: number | null;
}

/** The entries of a request, in every calendar that has it. */
export function selectEntriesOf(
  reader: Reader,
  workspaceId: string,
  requestId: string,
): Promise<NoticedRow[]> {
  return reader.all<NoticedRow>(
    `select calendar_id, member_id, starts_at, ends_at, noticed, noticed_starts_at, noticed_ends_at
     from calendar_entries
     join calendars on calendars.workspace_id = calendar_entries.workspace_id and calendars.id = calendar_entries.calendar_id
     where calendar_entries.workspace_id = $1 and request_id = $2
     order by calendar_id`,
    [workspaceId, requestId],
  );
}

/** Notes it with one entry. With null, there is nothing to note any more. */
export async function updateNoticed(
  tx: Transaction,
  workspaceId: string,
  { calendar_id, request_id }: { calendar_id: string; request_id: string },
  {
    noticed,
    noticed_starts_at,
    noticed_ends_at,
  }: Omit<NoticedRow, 'calendar_id' | 'member_id' | 'starts_at' | 'ends_at'>,
): Promise<void> {
  await tx.run(
    `update calendar_entries set noticed = $4, noticed_starts_at = $5, noticed_ends_at = $6
     where workspace_id = $1 and calendar_id = $2 and request_id = $3`,
    [workspaceId, calendar_id, request_id, noticed, noticed_starts_at, noticed_ends_at],
  );
}

/** Makes the next sync write these events anew: no booking is at the beginning of 1970. */
export async function makeDifferent(tx: Transaction, workspaceId: string, requestId: string): Promise<void> {
  await tx.run(
    `update calendar_entries set starts_at = 0, noticed = null, noticed_starts_at = null, noticed_ends_at = null
     where workspace_id = $1 and request_id = $2 and noticed is not null`,
    [workspaceId, requestId],
  );
}
