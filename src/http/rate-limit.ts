import { allowance, MemoryRateLimiter, type RateLimiter, WINDOW_MS } from '../rate-windows.ts';
import type { Database } from '../storage/database.ts';

/**
 * For several nodes on one PostgreSQL. A window is a row. One statement locks the rows of all windows, always in the same
 * order, decides and writes.
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
      const input = JSON.stringify(windows.map(({ subject, limit }) => ({ subject, most: limit })));
      let rows = await update(input, now);
      // The first request of a subject. Another node may have inserted the row meanwhile.
      if (rows.length < windows.length) {
        await database.change(
          `insert into rate_limit_windows (subject, hits, admitted) select subject, '{}', 0 from ${given} order by subject
           on conflict (subject) do nothing returning subject`,
          [input],
        );
        rows = await update(input, now);
      }
      return windows.map(({ subject, limit }) => {
        const row = rows.find((candidate) => candidate.subject === subject);
        if (!row) throw new Error('The rate limit statement returned no row');
        return allowance(row.admitted === 1, limit, row.used, row.oldest ?? now, now);
      });
    },
  };
}

/** Shared by all nodes on PostgreSQL; the embedded database has one process. */
export function createRateLimiter(database: Database): RateLimiter {
  return database.dialect.engine === 'postgres' ? createSharedRateLimiter(database) : new MemoryRateLimiter();
}
