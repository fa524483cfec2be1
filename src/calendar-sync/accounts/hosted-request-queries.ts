// Which events in a calendar stand for meetings that Rota knows.
import type { Reader } from '../../storage/database.ts';
import { idRows, wantedRows } from '../../storage/rows.ts';

/** Those of these requests for which the member is booked. */
export async function selectHostedRequests(
  reader: Reader,
  workspaceId: string,
  { member_id, request_ids }: { member_id: string; request_ids: string[] },
): Promise<Set<string>> {
  const rows = await reader.all<{ request_id: string }>(
    `with ${wantedRows(reader.dialect)}
     select request_id from wanted
     join bookings on bookings.workspace_id = wanted.workspace_id and bookings.request_id = wanted.wanted_id
     where bookings.member_id = $3`,
    [workspaceId, idRows(request_ids), member_id],
  );
  return new Set(rows.map(({ request_id }) => request_id));
}

/** Those of these requests that are of the workspace, unless their meeting is over. */
export async function selectUnfinishedRequests(
  reader: Reader,
  workspaceId: string,
  requestIds: string[],
  now: number,
): Promise<string[]> {
  const rows = await reader.all<{ id: string }>(
    `with ${wantedRows(reader.dialect)}
     select id from wanted
     join meeting_requests on meeting_requests.workspace_id = wanted.workspace_id and meeting_requests.id = wanted.wanted_id
     where ends_at is null or ends_at > $3`,
    [workspaceId, idRows(requestIds), now],
  );
  return rows.map(({ id }) => id);
}
