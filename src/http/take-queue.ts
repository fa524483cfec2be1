import { unavailable } from '../errors.ts';
import type { Allowance, RateLimiter, Window } from '../limits/rate-windows.ts';

/** A statement slower than this doesn't hold up later ones: its connection may be lost. */
const MAX_WAIT_MS = 20;
/** A row locked by another node is free after one statement, in less than a millisecond, unless that node hangs. */
const MAX_BLOCKED_MS = 3_000;
/**
 * After a batch of several, wait this long for more. A single request doesn't wait. Measured with 32 callers: counting
 * a request costs 112 µs of CPU in the process and in PostgreSQL, and 178 without this.
 */
const GATHER_MS = 2;
const MAX_RETRY_MS = 20;

/** A request waiting to be counted in its windows. */
export interface Take {
  readonly windows: readonly Window[];
  readonly now: number;
  readonly resolve: (allowances: Allowance[]) => void;
  readonly reject: (error: unknown) => void;
  /** When and how often it has been tried again. */
  blockedSince?: number;
  retries?: number;
}

interface TakeStore {
  /** Decides what it can, and returns the ones whose windows are missing or locked by another node. */
  decide(takes: Take[]): Promise<Take[]>;
  /** Creates the missing windows. */
  insert(takes: Take[]): Promise<unknown>;
}

/**
 * Decides together whatever arrives in one turn of the event loop, or while the previous batch is being decided.
 * Requests whose windows another node has locked are tried again, separately.
 */
export function createTakeQueue({ decide, insert }: TakeStore): RateLimiter['take'] {
  let waiting: Take[] = [];
  let isBusy = false;
  let blocked: Take[] = [];
  let willRetry = false;

  function start(): void {
    isBusy = waiting.length > 0;
    if (!isBusy) return;
    const takes = waiting;
    waiting = [];
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(late);
      if (takes.length > 1) setTimeout(start, GATHER_MS);
      else start();
    };
    const late = setTimeout(end, MAX_WAIT_MS);
    void send(takes).then(end);
  }

  async function send(takes: Take[]): Promise<void> {
    try {
      await tryAgainLater(await decide(takes));
    } catch (error) {
      for (const { reject } of takes) reject(error);
    }
  }

  async function tryAgainLater(takes: Take[]): Promise<void> {
    const now = performance.now();
    for (const take of takes) {
      take.blockedSince ??= now;
      take.retries = (take.retries ?? 0) + 1;
    }
    // Locked is more common than missing, and usually over by the first retry.
    const missing = takes.filter(({ retries }) => retries === 2);
    if (missing.length > 0) await insert(missing);
    for (const take of takes) {
      if (ageOf(take) < MAX_BLOCKED_MS) blocked.push(take);
      else
        take.reject(unavailable(new Error('A window is locked'), 'somebody else holds a lock for too long'));
    }
    if (blocked.length === 0 || willRetry) return;
    willRetry = true;
    setTimeout(retryBlocked, Math.min(1 + Math.max(...blocked.map(ageOf)) / 4, MAX_RETRY_MS));
  }

  function retryBlocked(): void {
    willRetry = false;
    const takes = blocked;
    blocked = [];
    void send(takes);
  }

  return (windows, now) =>
    new Promise((resolve, reject) => {
      waiting.push({ windows, now, resolve, reject });
      // By the end of this turn of the event loop, all that arrived together are in the queue.
      if (!isBusy) setImmediate(start);
      isBusy = true;
    });
}

const ageOf = ({ blockedSince = 0 }: Take) => performance.now() - blockedSince;
