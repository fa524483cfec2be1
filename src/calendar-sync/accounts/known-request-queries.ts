// Which events in a calendar stand for meetings that Rota knows.
import type { Reader } from '../../storage/database.ts';
import { idRows, wantedRows } from '../../storage/rows.ts';

/**
 * Those of these requests that are of the workspace, and in which the owner of the calendar is no guest: neither by the member's address nor
 * by that of the account.
 */
export async function selectKnownRequests(
  reader: Reader,
  workspaceId: string,
  { calendar_id, email, request_ids }: { calendar_id: string; email: string; request_ids: string[] },
): Promise<Set<string>> {
  const rows = await reader.all<{ id: string }>(
    `with ${wantedRows(reader.dialect)}
     select id from wanted
     join meeting_requests on meeting_requests.workspace_id = wanted.workspace_id and meeting_requests.id = wanted.wanted_id
     where not exists (select 1 from meeting_request_participants
       where workspace_id = $1 and request_id = wanted.wanted_id
         and email_folded in ($4, (select account_email from calendars
           join calendar_connections as connections
             on connections.workspace_id = calendars.workspace_id and connections.id = calendars.connection_id
           where calendars.workspace_id = $1 and calendars.id = $3)))`,
    [workspaceId, idRows(request_ids), calendar_id, email],
  );
  return new Set(rows.map(({ id }) => id));
}
