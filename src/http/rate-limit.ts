import {
  allowance,
  MemoryRateLimiter,
  type RateLimiter,
  WINDOW_MS,
  type Window,
} from '../limits/rate-windows.ts';
import type { Database } from '../storage/database.ts';
import { createTakeQueue, type Take } from './take-queue.ts';

/** Up to this limit, each request is counted with its own time. */
const MAX_SINGLE = 120;
/**
 * Above that limit, requests of the same second are counted together, and expire 60 seconds after the last of them. So
 * a row has 121 times at most, whatever the limit, and still no span of 60 seconds has more than `limit` requests.
 */
const STEP_MS = 1_000;

interface Found {
  subject: string;
  /** Counted, together with all others of its group in the batch. */
  admitted: boolean;
  /** Requests in the window before this batch. */
  used: number;
  oldest: number | null;
}

/**
 * For several nodes on one PostgreSQL. A window is a row: the times of its requests, and the running total at each. The
 * first time has already expired, so that its total can be subtracted.
 * One statement counts a whole batch of requests. Requests that share a window form a group: it is counted if each of
 * its windows has room for all of it; otherwise nothing of it is written. The statement never waits for a row: windows
 * locked by another node are tried again.
 * Measured with 32 callers, 100 keys of one workspace and limits that are never reached, as CPU time of the process and
 * of PostgreSQL for reading a team: 488 µs without limits, 600 with them. One statement per request, with all times in
 * an array, got slower as limits rose: 4,500 µs for a request at 100,000.
 */
export function createSharedRateLimiter(database: Database): RateLimiter {
  const given = database.dialect.rows('$1', {
    subject: 'text',
    group_of: 'text',
    group_size: 'bigint',
    most: 'bigint',
    wanted: 'bigint',
    step: 'bigint',
  });

  const count = (windows: string, now: number) =>
    database.change<Found>(
      `with held as (
         select given.*, kept.times, kept.totals, cardinality(kept.times) as size,
           width_bucket($2::bigint - $3::bigint, kept.times) as gone,
           greatest($2::bigint, kept.times[cardinality(kept.times)]) as at
         from ${given} join rate_limit_windows as kept on kept.subject = given.subject
         order by given.subject for update of kept skip locked
       ), decided as (
         select subject, times, totals, gone, at, totals[size] - totals[gone] as used, totals[size] + wanted as total,
           case when at / step = times[size] / step then size - 1 else size end as complete,
           bool_and(totals[size] - totals[gone] + wanted <= most) over whole
             and count(*) over whole = group_size as admitted
         from held window whole as (partition by group_of)
       ), counted as (
         update rate_limit_windows as kept
         set times = decided.times[gone:complete] || at, totals = decided.totals[gone:complete] || total
         from decided where decided.admitted and kept.subject = decided.subject
       )
       select subject, admitted, used, times[gone + 1] as oldest from decided`,
      [windows, now, WINDOW_MS],
    );

  const insert = (windows: string) =>
    database.change(
      `insert into rate_limit_windows (subject, times, totals) select subject, '{0}', '{0}' from ${given} order by subject
       on conflict (subject) do nothing returning subject`,
      [windows],
    );

  /** Decides what it can, and returns the requests whose windows are locked by another node. */
  async function decide(takes: Take[]): Promise<Take[]> {
    const now = Math.max(...takes.map((take) => take.now));
    const groups = Map.groupBy(takes, groupOf);
    const rows = await count(JSON.stringify(groups.entries().flatMap(windowsOf).toArray()), now);
    const found = new Map(rows.map((row) => [row.subject, row]));
    const isFound = ({ subject }: Window) => found.has(subject);
    const rowOf = ({ subject }: Window) => found.get(subject) as Found;
    const isUsedUp = (window: Window) => rowOf(window).used >= window.limit;
    const answer = (window: Window, admitted: boolean) =>
      allowance(admitted, window.limit, rowOf(window).used, rowOf(window).oldest ?? now, now);

    const blocked: Take[] = [];
    const fitting: Take[] = [];
    const others: Take[] = [];
    for (const [group, members] of groups) {
      if (!members.every(({ windows }) => windows.every(isFound))) blocked.push(...members);
      else if (found.get(group)?.admitted) {
        for (const { windows, resolve } of members) {
          for (const window of windows) rowOf(window).used += 1;
          resolve(windows.map((window) => answer(window, true)));
        }
      } else {
        const [refused, open] = split(members, ({ windows }) => windows.some(isUsedUp));
        for (const { windows, resolve } of refused) {
          resolve(windows.map((window) => answer(window, !isUsedUp(window))));
        }
        const [fit, tooMany] = split(open, ({ windows }) => {
          const fits = !windows.some(isUsedUp);
          if (fits) for (const window of windows) rowOf(window).used += 1;
          return fits;
        });
        fitting.push(...fit);
        others.push(...tooMany);
      }
    }
    // First those that there is room for. The others then find out what is left.
    for (const next of [fitting, others]) if (next.length > 0) blocked.push(...(await decide(next)));
    return blocked;
  }

  return {
    take: createTakeQueue({
      decide,
      insert: (takes) => insert(JSON.stringify(takes.flatMap(({ windows }) => windows))),
    }),
  };
}

/** Requests in a group share their last window: a workspace's window covers all of its keys. */
const groupOf = ({ windows }: Take) => windows.at(-1)?.subject ?? '';

/** The windows of a group, with the number of requests in each. */
function windowsOf([group, members]: [string, Take[]]) {
  const windows = new Map<string, { window: Window; wanted: number }>();
  for (const window of members.flatMap((take) => take.windows)) {
    windows.set(window.subject, { window, wanted: (windows.get(window.subject)?.wanted ?? 0) + 1 });
  }
  return windows.values().map(({ window: { subject, limit }, wanted }) => ({
    subject,
    group_of: group,
    group_size: windows.size,
    most: limit,
    wanted,
    step: limit > MAX_SINGLE ? STEP_MS : 1,
  }));
}

function split(takes: Take[], isFirst: (take: Take) => boolean): [Take[], Take[]] {
  const { first = [], second = [] } = Object.groupBy(takes, (take) => (isFirst(take) ? 'first' : 'second'));
  return [first, second];
}

/**
 * On PostgreSQL, limits are shared by all nodes; the embedded database has only one process. A read-only node counts
 * for itself.
 */
export function createRateLimiter(database: Database, isReadOnly: boolean): RateLimiter {
  const isShared = database.dialect.engine === 'postgres' && !isReadOnly;
  return isShared ? createSharedRateLimiter(database) : new MemoryRateLimiter();
}
