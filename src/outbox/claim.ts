import type { Database } from '../storage/database.ts';
import type { Channel, ClaimedItem } from './channel.ts';
import type { Load } from './load.ts';
import { choose, fullLanes, largestShare } from './shares.ts';

export interface Poll {
  /** When the next item becomes due. */
  nextDueAt: number | undefined;
  /** Other nodes have claimed some of these items, or all that this poll saw. There may be more. */
  isContended: boolean;
  /** More is due, or may be due, than could be claimed now. */
  hasMore: boolean;
}

type ClaimingChannel<Item extends ClaimedItem> = Pick<
  Channel<Item, never>,
  'selectDue' | 'claim' | 'leaseMs'
>;

interface Claimed<Item> {
  /** To send at once. */
  items: Item[];
  /** To send when their lanes get a permit. */
  ahead: Item[];
}

/** Claims what is due, in fair shares. */
export async function claimDue<Item extends ClaimedItem>(
  channel: ClaimingChannel<Item>,
  database: Database,
  load: Load,
  { id, now }: { id: string; now: number },
): Promise<Poll & Claimed<Item>> {
  const limit = largestShare(load);
  const full = fullLanes(load);
  const { lanes: due, isWhole } =
    limit > 0 ? await channel.selectDue(database, now, limit, full) : { lanes: [], isWhole: false };
  const next = due.flatMap(({ next_due_at }) => next_due_at ?? []);
  const nextDueAt = next.length > 0 ? Math.min(...next) : undefined;
  const chosen = choose(due, load);
  const keys = [...chosen.now, ...chosen.ahead];
  const found = due.reduce((sum, { first_ids, retry_ids }) => sum + first_ids.length + retry_ids.length, 0);
  const hasMore =
    !isWhole ||
    full.lane_ids.length > 0 ||
    full.workspace_ids.length > 0 ||
    keys.length < found ||
    due.some(({ first_ids, retry_ids }) => first_ids.length === limit || retry_ids.length === limit);
  const poll = { nextDueAt, hasMore };
  // If this node has claimed items, recording them leads to the next poll. Otherwise only a timer does.
  if (keys.length === 0) {
    const isContended = !isWhole && load.claimed.size === 0;
    return { ...poll, items: [], ahead: [], isContended };
  }

  const claim = { id, now, until: now + channel.leaseMs };
  const { taken, items } = await channel.claim(database, keys, claim);
  const aheadIds = new Set(chosen.ahead.map(({ id }) => id));
  return {
    ...poll,
    items: items.filter(({ id }) => !aheadIds.has(id)),
    ahead: items.filter(({ id }) => aheadIds.has(id)),
    isContended: taken < keys.length,
  };
}
