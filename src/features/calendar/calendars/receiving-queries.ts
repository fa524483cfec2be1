import type { Reader } from '../../../storage/database.ts';
import { idRows, wantedRows } from '../../../storage/rows.ts';
import type { ReceivingType } from './means.ts';

/**
 * SQL: the type of the calendar that Rota writes the bookings of this member to, null for none: one that has failed for an hour doesn't
 * count. For statements of other features that read members of the workspace $1.
 */
export const receivingType = (memberId: string) => `(select coalesce(service, type) from calendars
  left join calendar_connections as connections
    on connections.workspace_id = calendars.workspace_id and connections.id = calendars.connection_id
  join calendar_syncs on calendar_syncs.workspace_id = calendars.workspace_id and calendar_syncs.calendar_id = calendars.id
  where calendars.workspace_id = $1 and calendars.member_id = ${memberId} and receives_bookings = 1 and announced_at is null
    and case when connection_id is null then type = 'caldav' else connections.status = 'connected' end)`;

/** Of those of these members who are active and have one. */
export function selectReceivingCalendars(reader: Reader, workspaceId: string, memberIds: string[]) {
  return reader.all<{ member_id: string; type: ReceivingType }>(
    `with ${wantedRows(reader.dialect)},
     receiving as (
       select members.id as member_id, ${receivingType('members.id')} as type from wanted
       join members on members.workspace_id = wanted.workspace_id and members.id = wanted.wanted_id
       where deactivated_at is null
     )
     select member_id, type from receiving where type is not null`,
    [workspaceId, idRows(memberIds)],
  );
}
