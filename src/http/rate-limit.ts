import type { Database } from '../storage/database.ts';

/** The answer to one request under the limit "at most `limit` in any 60 seconds". */
export interface Allowance {
  admitted: boolean;
  /** How many more would be admitted right now. */
  left: number;
  /** Whole seconds until one more is free. */
  freeIn: number;
}

/**
 * An exact sliding window: the times of the admitted requests of the last 60 seconds are kept, so no span of
 * 60 seconds, wherever it begins, has more than `limit` of them. A refused request does not count.
 */
export interface RateLimiter {
  readonly limit: number;
  take(subject: string, now: number): Promise<Allowance> | Allowance;
}

export const WINDOW_MS = 60_000;

function allowance(admitted: boolean, limit: number, used: number, oldest: number, now: number): Allowance {
  return { admitted, left: limit - used, freeIn: Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000)) };
}

/** Below this many subjects it is not worth looking for idle ones. */
const FIRST_SWEEP = 1_024;

/** For one process: the embedded database, and failed authentication. */
export class MemoryRateLimiter implements RateLimiter {
  readonly limit: number;
  readonly #windows = new Map<string, number[]>();
  #sweepAt = FIRST_SWEEP;

  constructor(limit: number) {
    this.limit = limit;
  }

  take(subject: string, now: number): Allowance {
    const hits = this.#recentHits(subject, now);
    const admitted = hits.length < this.limit;
    if (admitted) hits.push(now);
    return allowance(admitted, this.limit, hits.length, hits[0] ?? now, now);
  }

  /** The same question without counting. */
  isFull(subject: string, now: number): boolean {
    return this.#windows.has(subject) && this.#recentHits(subject, now).length >= this.limit;
  }

  #recentHits(subject: string, now: number): number[] {
    let hits = this.#windows.get(subject);
    if (!hits) {
      if (this.#windows.size >= this.#sweepAt) this.#sweep(now);
      hits = [];
      this.#windows.set(subject, hits);
    }
    const firstRecent = hits.findIndex((hit) => hit > now - WINDOW_MS);
    if (firstRecent !== 0) hits.splice(0, firstRecent === -1 ? hits.length : firstRecent);
    return hits;
  }

  /** Forgets idle subjects, each time their number has doubled, so that the work stays proportional to use. */
  #sweep(now: number): void {
    for (const [subject, hits] of this.#windows) {
      if ((hits.at(-1) ?? 0) <= now - WINDOW_MS) this.#windows.delete(subject);
    }
    this.#sweepAt = Math.max(FIRST_SWEEP, this.#windows.size * 2);
  }
}

/** For several nodes on one PostgreSQL: the window is a row, and one statement reads, decides and writes it. */
export function createSharedRateLimiter(database: Database, limit: number): RateLimiter {
  return {
    limit,
    async take(subject, now) {
      const [row] = await database.change<{ admitted: number; used: number; oldest: number }>(
        `insert into rate_limit_windows as kept (subject, hits, admitted) values ($1, array[$2::bigint], 1)
         on conflict (subject) do update set (hits, admitted) = (
           select case when cardinality(recent.hits) < $3 then recent.hits || $2::bigint else recent.hits end,
                  case when cardinality(recent.hits) < $3 then 1 else 0 end
           from (select array(select hit from unnest(kept.hits) as hit where hit > $2::bigint - $4 order by hit)
                   as hits) as recent
         )
         returning admitted, cardinality(hits) as used, hits[1] as oldest`,
        [subject, now, limit, WINDOW_MS],
      );
      if (!row) throw new Error('The rate limit statement answered no row');
      return allowance(row.admitted === 1, limit, row.used, row.oldest, now);
    },
  };
}
