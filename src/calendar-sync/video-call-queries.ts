import type { Reader, Transaction } from '../storage/database.ts';
import type { ProviderKind } from './provider-kinds.ts';

/** What is known of the video call of a meeting. */
export interface VideoCallRow {
  /** Of the account of the calendar; null for a calendar of no account. */
  provider: ProviderKind | null;
  /** Of the connection. */
  status: string | null;
  /** Null until the event is written. */
  conference: 'pending' | 'ready' | 'failed' | null;
  join_url: string | null;
}

/** In the calendar that receives the bookings of this member; undefined without such a calendar. */
export function selectVideoCall(
  reader: Reader,
  workspaceId: string,
  memberId: string,
  requestId: string,
): Promise<VideoCallRow | undefined> {
  return reader.get<VideoCallRow>(
    `select service as provider, connections.status, conference, join_url from calendars
     left join calendar_connections as connections
       on connections.workspace_id = calendars.workspace_id and connections.id = calendars.connection_id
     left join calendar_entries as entries on entries.workspace_id = calendars.workspace_id
       and entries.calendar_id = calendars.id and entries.request_id = $3
     where calendars.workspace_id = $1 and calendars.member_id = $2 and receives_bookings = 1`,
    [workspaceId, memberId, requestId],
  );
}

/** The call is to be tried again with the next sync. */
export async function forgetFailedCall(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
): Promise<void> {
  await tx.run(
    `update calendar_entries set conference = null
     where request_id = $2 and workspace_id = $1 and conference = 'failed'`,
    [workspaceId, requestId],
  );
}
