// The claims of syncs, of all workspaces: an engine fetches for all of them. No caller sees what is read here.
import type { ClaimedItem, DueLane, ItemKey, Skipped } from '../outbox/channel.ts';
import { claimItems, isFree, releaseItems } from '../outbox/claim-queries.ts';
import type { Database, Dialect, Reader } from '../storage/database.ts';
import { idRows } from '../storage/rows.ts';

export type Health = 'new' | 'ok' | 'failing';

const keyColumns = { workspace_id: 'text', id: 'text' } as const;

const isNotSkipped = (dialect: Dialect, lanes: string, workspaceIds: string) =>
  `lane not in (select id from ${dialect.rows(lanes, { id: 'text' })})
     and workspace_id not in (select id from ${dialect.rows(workspaceIds, { id: 'text' })})`;

/**
 * Per lane, up to `limit` due calendars that can be read, and `limit` that fail. The cost is by what is due, because every
 * calendar has a due time: a walk from lane to lane, as for webhooks, would pass by all of them with each look.
 */
export async function selectDue(
  reader: Reader,
  now: number,
  limit: number,
  skipped: Skipped,
): Promise<DueLane[]> {
  const { dialect } = reader;
  const rows = await reader.all<{ workspace_id: string; lane: string; is_failing: number; ids: string }>(
    `select workspace_id, lane, is_failing, ${dialect.list('calendar_id order by due_at, calendar_id')} as ids
     from (select workspace_id, lane, calendar_id, due_at, case when attempts = 0 then 0 else 1 end as is_failing,
             row_number() over (partition by lane, case when attempts = 0 then 0 else 1 end
                                order by due_at, calendar_id) as place
           from calendar_syncs
           where due_at <= $1 and ${isFree('$1')} and ${isNotSkipped(dialect, '$3', '$4')}) as due
     where place <= $2
     group by workspace_id, lane, is_failing`,
    [now, limit, idRows(skipped.lane_ids), idRows(skipped.workspace_ids)],
  );
  const lanes = new Map<string, DueLane>();
  for (const { workspace_id, lane, is_failing, ids } of rows) {
    const due = lanes.get(lane) ?? emptyLane(workspace_id, lane);
    due[is_failing === 1 ? 'retry_ids' : 'first_ids'] = JSON.parse(ids);
    lanes.set(lane, due);
  }
  const next = await selectNextDue(reader, now);
  if (next) {
    const due = lanes.get(next.lane) ?? emptyLane(next.workspace_id, next.lane);
    lanes.set(next.lane, { ...due, next_due_at: next.due_at });
  }
  return [...lanes.values()];
}

function emptyLane(workspace_id: string, lane_id: string): DueLane {
  return { workspace_id, lane_id, first_ids: [], retry_ids: [], next_due_at: null };
}

function selectNextDue(reader: Reader, now: number) {
  return reader.get<{ workspace_id: string; lane: string; due_at: number }>(
    'select workspace_id, lane, due_at from calendar_syncs where due_at > $1 order by due_at, calendar_id limit 1',
    [now],
  );
}

/** When the calendar that has been due for longest became due; undefined when none is. */
export async function selectOldestDue(
  reader: Reader,
  now: number,
  skipped: Skipped,
): Promise<number | undefined> {
  const row = await reader.get<{ due_at: number }>(
    `select due_at from calendar_syncs where due_at <= $1 and ${isNotSkipped(reader.dialect, '$2', '$3')}
     order by due_at limit 1`,
    [now, idRows(skipped.lane_ids), idRows(skipped.workspace_ids)],
  );
  return row?.due_at;
}

const syncs = { table: 'calendar_syncs', id: 'calendar_id' };

export function claimSyncs(
  database: Database,
  keys: ItemKey[],
  claim: { id: string; now: number; until: number },
): Promise<ItemKey[]> {
  return claimItems(database, syncs, keys, claim);
}

export function releaseClaims(database: Database, items: ClaimedItem[]): Promise<void> {
  return releaseItems(database, syncs, items);
}

/** A calendar to sync, with what is known from the last time. */
export interface ClaimedSync extends ClaimedItem {
  lane: string;
  type: 'ics' | 'caldav';
  url: string;
  username: string | null;
  sealed_password: string | null;
  receives_bookings: number;
  member_id: string;
  email: string;
  timezone: string;
  health: Health;
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

/** Each step goes from a row to the row that it names. */
export function selectClaimed(reader: Reader, claimId: string, keys: ItemKey[]): Promise<ClaimedSync[]> {
  return reader.all<ClaimedSync>(
    `with claimed as materialized (
       select calendar_syncs.*
       from (select workspace_id, id from ${reader.dialect.rows('$1', keyColumns)}) as taken
       join calendar_syncs
         on calendar_syncs.workspace_id = taken.workspace_id and calendar_syncs.calendar_id = taken.id
       where claim_id = $2
     )
     select claimed.workspace_id, calendar_id as id, claim_id, attempts, lane, type, url, username, sealed_password,
       receives_bookings, member_id, email, coalesce(members.timezone, workspaces.timezone) as timezone, health,
       failing_since, announced_at, wish_number, etag, collection_url, content_hash, expanded_until, read_for,
       doubtful
     from claimed
     join calendars on calendars.workspace_id = claimed.workspace_id and calendars.id = claimed.calendar_id
     join members on members.workspace_id = claimed.workspace_id and members.id = calendars.member_id
     join workspaces on workspaces.id = claimed.workspace_id
     order by due_at, calendar_id`,
    [JSON.stringify(keys), claimId],
  );
}
