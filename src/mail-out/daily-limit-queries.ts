// Counts and puts off messages by the daily limits of all workspaces: an engine sends for all of them.
import type { ItemKey } from '../outbox/channel.ts';
import { isFree } from '../outbox/claim-queries.ts';
import { BATCH, deleteExpired } from '../storage/batches.ts';
import type { Reader, Transaction } from '../storage/database.ts';
import { withoutIndex } from '../storage/rows.ts';
import type { MessageKind } from './drafts.ts';

/** Kinds that are never put off: their recipients have to act, and may be the ones who can lift the limit. */
export const uncountedKinds: readonly MessageKind[] = [
  'sign_in',
  'calendar_failing',
  'calendar_disconnected',
  'endpoint_disabled',
  'keys_expiring',
  'seats_nearly_full',
  'outsiders_limited',
];

const counts = `${withoutIndex('kind')} not in (${uncountedKinds.map((kind) => `'${kind}'`).join(', ')})`;

interface Wanted {
  workspace_id: string;
  /** How many messages are ready to go out. */
  wanted: number;
  /** The limit for a day. */
  most: number;
}

/** How many of them still fit the limit. */
const room = `case when message_days.counted >= excluded.most then 0
  when message_days.counted + excluded.granted <= excluded.most then excluded.granted
  else excluded.most - message_days.counted end`;

/**
 * Counts messages as far as they fit the day's limit. Returns how many of each workspace may go out. The row serves as the lock:
 * two nodes never exceed the limit between them.
 */
export function countMessages(
  tx: Transaction,
  day: number,
  wanted: Wanted[],
): Promise<{ workspace_id: string; granted: number }[]> {
  const rows = tx.dialect.rows('$1', { workspace_id: 'text', wanted: 'bigint', most: 'bigint' });
  return tx.all(
    `insert into message_days (workspace_id, day, counted, granted, most)
     select workspace_id, cast($2 as bigint), granted, granted, most
     from (select workspace_id, most, case when wanted < most then wanted else most end as granted from ${rows}) as asked
     where true order by workspace_id
     on conflict (workspace_id, day) do update
     set counted = message_days.counted + ${room}, granted = ${room}, most = excluded.most
     returning workspace_id, granted`,
    [JSON.stringify(wanted), day],
  );
}

/**
 * Ends the claims of these messages and makes them due at `until`. One whose request was paused meanwhile waits for that instead.
 */
export async function putOffClaimed(
  tx: Transaction,
  keys: ItemKey[],
  claimId: string,
  until: number,
): Promise<void> {
  await tx.run(
    `update messages set due_at = case when due_at is null then null else cast($3 as bigint) end, claim_id = null,
       lease_until = null
     from (select * from ${tx.dialect.rows('$1', { workspace_id: 'text', id: 'text' })}) as late
     where messages.workspace_id = late.workspace_id and messages.id = late.id and claim_id = $2`,
    [JSON.stringify(keys.map(({ workspace_id, id }) => ({ workspace_id, id }))), claimId, until],
  );
}

/**
 * Puts off a batch of the messages due behind them in these lanes: otherwise each would be claimed only to be put off. Returns
 * how many.
 */
export function putOffWaiting(
  tx: Transaction,
  lanes: string[],
  { now, until }: { now: number; until: number },
): Promise<number> {
  return tx.run(
    `with late as (
       select messages.workspace_id, messages.id
       from (select lane from ${tx.dialect.rows('$1', { lane: 'text' })}) as full_lanes
       join messages on messages.lane = full_lanes.lane and (case when attempts = 0 then 0 else 1 end) = 0
         and due_at <= $2
       where ${isFree('$2')} and ${counts}
       limit ${BATCH} ${tx.dialect.forUpdateOfFree('messages')}
     )
     update messages set due_at = $3 from late
     where messages.workspace_id = late.workspace_id and messages.id = late.id`,
    [JSON.stringify(lanes.map((lane) => ({ lane }))), now, until],
  );
}

/** How many messages were counted on a day, and how many wait for the next. */
export async function selectDay(reader: Reader, workspaceId: string, day: { start: number; end: number }) {
  const row = await reader.get<{ counted: number; held: number }>(
    `select coalesce((select counted from message_days where workspace_id = $1 and day = $2), 0) as counted,
       (select count(*) from messages
        where workspace_id = $1 and status = 'queued' and attempts = 0 and due_at + 0 = $3) as held`,
    [workspaceId, day.start, day.end],
  );
  return row ?? { counted: 0, held: 0 };
}

/** Makes the oldest messages due that were put off until the next day. Returns how many. */
export async function bringForward(
  tx: Transaction,
  workspaceId: string,
  { putOffUntil, now, most }: { putOffUntil: number; now: number; most: number },
): Promise<number> {
  return tx.run(
    `with held as (
       select workspace_id, id from messages
       where workspace_id = $1 and status = 'queued' and attempts = 0 and due_at + 0 = $2
       order by id limit $3 ${tx.dialect.forUpdateOfFree('messages')}
     )
     update messages set due_at = $4 from held
     where messages.workspace_id = held.workspace_id and messages.id = held.id`,
    [workspaceId, putOffUntil, most, now],
  );
}

export function deleteOldDays(tx: Transaction, before: number): Promise<{ id: string }[]> {
  const days = { table: 'message_days', key: ['workspace_id', 'day'], until: 'day', id: 'workspace_id' };
  return deleteExpired(tx, days, before);
}
