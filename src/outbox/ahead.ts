import type { Clock } from '../time/clock.ts';
import type { ClaimedItem } from './channel.ts';
import { type createLoad, roomAhead } from './load.ts';
import { hasPermit } from './shares.ts';

/** Items that have waited longer are released: their lane has become slower, or was changed meanwhile. */
const MAX_WAIT_MS = 2_000;
/** An item waits for at most this part of its lease: the rest has to cover the attempt. */
const MAX_WAIT_PART = 1 / 3;

interface AheadOptions<Item extends ClaimedItem> {
  load: ReturnType<typeof createLoad<Item>>;
  leaseMs: number;
  clock: Clock;
  begin(item: Item): void;
  /** Releases the claims of items that waited too long. They have already left the load. */
  onLate(items: Item[]): void;
}

/** Items that were claimed before a permit was free for them. */
export function createAhead<Item extends ClaimedItem>(options: AheadOptions<Item>) {
  const { load, leaseMs, clock, begin, onLate } = options;
  const maxWaitMs = Math.min(MAX_WAIT_MS, leaseMs * MAX_WAIT_PART);

  return {
    /** Begins the items that wait for a lane, as far as its permits go. */
    beginWaiting(laneId: string): void {
      const late: Item[] = [];
      const oldest = clock.now() - maxWaitMs;
      for (let since = load.waitingSince(laneId); since !== undefined; since = load.waitingSince(laneId)) {
        const isLate = since < oldest;
        if (!isLate && !hasPermit(load, laneId)) break;
        const item = load.next(laneId) as Item;
        if (isLate) late.push(item);
        else begin(item);
      }
      if (late.length === 0) return;
      load.slowDown(laneId);
      late.forEach(load.forget);
      onLate(late);
    },
    /**
     * More items wait for the lane than could be claimed now. So the next poll can wait, and will find more to claim when it
     * comes.
     */
    hasEnough(laneId: string): boolean {
      const lane = load.lanes.get(laneId);
      return lane !== undefined && lane.inFlight > 0 && lane.waiting > roomAhead(load, laneId);
    },
  };
}
