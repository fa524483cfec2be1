// Who gets how many of a node's permits. A share is a fraction of the free permits, not a fixed number: so some always stay free,
// and nothing has to know which lanes are slow.
import type { DueLane, ItemKey, Permits, Skipped } from './channel.ts';
import { freePermits, type LaneLoad, type Load, roomAhead } from './load.ts';

/** A lane gets at most this part of the permits that are free for its workspace. */
const LANE_PART_OF_FREE = 1 / 4;
/** A workspace gets at most three times as many permits as stay free: alone, three quarters of all. */
const WORKSPACE_TO_FREE = 3;
const RETRIES_PER_FIRST = 3;

/** The most items that a poll can claim for one lane, to send at once and ahead. */
export function largestShare(load: Load): number {
  const ahead = [...load.lanes.keys()].map((id) => roomAhead(load, id));
  return laneShare(load.permits, workspaceShare(freePermits(load), 0)) + Math.max(0, ...ahead);
}

/** Lanes that can't claim anything: their whole share is in flight, and as much is waiting as may. */
export const fullLanes = (load: Load) => lanesAbove(load, 1, (id) => roomAhead(load, id) === 0);

/** Lanes with half of their share in flight. If items wait for them, the lane itself is slow. */
export const slowLanes = (load: Load) => lanesAbove(load, 1 / 2, () => true);

function lanesAbove(load: Load, part: number, isIncluded: (laneId: string) => boolean): Skipped {
  const { lanes, workspaces } = load;
  const free = freePermits(load);
  return {
    lane_ids: [...lanes]
      .filter(([id, lane]) => lane.inFlight >= shareOf(load, lane, free) * part && isIncluded(id))
      .map(([id]) => id),
    workspace_ids: [...workspaces].filter(([, count]) => workspaceShare(free, count) === 0).map(([id]) => id),
  };
}

/** Whether the lane may have one more item in flight. */
export function hasPermit(load: Load, laneId: string): boolean {
  const lane = load.lanes.get(laneId);
  return lane !== undefined && lane.inFlight < shareOf(load, lane, freePermits(load));
}

function shareOf({ permits, workspaces }: Load, { workspaceId }: LaneLoad, free: number): number {
  return laneShare(permits, workspaceShare(free, workspaces.get(workspaceId) ?? 0));
}

/**
 * How many more permits a workspace may take. Each lane gets one as long as any is free, so a thousand lanes that don't respond
 * could take them all. With this limit, those of one workspace leave a quarter to the others; those of two leave an eighth.
 */
function workspaceShare(free: number, inFlight: number): number {
  return Math.max(0, Math.floor((WORKSPACE_TO_FREE * free - inFlight) / (WORKSPACE_TO_FREE + 1)));
}

/** How many permits a lane may have. A hundred lanes that don't respond, with all they can get, leave 31 of 1,000 free. */
function laneShare(permits: Permits, freeForWorkspace: number): number {
  if (freeForWorkspace === 0) return 0;
  return Math.min(permits.per_lane, Math.max(1, Math.floor(freeForWorkspace * LANE_PART_OF_FREE)));
}

/** What to claim: `now` to send at once, `ahead` to send when the lane gets a permit again. */
interface Chosen {
  now: ItemKey[];
  ahead: ItemKey[];
}

/**
 * Takes one item of each lane in turn, lanes with the least in flight first, up to their shares. Then what they may claim ahead.
 */
export function choose(due: DueLane[], load: Load): Chosen {
  const { permits, lanes, workspaces } = load;
  const now: ItemKey[] = [];
  const free = freePermits(load);
  const inFlightOf = new Map(workspaces);
  const found = due
    .map(({ workspace_id, lane_id, first_ids, retry_ids }) => ({
      workspace_id,
      lane_id,
      ids: interleave(first_ids, retry_ids),
      inFlight: lanes.get(lane_id)?.inFlight ?? 0,
      taken: 0,
    }))
    .sort((one, other) => one.inFlight - other.inFlight);
  for (let open = found; open.length > 0; ) {
    open = open.filter((lane) => {
      const { workspace_id, ids, inFlight, taken } = lane;
      const id = ids[taken];
      const ofWorkspace = inFlightOf.get(workspace_id) ?? 0;
      const share = laneShare(permits, workspaceShare(free - now.length, ofWorkspace));
      if (id === undefined || inFlight + taken >= share) return false;
      inFlightOf.set(workspace_id, ofWorkspace + 1);
      now.push({ workspace_id, id });
      lane.taken += 1;
      return true;
    });
  }
  const ahead = found.flatMap(({ workspace_id, lane_id, ids, taken }) =>
    ids.slice(taken, taken + roomAhead(load, lane_id)).map((id) => ({ workspace_id, id })),
  );
  return { now, ahead };
}

/**
 * Three retries, then a first attempt, as long as there are both. If the oldest came first, a lane that doesn't respond and gets
 * more than it can take would never reach a second attempt, and its items would never fail for good. With this proportion of
 * retries and eight attempts, its tenth item fails after 1.9 hours, however much arrives; with nothing else to send, after 1.4.
 */
export function interleave(firstIds: string[], retryIds: string[]): string[] {
  const ids: string[] = [];
  const [firsts, retries] = [firstIds.values(), retryIds.values()];
  for (let place = 0; ids.length < firstIds.length + retryIds.length; place += 1) {
    const { value } = (place % (RETRIES_PER_FIRST + 1) < RETRIES_PER_FIRST ? retries : firsts).next();
    if (value !== undefined) ids.push(value);
  }
  return ids;
}
