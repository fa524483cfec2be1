// The claims of messages, of all workspaces: an engine sends for all of them. No caller sees what is read here.
import type { ClaimedItem, DueLane, ItemKey, Skipped } from '../outbox/channel.ts';
import { claimItems, isFree, releaseItems } from '../outbox/claim-queries.ts';
import type { Database, Reader } from '../storage/database.ts';
import type { StoredMessage } from './mime.ts';

/** How many of those that have been due for longest a look reads. More than a few nodes can have claimed. */
const OLDEST = 300;
/** How many lanes it goes through besides, when there are more. */
const LANES = 50;

/** A lane is a domain in a workspace. */
const workspaceOf = (lane: string) => lane.slice(0, lane.indexOf(' '));

/**
 * Looks for what is due: among the oldest ones, which is all of it but for a backlog. In a backlog these may be of a few lanes. So
 * each look also goes through some lanes of all, and the next one goes on from there: every lane comes up, and a look costs the same
 * for any number of them.
 */
export function createDueSearch() {
  let lastLane = '';
  return async (reader: Reader, now: number, limit: number, skipped: Skipped): Promise<DueLane[]> => {
    const isSkipped = skipping(skipped);
    const { count, lanes } = await selectOldest(reader, now, limit, isSkipped);
    if (count === OLDEST) {
      const others = await selectLanes(reader, now, limit, lastLane);
      lastLane = others.length < LANES ? '' : (others.at(-1) as DueLane).lane_id;
      for (const lane of others) if (!isSkipped(lane.lane_id)) lanes.set(lane.lane_id, lane);
    }
    const next = await selectNextDue(reader, now);
    if (next) {
      const lane = lanes.get(next.lane) ?? emptyLane(next.lane);
      lanes.set(next.lane, { ...lane, next_due_at: next.due_at });
    }
    return [...lanes.values()];
  };
}

function emptyLane(lane: string): DueLane {
  return {
    workspace_id: workspaceOf(lane),
    lane_id: lane,
    first_ids: [],
    retry_ids: [],
    next_due_at: null,
  };
}

type IsSkipped = (lane: string) => boolean;

function skipping({ lane_ids, workspace_ids }: Skipped): IsSkipped {
  const [lanes, workspaces] = [new Set(lane_ids), new Set(workspace_ids)];
  return (lane) => lanes.has(lane) || workspaces.has(workspaceOf(lane));
}

/** The lanes of those that have been due for longest, and how many these are. */
async function selectOldest(reader: Reader, now: number, limit: number, isSkipped: IsSkipped) {
  const rows = await reader.all<{ id: string; lane: string; attempts: number; is_free: number }>(
    `select id, lane, attempts, case when ${isFree('$1')} then 1 else 0 end as is_free
     from messages where due_at <= $1 order by due_at, id limit ${OLDEST}`,
    [now],
  );
  const lanes = new Map<string, DueLane>();
  for (const { id, lane, attempts, is_free } of rows) {
    if (is_free === 0 || isSkipped(lane)) continue;
    const due = lanes.get(lane) ?? emptyLane(lane);
    lanes.set(lane, due);
    const ids = attempts === 0 ? due.first_ids : due.retry_ids;
    if (ids.length < limit) ids.push(id);
  }
  return { count: rows.length, lanes };
}

/** 0 before the first attempt, else 1. The index by lane has it as a column. */
const retry = '(case when attempts = 0 then 0 else 1 end)';

/**
 * The next lanes with messages to send, one by one: each step is one look into the index. Per lane, up to `limit` first attempts
 * and `limit` retries that are due and that nobody has claimed.
 */
async function selectLanes(reader: Reader, now: number, limit: number, after: string): Promise<DueLane[]> {
  const { dialect } = reader;
  const due = (kind: number) =>
    `(select ${dialect.list('due.id order by due.due_at, due.id')} from
       (select id, due_at from messages
        where lane = waiting.lane and ${retry} = ${kind} and due_at <= $1 and ${isFree('$1')}
        order by due_at, id limit $2) as due)`;
  const rows = await reader.all<{ lane: string; firsts: string | null; retries: string | null }>(
    `with recursive waiting (lane, number) as (
       select min(lane), 1 from messages where due_at is not null and lane > $3
       union all
       select (select min(lane) from messages where due_at is not null and lane > waiting.lane), number + 1
       from waiting where waiting.lane is not null and number < ${LANES}
     )
     select lane, ${due(0)} as firsts, ${due(1)} as retries from waiting where lane is not null order by lane`,
    [now, limit, after],
  );
  return rows.map(({ lane, firsts, retries }) => ({
    ...emptyLane(lane),
    first_ids: JSON.parse(firsts ?? '[]'),
    retry_ids: JSON.parse(retries ?? '[]'),
  }));
}

function selectNextDue(reader: Reader, now: number) {
  return reader.get<{ lane: string; due_at: number }>(
    'select lane, due_at from messages where due_at > $1 order by due_at, id limit 1',
    [now],
  );
}

/** When the message that has been due for longest became due, but for skipped lanes; undefined when none is. */
export async function selectOldestDue(
  reader: Reader,
  now: number,
  skipped: Skipped,
): Promise<number | undefined> {
  const rows = await reader.all<{ lane: string; due_at: number }>(
    `select lane, due_at from messages where due_at <= $1 order by due_at, id limit ${OLDEST}`,
    [now],
  );
  const isSkipped = skipping(skipped);
  return rows.find(({ lane }) => !isSkipped(lane))?.due_at;
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
export interface ClaimedMessage extends ClaimedItem, StoredMessage {
  lane: string;
  request_id: string | null;
  place: number | null;
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
