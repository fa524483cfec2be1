import type { Reader } from '../../storage/database.ts';

/** Who takes part on the side of the workspace: the organizer first, who may be among the others too. */
export function selectHostIds(reader: Reader, workspaceId: string, requestId: string) {
  return reader.all<{ member_id: string }>(
    `select organizer_id as member_id, -1 as place from meeting_requests where workspace_id = $1 and id = $2
     union all
     select member_id, place from meeting_request_hosts where workspace_id = $1 and request_id = $2
     order by place`,
    [workspaceId, requestId],
  );
}
