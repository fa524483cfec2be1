import type { PageRequest } from '../../../pagination.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { selectNewestFirst } from '../../../storage/newest-first.ts';
import { idRows, insertRows, selectByIds, updateRow, wantedRows } from '../../../storage/rows.ts';

export interface SeatRow {
  id: string;
  member_id: string;
  entitlement_id: string;
  started_at: number;
  ended_at: number | null;
}

/** With the member's email and name. */
export type ListedSeatRow = SeatRow & { email: string; name: string | null };

const columns = 'seats.id, member_id, entitlement_id, started_at, ended_at';

export function selectActiveSeats(reader: Reader, workspaceId: string, page: PageRequest) {
  return selectNewestFirst<ListedSeatRow>(reader, workspaceId, page, {
    columns: `${columns}, members.email, members.name`,
    table: 'seats',
    found: 'seats',
    beside: 'join members on members.workspace_id = seats.workspace_id and members.id = seats.member_id',
    where: ['ended_at is null'],
  });
}

/** The active seats of these members. */
export function selectSeatsOf(reader: Reader, workspaceId: string, memberIds: string[]) {
  return reader.all<SeatRow>(
    `with ${wantedRows(reader.dialect)}
     select ${columns} from wanted
     join seats on seats.workspace_id = wanted.workspace_id and seats.member_id = wanted.wanted_id
     where ended_at is null`,
    [workspaceId, idRows(memberIds)],
  );
}

const isRequired = `exists
  (select 1 from scheduling_settings where scheduling_settings.workspace_id = $1 and seats_required = 1)`;

/**
 * SQL: 1 for a member who gets no meetings because the workspace requires a seat and the member has none; else 0. The workspace is
 * `$1`. It goes into statements that read members anyway, so no extra statement is needed to find out whether seats matter.
 */
export const lacksSeat = (memberId: string) => `case when ${isRequired} and not exists
  (select 1 from seats where seats.workspace_id = $1 and seats.member_id = ${memberId} and ended_at is null)
  then 1 else 0 end`;

/** Those of these members who get no meetings, oldest first. */
export function selectLackingSeat(reader: Reader, workspaceId: string, memberIds: string[]) {
  return reader.all<{ id: string; email: string }>(
    `with ${wantedRows(reader.dialect)}
     select members.id, members.email from wanted
     join members on members.workspace_id = wanted.workspace_id and members.id = wanted.wanted_id
     where ${lacksSeat('members.id')} = 1 order by members.id`,
    [workspaceId, idRows(memberIds)],
  );
}

/** The members of these seats, including seats that have ended. */
export function selectSeatMembers(reader: Reader, workspaceId: string, ids: string[]) {
  return selectByIds<{ id: string; member_id: string }>(reader, workspaceId, {
    table: 'seats',
    columns: 'id, member_id',
    ids,
  });
}

export function insertSeats(tx: Transaction, workspaceId: string, rows: SeatRow[]): Promise<void> {
  const types = { id: 'text', member_id: 'text', entitlement_id: 'text', started_at: 'bigint' } as const;
  return insertRows(tx, 'seats', workspaceId, types, rows);
}

export async function updateEndedAt(
  tx: Transaction,
  workspaceId: string,
  id: string,
  endedAt: number,
): Promise<void> {
  await updateRow(tx, 'seats', { workspace_id: workspaceId, id }, { ended_at: endedAt });
}
