// Divides the time that the process spends on searches for slots among workspaces: a large search takes hundreds of milliseconds,
// and all workspaces share one event loop.
// Why not a thread or a pause: docs/decisions/0021-slots-from-lists-of-starts.md.
import { setImmediate as loopTurn } from 'node:timers/promises';
import { rateLimited } from '../../../errors.ts';

/** How long a search works at a time. Its steps are small enough that none takes much longer. */
const SLICE_MS = 4;
/** A turn of the event loop shorter than this did nothing for anybody else. */
const IDLE_MS = 0.2;
/** After each slice, others go first for at most this long. So searches get a fifth of a process that is always busy. */
const MAX_YIELD_MS = 16;
/** Searches under way at once, one for each workspace. More would be no faster, and each keeps its busy times in memory. */
const MAX_UNDER_WAY = 8;
/** Measured: a hundred usual searches take less than a second. */
const MAX_WAITING = 100;
/** After this long, most callers have given up. */
const MAX_WAIT_MS = 10_000;
const RETRY_SECONDS = 5;

/** Await it between two small steps of a search. It waits once the slice is used up, until the next one may begin. */
export type Pace = () => Promise<void> | undefined;

interface Waiting {
  since: number;
  begin(): void;
  refuse(error: Error): void;
}

const tooMany = () =>
  rateLimited(RETRY_SECONDS, 'too many searches for times are already waiting in this workspace');

export function createShares(now: () => number = () => performance.now()) {
  /** Searches that wait for their next slice, by workspace. The first workspace is next. */
  const slices = new Map<string, (() => void)[]>();
  const urgent: (() => void)[] = [];
  let isRunning = false;
  const underWay = new Set<string>();
  /** Searches that wait to begin, in the same order. */
  const line = new Map<string, Waiting[]>();

  /** One slice at a time, of one workspace after another. */
  async function runSlices(): Promise<void> {
    isRunning = true;
    while (urgent.length > 0 || slices.size > 0) {
      await letOthersGoFirst();
      const begin = urgent.shift() ?? takeFirst(slices)?.[1];
      begin?.();
    }
    isRunning = false;
  }

  async function letOthersGoFirst(): Promise<void> {
    // The last slice ran in this turn, so measure from the next one on.
    await loopTurn();
    const began = now();
    for (let last = began; urgent.length === 0; ) {
      await loopTurn();
      const at = now();
      if (at - last < IDLE_MS || at - began > MAX_YIELD_MS) return;
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
        if (!isRunning) void runSlices();
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
     * Runs a search outside a transaction: while it waits, nothing is locked. Each workspace has one search under way at a time; up
     * to `MAX_WAITING` others wait for up to `MAX_WAIT_MS`. Beyond that, they are refused (429).
     */
    async search<Result>(workspaceId: string, work: (pace: Pace) => Promise<Result>): Promise<Result> {
      await enter(workspaceId);
      try {
        return await work(paceBy((begin) => push(slices, workspaceId, begin)));
      } finally {
        leave(workspaceId);
      }
    },
    /** For a search within a transaction, whose locks others wait for: it begins at once, and its slices go first. */
    urgentPace: () => paceBy((begin) => urgent.push(begin)),
  };
}

/** One for the process, because it has one event loop. */
export const shares = createShares();

function push<Item>(lines: Map<string, Item[]>, workspaceId: string, item: Item): void {
  const items = lines.get(workspaceId);
  if (items) items.push(item);
  else lines.set(workspaceId, [item]);
}

/** Takes the first item of the first workspace that may be next, and moves that workspace to the end. */
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
