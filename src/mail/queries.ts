// The claims of messages, of all workspaces: an engine sends for all of them. No caller sees what is read here.
import type { ClaimedItem, DueLane, ItemKey, Skipped } from '../outbox/channel.ts';
import { claimItems, isFree, releaseItems } from '../outbox/claim-queries.ts';
import type { Database, Dialect, Reader } from '../storage/database.ts';
import { idRows } from '../storage/rows.ts';
import type { MessageKind } from './drafts.ts';

/**
 * The lanes with messages to send, one by one. Each step is one look into the index, so the cost is by the number of such lanes,
 * not by their messages.
 */
const waiting = `recursive waiting (lane) as (
  select min(lane) from messages where due_at is not null
  union all
  select (select min(lane) from messages where due_at is not null and lane > waiting.lane)
  from waiting where waiting.lane is not null
)`;

/** 0 before the first attempt, else 1. The index of what is due has it as a column. */
const retry = '(case when attempts = 0 then 0 else 1 end)';

const isNotSkipped = (dialect: Dialect, lanes: string) =>
  `waiting.lane is not null and waiting.lane not in (select id from ${dialect.rows(lanes, { id: 'text' })})`;

/** A lane is a domain in a workspace. */
const workspaceOf = (lane: string) => lane.slice(0, lane.indexOf(' '));

/** Per lane, up to `limit` first attempts and `limit` retries that are due and that nobody has claimed. */
export async function selectDue(
  reader: Reader,
  now: number,
  limit: number,
  skipped: Skipped,
): Promise<DueLane[]> {
  const { dialect } = reader;
  const ofKind = (kind: number) => `messages.lane = waiting.lane and ${retry} = ${kind}`;
  const due = (kind: number) =>
    `(select ${dialect.list('due.id order by due.due_at, due.id')} from
       (select id, due_at from messages where ${ofKind(kind)} and due_at <= $1 and ${isFree('$1')}
        order by due_at, id limit $2) as due)`;
  const next = (kind: number) => `(select min(due_at) from messages where ${ofKind(kind)} and due_at > $1)`;
  const rows = await reader.all<{
    lane: string;
    firsts: string | null;
    retries: string | null;
    next_first: number | null;
    next_retry: number | null;
  }>(
    `with ${waiting}
     select lane, ${due(0)} as firsts, ${due(1)} as retries, ${next(0)} as next_first, ${next(1)} as next_retry
     from waiting where ${isNotSkipped(dialect, '$3')}`,
    [now, limit, idRows(skipped.lane_ids)],
  );
  return rows
    .map((row) => ({
      workspace_id: workspaceOf(row.lane),
      lane_id: row.lane,
      first_ids: JSON.parse(row.firsts ?? '[]'),
      retry_ids: JSON.parse(row.retries ?? '[]'),
      next_due_at: earliest(row.next_first, row.next_retry),
    }))
    .filter(({ workspace_id }) => !skipped.workspace_ids.includes(workspace_id));
}

function earliest(one: number | null, other: number | null): number | null {
  return one !== null && other !== null ? Math.min(one, other) : (one ?? other);
}

/** When the message that has been due for longest became due, but for skipped lanes; undefined when none is. */
export async function selectOldestDue(
  reader: Reader,
  now: number,
  skipped: Skipped,
): Promise<number | undefined> {
  const oldest = (kind: number) =>
    `(select min(due_at) from messages where messages.lane = waiting.lane and ${retry} = ${kind} and due_at <= $1)`;
  const rows = await reader.all<{ lane: string; first: number | null; again: number | null }>(
    `with ${waiting} select lane, ${oldest(0)} as first, ${oldest(1)} as again
     from waiting where ${isNotSkipped(reader.dialect, '$2')}`,
    [now, idRows(skipped.lane_ids)],
  );
  const times = rows
    .filter(({ lane }) => !skipped.workspace_ids.includes(workspaceOf(lane)))
    .flatMap(({ first, again }) => earliest(first, again) ?? []);
  return times.length > 0 ? Math.min(...times) : undefined;
}

const messages = { table: 'messages', id: 'id' };

export function claimMessages(
  database: Database,
  keys: ItemKey[],
  claim: { id: string; now: number; until: number },
): Promise<ItemKey[]> {
  return claimItems(database, messages, keys, claim);
}

export function releaseClaims(database: Database, items: ClaimedItem[]): Promise<void> {
  return releaseItems(database, messages, items);
}

/** A message to send. */
export interface ClaimedMessage extends ClaimedItem {
  lane: string;
  request_id: string | null;
  place: number | null;
  kind: MessageKind;
  sender_name: string | null;
  sender_address: string;
  recipient_name: string | null;
  recipient_address: string;
  reply_to: string | null;
  subject: string;
  text: string;
  content: string;
  invite: string | null;
  invite_method: 'REQUEST' | 'CANCEL' | null;
  message_id: string;
  in_reply_to: string | null;
  thread: string;
  created_at: number;
}

export function selectClaimed(reader: Reader, claimId: string, keys: ItemKey[]): Promise<ClaimedMessage[]> {
  return reader.all<ClaimedMessage>(
    `select messages.workspace_id, messages.id, claim_id, attempts, lane, request_id, place, kind, sender_name, sender_address,
       recipient_name, recipient_address, reply_to, subject, text, content, invite_method, message_id, in_reply_to, thread, created_at,
       coalesce(invite, (select first.invite from messages as first
         where first.workspace_id = messages.workspace_id and first.id = messages.invite_of)) as invite
     from (select workspace_id, id from ${reader.dialect.rows('$1', { workspace_id: 'text', id: 'text' })}) as taken
     join messages on messages.workspace_id = taken.workspace_id and messages.id = taken.id
     where claim_id = $2
     order by due_at, messages.id`,
    [JSON.stringify(keys), claimId],
  );
}
