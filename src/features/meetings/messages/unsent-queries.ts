import type { Reader } from '../../../storage/database.ts';
import type { Fate } from './unsent-rules.ts';

/** Counted up to `limit`. */
export async function countKept(reader: Reader, workspaceId: string, limit: number): Promise<number> {
  const row = await reader.get<{ count: number }>(
    `select count(*) as count from
       (select 1 from messages where workspace_id = $1 and status = 'kept' limit ${limit}) as kept`,
    [workspaceId],
  );
  return row?.count ?? 0;
}

/** Enough to know when the last one was sent: messages are sent nearly in the order in which they were written. */
const LATEST_SENT = 10;

/** The messages that have waited longest, and the latest that were sent or have failed. */
export function selectLatestFates(reader: Reader, workspaceId: string, limit: number): Promise<Fate[]> {
  const columns = 'status, last_error, created_at, sent_at, waits_for_relay_since';
  const latest = (status: Fate['status'], order: 'asc' | 'desc', rows: number) =>
    `select ${columns} from (select ${columns} from messages where workspace_id = $1 and status = '${status}'
       order by id ${order} limit ${rows}) as ${status}`;
  // One that came back was sent before.
  return reader.all<Fate>(
    `${latest('queued', 'asc', limit)} union all ${latest('sent', 'desc', LATEST_SENT)}
     union all ${latest('failed', 'desc', limit)} where sent_at is null`,
    [workspaceId],
  );
}
