// The share of a workspace in the time that the process spends on searches for slots: a large search takes hundreds of
// milliseconds, and there is one event loop for all workspaces.
// Why not a thread or a pause: docs/decisions/0021-slots-from-lists-of-starts.md.
import { setImmediate as loopTurn } from 'node:timers/promises';
import { rateLimited } from '../../../errors.ts';

/** A search works for so long at a time. Its parts are small enough that none takes much longer. */
const SLICE_MS = 4;
/** A turn of the event loop that takes less had nothing to do for anybody else. */
const IDLE_MS = 0.2;
/** Others go first for so long after each slice. So searches get a fifth of a process that is busy all the time. */
const MAX_GIVEN_MS = 16;
/** Searches under way at once, each of another workspace. More would be no faster, and each has its busy times in memory. */
const MAX_UNDER_WAY = 8;
/** Measured: a hundred usual searches are done within a second. */
const MAX_WAITING = 100;
/** Whoever waits for longer has mostly gone. */
const MAX_WAIT_MS = 10_000;
const RETRY_SECONDS = 5;

/** To be awaited between two small parts of a search. It waits when the slice is over, until the next one may begin. */
export type Pace = () => Promise<void> | undefined;

interface Waiting {
  since: number;
  begin(): void;
  refuse(error: Error): void;
}

const tooMany = () =>
  rateLimited(RETRY_SECONDS, 'too many searches for times of this workspace wait for the one before them');

export function createShares(now: () => number = () => performance.now()) {
  /** What waits for its next slice, by workspace. The first workspace is the next one. */
  const slices = new Map<string, (() => void)[]>();
  const urgent: (() => void)[] = [];
  let isGiving = false;
  const underWay = new Set<string>();
  /** What waits for its beginning, in the same order. */
  const line = new Map<string, Waiting[]>();

  /** One slice at a time, of one workspace after another. */
  async function giveSlices(): Promise<void> {
    isGiving = true;
    while (urgent.length > 0 || slices.size > 0) {
      await letOthersGoFirst();
      const begin = urgent.shift() ?? takeFirst(slices)?.[1];
      begin?.();
    }
    isGiving = false;
  }

  async function letOthersGoFirst(): Promise<void> {
    // The last slice is in this turn.
    await loopTurn();
    const began = now();
    for (let last = began; urgent.length === 0; ) {
      await loopTurn();
      const at = now();
      if (at - last < IDLE_MS || at - began > MAX_GIVEN_MS) return;
      last = at;
    }
  }

  function paceBy(wait: (begin: () => void) => void): Pace {
    let began = now();
    return () => {
      if (now() - began < SLICE_MS) return undefined;
      return new Promise((resolve) => {
        wait(() => {
          began = now();
          resolve();
        });
        if (!isGiving) void giveSlices();
      });
    };
  }

  function enter(workspaceId: string): Promise<void> | undefined {
    if (!underWay.has(workspaceId) && underWay.size < MAX_UNDER_WAY) {
      underWay.add(workspaceId);
      return undefined;
    }
    if ((line.get(workspaceId)?.length ?? 0) >= MAX_WAITING) throw tooMany();
    return new Promise((begin, refuse) => push(line, workspaceId, { since: now(), begin, refuse }));
  }

  function leave(workspaceId: string): void {
    underWay.delete(workspaceId);
    const isFree = (id: string) => !underWay.has(id);
    for (let next = takeFirst(line, isFree); next; next = takeFirst(line, isFree)) {
      const [id, { since, begin, refuse }] = next;
      if (now() - since > MAX_WAIT_MS) refuse(tooMany());
      else {
        underWay.add(id);
        begin();
        return;
      }
    }
  }

  return {
    /**
     * Runs a search outside a transaction: while it waits, nothing is locked. One of each workspace is under way at a time;
     * the others wait, up to a number and for a time (429).
     */
    async search<Result>(workspaceId: string, work: (pace: Pace) => Promise<Result>): Promise<Result> {
      await enter(workspaceId);
      try {
        return await work(paceBy((begin) => push(slices, workspaceId, begin)));
      } finally {
        leave(workspaceId);
      }
    },
    /** For a search within a transaction: others wait for what that has locked. So it begins at once, and its slices come first. */
    urgentPace: () => paceBy((begin) => urgent.push(begin)),
  };
}

/** One for the process, because that has one event loop. */
export const shares = createShares();

function push<Item>(lines: Map<string, Item[]>, workspaceId: string, item: Item): void {
  const items = lines.get(workspaceId);
  if (items) items.push(item);
  else lines.set(workspaceId, [item]);
}

/** Takes the first of the first workspace that may be next, which is the last one from then on. */
function takeFirst<Item>(
  lines: Map<string, Item[]>,
  mayBeNext: (workspaceId: string) => boolean = () => true,
): [workspaceId: string, item: Item] | undefined {
  for (const [workspaceId, items] of lines) {
    if (!mayBeNext(workspaceId)) continue;
    const item = items.shift() as Item;
    lines.delete(workspaceId);
    if (items.length > 0) lines.set(workspaceId, items);
    return [workspaceId, item];
  }
  return undefined;
}
