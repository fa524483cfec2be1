import type { Reader, Transaction } from '../../../../storage/database.ts';
import { idRows, wantedRows } from '../../../../storage/rows.ts';

/** What all invitations to a meeting share, and the latest one. Written under the lock of the request. */
export interface InviteRow {
  request_id: string;
  uid: string;
  organizer_address: string;
  sequence: number;
  text: string;
  /** The members it went to. */
  host_ids: string[];
  /** The hosts who got none, because Rota writes the meeting to their calendars. */
  calendar_host_ids: string[];
}

type StoredRow = Omit<InviteRow, 'host_ids' | 'calendar_host_ids'> &
  Record<'host_ids' | 'calendar_host_ids', string>;

const columns = 'request_id, uid, organizer_address, sequence, text, host_ids, calendar_host_ids';

const fromRow = (row: StoredRow): InviteRow => ({
  ...row,
  host_ids: JSON.parse(row.host_ids),
  calendar_host_ids: JSON.parse(row.calendar_host_ids),
});

const toRow = (row: InviteRow): StoredRow => ({
  ...row,
  host_ids: JSON.stringify(row.host_ids),
  calendar_host_ids: JSON.stringify(row.calendar_host_ids),
});

/** By request. */
export async function selectInvites(
  reader: Reader,
  workspaceId: string,
  requestIds: string[],
): Promise<Map<string, InviteRow>> {
  const rows = await reader.all<StoredRow>(
    `with ${wantedRows(reader.dialect)}
     select ${columns} from wanted
     join invites on invites.workspace_id = wanted.workspace_id and invites.request_id = wanted.wanted_id`,
    [workspaceId, idRows(requestIds)],
  );
  return new Map(rows.map((row) => [row.request_id, fromRow(row)]));
}

/** Keeps the UID and the organizer's address as first written. */
export async function upsertInvites(tx: Transaction, workspaceId: string, rows: InviteRow[]): Promise<void> {
  if (rows.length === 0) return;
  const given = tx.dialect.rows('$2', {
    request_id: 'text',
    uid: 'text',
    organizer_address: 'text',
    sequence: 'bigint',
    text: 'text',
    host_ids: 'text',
    calendar_host_ids: 'text',
  });
  // `where true`: without it, SQLite takes the conflict clause for a join.
  await tx.run(
    `insert into invites (workspace_id, ${columns}) select $1, ${columns} from ${given} where true
     on conflict (workspace_id, request_id) do update
     set sequence = excluded.sequence, text = excluded.text, host_ids = excluded.host_ids,
       calendar_host_ids = excluded.calendar_host_ids`,
    [workspaceId, JSON.stringify(rows.map(toRow))],
  );
}
