import type { ClaimedItem, Permits } from './channel.ts';

/** A lane may have as many items waiting as it sends in this time, judging by its last attempt. */
const AHEAD_MS = 500;

/** What a node has claimed of a lane. */
export interface LaneLoad {
  workspaceId: string;
  inFlight: number;
  /** How many are claimed ahead: they wait for a permit. */
  waiting: number;
  /** How long the last attempt took. */
  lastMs: number;
}

/** What a node has claimed. */
export interface Load {
  permits: Permits;
  /** Items that are claimed and not recorded yet, by id. */
  claimed: ReadonlyMap<string, object>;
  /** Lanes with something in flight or waiting. */
  lanes: ReadonlyMap<string, LaneLoad>;
  /** How many are in flight, by workspace. */
  workspaces: ReadonlyMap<string, number>;
}

/** How many items can begin now. Waiting ones take no permit. */
export function freePermits({ permits, claimed, lanes, workspaces }: Load): number {
  const { total, unrecorded = 0 } = permits;
  const inFlight = sum(workspaces.values());
  const waiting = permits.ahead ? sum(lanes.values().map((lane) => lane.waiting)) : 0;
  return Math.max(0, Math.min(total - inFlight, total + unrecorded - (claimed.size - waiting)));
}

const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0);

/**
 * How many more items of a lane can be claimed ahead. Lanes share equally. A slow lane, or one that hasn't responded yet, gets
 * none: its items would only be kept from other nodes.
 */
export function roomAhead({ permits, lanes }: Load, laneId: string): number {
  const lane = lanes.get(laneId);
  if (!lane || !permits.ahead) return 0;
  const soon = Math.floor((lane.inFlight * AHEAD_MS) / Math.max(lane.lastMs, 1));
  return Math.max(0, Math.min(soon, Math.floor(permits.ahead / lanes.size)) - lane.waiting);
}

export function createLoad<Item extends ClaimedItem>(permits: Permits, laneOf: (item: Item) => string) {
  const claimed = new Map<string, Item>();
  const lanes = new Map<string, LaneLoad & { queue: { item: Item; since: number }[] }>();
  const workspaces = new Map<string, number>();

  function laneWith({ workspace_id: workspaceId }: Item, laneId: string) {
    const lane = lanes.get(laneId) ?? {
      ...{ workspaceId, inFlight: 0, waiting: 0, lastMs: Number.POSITIVE_INFINITY },
      queue: [] as { item: Item; since: number }[],
    };
    lanes.set(laneId, lane);
    return lane;
  }

  function dropIfIdle(laneId: string): void {
    const lane = lanes.get(laneId);
    if (lane && lane.inFlight === 0 && lane.waiting === 0) lanes.delete(laneId);
  }

  function count({ workspace_id }: Item, change: 1 | -1): void {
    const inFlight = (workspaces.get(workspace_id) ?? 0) + change;
    if (inFlight > 0) workspaces.set(workspace_id, inFlight);
    else workspaces.delete(workspace_id);
  }

  return {
    permits,
    claimed,
    lanes,
    workspaces,
    add: (item: Item) => void claimed.set(item.id, item),
    begin(item: Item): void {
      laneWith(item, laneOf(item)).inFlight += 1;
      count(item, 1);
    },
    end(item: Item, ms: number): void {
      const laneId = laneOf(item);
      const lane = laneWith(item, laneId);
      lane.inFlight -= 1;
      lane.lastMs = ms;
      count(item, -1);
      dropIfIdle(laneId);
    },
    /** Queues a claimed item until its lane gets a permit. */
    wait(item: Item, since: number): void {
      const lane = laneWith(item, laneOf(item));
      lane.queue.push({ item, since });
      lane.waiting += 1;
    },
    /** Since when the item that `next` would return has been waiting. */
    waitingSince: (laneId: string): number | undefined => lanes.get(laneId)?.queue[0]?.since,
    /** Takes the item that has waited longest. */
    next(laneId: string): Item | undefined {
      const lane = lanes.get(laneId);
      const first = lane?.queue.shift();
      if (!lane || !first) return undefined;
      lane.waiting -= 1;
      dropIfIdle(laneId);
      return first.item;
    },
    /** Takes all waiting items. */
    takeWaiting(): Item[] {
      const taken = [...lanes.values()].flatMap(({ queue }) => queue.map(({ item }) => item));
      for (const [laneId, lane] of [...lanes]) {
        lane.queue = [];
        lane.waiting = 0;
        dropIfIdle(laneId);
      }
      return taken;
    },
    /** Claims nothing more ahead for the lane until an attempt has ended. */
    slowDown(laneId: string): void {
      const lane = lanes.get(laneId);
      if (lane) lane.lastMs = Number.POSITIVE_INFINITY;
    },
    forget(item: Item): void {
      // Once its lease had ended, this node may have claimed the same item again.
      if (claimed.get(item.id) === item) claimed.delete(item.id);
    },
  };
}
