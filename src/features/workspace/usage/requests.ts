import type { Transaction } from '../../../storage/database.ts';
import type { Clock } from '../../../time/clock.ts';
import { addRequests, type RequestCount } from './counting-queries.ts';
import { endOfMonth, monthOf } from './rules.ts';

/**
 * Requests to the API, counted in memory until `createLastUsed` writes them, at least every second. What is not written when a
 * process is killed is lost.
 */
export function createRequestCounts(clock: Clock) {
  let counts = new Map<string, RequestCount>();
  let month = '';
  let monthEnd = 0;

  function add({ workspace_id, month: monthUsed, requests }: RequestCount): void {
    const key = `${workspace_id} ${monthUsed}`;
    const sum = (counts.get(key)?.requests ?? 0) + requests;
    counts.set(key, { workspace_id, month: monthUsed, requests: sum });
  }

  return {
    count(workspaceId: string): void {
      const now = clock.now();
      if (now >= monthEnd) {
        month = monthOf(now);
        monthEnd = endOfMonth(month);
      }
      add({ workspace_id: workspaceId, month, requests: 1 });
    },
    /** Returns the counts since the last call. */
    take(): RequestCount[] {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
    /** Puts back counts that could not be written. */
    putBack: (taken: RequestCount[]) => taken.forEach(add),
    write: (tx: Transaction, taken: RequestCount[]) => addRequests(tx, taken),
  };
}

export type RequestCounts = ReturnType<typeof createRequestCounts>;
