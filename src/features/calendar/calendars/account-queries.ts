// The calendars of connected accounts, as connecting makes them.
import type { ProviderKind } from '../../../calendar-sync/provider-kinds.ts';
import type { Transaction } from '../../../storage/database.ts';
import { idRows, insertRows, type Row, updateRow, wantedRows } from '../../../storage/rows.ts';

export interface AccountCalendarRow {
  id: string;
  connection_id: string;
  remote_id: string;
  is_primary: number;
  is_writable: number;
  is_read: number;
  receives_bookings: number;
}

/** The calendars of these connections, oldest first. They stay locked until the transaction ends. */
export function selectAccountCalendars(
  tx: Transaction,
  workspaceId: string,
  connectionIds: string[],
): Promise<AccountCalendarRow[]> {
  return tx.all<AccountCalendarRow>(
    `with ${wantedRows(tx.dialect)}
     select calendars.id, connection_id, remote_id, is_primary, is_writable, is_read, receives_bookings
     from wanted
     join calendars on calendars.workspace_id = wanted.workspace_id and calendars.connection_id = wanted.wanted_id
     order by calendars.id ${tx.dialect.forUpdateOf('calendars')}`,
    [workspaceId, idRows(connectionIds)],
  );
}

/** Whether any calendar of the member receives bookings. */
export async function existsReceiving(
  tx: Transaction,
  workspaceId: string,
  memberId: string,
): Promise<boolean> {
  const row = await tx.get(
    'select id from calendars where workspace_id = $1 and member_id = $2 and receives_bookings = 1',
    [workspaceId, memberId],
  );
  return row !== undefined;
}

export interface NewAccountCalendar {
  id: string;
  member_id: string;
  service: ProviderKind;
  connection_id: string;
  remote_id: string;
  name: string;
  is_primary: number;
  is_writable: number;
  is_read: number;
  receives_bookings: number;
  created_at: number;
  updated_at: number;
}

export function insertAccountCalendars(
  tx: Transaction,
  workspaceId: string,
  rows: NewAccountCalendar[],
): Promise<void> {
  const columns = {
    ...({ id: 'text', member_id: 'text', type: 'text', service: 'text', connection_id: 'text' } as const),
    ...({ remote_id: 'text', name: 'text', is_primary: 'bigint', is_writable: 'bigint' } as const),
    ...({
      is_read: 'bigint',
      receives_bookings: 'bigint',
      created_at: 'bigint',
      updated_at: 'bigint',
    } as const),
  };
  return insertRows(
    tx,
    'calendars',
    workspaceId,
    columns,
    rows.map((row) => ({ ...row, type: 'pushed' })),
  );
}

export async function updateAccountCalendar(
  tx: Transaction,
  workspaceId: string,
  id: string,
  changed: Row,
): Promise<void> {
  await updateRow(tx, 'calendars', { workspace_id: workspaceId, id }, changed);
}

/** Everything that was read from them is deleted, too. */
export async function deleteCalendars(tx: Transaction, workspaceId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `with ${wantedRows(tx.dialect)}
     delete from calendars where workspace_id = $1 and id in (select wanted_id from wanted)`,
    [workspaceId, idRows(ids)],
  );
}

/** Locks all calendars of a connection, in the order of their ids. */
export async function lockCalendarsOfConnection(
  tx: Transaction,
  workspaceId: string,
  connectionId: string,
): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(
    `select id from calendars where workspace_id = $1 and connection_id = $2 order by id ${tx.dialect.forUpdate}`,
    [workspaceId, connectionId],
  );
  return rows.map(({ id }) => id);
}
