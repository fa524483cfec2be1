import type { ClaimedItem, Slots } from './channel.ts';
import type { Load } from './shares.ts';

/** Counts what a node has claimed, and what of it is in flight. */
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
    get now(): Load {
      return { slots, held: held.size, lanes, workspaces };
    },
    get isIdle(): boolean {
      return lanes.size === 0;
    },
    get heldItems(): Item[] {
      return [...held.values()];
    },
    get heldCount(): number {
      return held.size;
    },
    hold(item: Item): void {
      held.set(item.id, item);
    },
    begin: (item: Item) => count(item, 1),
    end: (item: Item) => count(item, -1),
    letGo(item: Item): void {
      // After the lease has ended, this node may have claimed the same item anew.
      if (held.get(item.id) === item) held.delete(item.id);
    },
  };
}
