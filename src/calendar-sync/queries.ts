// Claims on syncs, in all workspaces: an engine fetches for all of them. No caller sees what is read here.

import type { ClaimedItem, ItemKey } from '../outbox/channel.ts';
import { channelTable } from '../outbox/channel-table.ts';
import type { Reader } from '../storage/database.ts';

export type Health = 'new' | 'ok' | 'failing';

export const syncTable = channelTable({ table: 'calendar_syncs', id: 'calendar_id', lane: 'lane' });

/** A calendar to sync, with the state of its last sync. */
export interface ClaimedSync extends ClaimedItem {
  lane: string;
  type: 'ics' | 'caldav' | 'google' | 'microsoft';
  /** Empty for a calendar of a connected account. */
  url: string;
  connection_id: string | null;
  remote_id: string | null;
  is_read: number;
  username: string | null;
  sealed_password: string | null;
  receives_bookings: number;
  /** Null for a calendar of no account. */
  is_writable: number | null;
  member_id: string;
  /** Whether the member has been deactivated: what was handed over is still taken out of the calendar, and nothing is read. */
  has_left: number;
  email: string;
  timezone: string;
  health: Health;
  last_synced_at: number | null;
  last_error: string | null;
  failing_since: number | null;
  announced_at: number | null;
  wish_number: number;
  etag: string | null;
  collection_url: string | null;
  content_hash: string | null;
  expanded_until: number | null;
  read_for: string | null;
  doubtful: number;
}

/** Each step goes from a row to the row that it references. */
export function selectClaimed(reader: Reader, claimId: string, keys: ItemKey[]): Promise<ClaimedSync[]> {
  return reader.all<ClaimedSync>(
    `with claimed as materialized (
       select calendar_syncs.*
       from ${syncTable.taken(reader.dialect)}
       where claim_id = $2
     )
     select claimed.workspace_id, calendar_id as id, claim_id, attempts, lane, coalesce(service, type) as type,
       coalesce(url, '') as url, username, sealed_password, connection_id, remote_id, is_read, receives_bookings, is_writable, member_id,
       case when members.deactivated_at is null then 0 else 1 end as has_left, email, coalesce(members.timezone, workspaces.timezone) as timezone, health, last_synced_at, last_error, failing_since, announced_at, wish_number, etag, collection_url, content_hash, expanded_until, read_for,
       doubtful
     from claimed
     join calendars on calendars.workspace_id = claimed.workspace_id and calendars.id = claimed.calendar_id
     join members on members.workspace_id = claimed.workspace_id and members.id = calendars.member_id
     join workspaces on workspaces.id = claimed.workspace_id
     order by due_at, calendar_id`,
    [JSON.stringify(keys), claimId],
  );
}
