// How many calls, or mails, are admitted from one subject in any 60 seconds.

/** Who is limited, and to how many requests in any 60 seconds. */
export interface Window {
  subject: string;
  limit: number;
}

/** The result of one window for a request. */
export interface Allowance {
  admitted: boolean;
  /** Requests that would be admitted now. */
  left: number;
  /** Whole seconds until another request is admitted. */
  freeIn: number;
}

/**
 * An exact sliding window: no span of 60 seconds, wherever it begins, has more than `limit` requests.
 */
export interface RateLimiter {
  /** Returns an allowance for each window. A request counts in all of them or, if one refuses it, in none. */
  take(windows: readonly Window[], now: number): Promise<Allowance[]> | Allowance[];
}

export const WINDOW_MS = 60_000;

export function allowance(
  admitted: boolean,
  limit: number,
  used: number,
  oldest: number,
  now: number,
): Allowance {
  return { admitted, left: limit - used, freeIn: Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000)) };
}

/** With fewer subjects than this, a sweep isn't worth its time. */
const FIRST_SWEEP = 1_024;
const lastOf = (hits: number[]) => hits.at(-1) ?? 0;

/** For a single process. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #subjects = new Map<string, number[]>();
  readonly #maxSubjects: number;
  #sweepAt: number;

  /** Beyond `maxSubjects`, the least recently used ones are dropped. */
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

  /** Checks without counting. */
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

  /** Drops idle subjects. Runs when their number has doubled or reached the limit, so that the work stays proportional to use. */
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
