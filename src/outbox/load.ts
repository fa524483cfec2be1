import type { ClaimedItem, Slots } from './channel.ts';

/** What a node has in hand. */
export interface Load {
  slots: Slots;
  /** Items that are claimed and not recorded yet, by id. */
  held: ReadonlyMap<string, object>;
  /** How many of them are in flight, by lane and by workspace. */
  lanes: ReadonlyMap<string, { workspaceId: string; inFlight: number }>;
  workspaces: ReadonlyMap<string, number>;
}

/** How many items can be claimed now. */
export function freeSlots({ slots, held, workspaces }: Load): number {
  const { total, unrecorded = 0 } = slots;
  const inFlight = [...workspaces.values()].reduce((sum, count) => sum + count, 0);
  return Math.max(0, Math.min(total - inFlight, total + unrecorded - held.size));
}

export function createLoad<Item extends ClaimedItem>(slots: Slots, laneOf: (item: Item) => string) {
  const held = new Map<string, Item>();
  const lanes = new Map<string, { workspaceId: string; inFlight: number }>();
  const workspaces = new Map<string, number>();

  function count(item: Item, change: 1 | -1): void {
    const laneId = laneOf(item);
    const workspaceId = item.workspace_id;
    const inFlight = (lanes.get(laneId)?.inFlight ?? 0) + change;
    if (inFlight > 0) lanes.set(laneId, { workspaceId, inFlight });
    else lanes.delete(laneId);
    const ofWorkspace = (workspaces.get(workspaceId) ?? 0) + change;
    if (ofWorkspace > 0) workspaces.set(workspaceId, ofWorkspace);
    else workspaces.delete(workspaceId);
  }

  return {
    slots,
    held,
    lanes,
    workspaces,
    hold: (item: Item) => void held.set(item.id, item),
    begin: (item: Item) => count(item, 1),
    end: (item: Item) => count(item, -1),
    letGo(item: Item): void {
      // After the lease has ended, this node may have claimed the same item again.
      if (held.get(item.id) === item) held.delete(item.id);
    },
  };
}
