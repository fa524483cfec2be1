import type { Database } from '../storage/database.ts';

/** Who is limited, and to how many requests in any 60 seconds. */
export interface Window {
  subject: string;
  limit: number;
}

/** What one window says of a request. */
export interface Allowance {
  admitted: boolean;
  /** How many more would be admitted right now. */
  left: number;
  /** Whole seconds until one more is free. */
  freeIn: number;
}

/**
 * An exact sliding window: the times of the admitted requests of the last 60 seconds are kept, so no span of
 * 60 seconds, wherever it begins, has more than `limit` of them.
 */
export interface RateLimiter {
  /** An allowance for each window. A request counts in all of them or, when one refuses it, in none. */
  take(windows: readonly Window[], now: number): Promise<Allowance[]> | Allowance[];
}

export const WINDOW_MS = 60_000;

function allowance(admitted: boolean, limit: number, used: number, oldest: number, now: number): Allowance {
  return { admitted, left: limit - used, freeIn: Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000)) };
}

/** Below this many subjects it is not worth looking for idle ones. */
const FIRST_SWEEP = 1_024;
const lastOf = (hits: number[]) => hits.at(-1) ?? 0;

/** For one process: the embedded database, and failed authentication. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #subjects = new Map<string, number[]>();
  readonly #maxSubjects: number;
  #sweepAt: number;

  /** Beyond `maxSubjects`, those are forgotten that were counted longest ago. */
  constructor(maxSubjects = Number.POSITIVE_INFINITY) {
    this.#maxSubjects = maxSubjects;
    this.#sweepAt = Math.min(FIRST_SWEEP, maxSubjects);
  }

  take(windows: readonly Window[], now: number): Allowance[] {
    const found = windows.map(({ subject, limit }) => {
      const hits = this.#recentHits(subject, now);
      return { subject, limit, hits, hasRoom: hits.length < limit };
    });
    if (found.every(({ hasRoom }) => hasRoom)) {
      for (const { subject, hits } of found) this.#count(subject, hits, now);
    }
    return found.map(({ limit, hits, hasRoom }) =>
      allowance(hasRoom, limit, hits.length, hits[0] ?? now, now),
    );
  }

  /** The same question without counting. */
  isFull({ subject, limit }: Window, now: number): boolean {
    return this.#recentHits(subject, now).length >= limit;
  }

  #recentHits(subject: string, now: number): number[] {
    const hits = this.#subjects.get(subject) ?? [];
    const firstRecent = hits.findIndex((hit) => hit > now - WINDOW_MS);
    if (firstRecent !== 0) hits.splice(0, firstRecent === -1 ? hits.length : firstRecent);
    return hits;
  }

  #count(subject: string, hits: number[], now: number): void {
    if (!this.#subjects.has(subject) && this.#subjects.size >= this.#sweepAt) this.#sweep(now);
    hits.push(now);
    this.#subjects.set(subject, hits);
  }

  /** Forgets idle subjects. Runs when their number has doubled or is at its limit, so that the work is proportional to use. */
  #sweep(now: number): void {
    for (const [subject, hits] of this.#subjects) {
      if (lastOf(hits) <= now - WINDOW_MS) this.#subjects.delete(subject);
    }
    if (this.#subjects.size >= this.#maxSubjects) {
      const oldestFirst = [...this.#subjects].sort(([, one], [, other]) => lastOf(one) - lastOf(other));
      for (const [subject] of oldestFirst.slice(0, Math.ceil(this.#maxSubjects / 10))) {
        this.#subjects.delete(subject);
      }
    }
    this.#sweepAt = Math.min(Math.max(FIRST_SWEEP, this.#subjects.size * 2), this.#maxSubjects);
  }
}

/**
 * For several nodes on one PostgreSQL: a window is a row. One statement locks the rows of all windows, in one order for
 * everybody, decides and writes them.
 */
export function createSharedRateLimiter(database: Database): RateLimiter {
  const given = database.dialect.rows('$1', { subject: 'text', most: 'bigint' });

  async function update(windows: string, now: number) {
    return database.change<{ subject: string; admitted: number; used: number; oldest: number | null }>(
      `with held as (
         select subject, hits from rate_limit_windows where subject in (select subject from ${given})
         order by subject for update
       ), recent as (
         select given.subject, given.most,
           array(select hit from unnest(held.hits) as hit where hit > $2::bigint - $3 order by hit) as hits
         from ${given} join held on held.subject = given.subject
       ), verdict as (
         select bool_and(cardinality(hits) < most) and count(*) = (select count(*) from ${given}) as admitted from recent
       )
       update rate_limit_windows as kept
       set hits = case when verdict.admitted then recent.hits || $2::bigint else recent.hits end,
           admitted = case when cardinality(recent.hits) < recent.most then 1 else 0 end
       from recent, verdict where kept.subject = recent.subject
       returning kept.subject, kept.admitted, cardinality(kept.hits) as used, kept.hits[1] as oldest`,
      [windows, now, WINDOW_MS],
    );
  }

  return {
    async take(windows, now) {
      const asked = JSON.stringify(windows.map(({ subject, limit }) => ({ subject, most: limit })));
      let rows = await update(asked, now);
      // A subject's first request: a row that is there stays.
      if (rows.length < windows.length) {
        await database.change(
          `insert into rate_limit_windows (subject, hits, admitted) select subject, '{}', 0 from ${given} order by subject
           on conflict (subject) do nothing returning subject`,
          [asked],
        );
        rows = await update(asked, now);
      }
      return windows.map(({ subject, limit }) => {
        const row = rows.find((candidate) => candidate.subject === subject);
        if (!row) throw new Error('The rate limit statement answered no row');
        return allowance(row.admitted === 1, limit, row.used, row.oldest ?? now, now);
      });
    },
  };
}

/** Shared by all nodes on PostgreSQL; the embedded database has one process. */
export function createRateLimiter(database: Database): RateLimiter {
  return database.dialect.engine === 'postgres' ? createSharedRateLimiter(database) : new MemoryRateLimiter();
}
